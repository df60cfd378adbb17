#!/usr/bin/env python3
"""Rules with many rows or many zones, and bookings that look things up in them with uniform keys.

usage: look_ups.py table-rules COUNT RULES.yaml      a table of COUNT rows, found by a code; COUNT figures in one column
       look_ups.py table-bookings COUNT ROWS OUT.csv  codes picked uniformly out of the COUNT
       look_ups.py zone-rules COUNT RULES.yaml       COUNT hexagons side by side, a fee each
       look_ups.py zone-bookings ROWS OUT.csv         points picked uniformly over all of them"""
import sys
from math import ceil, sqrt
from random import Random

kind = sys.argv[1]
r = Random(20260304)
WEST, SOUTH, WIDE = -81.0, 25.0, 2.0


def code(i):
    return f"K{i * 7919 % 1000003:07d}"


def table_rules(count):
    yield "# A table of many rows, found by a code.\nschema: quote/1\nname: large-table\ncurrency: USD\n\n"
    yield "inputs:\n  booking_id: text, key\n  code: text\n\nlet:\n  list_price:\n    unique: |\n      | code || price |\n"
    for i in range(count):
        yield f"      | {code(i)} || ${1 + i % 997}.{i % 100:02d} |\n"
    yield "\nquote:\n  - line: goods\n    amount: list_price\n"


def table_bookings(count, rows):
    yield "booking_id,code\n"
    for i in range(rows):
        yield f"T{i:08d},{code(int(r.random() * count))}\n"


def zone_rules(count):
    side = ceil(sqrt(count))
    step = WIDE / side
    yield "# Many zones side by side.\nschema: quote/1\nname: many-zones\ncurrency: USD\n\n"
    yield "inputs:\n  booking_id: text, key\n  pickup: point, from lat and lng\n\nlet:\n"
    for i in range(count):
        x, y, h = WEST + (i % side + 0.5) * step, SOUTH + (i // side + 0.5) * step, step * 0.499
        yield f"  z{i}:\n    polygon: |\n      | lat | lng |\n"
        for dy, dx in [(1, 0.5), (1, -0.5), (0, -1), (-1, -0.5), (-1, 0.5), (0, 1)]:
            yield f"      | {y + dy * h:.6f} | {x + dx * h:.6f} |\n"
    yield "  zone_fee:\n    first: |\n      | pickup || fee |\n"
    for i in range(count):
        yield f"      | z{i} || ${1 + i % 50} |\n"
    yield "      | - || $0 |\n\nquote:\n  - line: zone\n    amount: zone_fee\n"


def zone_bookings(rows):
    yield "booking_id,lat,lng\n"
    for i in range(rows):
        yield f"Z{i:08d},{SOUTH + r.random() * WIDE:.5f},{WEST + r.random() * WIDE:.5f}\n"


make = {"table-rules": table_rules, "table-bookings": table_bookings, "zone-rules": zone_rules, "zone-bookings": zone_bookings}[kind]
with open(sys.argv[-1], "w", newline="") as f:
    f.writelines(make(*map(int, sys.argv[2:-1])))
