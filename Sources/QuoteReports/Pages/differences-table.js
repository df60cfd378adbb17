// MARK: the table, of which only what is in sight exists

const total = value => value === null ? '' : shown(value);
const side = (outcome, value) => outcome === 'priced' ? total(value) : outcome;
const apart = amount => typeof amount === 'number' ? signed(amount) : shown(amount);
/** Name, heading, classes, what it says of a booking, and how much of the room it may have. */
const columns = [
  ['key', 'booking', '', row => row[KEY] + (standing(row) === 'new' ? '' : ` (${standing(row)})`), 1.2],
  ['form', 'form', 'wide', row => names[row[FORM]], 1],
  ['ours', words.ours, 'n wide', row => side(ours(row), row[OURS])],
  ['theirs', words.theirs, 'n wide', row => side(theirs(row), row[THEIRS])],
  ['difference', 'difference', 'n', row => apart(row[AMOUNT])],
  ['departs', 'departs at', 'where', row => names[row[DEPARTS]] || because(row), 1.2],
  ['why', 'because', 'wide', because, 2],
].filter(([name, , , text]) => !['form', 'why'].includes(name) || all.some(text));
/** Figures have the room that the longest needs; texts share the rest. */
const room = ([, title, , text, part]) => {
  if (part) return `minmax(7rem,${part}fr)`;
  const longest = all.reduce((most, row) => Math.max(most, text(row).length), title.length + 1);
  return `${Math.min(longest, 28) + 1}ch`;
};
$('table').style.setProperty('--wide', columns.map(room).join(' '));
const heads = () => {
  $('heads').replaceChildren(...columns.map(([name, title, kind]) => make('span', {
    role: 'columnheader', class: kind,
    'aria-sort': state.sort !== name ? 'none' : state.down ? 'descending' : 'ascending',
  }, make('button', {on: () => {
    state.down = state.sort === name ? !state.down : ['ours', 'theirs', 'difference'].includes(name);
    state.sort = name;
    update();
  }}, title))));
};
const items = new Map(), tall = new Map();
let high = 34;
/** How much taller than a row what is unfolded above a position makes the table. */
const extra = position => {
  let more = 0;
  for (const [place, height] of tall) if (place < position) more += height;
  return more;
};
const top_ = position => position * high + extra(position);
const at = offset => {
  let low = 0, above = view.length;
  while (low < above) {
    const middle = (low + above) >> 1;
    if (top_(middle + 1) <= offset) low = middle + 1;
    else above = middle;
  }
  return low;
};
const cells = row => columns.map(([name, , kind, text]) => {
  const more = name === 'difference' ? way(row[AMOUNT])
    : name === 'key' && standing(row) !== 'new' ? 'old' : '';
  return make('span', {class: `${kind} ${more}`, title: text(row)}, text(row));
});
const item = position => {
  const row = all[view[position]], isOpen = state.open.has(row[RECORD]);
  const line = make('button', {
    class: 'row', role: 'row', 'aria-expanded': String(isOpen), 'data-record': row[RECORD],
    'aria-rowindex': position + 2, on: () => {
      if (!state.open.delete(row[RECORD])) state.open.add(row[RECORD]);
      save();
      items.get(position)?.remove();
      items.delete(position);
      tall.delete(position);
      draw();
      items.get(position)?.firstChild.focus({preventScroll: true});
    },
  }, ...cells(row));
  return make('div', {class: 'item'}, line, isOpen ? inside(row) : null);
};
const place = () => {
  for (const [position, element] of items) element.style.top = `${top_(position)}px`;
  $('rows').style.height = `${top_(view.length)}px`;
};
// On paper are as many rows as anybody reads there, whatever is in sight.
const ON_PAPER = 1000;
let isPrinting = false;
const draw = () => {
  const rows = $('rows'), offset = scrollY - rows.getBoundingClientRect().top - scrollY;
  const first = isPrinting ? 0 : Math.max(0, at(offset) - 8);
  const last = Math.min(view.length, isPrinting ? ON_PAPER : at(offset + innerHeight) + 9);
  for (const [position, element] of items) {
    if (position < first || position >= last) {
      element.remove();
      items.delete(position);
    }
  }
  for (let position = first; position < last; position++) {
    if (items.has(position)) continue;
    const element = item(position);
    let next = position + 1;
    while (next < last && !items.has(next)) next++;
    rows.insertBefore(element, items.get(next) || null);
    items.set(position, element);
    const more = element.offsetHeight - high;
    if (more > 0) tall.set(position, more);
  }
  place();
};
const update = () => {
  save();
  choose();
  heads();
  chips();
  press();
  items.clear();
  tall.clear();
  $('rows').replaceChildren();
  const table = getComputedStyle($('table'));
  high = parseInt(table.getPropertyValue('--row'), 10);
  view.forEach((index, position) => {
    // Taken as known before it was drawn, so that the table has its height.
    if (state.open.has(all[index][RECORD])) tall.set(position, 200);
  });
  draw();
  draw();
  $('table').setAttribute('aria-rowcount', view.length + 1);
  const number = view.length === all.length ? counted(all.length, 'booking')
    : `${count(view.length)} of ${counted(all.length, 'booking')}`;
  $('number').textContent = number;
  $('none').hidden = view.length > 0;
};

// MARK: both waterfalls of a booking

/** Where bars begin and end, for both sides: lines from what was carried, sums from zero. */
const bars = steps => {
  const carried = [[0], [0]];
  return steps.map(([kind, mine, other = mine]) => [mine, other].map((value, side) => {
    const [, depth, isSum] = kinds[kind], carry = carried[side];
    const start = carry[depth] ?? 0;
    const step = typeof value === 'number' ? value : side && typeof mine === 'number' ? mine : 0;
    carry[depth] = isSum ? step : start + step;
    carry[depth + 1] = start;
    return typeof value === 'number' ? [isSum ? 0 : start, isSum ? value : start + value] : null;
  }));
};
const waterfall = row => {
  const steps = row[STEPS], drawn = bars(steps), ends = drawn.flat(2).filter(end => end !== null);
  const low = Math.min(0, ...ends), wide = Math.max(0, ...ends) - low || 1;
  const strip = (ends, kind) => ends && make('i', {
    class: kind, style: `left:${100 * (Math.min(...ends) - low) / wide}%;`
      + `width:${100 * Math.abs(ends[1] - ends[0]) / wide}%`,
  });
  const body = steps.map(([kind, mine, other = mine, isOff, written], index) => {
    const [name, depth, isSum, where] = kinds[kind];
    const both = typeof mine === 'number' && typeof other === 'number';
    const off = isOff || (mine !== other && mine !== null && other !== null);
    const sort = isSum ? 'sum' : way(mine);
    return make('tr', {
      class: [off ? 'off' : '', isSum ? 'sum' : '', name === row[DEPARTS] ? 'first' : ''].join(' '),
    },
      make('td', {style: `padding-left:${depth}em`, title: names[where]}, names[name]),
      make('td', {class: 'n'}, figure(mine)),
      make('td', {class: 'n'}, figure(other), said(written)),
      make('td', {class: `n amount ${both ? way(mine - other) : ''}`},
        both && mine !== other ? signed(mine - other) : ''),
      make('td', {class: 'draw'},
        strip(drawn[index][0], `a ${sort}`), strip(drawn[index][1], 'b')));
  });
  return table(body, true);
};
const table = (body, isDrawn) => make('div', {class: 'sided'}, make('table', {class: 'sides'},
  make('thead', null, make('tr', null,
  make('th'), make('th', {class: 'n'}, words.ours), make('th', {class: 'n'}, words.theirs),
  make('th', {class: 'n'}, 'difference'), isDrawn ? make('th', {class: 'draw'}) : null)),
  make('tbody', null, ...body)));
/** What the other side wrote, where the map makes something else of it. */
const said = written => written === undefined ? null
  : make('span', {class: 'written'}, ` (${written})`);
/** A number keeps its digits together; a text may be as long as it likes. */
const figure = value => typeof value === 'number' ? make('span', {class: 'amount'}, shown(value))
  : shown(value);
const values = row => table(row[FIELDS].map(([path, kind, mine, other, amount, written]) => make(
  'tr', null,
  make('td', {title: sum.kinds[kind]}, names[path]),
  make('td', {class: 'n'}, figure(mine)), make('td', {class: 'n'}, figure(other), said(written)),
  make('td', {class: `n amount ${way(amount)}`},
    typeof amount === 'number' && amount ? signed(amount) : ''))), false);
const argument = text => /^[-\w./:@+=,]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
const rounding = row => {
  const found = names[row[ROUNDING]];
  if (!found) return null;
  return make('p', null, found === 'unexplained' ? 'differs by cents alone'
    : `differs by rounding alone: ${found.split('\n').join(', ')} removes it`);
};
const inside = row => make('div', {class: 'inside'},
  make('p', null, `record ${row[RECORD]}`, row[FORM] ? `, ${names[row[FORM]]}` : '',
    row[DEPARTS] ? `, departs at ${names[row[DEPARTS]]}` : '', ' ',
    make('span', {class: 'place'}, names[row[PLACE]])),
  row[CAUSE] ? make('p', null, names[row[CAUSE]]) : null,
  row[OUR_WHY] ? make('p', null, `${words.ours}: ${row[OUR_WHY]}`) : null,
  row[THEIR_WHY] ? make('p', null, `${words.theirs}: ${row[THEIR_WHY]}`) : null,
  rounding(row),
  row[STANDING] > 1 ? make('p', null, `accepted: ${sum.ledger[row[STANDING] - 2] || ''}`) : null,
  row[STEPS].length ? waterfall(row) : null,
  row[FIELDS].length ? values(row) : null,
  row[FIRED].length ? make('div', {class: 'fired'}, 'rules that fired: ', ...row[FIRED].map(rule =>
    make('button', {on: () => toggle('rule', names[rule])}, names[rule]))) : null,
  make('p', null, make('code', null,
    `quote explain --rules ${argument(words.rules)}${words.map ? ` --map ${argument(words.map)}` : ''}`
    + ` ${['--id', row[KEY], ...words.explaining].map(argument).join(' ')}`)));

// MARK: the start

const wait = action => {
  let timer = 0;
  return () => { clearTimeout(timer); timer = setTimeout(action, 120); };
};
load();
head();
const cards = [
  ['Cause', 'cause'], ['Outcome', 'outcome'], ['First departing line', 'departs'],
  ['Value that differs', 'value'], ['Rule that fired', 'rule'], ['Rounding that removes it', 'rounding'],
].filter(([, name]) => sum.groups[name].length)
  .map(([title, name]) => card(title, name, sum.groups[name], false));
const areTotalsKnown = all.some(row => bar(row[AMOUNT]) !== null);
$('cards').append(...sum.faults.map(faults), ...[
  sum.common.length ? common() : null, areTotalsKnown ? histogram() : null, ...cards].filter(Boolean));
$('find').value = state.query;
$('find').addEventListener('input', wait(() => {
  state.query = $('find').value;
  update();
}));
addEventListener('scroll', () => requestAnimationFrame(draw), {passive: true});
addEventListener('resize', wait(update));
for (const [event, is] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(event, () => { isPrinting = is; draw(); });
}
addEventListener('hashchange', () => { load(); $('find').value = state.query; update(); });
$('reading').remove();
update();
