#!/usr/bin/env python3
"""Prices the flat workload through Spark, Parquet to Parquet. usage: spark.py [ROWS] [--once] [--write]

Makes ROWS bookings (10 million by default) as Parquet. Then, on `local[1]` and `local[2]`: reads them and writes some columns
again (Spark's own work), hands them through a Python worker that does nothing, and prices them. What a row costs is said
in CPU time, of the JVM and of the workers apart, because it depends less than wall time on what else the machine does.

With --once they are priced, and nothing else, on all cores: that is how a hundred million are recorded. Either way it is looked at
what came out: rows that were lost, keys that are others, bookings that have no quote. --write puts the tables into docs/spark.md.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import quote
import quote.spark

ROOT = Path(__file__).resolve().parents[2]
TICK = os.sysconf("SC_CLK_TCK")


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


def processes() -> dict[int, tuple[str, int, float]]:
    """This process's descendants: whether `JVM` or `worker`, the most memory each had in MiB, and its CPU seconds, with
    those of its children that have ended."""
    parents, found = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines() if ":" in line)
        except (OSError, IndexError):
            continue
        if "VmHWM" not in status:
            continue
        kind = "JVM" if status["Name"].strip() == "java" else "worker"
        pid = int(folder.name)
        parents[pid] = int(fields[1])
        found[pid] = (kind, int(status["VmHWM"].split()[0]) // 1024, sum(map(int, fields[11:15])) / TICK)
    def is_ours(pid: int) -> bool:
        while pid in parents:
            pid = parents[pid]
            if pid == os.getpid():
                return True
        return False
    return {pid: what for pid, what in found.items() if is_ours(pid)}


class Memory(threading.Thread):
    """The most that a process of each kind had while something ran, in MiB."""

    def __init__(self):
        super().__init__(daemon=True)
        self.most = {"JVM": 0, "worker": 0}
        self.ends = threading.Event()

    def run(self) -> None:
        while not self.ends.wait(0.5):
            for kind, size, _ in processes().values():
                self.most[kind] = max(self.most[kind], size)


@dataclass
class Cost:
    """Seconds that something took: on the clock, and of the processors."""

    wall: float
    jvm: float
    worker: float

    @staticmethod
    def of(work) -> "Cost":
        def cpu(kind):
            return sum(seconds for what, _, seconds in processes().values() if what == kind)
        before, start = (cpu("JVM"), cpu("worker")), time.perf_counter()
        work()
        wall = time.perf_counter() - start
        return Cost(wall, cpu("JVM") - before[0], cpu("worker") - before[1])


class Job:
    """Bookings in Parquet files, and what may be done with them."""

    def __init__(self, rows: int, folder: str):
        self.rows, self.folder = rows, folder
        self.source, self.target = os.path.join(folder, "bookings"), os.path.join(folder, "quotes")
        self.rules = quote.Rules(ROOT / "rules/flat-workload.yaml")
        self.lost = self.unquoted = 0

    def start(self, cores: int) -> None:
        self.spark = session(cores, self.folder)
        if not os.path.exists(self.source):
            made = Cost.of(lambda: bookings(self.spark, self.rows, self.source))
            print(f"bookings: made in {made.wall:.0f} s", flush=True)
        self.bookings = self.spark.read.parquet(self.source)
        # Workers and the compiler of the JVM are warm before anything counts.
        self.priced(self.bookings.limit(50_000)).count()

    def priced(self, df):
        return quote.spark.price(df, self.rules, columns=["booking_id", "status", "total"])

    def write(self, df) -> Cost:
        return Cost.of(lambda: df.write.mode("overwrite").parquet(self.target))

    def alone(self) -> Cost:
        return self.write(self.bookings.select("booking_id", "service", "distance_miles"))

    def through(self) -> Cost:
        whole = self.bookings.mapInArrow(lambda batches: batches, self.bookings.schema)
        return self.write(whole.select("booking_id", "service", "distance_miles"))

    def price(self) -> Cost:
        cost = self.write(self.priced(self.bookings))
        self.look()
        return cost

    def look(self) -> None:
        """Counts what is missing of what came out."""
        from pyspark.sql import functions as f

        def keys(df):
            return df.agg(f.count("*"), f.bit_xor(f.xxhash64("booking_id"))).first()
        found = self.spark.read.parquet(self.target)
        given, kept = keys(self.bookings), keys(found)
        self.lost += abs(given[0] - kept[0]) or (given[1] != kept[1])
        self.unquoted += self.rows - found.filter("status = 'quoted'").count()


def conditions(job: Job, memory: Memory, loads: list[float]) -> str:
    import pyspark

    return (
        f"quote {quote.__version__}, Spark {pyspark.__version__}, Python {sys.version.split()[0]}; {os.cpu_count()} cores, load of the "
        f"machine {loads[0]:.1f} before and {loads[1]:.1f} after. Rows lost: {job.lost or 'none'}; bookings without a price: "
        f"{job.unquoted or 'none'}. The most memory: the JVM {memory.most['JVM']:,} MiB, a worker {memory.most['worker']:,} MiB.")


def compare(job: Job) -> list[str]:
    """Spark alone, through a worker, and priced, on one core and on two: by turns, twice, and the quicker time counts.

    The JVM compiles what it runs for longer, so whatever came first would seem slow.
    """
    lines = ["| | wall time | JVM, CPU a row | workers, CPU a row |", "|---|---:|---:|---:|"]
    found: dict[tuple[int, str], Cost] = {}
    ns = lambda seconds: 1e9 * seconds / job.rows
    for cores in (1, 2):
        job.start(cores)
        ways = {"Spark alone": job.alone, "through a worker": job.through, "priced": job.price}
        for name, way in 2 * list(ways.items()):
            known, cost = found.get((cores, name)), way()
            found[cores, name] = min(known or cost, cost, key=lambda cost: cost.wall)
            print(f"local[{cores}], {name}: {cost.wall:.1f} s", flush=True)
        for name in ways:
            cost = found[cores, name]
            lines.append(f"| `local[{cores}]`, {name} | {cost.wall:.1f} s | {ns(cost.jvm):.0f} ns | {ns(cost.worker):.0f} ns |")
        job.spark.stop()
    priced = found[1, "priced"]
    own = priced.worker - found[1, "through a worker"].worker
    faster = lambda name: found[1, name].wall / found[2, name].wall
    return lines + [
        "", "| bar | asked for | measured |", "|---|---|---|",
        f"| worker, pricing less handing through | at most 80 ns a row | {ns(own):.0f} ns |",
        f"| the JVM's share of a priced row | named | {100 * priced.jvm / (priced.jvm + priced.worker):.0f} % |",
        f"| pricing's share of the whole job | under 10 % | {100 * own / (priced.jvm + priced.worker):.0f} % |",
        f"| `local[2]` beside `local[1]`, priced | as good as Spark alone, {faster('Spark alone'):.2f}× | {faster('priced'):.2f}× |"]


def once(job: Job) -> list[str]:
    """Prices them all, and computes from it what more would take."""
    cores = os.cpu_count() or 1
    job.start(cores)
    cost = job.price()
    job.spark.stop()
    pace = job.rows / cost.wall
    minutes = lambda machines: 1e9 / pace / machines / 60
    ns = lambda seconds: 1e9 * seconds / job.rows
    return [
        f"{job.rows:,} bookings on `local[{cores}]` in {cost.wall:.0f} s: {pace:,.0f} a second; CPU a row: the JVM {ns(cost.jvm):.0f} ns, "
        f"the workers {ns(cost.worker):.0f} ns.", "",
        f"Computed from that, and not measured: a billion bookings take {minutes(10):.1f} minutes on 10 such machines and {minutes(100):.1f} "
        "on 100, if the files are in as many parts and the storage keeps up. Nothing is shuffled: each part is priced by itself."]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=int, default=10_000_000)
    parser.add_argument("--once", action="store_true", help="price them, and nothing else")
    parser.add_argument("--write", action="store_true", help="put what was measured into docs/spark.md")
    parser.add_argument("--folder", default=tempfile.gettempdir())
    given = parser.parse_args()
    folder = tempfile.mkdtemp(dir=given.folder)
    job, memory, loads = Job(given.rows, folder), Memory(), [os.getloadavg()[0]]
    memory.start()
    try:
        lines = once(job) if given.once else compare(job)
    finally:
        memory.ends.set()
        shutil.rmtree(folder, ignore_errors=True)
    loads.append(os.getloadavg()[0])
    lines = [f"{given.rows:,} bookings; " * (not given.once) + conditions(job, memory, loads), "", *lines]
    print("\n".join(lines))
    if given.write:
        block = "run" if given.once else "ways"
        path = ROOT / "docs/spark.md"
        made = f"<!-- {block} -->\n\n" + "\n".join(lines) + f"\n\n<!-- /{block} -->"
        path.write_text(re.sub(f"<!-- {block} -->.*<!-- /{block} -->", lambda _: made, path.read_text(), flags=re.S))
    sys.exit(1 if job.lost or job.unquoted else 0)


if __name__ == "__main__":
    main()
