"""The command on CSV and the library on Arrow give the same answers.

Every sample's and every feature's rules: statuses, values, reasons and the words of faults.
"""

import csv
import io
import json
import os
import random
import subprocess
import tempfile
import unittest
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path

import pyarrow as pa

import quote

ROOT = Path(__file__).resolve().parents[2]
COMMAND = os.environ.get("QUOTE_COMMAND", str(ROOT / ".build/debug/quote"))
AS_OF = "2026-06-01T09:00:00Z"


def run(*arguments, **options) -> str:
    done = subprocess.run(
        [COMMAND, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT, **options)
    if done.returncode == 2 or not done.stdout:
        raise RuntimeError(f"{' '.join(map(str, arguments))}: {done.stderr}")
    return done.stdout


def rows_of(text: str) -> list[dict]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def texts_of(text: str) -> pa.Table:
    """A CSV file as a table of texts, what is empty not given."""
    rows = rows_of(text)
    names = next(csv.reader(io.StringIO(text, newline="")))
    return pa.table(
        {name: pa.array([row[name] or None for row in rows], pa.string()) for name in names})


def shown(value) -> str:
    """A value of a quote as CSV has it, as far as that says the same."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        text = f"{value:f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(value, float):
        return repr(value)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if isinstance(value, dict) and set(value) == {"lat", "lng"}:
        return f"{value['lat']!r},{value['lng']!r}"
    return str(value)


def same(ours, theirs: str) -> bool:
    """Whether a value of a table is what a cell of CSV says."""
    if isinstance(ours, list):
        if ours and isinstance(ours[0], dict) or theirs.startswith("["):
            return all(
                same_json(a, b) for a, b in zip(ours, json.loads(theirs or "[]"), strict=True))
        return "; ".join(map(shown, ours)) == theirs
    text = shown(ours)
    if text == theirs:
        return True
    if isinstance(ours, bool):
        return theirs.lower() in (("true", "yes") if ours else ("false", "no"))
    try:
        return Decimal(text) == Decimal(theirs) or float(text) == float(theirs)
    except ArithmeticError:
        pass
    return text.replace("+00:00", "Z").removesuffix(":00") in (theirs, theirs.removesuffix(":00"))


def same_json(ours, theirs) -> bool:
    if isinstance(ours, dict) and not set(ours) == {"lat", "lng"}:
        return all(same_json(ours.get(name), value) for name, value in theirs.items())
    if isinstance(theirs, list):
        return all(same_json(a, b) for a, b in zip(ours, theirs, strict=True))
    if theirs is None or ours is None:
        return theirs is None and ours is None
    if isinstance(theirs, dict):
        return all(same(ours[name], str(value)) for name, value in theirs.items())
    return same(ours, str(theirs))


def compare(test: unittest.TestCase, quotes: pa.Table, printed: str, what: str) -> None:
    expected = rows_of(printed)
    test.assertEqual(quotes.num_rows, len(expected), what)
    rows = quotes.to_pylist()
    for number, (ours, theirs) in enumerate(zip(rows, expected)):
        where = f"{what}, record {number + 1}"
        test.assertEqual(ours["status"], theirs["status"], f"{where}: {ours} {theirs}")
        fault = ours.pop("fault") or {}
        for name in ("field", "value", "message"):
            test.assertEqual(fault.get(name) or "", theirs[f"fault_{name}"], where)
        if fault:
            test.assertEqual(fault["reason"], theirs["reasons"], where)
        for name, value in ours.items():
            if name in theirs:
                test.assertTrue(same(value, theirs[name]), f"{where}: {name}: {value!r} {theirs[name]!r}")


#: How a text of an input becomes a value of its Arrow type.
def typed_table(rules: quote.Rules, table: pa.Table) -> pa.Table:
    """The same table with typed columns, as far as every text of a column is one of the type."""
    schema = pa.schema(rules.arrow_schema())
    columns = {}
    for name in table.column_names:
        column = table[name]
        if name in schema.names:
            column = cast(column, schema.field(name).type)
        columns[name] = column
    return pa.table(columns)


def value_of(value, kind: pa.DataType):
    """What JSON says as a value of an Arrow type; raises ValueError where it is none."""
    if value is None or value == "":
        return None
    if pa.types.is_list(kind):
        if not isinstance(value, list):
            raise ValueError(value)
        return [value_of(v, kind.value_type) for v in value]
    if pa.types.is_struct(kind):
        if isinstance(value, str) and {f.name for f in kind} == {"lat", "lng"}:
            value = dict(zip(("lat", "lng"), map(Decimal, value.split(","))))
        if not isinstance(value, dict):
            raise ValueError(value)
        if set(value) - {f.name for f in kind}:
            raise ValueError(value)  # Written in another of the ways that the rules take.
        return {f.name: value_of(value.get(f.name), f.type) for f in kind}
    if pa.types.is_dictionary(kind):
        return str(value)
    if pa.types.is_time(kind):
        return time.fromisoformat(value)
    if pa.types.is_timestamp(kind):
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError(value)
        return moment
    if pa.types.is_date(kind):
        return date.fromisoformat(value)
    if pa.types.is_boolean(kind) and not isinstance(value, bool):
        raise ValueError(value)
    if pa.types.is_decimal(kind):
        if isinstance(value, str):
            raise ValueError(value)
        return Decimal(value)
    if pa.types.is_integer(kind):
        if isinstance(value, str) or int(value) != value:
            raise ValueError(value)
        return int(value)
    if pa.types.is_floating(kind):
        return float(value)
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def cast(column: pa.ChunkedArray, kind: pa.DataType) -> pa.ChunkedArray:
    try:
        if pa.types.is_dictionary(kind):
            return column.dictionary_encode()
        if pa.types.is_boolean(kind):
            words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
            return pa.chunked_array([[words[t.lower()] if t else None for t in column.to_pylist()]])
        if pa.types.is_decimal(kind):
            return pa.chunked_array([
                pa.array([Decimal(t) if t else None for t in column.to_pylist()], kind)])
        if pa.types.is_floating(kind):
            return pa.chunked_array([
                pa.array([float(t) if t else None for t in column.to_pylist()], kind)])
        if pa.types.is_time(kind) or pa.types.is_timestamp(kind):
            return pa.chunked_array([
                pa.array([value_of(t, kind) for t in column.to_pylist()], kind)])
        if pa.types.is_nested(kind):
            return column
        return column.cast(kind)
    except (pa.ArrowInvalid, ArithmeticError, KeyError, ValueError):
        return column


class Parity(unittest.TestCase):
    maxDiff = None

    def check(self, path: Path, bookings: str) -> None:
        name = path.relative_to(ROOT)
        with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as file:
            file.write(bookings)
            file.flush()
            printed = run("price", "--rules", path, "--as-of", AS_OF, file.name)
        rules = quote.Rules(path, as_of=AS_OF)
        texts = texts_of(bookings)
        try:
            compare(self, rules.price(texts, carry=False).to_arrow(), printed, f"{name} as texts")
        except quote.InputError as error:
            if error.id == "rows-are-elements":
                return self.skipTest(f"{name}: {error}")
            raise
        typed = typed_table(rules, texts)
        compare(self, rules.price(typed, carry=False).to_arrow(), printed, f"{name}, typed")
        seeded = random.Random(1)
        for size in (1, 7, 2048):
            batches = typed.slice(0, 400).combine_chunks().to_batches(max_chunksize=size)
            some = pa.Table.from_batches(batches, typed.schema)
            head = "\n".join([printed.split("\n")[0]] + printed.split("\n")[1:some.num_rows + 1])
            if printed.count("\n") == len(rows_of(printed)) + 1:
                compare(self, rules.price(some, carry=False).to_arrow(), head, f"{name}, {size} a batch")
        first = seeded.randrange(0, max(1, texts.num_rows // 2))
        part = typed.slice(first)
        again = rules.price(part, carry=False).to_arrow()
        whole = rules.price(typed, carry=False).to_arrow().slice(first)
        skipped = ("fault", "reasons", "record")
        for column in again.column_names:
            if column not in skipped and first < texts.num_rows:
                self.assertEqual(
                    again[column].to_pylist()[1:], whole[column].to_pylist()[1:],
                    f"{name} from {first}: {column}")

    def check_records(self, path: Path, lines: str) -> None:
        """Nested bookings: JSON Lines by the command, lists of objects by the library."""
        name = path.relative_to(ROOT)
        rules = quote.Rules(path, as_of=AS_OF)
        schema = pa.schema(rules.arrow_schema())
        if not any(pa.types.is_nested(f.type) for f in schema):
            return
        kept, values = [], []
        for line in lines.splitlines():
            try:
                values.append(value_of(json.loads(line, parse_float=Decimal), pa.struct(schema)))
                kept.append(line)
            except (ValueError, ArithmeticError, AttributeError):
                continue
        if not kept:
            return
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("\n".join(kept) + "\n")
            file.flush()
            printed = run("price", "--rules", path, "--as-of", AS_OF, "--format", "csv", file.name)
        table = pa.Table.from_pylist(values, schema)
        compare(self, rules.price(table, carry=False).to_arrow(), printed, f"{name}, nested")
        for size in (1, 7):
            batches = table.combine_chunks().to_batches(max_chunksize=size)
            compare(
                self, rules.price(pa.Table.from_batches(batches), carry=False).to_arrow(), printed,
                f"{name}, nested, {size} a batch")
        self.nested += len(kept)

    nested = 0

    def test_nested(self) -> None:
        for rules in sorted([*ROOT.glob("rules/*.yaml"), *ROOT.glob("rules/features/*.yaml")]):
            if rules.name.endswith(".map.yaml"):
                continue
            with self.subTest(rules.name):
                self.check_records(
                    rules, run("sample", "--rules", rules, "--rows", 60, "--format", "jsonl"))
        self.assertGreater(self.nested, 300)

    def test_samples(self) -> None:
        for bookings in sorted(ROOT.glob("samples/*/bookings.csv")):
            rules = ROOT / "rules" / f"{bookings.parent.name}.yaml"
            if not rules.exists():
                continue
            with self.subTest(rules.name):
                self.check(rules, bookings.read_text())

    def test_features(self) -> None:
        for rules in sorted(ROOT.glob("rules/features/*.yaml")):
            with self.subTest(rules.name):
                try:
                    bookings = run("sample", "--rules", rules, "--rows", 60, "--seed", 7)
                except RuntimeError as error:
                    self.skipTest(str(error))
                self.check(rules, bookings)


if __name__ == "__main__":
    unittest.main()
