'use strict';
const read = id => {
  const element = document.getElementById(id);
  const value = JSON.parse(element.textContent);
  element.remove();
  return value;
};
const all = read('differences'), sum = read('summary');
const names = sum.names, kinds = sum.steps, words = sum.words;
const $ = id => document.getElementById(id);

/** An element; texts are only ever texts. */
const make = (tag, values, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(values || {})) {
    if (name === 'on') element.addEventListener('click', value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
};
/** A sentence, in which what stands between backticks is code. */
const told = sentence => sentence.split('`').map((part, index, parts) =>
  index % 2 === 0 ? part : index === parts.length - 1 ? '`' + part : make('code', null, part));
const count = number => number.toLocaleString('en');
const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

/** A number as money has it, at least; anything else as it is written. */
const shown = value => {
  if (typeof value !== 'number') return value === null || value === undefined ? '' : value;
  const text = String(value), point = text.indexOf('.');
  if (text.includes('e')) return text;
  const digits = point < 0 ? 0 : text.length - point - 1;
  const [whole, rest] = value.toFixed(Math.max(words.digits, Math.min(digits, 12))).split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`);
};
/** An amount among others: in groups of three digits. */
const money = value => (value > 0 ? '+' : '') + value.toLocaleString('en', {
  minimumFractionDigits: words.digits, maximumFractionDigits: Math.max(words.digits, 6)});
const signed = value => (value > 0 ? '+' : '') + shown(Number(value.toFixed(6)) || value);
const way = value => value > 0 ? 'more' : value < 0 ? 'less' : '';

// MARK: rows

const [KEY, RECORD, FORM, PAIR, AMOUNT, DEPARTS, CAUSE, OURS, THEIRS, STANDING, ROUNDING, OUR_WHY,
  THEIR_WHY, STEPS, VALUES, FIELDS, FIRED, PLACE] = Array(18).keys();
const outcomes = sum.outcomes, ours = row => outcomes[Math.floor(row[PAIR] / outcomes.length)];
const theirs = row => outcomes[row[PAIR] % outcomes.length];
const standing = row => row[STANDING] === 0 ? 'new' : row[STANDING] === 1 ? 'known' : 'accepted';
const because = row => {
  if (ours(row) !== theirs(row)) return `${ours(row)}, ${theirs(row)} in ${words.theirs}`;
  // What departs has a column of its own.
  const cause = names[row[CAUSE]], by = `${names[row[DEPARTS]]} by `;
  if (cause && cause.startsWith(by)) return cause.slice(by.length - 'by '.length);
  return cause === names[row[DEPARTS]] ? '' : cause || (row[OUR_WHY] ? 'another reason' : '');
};

/** The bar of the histogram that an amount is in: 0 in the middle. */
const bar = amount => {
  if (typeof amount !== 'number') return null;
  if (amount === 0) return 0;
  const found = sum.bounds.findIndex(bound => Math.abs(amount) <= bound);
  const size = (found < 0 ? sum.bounds.length : found) + 1;
  return amount < 0 ? -size : size;
};

const sorts = {
  key: row => row[KEY], form: row => names[row[FORM]], ours: row => row[OURS],
  theirs: row => row[THEIRS], difference: row => row[AMOUNT], departs: row => names[row[DEPARTS]],
  why: because, record: row => row[RECORD], worst: row => Math.abs(row[AMOUNT] || 0),
};
const filters = {
  cause: (row, name) => names[row[CAUSE]] === name,
  outcome: (row, name) => `${ours(row)} by us, ${theirs(row)} by them` === name,
  departs: (row, name) => names[row[DEPARTS]] === name,
  value: (row, name) => row[VALUES].some(value => names[value] === name),
  rule: (row, name) => row[FIRED].some(rule => names[rule] === name),
  rounding: (row, name) => names[row[ROUNDING]].split('\n').includes(name),
  standing: (row, name) => standing(row) === name,
  bar: (row, name) => String(bar(row[AMOUNT])) === name,
};

// MARK: state, kept in the address

const state = {query: '', sort: 'worst', down: true, open: new Set(), filters: {}};
const load = () => {
  const hash = new URLSearchParams(location.hash.slice(1));
  state.query = hash.get('find') || '';
  state.sort = hash.get('sort') in sorts ? hash.get('sort') : 'worst';
  state.down = hash.has('sort') ? hash.has('down') : true;
  state.filters = {};
  for (const name of Object.keys(filters)) {
    if (hash.has(name)) state.filters[name] = hash.get(name);
  }
  state.open = new Set(hash.getAll('open').map(Number));
};
const save = () => {
  const hash = new URLSearchParams();
  if (state.query) hash.set('find', state.query);
  if (state.sort !== 'worst') hash.set('sort', state.sort);
  if (state.sort !== 'worst' && state.down) hash.set('down', '');
  for (const [name, value] of Object.entries(state.filters)) hash.set(name, value);
  for (const record of state.open) hash.append('open', record);
  history.replaceState(null, '', '#' + hash);
};

let haystack = null;
const hay = index => {
  haystack = haystack || all.map(row => [
    row[KEY], names[row[FORM]], names[row[DEPARTS]], because(row), row[OUR_WHY], row[THEIR_WHY],
  ].join('\n').toLowerCase());
  return haystack[index];
};
let view = [];
const choose = () => {
  const query = state.query.toLowerCase(), chosen = Object.entries(state.filters);
  view = [];
  all.forEach((row, index) => {
    if (query && !hay(index).includes(query)) return;
    if (chosen.every(([name, value]) => filters[name](row, value))) view.push(index);
  });
  const value = sorts[state.sort], sign = state.down ? -1 : 1;
  const keys = all.map(value);
  const isWords = ['key', 'form', 'departs', 'why'].includes(state.sort);
  const compare = new Intl.Collator('en', {numeric: true}).compare;
  view.sort((a, b) => {
    const [x, y] = [keys[a], keys[b]];
    if (isWords) return sign * compare(x, y) || a - b;
    const [p, q] = [typeof x === 'number', typeof y === 'number'];
    return p && q ? sign * (x - y) || a - b : q - p || a - b;
  });
};

// MARK: the head

const tile = (label, value, kind) =>
  make('div', {class: 'tile'}, make('b', {class: kind}, value), make('span', null, label));
const head = () => {
  const parts = $('sentences');
  for (const line of sum.failures) parts.append(make('p', {class: 'no'}, 'fails: ', ...told(line)));
  for (const line of sum.sentences) parts.append(make('p', null, ...told(line)));
  const both = sum.above + sum.below;
  $('tiles').append(...[
    tile('bookings', count(sum.records)), tile('the same', sum.compared || sum.different ? count(sum.same) : '–'),
    tile('different', sum.compared || sum.different ? count(sum.different) : '–'),
    sum.different !== sum.fresh ? tile('of these new', count(sum.fresh)) : null,
    sum.rounding ? tile('by cents alone', count(sum.rounding)) : null,
    sum.above ? tile(`${counted(sum.higher, 'booking')} higher`, money(sum.above), 'more') : null,
    sum.below ? tile(`${counted(sum.lower, 'booking')} lower`, money(sum.below), 'less') : null,
    sum.above || sum.below ? tile(`together, ${words.currency}`, money(both), way(both)) : null,
  ].filter(Boolean));
};

// MARK: what to filter by

const toggle = (name, value) => {
  if (state.filters[name] === value) delete state.filters[name];
  else state.filters[name] = value;
  update();
};
const pressed = (name, value) => String(state.filters[name] === value);
const card = (title, filter, groups, isOpen) => {
  const most = Math.max(...groups.map(group => group.bookings));
  const first = isOpen ? groups : groups.slice(0, 8);
  const column = (label, text) => {
    const texts = groups.map(text), wide = Math.max(label.length, ...texts.map(text => text.length));
    return texts.some(Boolean) ? {label, text, wide} : null;
  };
  const columns = [
    column('bookings', group => count(group.bookings)),
    column('higher', group => group.above ? money(group.above) : ''),
    column('lower', group => group.below ? money(group.below) : ''),
  ].filter(Boolean);
  const list = first.map(group => make('button', {
    class: 'group', 'data-filter': filter, 'data-name': group.name,
    title: [group.name, group.place, `for example ${group.example}`].filter(Boolean).join('\n'),
    'aria-pressed': 'false', on: () => toggle(filter, group.name),
  },
    make('span', null, group.name, ' ', make('span', {class: 'place'}, group.place || '')),
    ...columns.map(({label, text}) => make('span', {
      class: label === 'higher' ? 'more' : label === 'lower' ? 'less' : ''}, text(group))),
    make('i', {style: `width:${100 * group.bookings / most}%`})));
  const section = make('section', {
    class: 'card', style: `--figures:${columns.map(({wide}) => `${wide}ch`).join(' ')}`,
  }, make('div', {class: 'group head'}, make('h2', null, title),
    ...columns.map(({label}) => make('span', null, label))), ...list);
  if (first.length < groups.length) {
    section.append(make('button', {class: 'rest', on: () => {
      section.replaceWith(card(title, filter, groups, true));
      press();
    }}, `and ${count(groups.length - first.length)} more`));
  }
  return section;
};
/** What bookings have in common that depart at a value. */
const common = () => make('section', {class: 'card common'},
  make('h2', null, 'What they have in common' + (sum.sampled ? ', in a sample of them' : '')),
  make('table', null, make('thead', null, make('tr', null, make('th', null, 'departs at'),
    make('th', null, 'in common'), make('th', {class: 'n'}, 'of those that differ'),
    make('th', {class: 'n'}, 'of those that agree'))),
  make('tbody', null, ...sum.common.map(([name, text, differing, agreeing, place], index) => make('tr', null,
    make('td', null, index && sum.common[index - 1][0] === name ? '' : make('button', {
      'data-filter': 'departs', 'data-name': name, 'aria-pressed': 'false',
      on: () => toggle('departs', name)}, name)),
    make('td', null, text, ' ', make('span', {class: 'place'}, place)),
    make('td', {class: 'n'}, differing), make('td', {class: 'n'}, agreeing))))));
const histogram = () => {
  const size = sum.bounds.length + 1, bars = [];
  for (let place = -size; place <= size; place++) bars.push([place, 0]);
  for (const row of all) {
    const found = bar(row[AMOUNT]);
    if (found !== null) bars[found + size][1]++;
  }
  const most = Math.max(1, ...bars.map(([, number]) => number));
  // Empty bars at the ends are left out, but for one that shows the end.
  while (bars.length > 3 && !bars[0][1] && !bars[1][1] && bars[1][0] < -1) bars.shift();
  while (bars.length > 3 && !bars.at(-1)[1] && !bars.at(-2)[1] && bars.at(-2)[0] > 1) bars.pop();
  const bound = place => shown(sum.bounds[Math.abs(place) - 1]);
  const range = place => place === 0 ? 'the total is the same'
    : Math.abs(place) > sum.bounds.length ? `more than ${bound(place - Math.sign(place))}`
    : Math.abs(place) === 1 ? `up to ${bound(place)}`
    : `${bound(place - Math.sign(place))} to ${bound(place)}`;
  return make('section', {class: 'card'},
    make('h2', null, `How far the totals are apart, ${words.currency}`),
    make('div', {class: 'bars'}, ...bars.map(([place, number]) => make('button', {
      class: `bar ${place < 0 ? 'less' : place ? '' : 'none'}`, 'data-filter': 'bar',
      'data-name': String(place), 'aria-pressed': 'false',
      title: `${counted(number, 'booking')}: ${place < 0 ? 'lower, ' : place ? 'higher, ' : ''}`
        + range(place),
      on: () => toggle('bar', String(place)),
    }, number ? count(number) : '', make('i', {style: `height:${86 * number / most}%`})))),
    // What is written is the outer end of a bar.
    make('div', {class: 'marks'}, ...bars.map(([place]) => make('span', {class: way(place)},
      place === 0 ? '0' : Math.abs(place) > sum.bounds.length ? '' :
        Math.sign(place) * sum.bounds[Math.abs(place) - 1]))));
};
/** Bookings of which nothing could be compared. */
const faults = ([title, lines]) => make('section', {class: 'card common'},
  make('h2', null, title), make('table', null, make('tbody', null,
    ...lines.map(line => make('tr', null, make('td', null, line))))));
const press = () => {
  for (const button of document.querySelectorAll('[data-filter]')) {
    button.setAttribute('aria-pressed', pressed(button.dataset.filter, button.dataset.name));
  }
};
const chips = () => {
  $('chips').replaceChildren(...Object.entries(state.filters).map(([name, value]) =>
    make('button', {class: 'chip', on: () => toggle(name, value), title: 'show all again'},
      name === 'bar' ? 'this far apart' : `${name}: ${value}`)));
};
