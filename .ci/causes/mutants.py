"""Rules with mistakes planted in them, as somebody else may have written them for another program.

Each kind is one slip of a hand: a figure, a bound at both of its ends, two steps that changed
places, a way to round, a clock, what a part is taken of, a line too few or twice, a condition the
other way round, a factor left out, a word of a key. Everything is drawn from a seeded generator.
"""
import re


class Mutant:
    """Lines of the rules that become others, counted from 0; an empty list takes a line away."""

    def __init__(self, kind, what, changes, figure=None):
        self.kind, self.what, self.changes, self.figure = kind, what, changes, figure

    def __str__(self):
        return f"{self.kind} at line {min(self.changes) + 1}: {self.what}"


class Rules:
    def __init__(self, text):
        self.lines = text.split("\n")
        self.currency = re.search(r"^currency: *(\w+)", text, re.M)[1]
        zone = re.search(r"^timezone: *(\S+)", text, re.M)
        self.is_utc = zone is None or zone[1] == "UTC"
        self.words = dict(re.findall(r"^\s+(\w+): *(?:optional )?one of ([^,#\n]*)", text, re.M))
        self.blocks, self.open = [], []
        section, start = "", None
        for index, line in enumerate(self.lines + ["end:"]):
            entry = re.match(r"^  (?:- |\w)", line)
            if start is not None and (entry or re.match(r"^\w", line)):
                self.blocks.append(self.block(start, index))
                start = None
            head = re.match(r"^(\w+):", line)
            section = head[1] if head else section
            if section in ("let", "quote") and line.startswith(" "):
                if entry:
                    start = index
                if not line.strip().startswith("#"):
                    self.open.append(index)
        self.steps = [block for block in self.blocks if self.lines[block.start].startswith("  - ")]

    def block(self, start, end):
        while end > start + 1 and not self.code(end - 1).strip():
            end -= 1
        return range(start, end)

    def code(self, index):
        return uncommented(self.lines[index])

    def around(self, mutant):
        """The lines, from 1, of the values and steps in which a mistake stands."""
        return {index + 1 for block in self.blocks if any(at in block for at in mutant.changes)
                for index in block}

    def written_in(self, mutant):
        """The cells of the rows that a mutant changes, and its formulas, with what stands of them
        on the lines below."""
        lines = self.with_changes([mutant]).split("\n")
        found = []
        for at in mutant.changes:
            code = uncommented(lines[at])
            if self.is_row(at):
                found += code.split("|")
            key = re.match(r"^ *(?:- )?[\w-]+: +", code)
            if not key:
                continue
            whole, deeper = code[key.end():], len(code) - len(code.lstrip()) + 2
            for below in map(uncommented, lines[at + 1:]):
                if len(below) - len(below.lstrip()) < deeper or re.match(r"^ *(?:- )?\w+:", below):
                    break
                whole += " " + below
            found.append(whole)
        return found

    def is_row(self, index):
        code = self.lines[index].strip() if 0 <= index < len(self.lines) else ""
        return code.startswith("|") and "||" in code

    def rows(self):
        """Rows of tables, without their headers."""
        return [at for at in self.open if self.is_row(at) and self.is_row(at - 1)]

    def table(self, index):
        first = index
        while self.is_row(first - 1):
            first -= 1
        last = index
        while self.is_row(last + 1):
            last += 1
        return range(first + 1, last + 1)

    def formulas(self, keys=r"amount|becomes|when|\w+"):
        """Where a formula stands in one line, as (line, where it begins)."""
        found = []
        for index in self.open:
            code = self.code(index)
            match = re.match(rf"^\s*(?:- )?({keys}): +(?=\S)", code)
            is_named = match and match[1] in ("line", "label", "for", "subtotal", "lines", "reasons")
            if match and not is_named and not self.is_row(index) and code[match.end()] not in "|>":
                found.append((index, match.end()))
        return found

    def name(self, block):
        match = re.match(r"^  - (?:line|subtotal): *(\w+)", self.lines[block.start])
        return match[1] if match else ""

    def moved(self, name, way, other):
        """The mutant of which a step stands before or after another one; nil of other steps."""
        steps = {self.name(step): step for step in self.steps}
        if name not in steps or other not in steps:
            return None
        text = self.lines[steps[name].start:steps[name].stop]
        changes = {index: [] for index in steps[name]}
        at = steps[other].start if way == "before" else steps[other].stop - 1
        own = [self.lines[at]]
        changes[at] = text + own if way == "before" else own + text
        return Mutant("moved", f"{name} {way} {other}", changes)

    def with_changes(self, mutants):
        changed = {at: new for mutant in mutants for at, new in mutant.changes.items()}
        out = []
        for index, line in enumerate(self.lines):
            new = changed.get(index, line)
            out += new if isinstance(new, list) else [new]
        return "\n".join(out)


def uncommented(line):
    return re.sub(r"\s#.*$", "", line).rstrip()


def put(code, match, text, group=0):
    return code[:match.start(group)] + text + code[match.end(group):]


def unquoted(code):
    """The same with the insides of quotation marks blanked."""
    return re.sub(r'"[^"]*"', lambda text: "~" * len(text[0]), code)


def pick(random, found):
    return random.choice(found) if found else None
