#!/usr/bin/env python3
"""How fast tables are priced: the bars for Arrow, measured in this process. usage: tables.py [ROWS] [--write]

Needs the installed package (of a release build: `python/build release`), pyarrow, polars and duckdb. Everything runs on one core
by turns, so that whatever else the machine does hits all alike; figures are the best of the rounds, in nanoseconds of this
process's own CPU time a booking. What two cores make of it is wall time. The quotes of every way are held against each
other. `--write` puts the table into docs/benchmarks.md.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

os.environ.setdefault("POLARS_MAX_THREADS", "1")
import duckdb
import polars
import pyarrow as pa

import quote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Sources/Benchmarks/Rivals"))
import flat_duckdb
import flat_polars

COLUMNS = ["booking_id", "status", "subtotal", "volume_discount", "surge_amount", "service_fee", "total"]
CATEGORIES = [
    "furniture", "appliances", "electronics", "yard_waste", "construction", "general", "mattress", "hot_tub", "other"]
ROUNDS = 5


def flat(rows: int) -> pa.Table:
    """The flat workload's bookings: a hundred thousand that differ, under keys of their own."""
    r, some = Random(20260303), min(rows, 100_000)
    day = date(2026, 3, 1)
    made: dict[str, list] = {name: [] for name in (
        "service", "category", "size", "quantity", "fill", "running", "enclosed", "distance_miles", "scheduled_date", "quoted_on")}
    for _ in range(some):
        service = r.choice(["junk_removal", "junk_removal", "truck_fill", "auto_transport"])
        junk, fill = service == "junk_removal", service == "truck_fill"
        quoted = day + timedelta(r.randrange(200))
        for name, value in {
            "service": service, "category": r.choice(CATEGORIES) if junk else None,
            "size": r.choice(["small", "medium", "large", None]) if junk else None,
            "quantity": 1 + r.randrange(20) if junk else 0,
            "fill": r.choice(["quarter", "half", "three_quarter", "full"]) if fill else None,
            "running": r.choice(["true", "false"]), "enclosed": r.choice(["true", "false"]),
            "distance_miles": Decimal(r.randrange(20_000)) / 10,
            "scheduled_date": quoted + timedelta(r.randrange(9)), "quoted_on": quoted,
        }.items():
            made[name].append(value)
    types = {"quantity": pa.int32(), "distance_miles": pa.decimal128(9, 1), "scheduled_date": pa.date32(), "quoted_on": pa.date32()}
    once = pa.table({name: pa.array(values, types.get(name, pa.string())) for name, values in made.items()})
    whole = pa.concat_tables([once] * -(-rows // some)).slice(0, rows).combine_chunks()
    return whole.add_column(0, "booking_id", pa.array([f"B{i:09d}" for i in range(rows)]))


def nested(rows: int) -> pa.Table:
    r, some = Random(20260303), min(rows, 50_000)
    items = [
        [{"category": r.choice(CATEGORIES), "size": r.choice(["small", "medium", "large", None]), "quantity": 1 + r.randrange(5)}
         for _ in range(1 + r.randrange(6))] for _ in range(some)]
    kind = pa.list_(pa.struct([("category", pa.string()), ("size", pa.string()), ("quantity", pa.int32())]))
    once = pa.table({"items": pa.array(items, kind)})
    whole = pa.concat_tables([once] * -(-rows // some)).slice(0, rows).combine_chunks()
    return whole.add_column(0, "booking_id", pa.array([f"N{i:08d}" for i in range(rows)]))


def words(table: pa.Table) -> pa.Table:
    """Its texts but for the key as words of dictionaries."""
    for at, field in enumerate(table.schema):
        if at > 0 and pa.types.is_string(field.type):
            table = table.set_column(at, field.name, table[field.name].combine_chunks().dictionary_encode())
    return table


def batches(table: pa.Table, rows: int) -> list[pa.RecordBatch]:
    return table.to_batches(max_chunksize=rows)


def pricing(rules: quote.Rules, parts: list[pa.RecordBatch], threads: int = 1, columns: list[str] | None = COLUMNS):
    def work():
        reader = pa.RecordBatchReader.from_batches(parts[0].schema, iter(parts))
        for batch in rules.price_stream(reader, threads=threads, columns=columns).to_arrow():
            pass
    return work


def best(ways: dict[str, object], clock) -> dict[str, float]:
    """Seconds of each way by turns, the best of the rounds."""
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, work in ways.items():
            start = clock()
            work()
            found[name].append(clock() - start)
    return {name: min(times) for name, times in found.items()}


def first_booking(rules: Path) -> float:
    """Milliseconds from before the import until one booking has its quote, in a new process that reads compiled modules,
    as `pip` and the first import leave them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    program = (
        "import time; start = time.perf_counter()\n"
        "import quote\n"
        f"rules = quote.Rules({str(rules)!r})\n"
        "answer = rules.price({'booking_id': 'B-1', 'service': 'truck_fill', 'fill': 'half',"
        " 'scheduled_date': '2026-03-03', 'quoted_on': '2026-03-01'})\n"
        "assert answer['status'] == 'quoted', answer\n"
        "print(1000 * (time.perf_counter() - start))\n")
    return min(
        float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment).stdout)
        for _ in range(7))


def one_dict(rules: quote.Rules) -> float:
    """Microseconds for a booking that is a dict."""
    booking = {
        "booking_id": "B-1", "service": "junk_removal", "category": "furniture", "size": "large", "quantity": 3,
        "scheduled_date": "2026-03-03", "quoted_on": "2026-03-01"}
    def work():
        for _ in range(2000):
            rules.price(booking)
    return best({"one": work}, time.process_time)["one"] / 2000 * 1e6


def by_command(rules: Path, table: pa.Table) -> float | None:
    """Seconds of user and system time of `quote price`, CSV to CSV on one thread; None without QUOTE_COMMAND."""
    import tempfile

    import pyarrow.csv

    command = os.environ.get("QUOTE_COMMAND")
    if not command:
        return None
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "bookings.csv")
        pa.csv.write_csv(table, source, pa.csv.WriteOptions(quoting_style="none"))
        times = []
        for _ in range(ROUNDS):
            before = os.times()
            subprocess.run(
                [command, "price", "--rules", str(rules), "--columns", ",".join(COLUMNS), "--threads", "1", "-o",
                 os.path.join(folder, "quotes.csv"), source], check=True)
            after = os.times()
            times.append(after.children_user + after.children_system - before.children_user - before.children_system)
        return min(times)


def measure(rows: int) -> list[tuple[str, str, float, str]]:
    """Lines of the table: what, its bar, what it came to, its unit."""
    path = ROOT / "rules/flat-workload.yaml"
    rules, inside = quote.Rules(path), quote.Rules(ROOT / "rules/nested-workload.yaml")
    texts = flat(rows)
    coded, lists = words(texts), nested(max(rows // 4, 1000))
    whole = rules.price(texts, threads=1, columns=COLUMNS).to_arrow()
    assert set(whole["status"].to_pylist()) == {"quoted"}, rules.price(texts).counts()
    frame, database = polars.from_arrow(texts), duckdb.connect()
    frame = frame.with_columns(polars.col("distance_miles").cast(polars.Float64))
    database.execute("SET threads = 1")
    database.register("given", texts)
    database.execute("CREATE TABLE bookings AS FROM given")
    query = flat_duckdb.quotes("bookings")
    # The same totals: to the cent where numbers are decimals; binary ones round twice on the way, and may miss a cent each time.
    ours = [int(total * 100) for total in whole["total"].to_pylist()]
    theirs = [int(row[0] * 100) for row in database.execute(f"SELECT total FROM ({query}) ORDER BY booking_id").fetchall()]
    assert ours == theirs, "DuckDB prices otherwise"
    binary = flat_polars.quotes(frame)["total"].to_list()
    assert all(abs(100 * b - o) < 2.01 for b, o in zip(binary, ours)), "Polars prices otherwise"
    ways = best({
        "dictionaries": pricing(rules, batches(coded, 16_384)), "texts": pricing(rules, batches(texts, 16_384)),
        "one batch": pricing(rules, batches(texts, rows)), "nested": pricing(inside, batches(lists, 16_384), columns=None),
        "polars": lambda: flat_polars.quotes(frame), "duckdb": lambda: pa.table(database.sql(query)),
    }, time.process_time)
    wall = best({
        "one": pricing(rules, batches(texts, 131_072)), "two": pricing(rules, batches(texts, 131_072), threads=2),
    }, time.perf_counter)
    ns = {name: 1e9 * seconds / rows for name, seconds in ways.items()}
    lines = [
        ("Arrow to Arrow, 16 k batches, dictionaries", "at most 20 ns", ns["dictionaries"], "ns"),
        ("Arrow to Arrow, 16 k batches, utf8", "at most 32 ns", ns["texts"], "ns"),
        ("one batch beside 16 k batches", "at most 1.2×", ways["one batch"] / ways["texts"], "×"),
        ("nested workload, list<struct>", "at most 100 ns", 1e9 * ways["nested"] / lists.num_rows, "ns"),
        ("two cores in one process, wall time", "at least 1.8×", wall["one"] / wall["two"], "×"),
        ("Polars expressions beside utf8", "at least 5×", ways["polars"] / ways["texts"], "×"),
        ("DuckDB expressions beside utf8", "at least 5×", ways["duckdb"] / ways["texts"], "×"),
        ("load, compile, first booking", "at most 15 ms", first_booking(path), "ms"),
        ("a dict in, a dict out", "well under 1000 µs", one_dict(rules), "µs"),
    ]
    seconds = by_command(path, texts)
    if seconds is not None:
        lines.insert(2, ("CSV to CSV by the command beside dictionaries", "at least 2.5×", seconds / ways["dictionaries"], "×"))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    loads = [os.getloadavg()[0]]
    lines = measure(given.rows)
    loads.append(os.getloadavg()[0])
    page = [f"quote {quote.__version__}, pyarrow {pa.__version__}, polars {polars.__version__}, duckdb {duckdb.__version__}; "
            f"{given.rows} bookings; load of the machine {loads[0]:.1f} to {loads[1]:.1f} on {os.cpu_count()} cores.", "", "| bar | asked for | measured |", "|---|---|---|"]
    for what, bar, value, unit in lines:
        page.append(f"| {what} | {bar} | {value:.3g}{'' if unit == '×' else ' '}{unit} |")
    print("\n".join(page))
    if given.write:
        path = ROOT / "docs/benchmarks.md"
        block = "<!-- tables -->\n\n" + "\n".join(page) + "\n\n<!-- /tables -->"
        path.write_text(re.sub(r"<!-- tables -->.*<!-- /tables -->", lambda _: block, path.read_text(), flags=re.S))


if __name__ == "__main__":
    main()
