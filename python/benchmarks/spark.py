#!/usr/bin/env python3
"""Prices the flat workload through Spark, Parquet to Parquet. usage: spark.py [ROWS] [--cores N] [--folder FOLDER]

Makes ROWS bookings (10 million by default; a hundred million is what a recorded run has) as Parquet, and then, on `local[1]` and
`local[N]`, by turns: reads them and writes them again (Spark's own share), hands them through a Python worker that does nothing,
and prices them. Says the wall time of each, rows that were lost (none), the most memory that the JVM and a worker had, and what a
billion bookings would take at that pace on 10 and 100 machines.
"""

import argparse
import os
import shutil
import sys
import tempfile
import threading
import time
from pathlib import Path

import quote
import quote.spark

ROOT = Path(__file__).resolve().parents[2]


def session(cores: int, folder: str):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    made = (
        SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "2g").config("spark.local.dir", folder)
        .config("spark.sql.session.timeZone", "UTC").config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1").getOrCreate())
    made.sparkContext.setLogLevel("ERROR")
    return made


def bookings(spark, rows: int, path: str) -> None:
    """The flat workload's columns, made of each row's number."""
    from pyspark.sql import functions as f

    def pick(words: list[str], by: int):
        return f.element_at(f.array(*[f.lit(word) for word in words]), (f.pmod(f.xxhash64("id", f.lit(by)), f.lit(len(words))) + 1).cast("int"))

    categories = ["furniture", "appliances", "electronics", "yard_waste", "construction", "general", "mattress", "hot_tub", "other"]
    number = lambda by, most: f.pmod(f.xxhash64("id", f.lit(by)), f.lit(most))
    df = spark.range(rows, numPartitions=max(4, rows // 1_000_000)).select(
        "id", pick(["junk_removal", "junk_removal", "truck_fill", "auto_transport"], 1).alias("service"))
    junk, fill = f.col("service") == "junk_removal", f.col("service") == "truck_fill"
    quoted = f.date_add(f.lit("2026-03-01").cast("date"), number(8, 200).cast("int"))
    df.select(
        f.format_string("B%010d", "id").alias("booking_id"), "service",
        f.when(junk, pick(categories, 2)).alias("category"),
        f.when(junk, pick(["small", "medium", "large"], 3)).alias("size"),
        f.when(junk, number(4, 20).cast("int") + 1).otherwise(0).alias("quantity"),
        f.when(fill, pick(["quarter", "half", "three_quarter", "full"], 5)).alias("fill"),
        (number(6, 2) == 0).alias("running"), (number(7, 2) == 0).alias("enclosed"),
        (number(9, 20_000).cast("decimal(9,1)") / 10).cast("decimal(9,1)").alias("distance_miles"),
        f.date_add(quoted, number(10, 9).cast("int")).alias("scheduled_date"), quoted.alias("quoted_on"),
    ).write.mode("overwrite").parquet(path)


class Memory(threading.Thread):
    """The most that this process's children had, by their names, in MiB."""

    def __init__(self):
        super().__init__(daemon=True)
        self.most: dict[str, int] = {}
        self.ends = threading.Event()

    def run(self) -> None:
        while not self.ends.wait(0.5):
            for status in Path("/proc").glob("[0-9]*/status"):
                try:
                    lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
                except OSError:
                    continue
                name = lines.get("Name", "").strip()
                if name in ("java", "python", "python3") and "VmHWM" in lines:
                    size = int(lines["VmHWM"].split()[0]) // 1024
                    self.most[name] = max(self.most.get(name, 0), size)


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=int, default=10_000_000)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    given = parser.parse_args()
    folder = tempfile.mkdtemp(dir=given.folder)
    source, target = os.path.join(folder, "bookings"), os.path.join(folder, "quotes")
    rules = quote.Rules(ROOT / "rules/flat-workload.yaml")
    memory = Memory()
    memory.start()
    try:
        for cores in sorted({1, given.cores}):
            spark = session(cores, folder)
            if not os.path.exists(source):
                print(f"bookings: {timed(lambda: bookings(spark, given.rows, source)):.1f} s")
            df = spark.read.parquet(source)
            priced = lambda: quote.spark.price(df, rules, columns=["booking_id", "status", "total"])
            again = df.select("booking_id", "service", "distance_miles")
            through = again.mapInArrow(lambda batches: batches, again.schema)
            ways = {
                "Spark alone": lambda: again.write.mode("overwrite").parquet(target),
                "through a worker": lambda: df.mapInArrow(lambda batches: batches, df.schema).select(
                    "booking_id", "service", "distance_miles").write.mode("overwrite").parquet(target),
                "priced": lambda: priced().write.mode("overwrite").parquet(target),
            }
            through.limit(1000).collect()
            seconds = {name: timed(work) for name, work in ways.items()}
            found = spark.read.parquet(target)
            kept = found.count()
            quoted = found.filter("status = 'quoted'").count()
            share = seconds["priced"] - seconds["through a worker"]
            print(f"local[{cores}]: " + ", ".join(f"{name} {s:.1f} s" for name, s in seconds.items()))
            print(f"  pricing less handing through: {1e9 * share * cores / given.rows:.0f} ns of a core a row, "
                  f"{100 * share / seconds['priced']:.0f} % of the whole")
            print(f"  rows lost: {given.rows - kept}; quoted: {quoted}; at {given.rows / seconds['priced']:,.0f} a second")
            billion = 1e9 / (given.rows / seconds["priced"])
            print(f"  computed from that: a billion in {billion / 10 / 60:.1f} minutes on 10 such machines, "
                  f"{billion / 100 / 60:.1f} on 100, if the scan scales")
            spark.stop()
        memory.ends.set()
        print("most memory, MiB: " + ", ".join(f"{name} {size}" for name, size in sorted(memory.most.items())))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
