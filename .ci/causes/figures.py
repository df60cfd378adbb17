"""Planted mistakes that are another figure: of a value, of a bound, of what lies on a bound."""
import re

from mutants import Mutant, pick, put, unquoted

NUMBER = re.compile(r"(?<![\w.:-])\d+(?:\.\d+)?(?![\w:])(?!-\d)")
COUNTED = re.compile(r"(?<=\.\.)\d+(?:\.\d+)?(?![\w:-])|" + NUMBER.pattern)
BESIDE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def another(random, text):
    """Another figure with as many digits after the point."""
    digits = len(text.partition(".")[2])
    value = float(text)
    other = round(value * random.choice([0.9, 1.1, 1.5, 2, 1.07, 0.5]), digits)
    return f"{value + 10 ** -digits if other == value else other:.{digits}f}"


def figure(rules, random):
    places = []
    for index, start in [(at, rules.code(at).index("||")) for at in rules.rows()] + rules.formulas():
        code = rules.code(index)
        if re.match(r"^\s*when:", code):
            continue
        for match in NUMBER.finditer(unquoted(code)):
            is_bound = re.search(r"(?:[<>]=?|\.\.|, ?|(?<![\w\]])[\[(]) *[$€£]?$", code[:match.start()])
            if match.start() >= start and not is_bound and ".." not in code[match.end():][:2]:
                places.append((index, match))
    place = pick(random, places)
    if place is None or float(place[1][0]) == 0:
        return None
    index, match = place
    other = another(random, match[0])
    return Mutant("figure", f"{match[0]} becomes {other}",
                  {index: put(rules.code(index), match, other)}, other)


def bound(rules, random):
    """A bound of a table at both of its ends, or one of a condition."""
    if random.random() < 0.4:
        found = [(index, match) for index, start in rules.formulas() for match in
                 re.finditer(r"[<>]=? *[$€£]?(\d+(?:\.\d+)?)\b", unquoted(rules.code(index)))
                 if match.start() >= start and float(match[1])]
        place = pick(random, found)
        if place is None:
            return None
        index, match = place
        other = another(random, match[1])
        return Mutant("bound", f"{match[1]} becomes {other}",
                      {index: put(rules.code(index), match, other, 1)})
    found = [(index, match) for index in rules.rows()
             for match in COUNTED.finditer(unquoted(rules.code(index)))
             if match.start() < rules.code(index).index("||") and float(match[0])
             and is_of_range(rules.code(index), match)]
    place = pick(random, found)
    if place is None:
        return None
    index, match = place
    other = another(random, match[0])
    code = rules.code(index)
    column, is_upper = code[:match.start()].count("|"), code[:match.start()].endswith("..")
    changes = {}
    for row in rules.table(index):
        changed = beside(rules.code(row), column, match[0], other, is_upper, row == index)
        if changed != rules.code(row):
            changes[row] = changed
    return Mutant("bound", f"the bound {match[0]} becomes {other}", changes)


def is_of_range(code, match):
    """Whether a cell is a range, and not a name with a number in it."""
    cell = code[code.rindex("|", 0, match.start()):].lstrip("|").partition("|")[0]
    return ".." in cell or "<" in cell or ">" in cell


def beside(code, column, old, new, is_upper, is_own):
    """A row with a bound moved, and the end of a range of whole numbers beside it: `[1..9]` and
    `[10..99]`."""
    def moved(match):
        text = code[:match.start()]
        if match.start() > code.index("||") or text.count("|") != column:
            return match[0]
        if float(match[0]) == float(old):
            return new
        gap = 1 if is_upper else -1
        is_closed = text.rstrip().endswith(("[", ">=")) if is_upper else text.endswith("..")
        is_next = "." not in old and match[0].isdigit() and int(match[0]) == int(old) + gap
        return str(int(new) + gap) if is_next and is_closed and not is_own else match[0]
    return COUNTED.sub(moved, code)


def edge(rules, random):
    """What lies on a bound belongs to its other side."""
    if random.random() < 0.6:
        found = [(index, match) for index, start in rules.formulas()
                 for match in re.finditer(r" ([<>]=?) ", rules.code(index)) if match.start() >= start]
        place = pick(random, found)
        if place is None:
            return None
        index, match = place
        return Mutant("edge", f"{match[1]} becomes {BESIDE[match[1]]}",
                      {index: put(rules.code(index), match, BESIDE[match[1]], 1)})
    index = pick(random, [at for at in rules.rows() if ".." in rules.code(at)])
    if index is None:
        return None
    code = rules.code(index)
    match = re.search(r"\.\. *([^)\]|,]+?) *([)\]])", code[:code.index("||")])
    if match is None:
        return None
    changes = {index: put(code, match, "]" if match[2] == ")" else ")", 2)}
    for row in (index - 1, index + 1):
        other = rules.code(row) if rules.is_row(row) else ""
        start = re.search(r"([\[(]) *" + re.escape(match[1]) + r" *\.\.", other)
        sign = re.search(r"(>=?) *" + re.escape(match[1]) + r"(?![\d.])", other)
        if start:
            changes[row] = put(other, start, "(" if start[1] == "[" else "[", 1)
        elif sign:
            changes[row] = put(other, sign, BESIDE[sign[1]], 1)
    return Mutant("edge", f"{match[1]} is on the other side", changes) if len(changes) > 1 else None


KINDS = {"figure": figure, "bound": bound, "edge": edge}
