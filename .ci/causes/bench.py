"""Prices bookings by good rules and by mutants of them, and asks `quote diff` what is different."""
import datetime
import json
import os
import random
import re
import shutil
import subprocess

import figures
import slips
from mutants import Rules

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = {**figures.KINDS, **slips.KINDS}
# Figures are what is changed most often.
SHARES = {"figure": 6, "bound": 3, "rounding": 2, "base": 2}
PATH = "/api/booking/estimate"


class Trouble(Exception):
    """A run of `quote` that fails: what it would have said is not known, so nothing is scored."""


class Bench:
    """One rules file, what a seed makes of it, and the bookings that it is tried on."""

    def __init__(self, name, options, folder, seed):
        self.name, self.options, self.folder = name, options, os.path.join(folder, name)
        os.makedirs(self.folder, exist_ok=True)
        self.random = random.Random(f"{name} {seed}")
        self.file = os.path.join(ROOT, "rules", f"{name}.yaml")
        with open(self.file) as file:
            self.rules = Rules(file.read())
        self.map = os.path.join(ROOT, "rules", f"{name}.map.yaml")
        self.is_recorded = name == "umuve-backend"
        self.key = re.search(r"^ +(\w+): +(?:optional )?text, key", "\n".join(self.rules.lines),
                             re.M)[1]
        self.bookings = self.path("bookings.jsonl")
        made = self.quote("sample", "-r", self.file, "-n", options.bookings, "--seed", seed,
                          "--quotable", "--format", "jsonl", most=1).stdout
        if self.is_recorded:
            made = self.as_sent(made)
        with open(self.bookings, "w") as file:
            file.write(made)
        self.good = self.priced(self.file)
        if not self.good:
            raise Trouble(f"no booking is priced by {self.file}")

    def path(self, name):
        return os.path.join(self.folder, name)

    def quote(self, *words, most=2):
        """Runs the command. Another status than one up to `most` is trouble: of 2 the rules, or a
        setting, are refused."""
        done = subprocess.run([self.options.quote, *map(str, words)], capture_output=True,
                              text=True, cwd=ROOT)
        if not 0 <= done.returncode <= most:
            raise Trouble(f"status {done.returncode} of {' '.join(done.args)}\n{done.stderr}")
        return done

    def as_sent(self, sampled):
        """Requests as people send them, with dates in reach and words that are in the tables:
        what a sample draws for a free text is mostly none of these."""
        categories = ["furniture", "appliances", "electronics", "hot_tub", "yard_waste",
                      "construction", "mattress", "general"]
        lines = []
        for line in sampled.splitlines():
            booking = json.loads(line)
            day = datetime.date.fromisoformat(booking["as_of"][:10])
            ahead = self.random.choice([None, 0, 1, 1, 2, 3, 4, 5, 6, 9])
            booking.pop("scheduledDate", None)
            if ahead is not None:
                booking["scheduledDate"] = str(day + datetime.timedelta(ahead))
            booking["items"] = [
                {"category": self.random.choice(categories), "quantity": self.random.choice(
                    [1, 1, 2, 3, 4, 5, 7, 8, 12]),
                 "size": self.random.choice(["small", "medium", "large", ""])}
                for _ in range(self.random.choice([1, 1, 2, 3]))]
            lines.append(json.dumps(booking))
        return "\n".join(lines) + "\n"

    def priced(self, rules):
        """Quotes by key; nil where nothing can be priced by these rules."""
        done = self.quote("price", "-r", rules, self.bookings, "--format", "jsonl", "-q")
        quotes = [json.loads(line) for line in done.stdout.splitlines()]
        return {quote[self.key]: quote for quote in quotes} if done.returncode < 2 else None

    def written(self, mutants):
        """A folder with the rules as mutants have them; the rules beside them are as they were."""
        folder = self.path("mutant")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(os.path.join(ROOT, "rules"), folder)
        path = os.path.join(folder, f"{self.name}.yaml")
        with open(path, "w") as file:
            file.write(self.rules.with_changes(mutants))
        return path

    def moved(self, quotes):
        """How many totals differ that both price, and by how much together."""
        both = [(self.good[key]["total"], quote["total"]) for key, quote in quotes.items()
                if quote["status"] == self.good[key]["status"] == "quoted"]
        differing = [ours - theirs for ours, theirs in both if abs(ours - theirs) > 1e-9]
        return len(differing), sum(differing)

    def compared(self, quotes):
        """What a comparison sees of quotes."""
        if not self.is_recorded:
            return quotes
        return {record["id"]: record for record in self.records(quotes, False)}

    def is_hidden(self, mutant, all_of_them, quotes, least=4):
        """Whether a mistake changes fewer bookings than that beside others."""
        others = self.priced(self.written([one for one in all_of_them if one is not mutant]))
        if not others or set(others) != set(quotes):
            return False
        mine, theirs = self.compared(quotes), self.compared(others)
        return sum(mine[key] != theirs[key] for key in mine) < least

    def under(self, remedy):
        """What the good rules price with an edit that is told; nil where it cannot be made."""
        if remedy.get("set"):
            done = self.quote("price", "-r", self.file, "--set", remedy["set"], self.bookings,
                              "--format", "jsonl", "-q")
            if done.returncode == 2:
                return None
            quotes = [json.loads(line) for line in done.stdout.splitlines()]
            return {quote[self.key]: quote for quote in quotes}
        moved = re.fullmatch(r"(\w+) comes (before|after) (\w+)", remedy.get("edit") or "")
        mutant = self.rules.moved(*moved.groups()) if moved else None
        return self.priced(self.written([mutant])) if mutant else None

    def planted(self, count, kinds=None, least=4):
        """Mutants of which so many totals differ, with what they price and the money they make."""
        kinds = kinds or [kind for kind in KINDS for _ in range(SHARES.get(kind, 1))]
        found, met = [], set()
        for _ in range(count * 40):
            if len(found) == count:
                break
            mutant = KINDS[self.random.choice(kinds)](self.rules, self.random)
            if mutant is None or str(mutant.changes) in met:
                continue
            met.add(str(mutant.changes))
            quotes = self.priced(self.written([mutant]))
            if not quotes or set(quotes) != set(self.good):
                continue
            differing, money = self.moved(quotes)
            if differing >= least:
                found.append((mutant, quotes, money))
        return found

    def diff(self, quotes, settings=(), totals=False):
        """What `quote diff` says of the good rules against what a mutant has priced; nil where it
        refuses a setting."""
        theirs = self.path("theirs.jsonl")
        words = ["diff", "-r", self.file, "--format", "json"]
        with open(theirs, "w") as file:
            for line in self.records(quotes, totals):
                file.write(json.dumps(line) + "\n")
        if self.is_recorded and not totals:
            words += ["-m", self.map, theirs]
        else:
            words += ["--reference", theirs, self.bookings]
        for setting in settings:
            words += ["--set", setting]
        done = self.quote(*words, most=2 if settings else 1)
        if settings and not done.stdout:
            print(f"a setting that is told is refused: {settings}\n{done.stderr}", flush=True)
            return None
        try:
            report = json.loads(done.stdout)
        except ValueError as error:
            raise Trouble(f"status {done.returncode} and no JSON of {' '.join(done.args)}: "
                          f"{error}\n{done.stderr}") from error
        if report["different"] and not report["causes"]:
            raise Trouble(f"{report['different']} differ without a cause: {' '.join(done.args)}")
        return report

    def records(self, quotes, totals):
        if totals:
            return [{self.key: key, "status": quote["status"], "total": quote.get("total")}
                    for key, quote in quotes.items()]
        if not self.is_recorded:
            return quotes.values()
        found = []
        with open(self.bookings) as file:
            bookings = [json.loads(line) for line in file]
        for booking in bookings:
            quote = quotes[booking[self.key]]
            is_priced = quote["status"] == "quoted"
            response = {"estimate": quote["outputs"]} if is_priced else {
                "error": (quote.get("reasons") or [""])[0]}
            found.append({"id": booking[self.key], "as_of": booking["as_of"], "path": PATH,
                          "request": booking, "status": 200 if is_priced else 400,
                          "response": response})
        return found
