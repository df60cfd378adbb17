"""Prices files of tables: `python -m quote price --rules rules.yaml bookings.parquet -o quotes.parquet`.

Parquet and Arrow IPC, in and out, by their endings, a batch at a time. For CSV, JSON and spreadsheets
there is the command `quote`.
"""

from __future__ import annotations

import argparse
import os
import sys

from . import InputError, QuoteError, Rules, __version__


_ARROW = (".arrow", ".feather", ".ipc")


def known(path: str) -> str:
    """A path whose ending says that it is a file of Parquet or of Arrow; any other is an error."""
    if path.endswith((".parquet", *_ARROW)):
        return path
    raise argparse.ArgumentTypeError(
        f"`{path}` does not end in .parquet or .arrow: for CSV, JSON and spreadsheets there is the "
        f"command `quote`")


def read(path: str, batch_rows: int):
    """The batches of a file; where it cannot be read, the error says that it is this one."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        if path.endswith(".parquet"):
            file = pq.ParquetFile(path)
            schema, batches = file.schema_arrow, file.iter_batches(batch_size=batch_rows)
        else:
            file = pa.ipc.open_file(pa.memory_map(path))
            schema, batches = file.schema, (file.get_batch(i) for i in range(file.num_record_batches))
        # There may be no batch, and so nothing to know the columns from.
        yield schema.empty_table()
        yield from batches
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"`{path}` cannot be read: {error}", "cannot-read") from error


def write(reader, path: str) -> dict[str, int]:
    """Writes quotes to a file that is there whole or not at all; counts the statuses."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    counts = {"quoted": 0, "declined": 0, "fault": 0}
    part = f"{path}.part"
    try:
        if path.endswith(".parquet"):
            writer = pq.ParquetWriter(part, reader.schema)
        else:
            writer = pa.ipc.new_file(part, reader.schema)
        with writer:
            for batch in reader:
                writer.write_batch(batch)
                for row in batch["status"].value_counts().to_pylist():
                    counts[row["values"]] += row["counts"]
                if sys.stderr.isatty():
                    print(f"\r{sum(counts.values()):,} bookings", end="", file=sys.stderr)
        if sys.stderr.isatty():
            print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
        os.replace(part, path)
    finally:
        if os.path.exists(part):
            os.remove(part)
    return counts


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m quote", description=__doc__)
    parser.add_argument("--version", action="version", version=f"quote {__version__}")
    commands = parser.add_subparsers(required=True)
    price = commands.add_parser("price", help="quotes of a table of bookings")
    price.add_argument("--rules", "-r", required=True, metavar="FILE")
    price.add_argument("--overlay", action="append", default=[], metavar="FILE")
    price.add_argument("--set", action="append", default=[], metavar="PATH=VALUE")
    price.add_argument("--as-of", metavar="MOMENT")
    price.add_argument("--output", "-o", required=True, type=known, metavar="FILE",
                       help="a .parquet or .arrow file")
    price.add_argument("--columns", metavar="NAMES", help="only these, in this order: id,status,total")
    price.add_argument("--threads", type=int, default=os.cpu_count())
    price.add_argument("bookings", type=known, metavar="BOOKINGS", help="a .parquet or .arrow file")
    given = parser.parse_args(arguments)
    try:
        rules = Rules(
            given.rules, overlays=given.overlay, set=given.set, as_of=given.as_of)
        columns = given.columns.split(",") if given.columns else None
        if columns is not None and "status" not in columns:
            parser.error("--columns needs `status`, so that faults can be counted")
        quotes = rules.price_stream(
            read(given.bookings, 65_536), columns=columns, threads=given.threads)
        counts = write(quotes.to_arrow(), given.output)
    except (QuoteError, OSError) as error:
        print(f"quote: {error}", file=sys.stderr)
        return 2
    if counts["fault"]:
        print(f"quote: {counts['fault']} of {sum(counts.values())} bookings at fault", file=sys.stderr)
    return 1 if counts["fault"] else 0


if __name__ == "__main__":
    sys.exit(main())
