#!/usr/bin/env python3
"""The nested workload: seeded bookings of one to six items. usage: nested_workload.py SHAPE ROWS OUT

SHAPE: jsonl (items as a list of objects), rows (a CSV row an item), compact (furniture:large*2;mattress:*1 in a cell of a CSV),
json (a list of objects in a cell of a CSV). The same bookings in every shape."""
import sys
from random import Random

shape, rows, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
r = Random(20260303)
CATEGORIES = ["furniture", "appliances", "electronics", "yard_waste", "construction", "general", "mattress", "hot_tub", "other"]
SIZES = ["small", "medium", "large", ""]
pick, below = r.choice, r.random


def member(category, size, quantity):
    return f'{{"category":"{category}",' + (f'"size":"{size}",' if size else "") + f'"quantity":{quantity}}}'


with open(out, "w", newline="") as f:
    if shape != "jsonl":
        f.write("booking_id," + ("category,size,quantity" if shape == "rows" else "items") + "\n")
    for i in range(rows):
        key = f"N{i:08d}"
        items = [(pick(CATEGORIES), pick(SIZES), 1 + int(below() * 5)) for _ in range(1 + int(below() * 6))]
        if shape == "jsonl":
            f.write(f'{{"booking_id":"{key}","items":[' + ",".join(member(*item) for item in items) + "]}\n")
        elif shape == "rows":
            f.write("".join(f"{key},{c},{s},{q}\n" for c, s, q in items))
        elif shape == "compact":
            f.write(f"{key}," + ";".join(f"{c}:{s}*{q}" for c, s, q in items) + "\n")
        else:
            cell = "[" + ",".join(member(*item) for item in items) + "]"
            f.write(f'{key},"' + cell.replace('"', '""') + '"\n')
