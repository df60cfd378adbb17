#!/usr/bin/env python3
"""Two tables of amounts held against each other by DataComPy, joined by key. usage: differences_datacompy.py OURS.csv THEIRS.csv OUT.txt"""
import sys
from importlib.metadata import version

import datacompy
import pandas

ours, theirs, target = sys.argv[1:4]
Compare = getattr(datacompy, "PandasCompare", None) or datacompy.Compare
compare = Compare(pandas.read_csv(ours), pandas.read_csv(theirs), join_columns="booking_id", abs_tol=0.001, df1_name="ours", df2_name="theirs")
with open(target, "w") as out:
    out.write(compare.report())
print(f"datacompy {version('datacompy')}", file=sys.stderr)
