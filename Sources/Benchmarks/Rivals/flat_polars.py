#!/usr/bin/env python3
"""The flat workload in Polars, streaming, binary floating point. usage: flat_polars.py IN.csv OUT.csv [THREADS]

`quotes` takes a frame of any kind; python/benchmarks uses it on one in memory."""
import os
import sys

if __name__ == "__main__" and len(sys.argv) > 3:
    os.environ["POLARS_MAX_THREADS"] = sys.argv[3]
import polars as pl

c, lit, when = pl.col, pl.lit, pl.when
text, number = pl.String, pl.Float64
SCHEMA = {
    "booking_id": text, "service": text, "category": text, "size": text, "quantity": pl.Int32, "fill": text, "running": text,
    "enclosed": text, "distance_miles": number, "scheduled_date": pl.Date, "quoted_on": pl.Date}


def by_size(small, medium, large):
    size = c("size").fill_null("")
    return when(size == "small").then(lit(small)).when(size == "large").then(lit(large)).otherwise(lit(medium))


def cents(x):  # half away from zero, as far as binary numbers let it
    return (x * 100 + 0.5).floor() / 100


unit = (when(c("category") == "furniture").then(by_size(45, 65, 85)).when(c("category") == "appliances").then(by_size(60, 90, 120))
        .when(c("category") == "electronics").then(by_size(25, 35, 50)).when(c("category") == "hot_tub").then(by_size(250, 325, 400))
        .when(c("category") == "yard_waste").then(lit(35)).when(c("category") == "construction").then(lit(55))
        .when(c("category") == "mattress").then(lit(50)).otherwise(lit(30)))
fill = (when(c("fill") == "quarter").then(lit(131.25)).when(c("fill") == "half").then(lit(187.5))
        .when(c("fill") == "three_quarter").then(lit(243.75)).otherwise(lit(300.0)))
miles = c("distance_miles")
transport = (500 + when(c("running") == "false").then(lit(150)).otherwise(lit(0)) + when(c("enclosed") == "true").then(lit(200)).otherwise(lit(0))
             + cents(miles.clip(0, 100) * 1.5 + (miles.clip(100, 500) - 100) * 1.0 + (miles.clip(500, 1e9) - 500) * 0.7))
junk = c("service") == "junk_removal"
rate = (when(~junk).then(lit(0.0)).when(c("quantity") >= 16).then(lit(0.2)).when(c("quantity") >= 8).then(lit(0.15))
        .when(c("quantity") >= 4).then(lit(0.1)).otherwise(lit(0.0)))
lead = (c("scheduled_date") - c("quoted_on")).dt.total_days()
factor = (1 + when(lead <= 0).then(lit(0.25)).when(lead == 1).then(lit(0.1)).otherwise(lit(0.0))
          + when(c("scheduled_date").dt.weekday() >= 6).then(lit(0.15)).otherwise(lit(0.0)))


def quotes(rows):
    return (
        rows.with_columns(subtotal=when(junk).then((unit * c("quantity")).cast(number)).when(c("service") == "truck_fill").then(fill).otherwise(transport))
        .with_columns(d=cents(c("subtotal") * rate), factor=factor)
        .with_columns(s=cents((c("subtotal") - c("d")) * c("factor")))
        .with_columns(f=cents(c("s") * 0.08))
        .select("booking_id", "subtotal", volume_discount=when(c("d") == 0).then(lit(0.0)).otherwise(-c("d")), surge_amount=c("s") - (c("subtotal") - c("d")), service_fee="f",
                total=pl.max_horizontal(c("s") + c("f"), lit(89.0))))


if __name__ == "__main__":
    source, target = sys.argv[1], sys.argv[2]
    quotes(pl.scan_csv(source, schema=SCHEMA)).sink_csv(target, float_precision=2)
    print(f"polars {pl.__version__}", file=sys.stderr)
