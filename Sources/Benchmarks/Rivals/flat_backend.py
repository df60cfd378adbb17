#!/usr/bin/env python3
"""The flat workload by the backend's algorithm: plain Python, binary numbers, round() at each of its steps.

usage: flat_backend.py IN.csv OUT.csv

The order of steps is the backend's (item lines, volume tier over the total quantity, time surges, fee, minimum), with
its rounding; truck fill and auto transport, which it does not price, are computed in the same manner."""
import csv
import sys
from datetime import date

UNIT = {"furniture": {"small": 45.0, "medium": 65.0, "large": 85.0, "default": 65.0},
        "appliances": {"small": 60.0, "medium": 90.0, "large": 120.0, "default": 90.0},
        "electronics": {"small": 25.0, "medium": 35.0, "large": 50.0, "default": 35.0},
        "hot_tub": {"small": 250.0, "medium": 325.0, "large": 400.0, "default": 325.0},
        "yard_waste": {"default": 35.0}, "construction": {"default": 55.0}, "mattress": {"default": 50.0},
        "general": {"default": 30.0}, "other": {"default": 30.0}}
TIERS = [(1, 3, 0.0), (4, 7, 0.10), (8, 15, 0.15), (16, None, 0.20)]
FILL = {"quarter": 131.25, "half": 187.50, "three_quarter": 243.75, "full": 300.00}


def unit_price(category, size):
    known = UNIT.get(category.lower())
    if known is None:
        return 30.0
    size = size.lower().strip()
    return known[size] if size in known else known["default"]


def volume_rate(quantity):
    for least, most, rate in TIERS:
        if quantity >= least and (most is None or quantity <= most):
            return rate
    return 0.0


def time_surge(scheduled, quoted):
    day = date.fromisoformat(scheduled)
    lead = (day - date.fromisoformat(quoted)).days
    rate = 0.25 if lead <= 0 else 0.10 if lead == 1 else 0.0
    return rate + 0.15 if day.weekday() >= 5 else rate


def estimate(items, extra, scheduled, quoted):
    total, pieces = 0.0, 0
    for item in items:
        quantity = int(item["quantity"])
        if quantity <= 0:
            continue
        total += unit_price(item["category"] or "other", item["size"]) * quantity
        pieces += quantity
    total += extra
    discount = round(total * volume_rate(pieces), 2)
    base = round(total - discount, 2)
    surged = round(base * (1.0 + time_surge(scheduled, quoted)), 2)
    fee = round(surged * 0.08, 2)
    return round(total, 2), discount, round(surged - base, 2), fee, max(round(surged + fee, 2), 89.0)


def transport(row):
    miles = float(row["distance_miles"])
    return (500.0 + (150.0 if row["running"] == "false" else 0.0) + (200.0 if row["enclosed"] == "true" else 0.0)
            + round(min(miles, 100.0) * 1.5 + max(min(miles, 500.0) - 100.0, 0.0) * 1.0 + max(miles - 500.0, 0.0) * 0.7, 2))


with open(sys.argv[1], newline="") as source, open(sys.argv[2], "w", newline="") as target:
    target.write("booking_id,subtotal,volume_discount,surge_amount,service_fee,total\n")
    for row in csv.DictReader(source):
        items, extra = [], 0.0
        if row["service"] == "junk_removal":
            items = [{"category": row["category"], "size": row["size"], "quantity": row["quantity"]}]
        elif row["service"] == "truck_fill":
            extra = FILL[row["fill"]]
        else:
            extra = transport(row)
        whole, discount, surge, fee, total = estimate(items, extra, row["scheduled_date"], row["quoted_on"])
        sign = "-" if discount else ""
        target.write(f"{row['booking_id']},{whole:.2f},{sign}{discount:.2f},{surge:.2f},{fee:.2f},{total:.2f}\n")
print(f"python {sys.version.split()[0]}", file=sys.stderr)
