#!/usr/bin/env python3
"""The quoted bookings of a sample over and over, so many rows.

usage: repeated.py SAMPLE ROWS OUT.csv, where SAMPLE is a folder with bookings.csv and expected.csv"""
import csv
import sys

folder, rows, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with open(f"{folder}/expected.csv", newline="") as expected:
    fine = {quote[0] for quote in csv.reader(expected) if "fault" not in quote[1:2]}
with open(f"{folder}/bookings.csv", newline="") as bookings:
    header, *records = csv.reader(bookings)
records = [record for record in records if record[0] in fine]
with open(target, "w", newline="") as out:
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(header)
    for n in range(rows):
        lines.writerow(records[n % len(records)])
