#!/usr/bin/env python3
"""Requests as a backend was sent them, again and again.

usage: recorded_requests.py ROWS OUT

OUT is JSON Lines: the requests of Tests/Reference/estimate.jsonl that are objects, each with the moment at which it came, in
their order and from the first again until there are so many."""
import itertools
import json
import pathlib
import sys

rows, out = int(sys.argv[1]), sys.argv[2]
recorded = pathlib.Path(__file__).resolve().parents[3] / "Tests/Reference/estimate.jsonl"
with open(recorded, encoding="utf-8") as records:
    all_records = [json.loads(line) for line in records]
requests = [
    json.dumps({"as_of": record["as_of"], **record["request"]}, separators=(",", ":"), ensure_ascii=False)
    for record in all_records
    if isinstance(record.get("request"), dict)
]
with open(out, "w", encoding="utf-8") as lines:
    for request in itertools.islice(itertools.cycle(requests), rows):
        lines.write(request + "\n")
