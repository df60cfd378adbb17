#!/usr/bin/env python3
"""A reference to hold quotes against, in which every total or none is another than theirs.

usage: differing.py QUOTES.csv all|none OUT.csv"""
import csv
import sys

quotes, which, target = sys.argv[1:4]
with open(quotes, newline="") as source, open(target, "w", newline="") as out:
    rows = csv.reader(source)
    lines = csv.writer(out, lineterminator="\n")
    names = next(rows)
    lines.writerow(names)
    total = names.index("total")
    for row in rows:
        if which == "all" and row[total]:
            cents = round(float(row[total]) * 100) + 125
            row[total] = f"{cents // 100}.{cents % 100:02d}"
        lines.writerow(row)
