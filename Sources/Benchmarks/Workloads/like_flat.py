#!/usr/bin/env python3
"""Bookings like those of the flat workload, to see that everything still runs where its own generator is not there.

usage: like_flat.py ROWS OUT.csv"""
import sys
from datetime import date, timedelta
from random import Random

r = Random(1)
days = [date(2026, 3, 1) + timedelta(days=n) for n in range(80)]
categories = "furniture appliances electronics yard_waste construction general mattress hot_tub other".split()
with open(sys.argv[2], "w", newline="") as out:
    out.write("booking_id,service,category,size,quantity,fill,running,enclosed,distance_miles,scheduled_date,quoted_on\n")
    for n in range(int(sys.argv[1])):
        service = r.choice(["junk_removal", "truck_fill", "auto_transport"])
        cells = [f"B{n:08d}", service] + [""] * 7
        if service == "junk_removal":
            cells[2:5] = r.choice(categories), r.choice(["small", "medium", "large", ""]), str(r.randint(1, 24))
        elif service == "truck_fill":
            cells[5] = r.choice(["quarter", "half", "three_quarter", "full"])
        else:
            cells[6:9] = r.choice(["true", "false"]), r.choice(["true", "false"]), f"{r.randint(0, 8000) / 10}"
        quoted = r.randrange(60)
        out.write(",".join(cells + [str(days[quoted + r.randrange(14)]), str(days[quoted])]) + "\n")
