#!/usr/bin/env python3
"""Recorded replies to the flat workload's bookings, and the two tables a comparison of data frames would start from.

usage: replies.py BOOKINGS.csv QUOTES.csv OUT

QUOTES.csv is what the bookings cost. OUT is JSON Lines, a record a booking: the request as an object, and in the reply the five
amounts, every thousandth total a cent off. Beside it, OUT.ours.csv and OUT.theirs.csv hold the amounts with and without those cents."""
import csv
import sys

bookings, quotes, out = sys.argv[1:4]
NUMBERS = {"quantity", "distance_miles"}
FLAGS = {"running", "enclosed"}


def member(name, value):
    return f'"{name}":{value}' if name in NUMBERS or name in FLAGS else f'"{name}":"{value}"'


with open(bookings, newline="") as b, open(quotes, newline="") as q, open(out, "w") as records, \
        open(out + ".ours.csv", "w", newline="") as ours, open(out + ".theirs.csv", "w", newline="") as theirs:
    requests, answers = csv.reader(b), csv.reader(q)
    names, amounts = next(requests), next(answers)
    ours.write(",".join(amounts) + "\n")
    theirs.write(",".join(amounts) + "\n")
    for n, (request, answer) in enumerate(zip(requests, answers)):
        ours.write(",".join(answer) + "\n")
        if n % 1000 == 0:
            cents = round(float(answer[-1]) * 100) + 1
            answer[-1] = f"{cents // 100}.{cents % 100:02d}"
        theirs.write(",".join(answer) + "\n")
        records.write('{"id":"' + answer[0] + '","request":{' + ",".join(member(k, v) for k, v in zip(names, request) if v)
                      + '},"reply":{' + ",".join(f'"{k}":{v}' for k, v in zip(amounts[1:], answer[1:])) + "}}\n")
