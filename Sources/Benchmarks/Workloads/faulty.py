#!/usr/bin/env python3
"""Bookings for faulty.yaml, all of them fine or all at fault in one way.

usage: faulty.py KIND ROWS OUT, where KIND is fine, number, word, missing, range or mixed; OUT ends in .csv or .jsonl"""
import json
import random
import sys

kind, rows, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
random.seed(20)
FAULTS = {
    "fine": lambda size, word: (size, word),
    "number": lambda size, word: (f"{size}x{random.randint(0, 9999)}", word),
    "word": lambda size, word: (size, word + random.choice("sxyz")),
    "missing": lambda size, word: ("", word),
    "range": lambda size, word: (f"{float(size) + 40:.1f}", word),
}
WAYS = ["number", "word", "missing", "range"]


def written(key, size, word):
    if not target.removesuffix(".partial").endswith(".jsonl"):
        return f"{key},{size},{word}\n"
    booking = {"id": key, "size": size, "kind": word}
    if size == "":
        del booking["size"]
    elif "x" not in size:
        booking["size"] = float(size)
    return json.dumps(booking, separators=(",", ":")) + "\n"


with open(target, "w") as out:
    if not target.removesuffix(".partial").endswith(".jsonl"):
        out.write("id,size,kind\n")
    for n in range(rows):
        cells = f"{random.randint(0, 300) / 10}", random.choice(["small", "medium", "large"])
        way = WAYS[n % len(WAYS)] if kind == "mixed" else kind
        out.write(written(f"B-{n}", *FAULTS[way](*cells)))
