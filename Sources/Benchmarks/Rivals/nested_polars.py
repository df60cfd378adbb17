#!/usr/bin/env python3
"""The nested workload in Polars, integers of cents. usage: nested_polars.py SHAPE IN OUT.csv [THREADS]

SHAPE is as for nested_workload.py."""
import os
import sys

if len(sys.argv) > 4:
    os.environ["POLARS_MAX_THREADS"] = sys.argv[4]
import polars as pl

shape, source, target = sys.argv[1:4]
c, lit, when = pl.col, pl.lit, pl.when
ITEM = pl.Struct({"category": pl.String, "size": pl.String, "quantity": pl.Int64})
if shape == "rows":
    rows = pl.scan_csv(source, schema={"booking_id": pl.String, "category": pl.String, "size": pl.String, "quantity": pl.Int64})
else:
    if shape == "jsonl":
        rows = pl.scan_ndjson(source, schema={"booking_id": pl.String, "items": pl.List(ITEM)}).explode("items")
    elif shape == "json":
        rows = (pl.scan_csv(source, schema={"booking_id": pl.String, "items": pl.String})
                .with_columns(c("items").str.json_decode(pl.List(ITEM))).explode("items"))
    else:
        rows = (pl.scan_csv(source, schema={"booking_id": pl.String, "items": pl.String})
                .with_columns(c("items").str.split(";")).explode("items")
                .with_columns(c("items").str.extract_groups(r"^(?<category>[^:]*):(?<size>[^*]*)\*(?<quantity>.*)$")))
    rows = rows.unnest("items").with_columns(c("quantity").cast(pl.Int64))


def by_size(small, medium, large):
    size = c("size").fill_null("")
    return when(size == "small").then(lit(small)).when(size == "large").then(lit(large)).otherwise(lit(medium))


unit = (when(c("category") == "furniture").then(by_size(45, 65, 85)).when(c("category") == "appliances").then(by_size(60, 90, 120))
        .when(c("category") == "electronics").then(by_size(25, 35, 50)).when(c("category") == "hot_tub").then(by_size(250, 325, 400))
        .when(c("category") == "yard_waste").then(lit(35)).when(c("category") == "construction").then(lit(55))
        .when(c("category") == "mattress").then(lit(50)).otherwise(lit(30)))
rate = when(c("pieces") >= 16).then(lit(20)).when(c("pieces") >= 8).then(lit(15)).when(c("pieces") >= 4).then(lit(10)).otherwise(lit(0))
(rows.with_columns(amount=unit.cast(pl.Int64) * 100 * c("quantity"))
 .group_by("booking_id", maintain_order=True).agg(sub=c("amount").sum(), pieces=c("quantity").sum())
 .with_columns(d=(c("sub") * rate + 50) // 100)
 .with_columns(f=((c("sub") - c("d")) * 8 + 50) // 100)
 .select("booking_id", subtotal=c("sub") / 100, volume_discount=when(c("d") == 0).then(lit(0.0)).otherwise(c("d") / -100),
         service_fee=c("f") / 100, total=pl.max_horizontal(c("sub") - c("d") + c("f"), lit(8900)) / 100)
 .sink_csv(target, float_precision=2))
print(f"polars {pl.__version__}", file=sys.stderr)
