#!/usr/bin/env python3
"""Writes docs/compared.md: the same two files, made from a seed, compared by every tool there is.

    python3 -m venv tools && tools/bin/pip install datacompy daff csv-diff csvdiff
    docs/compared/compare.py --quote .build/release/quote --tools tools/bin > docs/compared.md

Nothing on the page is written by hand but its sentences: counts are read from what the tools print.
"""
import argparse
import csv
import importlib.metadata
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

RULES = """\
schema: quote/1
name: parcels
currency: USD
inputs:
  id:     text, key
  pieces: count [1..60]
  weight: weight in kg [0 kg..30 kg] step 0.1
let:
  price:
    unique: |
      | weight         || price  |
      | [0 kg..5 kg)   || $7.50  |
      | [5 kg..20 kg)  || $12    |
      | [20 kg..30 kg] || $15.45 |
quote:
  - line: parcel
    amount: price * pieces
  - line: bulk
    when: pieces >= 10
    amount: round(-5% * subtotal)
  - line: fee
    amount: round(8% * subtotal)
"""


def cents(text):
    return round(float(text or 0) * 100)


def money(amount):
    """As a program writes it that does not care: no zeros at the end."""
    return f"{amount / 100:.2f}".rstrip("0").rstrip(".")


def half_up(amount, percent):
    """That share of some cents, in cents, halves away from zero."""
    share = abs(amount * percent)
    return (1 if amount * percent >= 0 else -1) * ((share + 50) // 100)


def make(folder, quote, rows, seed):
    """bookings.csv, what we ask for them, and what another program asks; what was done to it."""
    luck = random.Random(seed)
    (folder / "rules.yaml").write_text(RULES)
    weights = {}
    with open(folder / "bookings.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["id", "pieces", "weight"])
        for number in range(1, rows + 1):
            key, weight = f"P-{number:06d}", luck.randrange(0, 301) / 10
            weights[key] = weight
            table.writerow([key, luck.randrange(1, 61), weight])
    subprocess.run([quote, "price", "--rules", "rules.yaml", "bookings.csv", "-o", "ours.csv",
                    "--columns", "id,parcel,bulk,fee,total"], cwd=folder, check=True)
    with open(folder / "ours.csv", newline="") as file:
        ours = list(csv.DictReader(file))
    done = dict(changed=0, cent=0, heavy=0, missing=0, extra=0, twice=0)
    theirs = []
    for row in ours:
        if luck.random() < 0.001:
            done["missing"] += 1
            continue
        parcel, bulk, fee = cents(row["parcel"]), cents(row["bulk"]), cents(row["fee"])
        if weights[row["id"]] >= 29:
            done["heavy"] += 1
            parcel = parcel // 1545 * 1595
            bulk = half_up(parcel, -5) if bulk else 0
            fee = half_up(parcel + bulk, 8)
        elif luck.random() < 0.01:
            done["cent"] += 1
            fee += 1
        line = [row["id"], money(parcel), money(bulk), money(fee), money(parcel + bulk + fee)]
        theirs.append(line)
        if luck.random() < 0.0005:
            done["twice"] += 1
            theirs.append(line)
    for number in range(rows // 1000):
        done["extra"] += 1
        theirs.append([f"X-{number:06d}", "7.5", "0", "0.6", "8.1"])
    done["changed"] = done["cent"] + done["heavy"]
    luck.shuffle(theirs)
    with open(folder / "theirs.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["id", "parcel", "bulk", "fee", "total"])
        table.writerows(theirs)
    return done


def run(command, folder, repeats):
    """Output, exit status, seconds of the quickest run, megabytes at the most."""
    best = peak = None
    for _ in range(repeats):
        with tempfile.TemporaryFile() as output:
            start = time.monotonic()
            process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            took = time.monotonic() - start
            output.seek(0)
            text = output.read().decode(errors="replace")
        best = took if best is None else min(best, took)
        peak = max(peak or 0, usage.ru_maxrss / 1024)
    return text, os.waitstatus_to_exitcode(status), best, peak


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1).replace(",", "")) if found else None


def of_quote(text):
    return dict(
        changed=number(r"value that differs[\s\S]*?\n\s+total\s+(\d+)", text),
        missing=number(r"(\d+) keys? only ours", text), extra=number(r"(\d+) keys? only theirs", text),
        twice=number(r"(\d+) keys? twice in theirs", text))


def of_datacompy(text):
    return dict(
        changed=number(r"rows with some compared columns unequal: ([\d,]+)", text),
        missing=number(r"rows in \w+ but not in \w+: ([\d,]+)", text),
        extra=number(r"rows in \w+ but not in \w+: [\d,]+[\s\S]*?rows in \w+ but not in \w+: ([\d,]+)", text),
        twice=None)


def of_daff(text):
    """A row of the table of changes begins with what became of it."""
    marks = [line.split(",", 1)[0] for line in text.splitlines()]
    return dict(changed=sum(mark in ("->", "→") for mark in marks), missing=marks.count("---"),
                extra=marks.count("+++"), twice=None)


def of_csv_diff(text):
    return dict(changed=number(r"([\d,]+) rows? changed", text),
                missing=number(r"([\d,]+) rows? removed", text),
                extra=number(r"([\d,]+) rows? added", text), twice=None)


def of_csvdiff(text):
    try:
        found = json.loads(text)
    except ValueError:
        return dict(changed=None, missing=None, extra=None, twice=None)
    return dict(changed=len(found["changed"]), missing=len(found["removed"]),
                extra=len(found["added"]), twice=None)


def of_qsv(text):
    marks = [line.split(",", 1)[0] for line in text.splitlines()[1:]]
    return dict(changed=None, missing=marks.count("-"), extra=marks.count("+"), twice=None)


def tools(quote, folder):
    """Name, package, program, arguments, how its output is read."""
    return [
        ("quote diff", None, quote,
         ["diff", "--rules", "rules.yaml", "--reference", "theirs.csv", "bookings.csv"], of_quote),
        ("DataComPy", "datacompy", folder / "datacompy",
         ["compare", "--left", "ours.csv", "--right", "theirs.csv", "--on", "id"], of_datacompy),
        ("daff", "daff", folder / "daff",
         ["diff", "--no-color", "--fail-if-diff", "--unordered", "--context", "0", "--id", "id",
          "ours.csv", "theirs.csv"], of_daff),
        ("csv-diff", "csv-diff", folder / "csv-diff",
         ["ours.csv", "theirs.csv", "--key", "id"], of_csv_diff),
        ("csvdiff", "csvdiff", folder / "csvdiff", ["id", "ours.csv", "theirs.csv"], of_csvdiff),
        ("qsv diff", None, pathlib.Path(shutil.which("qsv") or folder / "qsv"),
         ["diff", "--key", "0", "ours.csv", "theirs.csv"], of_qsv),
    ]


def version(package, program, paths):
    if package:
        known = [*importlib.metadata.distributions(path=paths), *importlib.metadata.distributions()]
        found = next((d for d in known if d.metadata["Name"].lower() == package), None)
        return found.version if found else "?"
    text = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    first = text.strip().partition("\n")[0]
    return first.split()[-1] if first else "?"


def excerpt(text, lines=22, columns=108):
    shown = [line.rstrip()[:columns] for line in text.splitlines()[:lines]]
    more = len(text.splitlines()) - len(shown)
    return "\n".join(shown).rstrip() + (f"\n… and {more:,} more lines" if more > 0 else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quote", required=True, type=pathlib.Path)
    parser.add_argument("--tools", required=True, type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=3)
    asked = parser.parse_args()
    quote, folder = asked.quote.resolve(), asked.tools.absolute()
    paths = [str(path) for path in folder.parent.glob("lib/python*/site-packages")]
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        done = make(work, quote, asked.rows, asked.seed)
        rows, parts, absent, ours = [], [], [], None
        for name, package, program, arguments, reader in tools(quote, folder):
            if not pathlib.Path(program).exists():
                absent.append(name)
                continue
            print(name, file=sys.stderr)
            text, status, took, peak = run([program, *arguments], work, asked.repeats)
            ours = ours or took
            found = reader(text)
            shown = [f"{found[key]:,}" if found[key] is not None else "–"
                     for key in ("changed", "missing", "extra", "twice")]
            rows.append([name, version(package, program, paths), *shown, str(status),
                         f"{took / ours:.1f}", f"{peak:,.0f}", f"{len(text.splitlines()):,}"])
            program = pathlib.Path(program).name if package else name.split()[0]
            line = " ".join([program, *arguments])
            parts.append(f"## {name}\n\n```text\n$ {line}\n{excerpt(text)}\n```\n")
    print(page(asked, done, rows, parts, absent), end="")


def page(asked, done, rows, parts, absent):
    head = ["tool", "version", "changed", "missing", "extra", "twice", "exit", "time", "MB", "lines"]
    table = [head, ["---"] * 2 + ["---:"] * 8,
             ["*what was changed*", ""] + [f"{done[key]:,}" for key in ("changed", "missing", "extra", "twice")]
             + [""] * 4] + rows
    text = f"""# Compared with other tools

Two files of {asked.rows:,} rows: one with what our rules charge, one with what another program charges. [compare.py](compared/compare.py) makes them from a seed, runs every tool and writes this page. In the other file

- {done["heavy"]:,} parcels of 29 kg and more have a different price, carried through to the fee and the total,
- {done["cent"]:,} have a fee that is one cent higher,
- {done["missing"]:,} rows are missing, {done["extra"]:,} have an unknown key, {done["twice"]:,} occur twice,
- rows are in a different order, and numbers are written without trailing zeros, which makes no difference.

"""
    text += "".join(f"| {' | '.join(row)} |\n" for row in table)
    text += """
`changed` to `twice` are what each tool itself reports, read from its output; – if it does not report the figure. `time` is relative to the first line, the fastest of """
    text += f"{asked.repeats} runs; `MB` is peak memory, `lines` how many lines are printed.\n\n"
    text += ("The first line also prices the bookings: `quote diff` starts from rules and bookings, the others "
             "from the prices that `quote price` wrote beforehand.\n")
    if absent:
        text += f"\nNot installed on the machine that ran this: {', '.join(absent)}.\n"
    if "qsv diff" in absent:
        text += ("\nNeither Debian nor PyPI has qsv, a program in Rust; the `qsv` on PyPI is a different program, "
                 "a filter.\n")
    return text + "\n" + "\n".join(parts)


main()
