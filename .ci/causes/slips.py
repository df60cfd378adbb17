"""Planted mistakes that are no other figure: order, rounding, clocks, bases, lines, conditions."""
import re

from mutants import Mutant, pick, put, unquoted

ROUNDS = ["round(", "round_up(", "round_down("]
SIGNS = {"USD": "${}", "EUR": "€{}", "GBP": "£{}", "RUB": "{} ₽"}


def order(rules, random):
    """Two steps beside each other change places."""
    at = pick(random, range(len(rules.steps) - 1))
    if at is None:
        return None
    first, second = rules.steps[at], rules.steps[at + 1]
    between = rules.lines[first.stop:second.start]
    lines = rules.lines[second.start:second.stop] + between + rules.lines[first.start:first.stop]
    changes = {index: [] for index in range(first.start, second.stop)}
    changes[first.start] = lines
    return Mutant("order", f"{rules.name(second)} before {rules.name(first)}", changes)


def rounding(rules, random):
    """Another way to round, or to a coarser step."""
    found = [(index, match) for index, start in rules.formulas()
             for match in re.finditer(r"\bround(?:_up|_down)?\(", rules.code(index))
             if match.start() >= start]
    place = pick(random, found)
    if place is None:
        return None
    index, match = place
    code = rules.code(index)
    end, comma = arguments(code, match.end())
    if end is None:
        return None
    way = random.random()
    if way < 0.2 and match[0] == "round(":
        step = "" if comma else ", " + SIGNS.get(rules.currency, "${}").format("0.01")
        return Mutant("rounding", "halves to even", {index: code[:end] + step + ", half_even"
                                                    + code[end:]})
    if way < 0.6:
        other = random.choice([word for word in ROUNDS if word != match[0]])
        return Mutant("rounding", f"{match[0]} becomes {other}", {index: put(code, match, other)})
    if comma is None:
        step = SIGNS.get(rules.currency, "${}").format(random.choice(["0.05", "0.1", "1"]))
        return Mutant("rounding", f"to {step}", {index: code[:end] + ", " + step + code[end:]})
    number = re.search(r"\d+(?:\.\d+)?", code[comma:end])
    if number is None:
        return None
    other = random.choice([step for step in ("0.1", "0.5", "1", "5", "50") if step != number[0]])
    lower = comma + number.start()
    return Mutant("rounding", f"to {other} and not to {number[0]}",
                  {index: code[:lower] + other + code[lower + len(number[0]):]})


def arguments(code, at):
    """Where a call ends whose arguments begin there, and where its last comma stands."""
    depth, comma = 1, None
    while at < len(code):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(code[at], 0)
        if depth == 0:
            return at, comma
        if code[at] == "," and depth == 1:
            comma = at
        at += 1
    return None, None


def clock(rules, random):
    """The clock of UTC in place of the local one."""
    if rules.is_utc:
        return None
    found = [(index, match) for index, start in rules.formulas() for match in
             re.finditer(r"\b(?:time|weekday|date|hour)\(\w+(, *[^()]+)?\)", rules.code(index))
             if match.start() >= start]
    place = pick(random, found)
    if place is None:
        return None
    index, match = place
    bare = match[0][:-1].partition(",")[0]
    return Mutant("clock", f"{match[0]} by UTC", {index: put(rules.code(index), match, bare + ", 0)")})


def base(rules, random):
    """A part of something else than it is a part of."""
    found = []
    for index, start in rules.formulas("amount|becomes"):
        above = [rules.name(step) for step in rules.steps if step.stop <= index]
        code = rules.code(index)
        for name in above:
            found += [(index, match, "subtotal") for match in re.finditer(rf"\b{name}\b", code)
                      if match.start() >= start]
        for match in re.finditer(r"\bsubtotal\b", code):
            if match.start() >= start and above:
                name = random.choice(above)
                found.append((index, match, random.choice([name, f"(subtotal - {name})"])))
    place = pick(random, found)
    if place is None:
        return None
    index, match, other = place
    return Mutant("base", f"{match[0]} becomes {other}", {index: put(rules.code(index), match, other)})


def missing(rules, random):
    step = pick(random, [step for step in rules.steps if rules.name(step)])
    if step is None:
        return None
    return Mutant("missing", f"no {rules.name(step)}", {index: [] for index in step})


def rewritten(rules, random, key, kind, what, form):
    """A formula of a key in another form: what stands in braces is the formula as it was."""
    place = pick(random, rules.formulas(key))
    if place is None:
        return None
    index, start = place
    code = rules.code(index)
    return Mutant(kind, what, {index: code[:start] + form.format(code[start:])})


def doubled(rules, random):
    return rewritten(rules, random, "amount", "doubled", "twice", "2 * ({})")


def negated(rules, random):
    return rewritten(rules, random, "when", "negated", "the other way round", "not ({})")


def factor(rules, random):
    """A factor that is left out."""
    found = [(index, match) for index, start in rules.formulas()
             for match in re.finditer(r" \* [a-z_.]+\b(?!\()", rules.code(index))
             if match.start() >= start]
    place = pick(random, found)
    if place is None:
        return None
    index, match = place
    return Mutant("factor", f"without{match[0]}", {index: put(rules.code(index), match, "")})


def word(rules, random):
    """A word in the row of another, or another one that is asked for."""
    asked = []
    for index, start in rules.formulas():
        for match in re.finditer(r'\b(\w+) = "(\w+)"', rules.code(index)):
            others = [text.strip() for text in rules.words.get(match[1], "").split("|")]
            asked += [(index, match, other) for other in others if other and other != match[2]]
    rows = [at for at in rules.rows() if rules.is_row(at + 1) and words(rules.code(at))
            and words(rules.code(at + 1))]
    if asked and (not rows or random.random() < 0.4):
        index, match, other = random.choice(asked)
        return Mutant("word", f"{match[2]} becomes {other}",
                      {index: put(rules.code(index), match, other, 2)})
    index = pick(random, rows)
    if index is None:
        return None
    upper, lower = rules.code(index), rules.code(index + 1)
    one, two = random.choice(words(upper)), random.choice(words(lower))
    if one[0] == two[0]:
        return None
    return Mutant("word", f"{one[0]} and {two[0]} change places",
                  {index: put(upper, one, two[0]), index + 1: put(lower, two, one[0])})


def words(code):
    """Words of the first key of a row."""
    first = unquoted(code[:code.index("||")])
    end = first.index("|", first.index("|") + 1) if first.count("|") > 1 else len(first)
    cell = first[:end]
    if re.search(r"[<>\[(~]|\d", cell):
        return []
    return list(re.finditer(r"[A-Za-z_]\w*", cell))


KINDS = {"order": order, "rounding": rounding, "clock": clock, "base": base, "missing": missing,
         "doubled": doubled, "negated": negated, "factor": factor, "word": word}
