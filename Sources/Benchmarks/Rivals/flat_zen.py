#!/usr/bin/env python3
"""The flat workload in GoRules Zen: tables and expressions of flat_zen.json, called from Python.

usage: flat_zen.py IN.csv OUT.csv [BATCH]

Rows are priced through the engine's batch call, BATCH rows a call (1 calls row by row). The seconds spent inside those calls alone are
told on standard error, so that reading and writing in Python need not be held against the engine."""
import csv
import os
import sys
import time
from importlib.metadata import version

import zen

text = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "flat_zen.json")).read()
model = zen.ZenDecisionContent(text)  # compiled once; as text it would be compiled again for every row
engine = zen.ZenEngine({"loader": lambda key: model})
size = int(sys.argv[3]) if len(sys.argv) > 3 else 1000


def context(row):
    return {"service": row["service"], "category": row["category"], "size": row["size"], "fill": row["fill"],
            "quantity": int(row["quantity"] or 0), "running": row["running"] != "false", "enclosed": row["enclosed"] == "true",
            "distance": float(row["distance_miles"] or 0), "scheduled": row["scheduled_date"], "quoted": row["quoted_on"]}


def price(contexts):
    if size == 1:
        return [decision.evaluate(contexts[0])["result"]]
    answers = engine.evaluate_batch([{"key": "flat", "context": c} for c in contexts])
    return [answer["data"]["result"] for answer in answers]


decision = engine.create_decision(model)
inside = 0.0
with open(sys.argv[1], newline="") as source, open(sys.argv[2], "w", newline="") as target:
    target.write("booking_id,subtotal,volume_discount,surge_amount,service_fee,total\n")
    rows = list(csv.DictReader(source))
    for start in range(0, len(rows), size):
        part = rows[start:start + size]
        contexts = [context(row) for row in part]
        began = time.perf_counter()
        results = price(contexts)
        inside += time.perf_counter() - began
        for row, r in zip(part, results):
            target.write(f"{row['booking_id']},{r['subtotal']:.2f},{-r['discount'] or 0.0:.2f},{r['surge']:.2f},{r['fee']:.2f},{r['total']:.2f}\n")
print(f"zen-engine {version('zen-engine')}", file=sys.stderr)
print(f"inside {inside}", file=sys.stderr)
