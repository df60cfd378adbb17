"""Every producer of Arrow and every consumer, types, traps, and what a table may have wrong."""

import ctypes
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from datetime import date, datetime, time, timezone
from decimal import Decimal

import pyarrow as pa

import quote

RULES = """\
schema: quote/1
name: parcels
currency: USD
inputs:
  id: text, key
  size: one of small | large
  weight: weight in kg [0 kg..30 kg] step 0.1
  pieces: count [1..9], default 1
  fragile: flag, default no
  day: date [2026-01-01..2026-12-31]
let:
  price:
    unique: |
      | size  | weight        || price  |
      | small | [0 kg..5 kg)  || $7.50  |
      | small | [5 kg..30 kg] || $12    |
      | large | -             || $20.25 |
quote:
  - line: parcel
    amount: price * pieces
  - line: care
    when: fragile
    amount: $3
outputs:
  sent: day
"""


def rows(count: int) -> dict:
    return {
        "id": [f"B-{i}" for i in range(count)],
        "size": ["small" if i % 3 else "large" for i in range(count)],
        "weight": [Decimal(i % 300) / 10 for i in range(count)],
        "pieces": [i % 9 + 1 if i % 5 else None for i in range(count)],
        "fragile": [i % 2 == 0 for i in range(count)],
        "day": [date(2026, 1 + i % 12, 1 + i % 28) for i in range(count)],
        "note": [f"n{i}" for i in range(count)],
    }


def table(count: int = 50) -> pa.Table:
    made = rows(count)
    return pa.table({
        "id": pa.array(made["id"]), "size": pa.array(made["size"]),
        "weight": pa.array(made["weight"], pa.decimal128(9, 1)), "pieces": pa.array(made["pieces"]),
        "fragile": pa.array(made["fragile"]), "day": pa.array(made["day"]),
        "note": pa.array(made["note"])})


class Tables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rules = quote.Rules.of_text(RULES)
        cls.expected = cls.rules.price(table()).to_arrow()

    def check(self, bookings, **options) -> None:
        quotes = self.rules.price(bookings, **options).to_arrow()
        for name in self.expected.column_names:
            if name in quotes.column_names:
                self.assertEqual(
                    [str(v) for v in quotes[name].to_pylist()],
                    [str(v) for v in self.expected[name].to_pylist()], name)

    def test_values(self):
        first = self.expected.to_pylist()[:2]
        self.assertEqual(first[0]["status"], "quoted")
        self.assertEqual(first[0]["parcel"], Decimal("20.25"))
        self.assertEqual(first[0]["care"], Decimal("3.00"))
        self.assertEqual(first[0]["total"], Decimal("23.25"))
        self.assertEqual(first[1]["total"], Decimal("15.00"))
        self.assertEqual(first[1]["note"], "n1")
        self.assertEqual(first[0]["sent"], date(2026, 1, 1))

    def test_types(self):
        base = table()
        for name, kind in [
            ("id", pa.large_string()), ("id", pa.string_view()), ("size", pa.string_view()),
            ("weight", pa.float64()), ("weight", pa.decimal256(40, 4)), ("weight", pa.string()),
            ("weight", pa.float32()), ("pieces", pa.int8()), ("pieces", pa.uint64()),
            ("pieces", pa.float64()), ("pieces", pa.decimal128(20, 0)), ("pieces", pa.string()),
            ("day", pa.timestamp("ns")), ("day", pa.date64()), ("day", pa.string()),
        ]:
            with self.subTest(f"{name} as {kind}"):
                at = base.column_names.index(name)
                self.check(base.set_column(at, name, base[name].cast(kind)))
        for name in ("id", "size"):
            with self.subTest(f"{name} as a dictionary"):
                at = base.column_names.index(name)
                self.check(base.set_column(at, name, base[name].dictionary_encode()))

    def test_how_texts_are_written_is_for_texts(self):
        rules = quote.Rules.of_text("""\
schema: quote/1
name: written
currency: EUR
inputs:
  id: text, key
  weight: number [0..30]
  day: date, written "yyyy-dd-MM"
  came: date, written "excel days"
  sent: instant, written "unix seconds"
  left: date, default 2026-12-31, other is missing
bookings:
  numbers: "1.234,5"
  nothing: ["-", "0.5"]
quote:
  - line: parcel
    amount: €2
outputs: { weight: weight, day: day, came: came, sent: sent, left: left }
""")
        day, moment = date(2026, 2, 1), datetime(2026, 2, 1, tzinfo=timezone.utc)
        days = (day - date(1899, 12, 30)).days
        columns = {
            "id": [pa.array(["a"])],
            "weight": [pa.array(["2,5"]), pa.array([2.5]), pa.array([Decimal("2.5")])],
            # As pandas has dates, and others.
            "day": [pa.array(["2026-01-02"]), pa.array([day]), pa.array([day]).cast(pa.timestamp("us")),
                    pa.array([day], pa.date64())],
            "came": [pa.array([str(days)]), pa.array([days]), pa.array([float(days)]), pa.array([day])],
            "sent": [pa.array([str(int(moment.timestamp()))]), pa.array([int(moment.timestamp())]),
                     pa.array([moment], pa.timestamp("us", "UTC"))],
            "left": [pa.array(["2026-02-01"]), pa.array([day]), pa.array([day]).cast(pa.timestamp("ns"))],
        }
        for name, ways in columns.items():
            for way in ways:
                with self.subTest(name, type=way.type):
                    row = rules.price(pa.table({
                        **{other: all[0] for other, all in columns.items()}, name: way})).to_arrow().to_pylist()[0]
                    self.assertIsNone(row["fault"])
                    self.assertEqual(
                        (float(row["weight"]), row["day"], row["came"], row["sent"], row["left"]),
                        (2.5, day, day, moment, day))
        missing = rules.price(pa.table({**{name: all[0] for name, all in columns.items()}, "weight": [0.5]}))
        self.assertEqual(missing.faults["fault.reason"].to_pylist(), ["missing"])

    def test_dictionaries_with_nulls(self):
        base = table()
        words = pa.DictionaryArray.from_arrays(
            pa.array([0, None, 2, 1, 3], pa.int8()), pa.array(["small", "large", None, "huge"]))
        five = base.slice(0, 5).set_column(1, "size", words)
        self.assertEqual(
            [f and f["reason"] for f in self.rules.price(five).to_arrow()["fault"].to_pylist()],
            [None, "missing", "missing", None, "unknown-choice"])

    def test_words_that_are_looked_up(self):
        """Words of dictionaries, some rows without one, are looked up as texts are."""
        rules = quote.Rules.of_text("""\
schema: quote/1
name: kinds
currency: USD
inputs:
  id: text, key
  kind: optional text
  size: optional one of small | large
let:
  price:
    unique: |
      | kind  | price |
      | chair | $20   |
      | käse  | $35   |
quote:
  - line: base
    amount: if kind is given then price else $1
  - line: bulky
    when: size is given and size = "large"
    amount: $5
""".replace("| kind  | price |", "| kind  || price |").replace("chair |", "chair ||").replace("käse  |", "käse  ||"))
        kinds = ["chair", None, "käse", "ka\u0308se", "bed", None, "chair"] * 40
        sizes = ["small", "large", None, "large", "small"] * 56
        for kinds in (kinds, [kind for kind in kinds if kind != "ka\u0308se"]):
            columns = {
                "id": [str(row) for row in range(len(kinds))], "kind": kinds, "size": sizes[:len(kinds)]}
            texts = pa.table(columns)
            coded = texts
            for at in (1, 2):
                coded = coded.set_column(at, coded.column_names[at], coded[at].combine_chunks().dictionary_encode())
            found, expected = rules.price(coded).to_arrow(), rules.price(texts).to_arrow()
            self.assertEqual(found.to_pylist(), expected.to_pylist())
            self.assertEqual(rules.price(coded.slice(3)).to_arrow().to_pylist(), expected.to_pylist()[3:])
            self.assertEqual(
                [str(total) for total in found["total"].to_pylist()[:3]], ["20.00", "6.00", "35.00"])

    def test_producers(self):
        base = table()
        self.check(base.combine_chunks().to_batches()[0])
        self.check(base.to_reader())
        import duckdb
        import nanoarrow
        import pandas
        import polars

        self.check(polars.from_arrow(base))
        self.check(polars.from_arrow(base).lazy())
        self.check(polars.from_arrow(base).with_columns(polars.col("size").cast(polars.Categorical)))
        self.check(base.to_pandas())
        self.check(duckdb.sql("from base"))
        self.check(duckdb.sql("select * replace (weight::decimal(7, 1) as weight) from base"))
        self.check(nanoarrow.ArrayStream(base))
        try:
            import datafusion
        except ImportError:
            return
        self.check(datafusion.SessionContext().from_arrow(base))

    def test_every_way(self):
        """Every producer, every type it has for an input, every consumer: the same quotes."""
        import duckdb
        import nanoarrow
        import pandas
        import polars

        base = table(40)
        # A decimal whose scale a library does not have becomes what it has instead.
        kinds = {
            "size": [pa.string(), pa.large_string(), pa.string_view(), "dictionary"],
            "weight": [pa.decimal128(9, 1), pa.float64(), pa.string()],
            "pieces": [pa.int64(), pa.int8(), pa.uint16(), pa.float64(), pa.string()],
            "day": [pa.date32(), pa.date64(), pa.timestamp("us"), pa.string()],
            "fragile": [pa.bool_(), pa.string(), pa.int8()],
        }
        producers = {
            "pyarrow": lambda t: t, "batches": lambda t: t.to_reader(max_chunksize=7),
            "polars": polars.from_arrow, "lazy": lambda t: polars.from_arrow(t).lazy(),
            "pandas": lambda t: t.to_pandas(types_mapper=pandas.ArrowDtype),
            "duckdb": lambda t: duckdb.from_arrow(t), "nanoarrow": nanoarrow.ArrayStream,
        }
        consumers = {
            "pyarrow": lambda q: pa.table(q)["total"].to_pylist(),
            "polars": lambda q: polars.DataFrame(q)["total"].to_list(),
            "pandas": lambda q: q.to_pandas()["total"].tolist(),
            "duckdb": lambda q: [row[0] for row in duckdb.sql("select total from q").fetchall()],
            "nanoarrow": lambda q: [row["total"] for row in nanoarrow.ArrayStream(q).read_all().to_pylist()],
        }
        wanted = self.rules.price(base).to_arrow()["total"].to_pylist()
        for name, types in kinds.items():
            at = base.column_names.index(name)
            for kind in types:
                column = (
                    base[name].dictionary_encode() if kind == "dictionary" else base[name].cast(kind))
                bookings = base.set_column(at, name, column)
                for producer, produced in producers.items():
                    with self.subTest(f"{name} as {kind} of {producer}"):
                        quotes = self.rules.price(produced(bookings))
                        self.assertEqual(quotes.to_arrow()["total"].to_pylist(), wanted)
        quotes = self.rules.price(base)
        for consumer, consumed in consumers.items():
            with self.subTest(f"quotes to {consumer}"):
                self.assertEqual(consumed(quotes), wanted)

    def test_consumers(self):
        import duckdb
        import nanoarrow
        import pandas
        import polars

        quotes = self.rules.price(table())
        self.assertEqual(len(quotes), 50)
        total = sum(self.expected["total"].to_pylist())
        self.assertEqual(pa.table(quotes)["total"].to_pylist(), self.expected["total"].to_pylist())
        self.assertEqual(polars.DataFrame(quotes)["total"].sum(), total)
        arrow = quotes.to_arrow()
        self.assertEqual(duckdb.sql("select sum(total) from arrow").fetchall()[0][0], total)
        self.assertEqual(sum(quotes.to_pandas()["total"]), total)
        self.assertEqual(nanoarrow.ArrayStream(quotes).read_all().to_pylist()[0]["total"], Decimal("23.25"))

    def test_slips_are_told(self):
        names = ["fragil" if name == "fragile" else name for name in table(3).column_names]
        with self.assertWarnsRegex(quote.QuoteWarning, "`fragil`.*`fragile`"):
            self.rules.price(table(3).rename_columns(names))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.rules.price(table(3))

    def test_slips_of_dicts_are_told(self):
        """Once for bookings with the same members, also where an object inside has the slip."""
        rules = quote.Rules.of_text(RULES)
        booking = {"id": "B-1", "size": "large", "weight": 1, "day": "2026-03-01"}
        slip = {**booking, "peices": 2}
        for bookings in ({**slip}, [booking, {**slip, "note": "n"}]):
            with self.assertWarnsRegex(quote.QuoteWarning, "`peices`.*`pieces`"):
                rules.price(bookings)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            rules.price(slip)
            rules.price({**booking, "customer": {"name": "x"}})
            rules.price([{**booking, "pieces": 1, f"more_{i}": i} for i in range(1000)])
        self.assertLess(len(rules._seen), 1000)
        rules = quote.Rules.of_text(RULES.replace("pieces: count", "pieces: count, from box.pieces\n  x: count"))
        with self.assertWarnsRegex(quote.QuoteWarning, "`box.peices`"):
            rules.price({**booking, "box": {"peices": 2}, "x": 1})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            rules.price({**booking, "box": {"pieces": 2}, "x": 1})

    def test_members_of_objects_that_are_read(self):
        """An object that is read has no member that nobody reads, and a member that is read has no
        object around it that nobody reads."""
        rules = quote.Rules.of_text("""\
schema: quote/1
name: places
currency: USD
inputs:
  id: text, from o.id
  at: optional point
  note: optional text
quote:
  - line: fee
    amount: "if at is given and note is given then $5 else $1"
""")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            quotes = rules.price(pa.table({"o": [{"id": "a"}], "at": [{"lat": 1.5, "lng": 2.5}]}))
            self.assertEqual(quotes.to_arrow().column_names[-1], "fault")
        with self.assertWarnsRegex(quote.QuoteWarning, "`note`.* and `city` is not read$"):
            rules.price(pa.table({"o": [{"id": "a"}], "city": ["x"], "at": [{"lat": 1.5, "lng": 2.5}]}))

    def test_points(self):
        """Two numbers of any list, and objects with latitude, longitude and more."""
        rules = quote.Rules.of_text("""\
schema: quote/1
name: places
currency: USD
inputs:
  at: point
  stops:
    each:
      place: point, from place.at
quote:
  - line: fee
    amount: $1
outputs:
  at:
  stops:
    for: stops
    place:
""")
        pairs = [[1.5, 2.5], [-3, 4]]
        for kind, values in [
            (pa.list_(pa.float64()), pairs), (pa.large_list(pa.float32()), pairs),
            (pa.list_(pa.float64(), 2), pairs), (pa.list_(pa.int8()), [[1, 2], [-3, 4]]),
            (None, [{"lat": lat, "lng": lng, "city": "x"} for lat, lng in pairs]),
        ]:
            ats = pa.array(values, kind)
            coded = pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int8()), ats.take(pa.array([1, 0])))
            stops = pa.array(
                [[{"place": {"at": value}}] for value in values],
                pa.list_(pa.struct([("place", pa.struct([("at", ats.type)]))])))
            wanted = [
                {"lat": v["lat"], "lng": v["lng"]} if isinstance(v, dict) else {"lat": v[0], "lng": v[1]}
                for v in values]
            with self.subTest(kind=kind):
                quotes = rules.price(pa.table({"at": ats, "stops": stops})).to_arrow()
                self.assertEqual(quotes["at"].to_pylist(), wanted)
                self.assertEqual(quotes["stops"].to_pylist(), [[{"place": at}] for at in wanted])
                quotes = rules.price(pa.table({"at": coded, "stops": stops})).to_arrow()
                self.assertEqual(quotes["at"].to_pylist(), wanted)
        odd = pa.table({"at": [[1.5], [1.0, 2.0, 3.0], []]})
        faults = rules.price(odd.append_column("stops", pa.array([[]] * 3, stops.type))).faults
        self.assertEqual(faults["fault.reason"].to_pylist(), ["not-a-point"] * 3)

    def test_types_that_no_input_is_read_from(self):
        rules = quote.Rules.of_text("""\
schema: quote/1
name: kinds
currency: USD
inputs:
  id: text, key
  took: optional duration in min
  items:
    each:
      sku: text
quote:
  - line: fee
    amount: $1
""")
        items = pa.array([[{"sku": b"x"}]], pa.list_(pa.struct([("sku", pa.binary())])))
        for columns, words in [
            ({"items": items}, "`items.sku` holds bytes, .*decode them to texts"),
            ({"took": pa.array([1], pa.duration("s"))}, "`took` holds lengths of time"),
            ({"items": pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int64()))}, "`items` holds maps"),
        ]:
            with self.subTest(words), self.assertRaisesRegex(quote.InputError, words):
                rules.price(pa.table({"id": ["a"], **columns}))

    def test_dictionaries_of_batches(self):
        """The same words come batch by batch, or others, more, fewer, or in another order."""
        base = table(60)
        words = [["small", "large"], ["small", "large"], ["large", "small"], ["small", "large", "x"],
                 ["small", "large"], ["large"], ["large", None, "small"]]
        texts = base["size"].to_pylist()
        batches = []
        for start in range(0, 60, 4):
            known = words[start // 4 % len(words)]
            here = [text if text in known else "large" for text in texts[start:start + 4]]
            texts[start:start + 4] = here
            coded = pa.DictionaryArray.from_arrays(pa.array([known.index(t) for t in here], pa.int8()), known)
            batches.append(base.slice(start, 4).set_column(1, "size", coded).combine_chunks().to_batches()[0])
        plain = self.rules.price(base.set_column(1, "size", pa.array(texts))).to_arrow()
        stream = pa.RecordBatchReader.from_batches(batches[0].schema, batches)
        self.assertEqual(self.rules.price(stream, threads=1).to_arrow()["total"].to_pylist(), plain["total"].to_pylist())

    def test_streams(self):
        base = table(40_000)
        stream = self.rules.price_stream(base.to_reader(max_chunksize=1000), threads=2)
        reader = stream.to_arrow()
        first = reader.read_next_batch()
        self.assertEqual(first["status"][0].as_py(), "quoted")
        del reader, first
        with self.assertRaises(ValueError):
            stream.to_arrow()
        whole = self.rules.price(base, threads=1).to_arrow()
        self.assertEqual(self.rules.price_stream(base).collect().to_arrow(), whole)
        self.assertEqual(
            self.rules.price(base.to_reader(max_chunksize=777), threads=3).to_arrow().combine_chunks(),
            whole.combine_chunks())

    def test_everything_is_given_back(self):
        import gc

        bookings = table(5000)
        gc.collect()
        before = pa.total_allocated_bytes()
        quotes = self.rules.price(bookings)
        held = quotes.to_arrow()["note"]
        reader = self.rules.price_stream(bookings.to_reader(max_chunksize=100)).to_arrow()
        reader.read_next_batch()
        dropped = self.rules.price_stream(bookings).__arrow_c_stream__()
        del quotes, reader, dropped
        self.assertEqual(held[4999].as_py(), "n4999")
        del held
        gc.collect()
        self.assertEqual(pa.total_allocated_bytes(), before)

    def test_interruption(self):
        import signal

        bookings = pa.concat_tables([table(1000)] * 2000).to_reader(max_chunksize=1000)
        # A run in the background ignores it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
        with self.assertRaises(KeyboardInterrupt):
            timer.start()
            self.rules.price(bookings, threads=1, any_keys=True)
        self.assertEqual(len(self.rules.price(table(3))), 3)

    def test_a_stream_outlives_its_rules(self):
        stream = quote.Rules.of_text(RULES).price_stream(table())
        reader = stream.to_arrow()
        del stream
        self.assertEqual(reader.read_all(), self.expected)

    def test_a_stream_that_fails(self):
        def batches():
            yield table(3).combine_chunks().to_batches()[0]
            raise RuntimeError("the disk is gone")

        reader = pa.RecordBatchReader.from_batches(table(0).schema, batches())
        with self.assertRaisesRegex(quote.InputError, "the disk is gone"):
            self.rules.price(reader, threads=1)

    def test_lazy_frames(self):
        """Batches of a lazy frame are priced as they are made."""
        import polars

        frame = polars.from_arrow(table(300_000))
        lazy = frame.lazy().filter(polars.col("pieces") > 0)
        rows = []
        for batch in self.rules.price_stream(lazy).to_arrow():
            rows.append(batch.num_rows)
        self.assertEqual(sum(rows), frame.filter(polars.col("pieces") > 0).height)
        self.assertGreater(len(rows), 1)
        nothing = frame.lazy().filter(polars.col("pieces") > 99)
        self.assertEqual(len(self.rules.price(nothing)), 0)
        failing = frame.lazy().map_batches(
            lambda f: f.with_columns(polars.col("gone")), schema=frame.schema, streamable=True)
        with self.assertRaises((quote.InputError, polars.exceptions.PolarsError)):
            self.rules.price(failing)

    def test_iterators(self):
        """Tables that come one by one are one stream, of which one is held."""
        parts = [table(10), table(0), table(7)]
        quotes = self.rules.price(iter(parts), any_keys=True)
        self.assertEqual(len(quotes), 17)

        def failing():
            yield table(3)
            raise RuntimeError("the shop is closed")

        with self.assertRaisesRegex(quote.InputError, "the shop is closed"):
            self.rules.price(failing())
        with self.assertRaises(ValueError):
            self.rules.price(iter([]))
        half = self.rules.price_stream(iter([table(3), table(4)])).to_arrow()
        half.read_next_batch()
        del half

    def test_iterators_of_unlike_tables(self):
        """Batches are read by one schema: tables that have another are an error that says which."""
        import pandas
        import polars

        def parts(column: str, *kinds: pa.DataType) -> list[pa.Table]:
            base = table(3)
            at = base.column_names.index(column)
            return [base.set_column(at, column, base[column].cast(kind)) for kind in kinds]

        base = table(3)
        words = base.set_column(1, "size", base["size"].dictionary_encode())
        nested = [
            base.append_column("more", pa.array([[{"a": 1}]] * 3, pa.list_(pa.struct([("a", kind)]))))
            for kind in (pa.int8(), pa.int64())]
        other_order = base.select(["id", "weight", "size", *base.column_names[3:]])
        for tables, place, said in [
            (parts("weight", pa.decimal128(9, 1), pa.decimal128(9, 1), pa.decimal128(9, 2)), 3,
             r"`weight` is decimal128\(9, 2\) here, and was decimal128\(9, 1\)"),
            (parts("pieces", pa.int64(), pa.float64()), 2, "`pieces` is float64 here, and was int64"),
            ([base.set_column(3, "pieces", pa.nulls(3)), base], 2, "`pieces` is int64 here, and was null"),
            (parts("day", pa.timestamp("us"), pa.timestamp("us", "UTC")), 2,
             r"`day` is timestamp\[us, UTC\] here, and was timestamp\[us\]"),
            ([base, words], 2, "`size` is dictionary of string here, and was string"),
            ([words, base], 2, "`size` is string here, and was dictionary of string"),
            (nested, 2, r"`more\[\].a` is int64 here, and was int8"),
            ([base, other_order], 2, "another order, `weight`, `size`, .* were `size`, `weight`"),
            ([base, base.drop_columns(["note"])], 2, "`note` is missing"),
            ([base.drop_columns(["note"]), base], 2, "`note` was not there"),
            ([base, polars.from_arrow(base)], 2, "`id` is string_view here, and was string"),
            ([polars.from_arrow(base), base], 2, "`id` is string here, and was string_view"),
        ]:
            with self.subTest(said):
                text = f"table {place} of the iterator is not like the first: .*{said}"
                with self.assertRaisesRegex(quote.InputError, text):
                    self.rules.price(iter(tables), any_keys=True)
                with self.assertRaisesRegex(quote.InputError, text):
                    self.rules.price_stream(iter(tables), any_keys=True).to_arrow().read_all()
        with self.assertRaisesRegex(quote.InputError, "table 2"):
            self.rules.price(iter([base, base.to_pandas().drop(columns="size")]))
        # Whether a column may be null, and what the elements of lists are called, is no difference.
        more = nested[0]
        at = more.column_names.index("more")
        renamed = more.cast(more.schema.set(at, pa.field(
            "more", pa.list_(pa.field("element", pa.struct([("a", pa.int8())]))), nullable=False)))
        self.assertEqual(len(self.rules.price(iter([more, renamed]), any_keys=True)), 6)

    @staticmethod
    def interrupted(work) -> BaseException | None:
        """What is raised by work during which somebody presses Ctrl-C."""
        import signal

        signal.signal(signal.SIGINT, signal.default_int_handler)
        timer = threading.Timer(0.07, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        try:
            work()
        except BaseException as error:
            return error
        finally:
            timer.join()
        return None

    def test_interruption_of_iterators(self):
        """Ctrl-C while an iterator works, or between, is raised; half of the quotes are no answer."""
        import time as clock

        def slow():
            for _ in range(20):
                clock.sleep(0.05)
                yield table(3)

        def large():
            for _ in range(400):
                yield table(3000)

        for tables in (slow, large):
            for threads in (1, 2):
                options = {"any_keys": True, "threads": threads}
                for work in (
                    lambda: self.rules.price(tables(), **options),
                    lambda: self.rules.price_stream(tables(), **options).collect(),
                    lambda: self.rules.price_stream(tables(), **options).to_arrow().read_all(),
                    lambda: self.rules.diff(tables(), table(3)),
                    lambda: self.rules.explain(tables()),
                ):
                    with self.subTest(tables=tables.__name__, threads=threads):
                        self.assertIsInstance(self.interrupted(work), KeyboardInterrupt)
                with self.subTest("to C", tables=tables.__name__, threads=threads):
                    # A text is all that gets through there.
                    error = self.interrupted(
                        lambda: pa.table(self.rules.price_stream(tables(), **options)))
                    self.assertTrue(
                        isinstance(error, KeyboardInterrupt) or "KeyboardInterrupt" in str(error), error)
        self.assertEqual(len(self.rules.price(table(3))), 3)

    def test_interruption_where_c_calls(self):
        """A signal's handler that raises where Python begins to work for C ends no table."""
        import signal

        def raising(*_):
            raise TimeoutError("too long")

        def tables():
            for _ in range(6):
                yield made

        made, before, raised = table(2000), signal.signal(signal.SIGALRM, raising), 0
        hook, sys.unraisablehook = sys.unraisablehook, lambda _: None  # Where things are given back.
        try:
            for microseconds in range(500, 20_000, 300):
                with self.subTest(microseconds):
                    try:
                        signal.setitimer(signal.ITIMER_REAL, microseconds / 1_000_000)
                        quotes = self.rules.price(tables(), any_keys=True, threads=1)
                        signal.setitimer(signal.ITIMER_REAL, 0)
                        self.assertEqual(len(quotes), 12_000)
                    except (TimeoutError, quote.InputError) as error:
                        raised += 1
                        self.assertIn("too long", str(error))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            sys.unraisablehook = hook
        self.assertGreater(raised, 0)

    def test_what_iterators_raise(self):
        def raising(error: BaseException):
            yield table(3)
            raise error

        for error in (RuntimeError("the shop is closed"), ValueError("no")):
            for read in (
                lambda q: q.collect(), lambda q: q.to_arrow().read_all(), lambda q: list(q.to_arrow()),
            ):
                with self.assertRaisesRegex(quote.InputError, str(error)) as caught:
                    read(self.rules.price_stream(raising(error)))
                self.assertIs(caught.exception.__cause__, error)
            with self.assertRaisesRegex(ValueError, str(error)):
                pa.table(self.rules.price_stream(raising(error)))
            with self.assertRaisesRegex(quote.InputError, str(error)) as caught:
                self.rules.explain(raising(error))
            self.assertIs(caught.exception.__cause__, error)
        with self.assertRaises(SystemExit):
            self.rules.price(raising(SystemExit(3)))
        with self.assertRaises(SystemExit):
            self.rules.price_stream(raising(SystemExit(3))).to_arrow().read_all()

        def refused():
            yield table(3)
            yield {"id": "A"}

        with self.assertRaisesRegex(quote.InputError, "dict is no Arrow table.*list of dicts"):
            self.rules.price(refused())

    def test_a_stream_of_quotes_is_read_once(self):
        uses = [
            lambda q: q.collect(), lambda q: q.to_arrow(), lambda q: pa.table(q),
            lambda q: q.__arrow_c_stream__()]
        for bookings in (table, lambda: iter([table()])):
            for use in uses:
                for again in uses:
                    stream = self.rules.price_stream(bookings())
                    use(stream)
                    with self.assertRaisesRegex(ValueError, "a stream can be read once"):
                        again(stream)

    def test_explanations_of_streams(self):
        """What an explanation shows in another form is about the booking that it was made of."""
        base = table(3)
        for bookings in (
            base.to_reader(max_chunksize=1), iter([base.slice(0, 1), base.slice(1)]), base.to_batches()[0]):
            explained = self.rules.explain(bookings)
            for said in (explained, explained.to_markdown(), explained.to_html()):
                self.assertIn("B-0", said)
                self.assertNotIn("B-1", said)
            self.assertEqual(len(explained.to_dict()["quotes"]), 1)
        explained = self.rules.explain(base.to_reader(), key="B-2")
        self.assertIn("B-2", explained.to_html())
        self.assertIn("B-2", str(explained.to_dict()))

    def test_a_stream_of_duckdb(self):
        import duckdb

        base = table(50)
        relation = duckdb.sql("select base.* from base, range(2000)")
        reader = self.rules.price_stream(relation, any_keys=True).to_arrow()
        self.assertEqual(sum(batch.num_rows for batch in reader), 100_000)

    def test_progress(self):
        seen = []
        self.rules.price(
            table(5000).to_reader(max_chunksize=1000), threads=1, progress=seen.append)
        self.assertEqual(seen, [1000, 2000, 3000, 4000, 5000])

    def test_slices(self):
        base = table(300)
        whole = self.rules.price(base).to_arrow()
        for first, count in [(1, 5), (7, 64), (63, 130), (299, 1), (300, 0)]:
            part = self.rules.price(base.slice(first, count)).to_arrow()
            self.assertEqual(part.to_pylist(), whole.slice(first, count).to_pylist())
        batch = pa.record_batch(base.combine_chunks().to_batches()[0]).slice(17, 31)
        self.assertEqual(self.rules.price(batch).to_arrow().to_pylist(), whole.slice(17, 31).to_pylist())

    def test_empty_and_null(self):
        self.assertEqual(len(self.rules.price(table(0))), 0)
        base = table(5)
        for name in base.column_names:
            nulls = base.set_column(
                base.column_names.index(name), name, pa.nulls(5, base[name].type))
            quotes = self.rules.price(nulls).to_arrow()
            wanted = {"pieces": "quoted", "fragile": "quoted", "note": "quoted"}.get(name, "fault")
            self.assertEqual(set(quotes["status"].to_pylist()), {wanted}, name)
        nothing = base.set_column(3, "pieces", pa.nulls(5))
        self.assertEqual(set(self.rules.price(nothing).to_arrow()["status"].to_pylist()), {"quoted"})

    def test_faults(self):
        base = table(6)
        worse = base.set_column(2, "weight", pa.array([1.05, 31, float("nan"), 0.1 + 0.2, 5e-324, -0.0]))
        quotes = self.rules.price(worse)
        self.assertEqual(
            [f and f["reason"] for f in quotes.to_arrow()["fault"].to_pylist()],
            ["too-fine", "out-of-range", "not-a-number", None, "too-fine", None])
        self.assertEqual(quotes.counts(), {"quoted": 2, "declined": 0, "fault": 4})
        self.assertEqual(quotes.faults["id"].to_pylist(), ["B-0", "B-1", "B-2", "B-4"])
        same_key = base.set_column(0, "id", pa.array(["a", "a", "b", None, "c", "c"]))
        self.assertEqual(
            [f and f["reason"] for f in self.rules.price(same_key).to_arrow()["fault"].to_pylist()],
            [None, "repeated-key", None, "missing-key", None, "repeated-key"])
        by_rows = same_key.to_reader(max_chunksize=1)
        self.assertEqual(
            [f and f["reason"] for f in self.rules.price(by_rows).to_arrow()["fault"].to_pylist()],
            [None, "repeated-key", None, "missing-key", None, "repeated-key"])
        loose = self.rules.price(same_key, any_keys=True).to_arrow()["status"].to_pylist()
        self.assertEqual(loose, ["quoted", "quoted", "quoted", "fault", "quoted", "quoted"])

    def test_columns(self):
        quotes = self.rules.price(table(3), columns=["total", "status", "id"]).to_arrow()
        self.assertEqual(quotes.column_names, ["total", "status", "id"])
        self.assertEqual(
            self.rules.price(table(3), money="int64").to_arrow()["total"].to_pylist()[0], 2325)
        self.assertEqual(
            self.rules.price(table(3), money="float64").to_arrow()["total"].to_pylist()[0], 23.25)
        self.assertNotIn("note", self.rules.price(table(3), carry=False).to_arrow().column_names)
        self.assertIn("day", self.rules.price(table(3), carry="all").to_arrow().column_names)
        with self.assertRaisesRegex(quote.InputError, "totl"):
            self.rules.price(table(3), columns=["totl"])
        with self.assertRaisesRegex(quote.InputError, "weight"):
            self.rules.price(table(3).drop_columns(["weight"]))

    def test_untrusted(self):
        """Codes, offsets and lengths that do not fit are errors, never reads of other memory."""
        base = table(3)
        bad = pa.DictionaryArray.from_arrays(
            pa.array([0, 7, 1], pa.int32()), pa.array(["small", "large"]), safe=False)
        with self.assertRaisesRegex(quote.InputError, "dictionary"):
            self.rules.price(base.set_column(1, "size", bad))
        offsets = pa.array([0, 9, 3, 12], pa.int32()).buffers()[1]
        texts = pa.Array.from_buffers(
            pa.string(), 3, [None, offsets, pa.py_buffer(b"B-0B-1B-2B-3")])
        with self.assertRaisesRegex(quote.InputError, "offsets"):
            self.rules.price(base.set_column(0, "id", texts))
        wrong = pa.Array.from_buffers(
            pa.string(), 3, [None, pa.array([0, 1, 2, 3], pa.int32()).buffers()[1],
                             pa.py_buffer(b"a\xffb")])
        self.assertEqual(
            [f and f["reason"] for f in
             self.rules.price(base.set_column(0, "id", wrong)).to_arrow()["fault"].to_pylist()],
            [None, "invalid-utf8", None])

    def test_guard_pages(self):
        """Texts that end where memory does are not read past their end."""
        import mmap

        page = mmap.PAGESIZE
        memory = mmap.mmap(-1, 2 * page)
        libc = ctypes.CDLL(None)
        start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        self.assertEqual(libc.mprotect(ctypes.c_void_p(start + page), page, 0), 0)
        content = b"smalllargesmall"
        ctypes.memmove(start + page - len(content), content, len(content))
        data = pa.foreign_buffer(start + page - len(content), len(content))
        offsets = pa.array([0, 5, 10, 15], pa.int32()).buffers()[1]
        sizes = pa.Array.from_buffers(pa.string(), 3, [None, offsets, data])
        quotes = self.rules.price(table(3).set_column(1, "size", sizes)).to_arrow()
        self.assertEqual(set(quotes["status"].to_pylist()), {"quoted"})

    def test_dicts(self):
        booking = {"id": "B-1", "size": "large", "weight": Decimal("2.5"), "day": "2026-03-01"}
        self.assertEqual(self.rules.price(booking)["total"], Decimal("20.25"))
        self.assertEqual(
            [q["status"] for q in self.rules.price([booking, {"id": "B-2"}])], ["quoted", "fault"])
        self.assertEqual(self.rules.price({**booking, "id": "B\u20284"})["id"], "B\u20284")
        explained = self.rules.explain(booking)
        self.assertIn("20.25", explained)
        self.assertIn("<html", explained.to_html())
        self.assertIn("iframe", explained._repr_html_())
        self.assertTrue(explained.to_dict())
        self.assertIn("B-3", self.rules.explain(table(), key="B-3"))
        with self.assertRaisesRegex(quote.InputError, "B-99"):
            self.rules.explain(table(), key="B-99")

    def test_values_of_dicts(self):
        """What a booking has from numpy or pandas is what it says, or the error says where it is."""
        import types

        import numpy
        import pandas

        rules = quote.Rules.of_text("""\
schema: quote/1
name: things
currency: USD
inputs:
  id: text, key
  note: optional text
  n: count [0..1000000], default 1
  at: optional instant
  day: optional date
  items:
    each:
      sku: text
      q: number, default 1
quote:
  - line: base
    amount: $1 * n
outputs: { said: note, day: day, many: count(items) }
""")

        def price(**values):
            return rules.price({"id": "A", **values})

        # A text is a text whatever it has in it.
        for text in ("\x015\x01", "\x01null\x01", '"5"', "\\u00015\\u0001"):
            self.assertEqual(price(note=text)["outputs"]["said"], text)
            self.assertEqual(price(n=text)["fault"]["field"], "n")
        self.assertEqual(price(n=Decimal("5"))["total"], Decimal("5.00"))
        for moment in ("2026-06-01T09:30:00", "2026-06-01T09:30:00.123456"):
            for unit in ("s", "us", "ns"):
                made = numpy.datetime64(moment, unit)
                self.assertEqual(price(at=made), price(at=made.astype("M8[us]").item()))
        self.assertEqual(price(day=numpy.datetime64("2026-06-01"))["outputs"]["day"], "2026-06-01")
        self.assertIsNone(price(day=numpy.datetime64("NaT"))["outputs"]["day"])
        for things in ([{"sku": "a"}], [{"sku": "a"}, {"sku": "b"}], []):
            self.assertEqual(price(items=numpy.array(things, dtype=object))["outputs"]["many"], len(things))
            self.assertEqual(price(items=pandas.Series(things, dtype=object))["outputs"]["many"], len(things))
        self.assertEqual(price(n=numpy.int64(7))["total"], Decimal("7.00"))
        self.assertEqual(rules.price(types.MappingProxyType({"id": "A", "n": 2}))["total"], Decimal("2.00"))
        self.assertEqual(price(items=[types.MappingProxyType({"sku": "a"})])["outputs"]["many"], 1)
        for value in (numpy.timedelta64(5, "ns"), numpy.timedelta64(5, "us"), pandas.NA, object()):
            with self.assertRaisesRegex(TypeError, "`n`: .* has no place in a booking"):
                price(n=value)
            with self.assertRaisesRegex(TypeError, r"`items\[1\].q`: .* has no place in a booking"):
                price(items=numpy.array([{"sku": "a"}, {"sku": "b", "q": value}], dtype=object))
        for value in (float("nan"), float("inf"), numpy.float32("nan")):
            self.assertEqual(price(n=value)["fault"]["field"], "n")
            self.assertEqual(
                [a.get("fault", {}).get("field") for a in rules.price(
                    [{"id": "A"}, {"id": "B", "items": [{"sku": "a", "q": value}]}])],
                [None, "items[0].q"])

    def test_first_quote_of_a_dict_imports_little(self):
        """Programs that price one booking and end would wait for `re` longer than for the quote."""
        program = (
            "import sys; before = set(sys.modules)\n"
            "import quote\n"
            f"rules = quote.Rules.of_text({RULES!r})\n"
            "print(rules.price({'id': 'B', 'size': 'small', 'weight': 2, 'day': '2026-03-03'})['total'])\n"
            "print({'re', 'json', 'typing', 'inspect'} & (set(sys.modules) - before))\n")
        said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said.splitlines(), ["7.50", "set()"])

    def test_json_is_what_json_makes_of_it(self):
        """Bookings are written and quotes are read by what `json` runs on, or by `json` itself."""
        import builtins
        import importlib.util

        from quote import _records

        spec = importlib.util.spec_from_file_location("quote._records_of_json", _records.__file__)
        plain = importlib.util.module_from_spec(spec)
        imports = builtins.__import__

        def import_without(name, *rest):
            if name == "_json":
                raise ImportError(name)
            return imports(name, *rest)

        builtins.__import__ = import_without
        try:
            spec.loader.exec_module(plain)
        finally:
            builtins.__import__ = imports
        self.assertNotEqual(plain._encode.__module__, _records._encode.__module__)
        booking = {
            "n": 12345678901234567890, "d": Decimal("1.50"), "f": 2.5, "none": None, "yes": True, 3: [1, {"é": "\u2028\"\\"}],
            "day": date(2026, 1, 2), "nan": float("nan")}
        self.assertEqual(_records.line(booking), plain.line(booking))
        lines = b'{"a":1.50,"n":-3,"x":[1e5,null,true,"\\u00e9"],"o":{}}\n{"b":"\xe2\x80\xa8"}\n'
        self.assertEqual(_records.read(lines), plain.read(lines))
        self.assertEqual(str(_records.read(lines)[0]["a"]), "1.50")
        cycle: dict = {}
        cycle["in"] = cycle
        for records in (plain, _records):
            with self.assertRaises(ValueError):
                records.line(cycle)
            with self.assertRaises(TypeError):
                records.line({"a": object()})

    def test_explanations_for_customers(self):
        rules = quote.Rules.of_text("""\
schema: quote/1
name: kites
currency: USD
inputs:
  id: text, key
  size: count [1..9]
let:
  each_one: $12
quote:
  - line: kite
    label: A kite
    amount: each_one * size
""")
        bookings = pa.table({"id": ["K-1"], "size": [2]})
        sent = rules.explain(bookings, for_customers=True)
        self.assertIn("A kite", sent)
        self.assertIn("$24.00", sent)
        for said in (sent, sent.to_html(), sent.to_markdown(), rules.explain({"id": "K-2", "size": 1}, for_customers=True)):
            self.assertNotIn("each_one", said)
        self.assertIn("each_one", rules.explain(bookings))
        with self.assertRaisesRegex(quote.InputError, "customers are shown text, markdown or html"):
            sent.to_dict()
        with self.assertRaisesRegex(quote.InputError, "nothing of what the rules say"):
            rules.explain(bookings, for_customers=True, why_not=True)

    def test_rules(self):
        with self.assertRaises(quote.RulesError) as caught:
            quote.Rules.of_text(RULES.replace("price * pieces", "prize * pieces"))
        self.assertIn("rules.yaml", str(caught.exception))
        self.assertTrue(caught.exception.diagnostics[0]["id"])
        more = quote.Rules.of_text(RULES, set={"quote.care.amount": "$4"}).price(table(1)).to_arrow()
        self.assertEqual(more["total"].to_pylist(), [Decimal("24.25")])
        self.assertEqual([i["name"] for i in self.rules.inputs][:2], ["id", "size"])
        self.assertIn("parcel", self.rules.check())
        sample = self.rules.sample(20)
        self.assertEqual(len(self.rules.price(sample)), 20)
        self.assertEqual(pa.schema(self.rules.arrow_schema()).names[:3], ["id", "size", "weight"])
        again = pickle.loads(pickle.dumps(self.rules))
        self.assertEqual(again.price(table()).to_arrow(), self.expected)
        self.assertEqual(
            quote.Rules.from_bytes(self.rules.to_bytes()).price(table()).to_arrow(), self.expected)

    def test_faults_of_every_library(self):
        import duckdb
        import pandas
        import polars

        worse = table(6).set_column(1, "size", pa.array(["tiny", "small", None, "large", "x", "small"]))
        frame = polars.DataFrame(worse)
        views = worse.set_column(0, "id", worse["id"].cast(pa.string_view()))
        for name, bookings in {
            "pyarrow": worse, "views": views, "polars": frame, "lazy": frame.lazy(),
            "of polars": pa.table(frame), "pandas": worse.to_pandas(),
            "duckdb": duckdb.sql("from worse"),
        }.items():
            for carry in (True, False, "all"):
                with self.subTest(name, carry=carry):
                    faults = self.rules.price(bookings, carry=carry).faults
                    self.assertEqual(faults["id"].to_pylist(), ["B-0", "B-2", "B-4"])
                    self.assertEqual(
                        faults["fault.reason"].to_pylist(),
                        ["unknown-choice", "missing", "unknown-choice"])

    def test_faults_of_quotes_that_are_priced_again(self):
        """A column `fault` of the bookings is another one than that of the quotes."""
        worse = table(4).set_column(1, "size", pa.array(["tiny", "small", "x", "large"]))
        again = self.rules.price(worse.append_column("fault", pa.array(["old"] * 4)))
        self.assertEqual(again.faults["id"].to_pylist(), ["B-0", "B-2"])
        self.assertEqual(again.faults["fault.reason"].to_pylist(), ["unknown-choice"] * 2)
        self.assertEqual(again.to_arrow().column_names[-3:], ["fault", "note", "input.fault"])
        self.assertEqual(again.to_arrow()["input.fault"].to_pylist(), ["old"] * 4)
        # A name means the same where columns are asked for.
        columns = ["fault", "input.fault"]
        some = self.rules.price(worse.append_column("fault", pa.array(["old"] * 4)), columns=columns)
        self.assertEqual(some.to_arrow(), again.to_arrow().select(columns))
        for replaced, columns in [
            (("id: text, key", "fault: text, key"), ["input.fault", "fault", "total"]),
            (("line: care", "line: fault"), ["quote.fault", "fault", "total"]),
        ]:
            named = quote.Rules.of_text(RULES.replace(*replaced))
            key = "fault" if "key" in replaced[0] else "id"
            bookings = worse.rename_columns([key, *worse.column_names[1:]])
            every = named.price(bookings).to_arrow()
            self.assertEqual(named.price(bookings, columns=columns).to_arrow(), every.select(columns))

    def test_inputs(self):
        rules = quote.Rules.of_text("""\
schema: quote/1
name: inputs
currency: EUR
inputs:
  id: text, key
  sent: instant
  day: date [2026-01-01..2026-12-31]
  left: time [08:00..18:00]
  came: instant [2026-01-01T00:00:00Z..2026-12-31T00:00:00Z]
  parcels:
    each:
      weight: number [0..2]
      parts:
        each:
          size: text
    at_most: 50
quote:
  - line: fee
    amount: €2
""")
        inputs = {made["name"]: made for made in rules.inputs}
        self.assertEqual(list(inputs), ["id", "sent", "day", "left", "came", "parcels"])
        self.assertNotIn("least", inputs["sent"])
        self.assertEqual(
            [(inputs[name]["least"], inputs[name]["most"]) for name in ("day", "left", "came")],
            [("2026-01-01", "2026-12-31"), ("08:00:00", "18:00:00"),
             ("2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z")])
        parcels = inputs["parcels"]
        self.assertEqual((parcels["type"], parcels["most"]), ("list", 50))
        self.assertEqual([made["name"] for made in parcels["fields"]], ["weight", "parts"])
        self.assertEqual([made["name"] for made in parcels["fields"][1]["fields"]], ["size"])
        self.assertIn("pyarrow.schema", repr(rules.arrow_schema()))

    def test_files(self):
        import contextlib
        import io
        import tempfile
        from pathlib import Path

        import pyarrow.parquet as pq

        from quote.__main__ import main

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "rules.yaml").write_text(RULES)
            pq.write_table(table(), path / "in.parquet")
            files = ["price", "-r", str(path / "rules.yaml"), str(path / "in.parquet"), "-o"]
            self.assertEqual(main([*files, str(path / "out.parquet")]), 0)
            quotes = pq.read_table(path / "out.parquet")
            self.assertEqual(quotes["total"].to_pylist(), self.expected["total"].to_pylist())
            self.assertEqual(main([*files, str(path / "out.arrow")]), 0)
            with pa.memory_map(str(path / "out.arrow")) as source:
                again = pa.ipc.open_file(source).read_all()
            self.assertEqual(again["total"].to_pylist(), self.expected["total"].to_pylist())
            # An ending that is no table's is refused, in and out, and nothing is written.
            for wrong in ([*files, str(path / "out.csv")],
                          ["price", "-r", files[2], str(path / "in.xlsx"), "-o", str(path / "o.parquet")]):
                said = io.StringIO()
                with contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as ended:
                    main(wrong)
                self.assertEqual(ended.exception.code, 2)
                self.assertIn("does not end in .parquet or .arrow", said.getvalue())
            worse = table().set_column(1, "size", pa.array(["tiny"] * 50))
            pq.write_table(worse, path / "in.parquet")
            self.assertEqual(main([*files, str(path / "out.parquet")]), 1)
            self.assertEqual(
                sorted(f.name for f in path.iterdir()),
                ["in.parquet", "out.arrow", "out.parquet", "rules.yaml"])

    def test_damaged_files(self):
        """A file that cannot be read is an error that names it, and no bookings at fault."""
        import contextlib
        import io
        import tempfile
        from pathlib import Path

        import pyarrow.parquet as pq

        from quote.__main__ import main

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder)
            (path / "rules.yaml").write_text(RULES)
            pq.write_table(table(2000), path / "whole.parquet", compression="none", use_dictionary=False)
            whole = (path / "whole.parquet").read_bytes()
            (path / "none.parquet").write_bytes(b"")
            (path / "text.parquet").write_text("id,size\n")
            (path / "cut.parquet").write_bytes(whole[:len(whole) // 2])
            (path / "inside.parquet").write_bytes(whole[:100] + b"\xff" * 3000 + whole[3100:])
            with pa.ipc.new_stream(path / "stream.arrow", table(3).schema) as writer:
                writer.write_table(table(3))
            with pa.ipc.new_file(path / "whole.arrow", table(3).schema) as writer:
                writer.write_table(table(3))
            whole = (path / "whole.arrow").read_bytes()
            (path / "cut.arrow").write_bytes(whole[:-30])
            (path / "none.arrow").write_bytes(b"")
            for name in ("none.parquet", "text.parquet", "cut.parquet", "inside.parquet", "gone.parquet",
                         "stream.arrow", "cut.arrow", "none.arrow", "gone.arrow"):
                with self.subTest(name):
                    said = io.StringIO()
                    with contextlib.redirect_stderr(said):
                        status = main(["price", "-r", str(path / "rules.yaml"), str(path / name), "-o",
                                       str(path / "out.parquet")])
                    self.assertEqual(status, 2)
                    self.assertRegex(said.getvalue(), rf"^quote: `.*{name}` cannot be read: .")
                    self.assertFalse((path / "out.parquet").exists())
            pq.write_table(table(0), path / "empty.parquet")
            self.assertEqual(main(["price", "-r", str(path / "rules.yaml"), str(path / "empty.parquet"), "-o",
                                   str(path / "out.parquet")]), 0)

    def test_files_that_rules_name(self):
        """They are found under every name under which the command finds them, and nowhere else."""
        import tempfile
        from pathlib import Path

        import openpyxl

        rules = """\
schema: quote/1
name: files
currency: USD
inputs:
  id: text, key
  zone: text
let:
  price:
    first: NAME
quote:
  - line: base
    amount: price default $0
"""
        with tempfile.TemporaryDirectory() as outside, tempfile.TemporaryDirectory() as folder:
            path, secret = Path(folder), Path(outside) / "secret.csv"
            (path / "in").mkdir()
            secret.write_text("zone,,price\na,,$5\n")
            (path / "link.csv").symlink_to(secret)
            book = openpyxl.Workbook()
            book.active.title = "Zones"
            for row in (["zone", None, "price"], ["a", None, "$5"]):
                book.active.append(row)
            book.save(path / "prices.xlsx")
            for name, written in [
                ("plain.csv", None), ("price list.csv", None), ("UP.CSV", None), ("a,b.csv", None),
                ("prices.xlsx", "prices.xlsx#Zones"), ("in/price list 2.csv", None),
                ("it's.csv", "'it''s.csv'"), ("[a] {b}.csv", '"[a] {b}.csv"'), ("prix é.csv", None),
                ("a: b.csv", '"a: b.csv"'), ("# prices.csv", "'# prices.csv'"),
            ]:
                with self.subTest(name):
                    if not name.endswith(".xlsx"):
                        (path / name).write_text("zone,,price\na,,$5\n")
                    (path / "rules.yaml").write_text(rules.replace("NAME", written or name))
                    made = quote.Rules(path / "rules.yaml")
                    self.assertEqual(made.price({"id": "A", "zone": "a"})["total"], Decimal("5.00"))
            for name in ("link.csv", str(secret), f"../{Path(outside).name}/secret.csv", "in"):
                with self.subTest(name):
                    (path / "rules.yaml").write_text(rules.replace("NAME", name))
                    with self.assertRaisesRegex(quote.InputError, "does not exist"):
                        quote.Rules(path / "rules.yaml")
    def test_two_relations_of_one_connection(self):
        import duckdb

        connection = duckdb.connect()
        bookings, theirs = table(), self.rules.price(table()).to_arrow()
        connection.register("bookings", bookings)
        connection.register("theirs", theirs.drop_columns(["fault", "reasons"]))
        ours, others = connection.sql("from bookings"), connection.sql("from theirs")
        self.assertFalse(self.rules.diff(ours, others).differs)
        with self.assertRaisesRegex(TypeError, "no Arrow table"):
            self.rules.diff(connection.sql("from bookings"), 7)
        self.assertEqual(connection.sql("select 42").fetchall(), [(42,)])

    def test_a_map_by_its_path(self):
        theirs = self.rules.price(table()).to_arrow().drop_columns(["fault", "reasons"])
        theirs = theirs.rename_columns(["sum" if c == "total" else c for c in theirs.column_names])
        text = (
            "schema: quote-map/1\nrecord: {}\n"
            "forms: { all: { compare: listed, fields: { sum: total } } }\n")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "theirs.yaml")
            path.write_text(text)
            for map in (text, path, str(path)):
                self.assertFalse(self.rules.diff(table(), theirs, map=map).differs)

    def test_diff(self):
        theirs = self.expected.select(["id", "total"])
        self.assertFalse(self.rules.diff(table(), theirs).differs)
        other = quote.Rules.of_text(RULES, set={"quote.care.amount": "$4"})
        found = self.rules.diff(table(), other)
        self.assertTrue(found.differs)
        self.assertIn("care", found)
        self.assertTrue(found.to_dict())

    def test_differences_travel(self):
        import copy

        found = self.rules.diff(table(), quote.Rules.of_text(RULES, set={"quote.care.amount": "$4"}))
        for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
            self.assertEqual(again, found)
            self.assertTrue(again.differs)
            self.assertEqual(again.to_dict(), found.to_dict())

    def test_wrong_arguments(self):
        """They are told by what is asked for, and keep nothing of the table."""
        import gc
        import tempfile
        from pathlib import Path

        import numpy

        rules, booking = self.rules, {"id": "B", "size": "small", "weight": 2, "day": "2026-03-03"}
        for said, work in [
            ("as_of is a datetime .* not date", lambda: quote.Rules.of_text(RULES, as_of=date(2026, 6, 1))),
            ("as_of is a datetime .* not int", lambda: quote.Rules.of_text(RULES, as_of=5)),
            ("nobody makes up -1 bookings", lambda: rules.sample(-1)),
            ("money is for tables", lambda: rules.price(booking, money="float64")),
            ("columns is for tables", lambda: rules.price([booking], columns=["total"])),
            ("carry is for tables", lambda: rules.price(booking, carry="all")),
            ("any_keys is for tables", lambda: rules.price([booking], any_keys=True)),
            ("a list of dicts", lambda: rules.price(made for made in [booking])),
            ("a map is a text or .* not dict", lambda: rules.diff(table(1), table(1), map={"key": "id"})),
            ("not int", lambda: quote.Rules({5: RULES})),
        ]:
            with self.subTest(said):
                with self.assertRaisesRegex((TypeError, ValueError), said):
                    work()
        self.assertEqual(rules.price(booking, carry=False, threads=1)["total"], Decimal("7.50"))
        with tempfile.TemporaryDirectory() as folder:
            rules_file, overlay = Path(folder) / "rules.yaml", Path(folder) / "more.yaml"
            rules_file.write_text(RULES)
            overlay.write_text("quote:\n  - line: care\n    amount: $4\n")
            for one in (overlay, str(overlay), [overlay]):
                made = quote.Rules(rules_file, overlays=one).price({**booking, "fragile": True})
                self.assertEqual(made["total"], Decimal("11.50"))
        numbered = quote.Rules.of_text(RULES.replace("id: text", "id: count"))
        numbers = table(9).set_column(0, "id", pa.array(range(9)))
        for key in (5, 5.0, numpy.int64(5), numpy.float64(5), "5", [5], numpy.array([5])):
            self.assertIn("5", numbered.explain(numbers, key=key).splitlines()[0])
        bookings = table(5000)
        gc.collect()
        before = pa.total_allocated_bytes()
        for options in ({"money": "euro"}, {"carry": "some"}, {"columns": [5]}, {"threads": "2"}):
            with self.assertRaises((TypeError, ValueError)):
                rules.price(bookings.slice(0, 4000).combine_chunks(), **options)
        gc.collect()
        self.assertEqual(pa.total_allocated_bytes(), before)

    def test_merged_differences(self):
        """What fails a part of two tables fails the whole, unless the whole knows better."""
        from quote._merged import document, merged

        def both(bookings: pa.Table, theirs: pa.Table, *cuts: int):
            ends = [0, *cuts, len(bookings)]
            parts = [
                document(self.rules.diff_json(*(side.slice(start, end - start) for side in (bookings, theirs))))
                for start, end in zip(ends, ends[1:])]
            return self.rules.diff(bookings, theirs), merged(parts)

        base = table(30)
        answers = self.expected.slice(0, 30).drop_columns(["fault", "reasons"])
        at = answers.column_names.index("status")
        status = answers["status"].to_pylist()
        for theirs, said in [
            (answers.set_column(at, "status", pa.array(["cancelled"] + status[1:])),
             "a status that no quote has"),
            (answers.set_column(at, "status", pa.array(["cancelled", "gone"] + status[2:-1] + ["x"])),
             "2 rows have a status that no quote has.*in 1 other part"),
            (answers.rename_columns(["Status" if n == "status" else n for n in answers.column_names]),
             "no status was compared: is their `Status` our `status`"),
            (answers.drop_columns(["total"]), "no total was compared"),
        ]:
            with self.subTest(said):
                alone, found = both(base, theirs, 10, 20)
                self.assertTrue(alone.differs)
                self.assertTrue(found.differs)
                self.assertRegex(str(found), said)
        # A part of nothing, or mostly of faults, is none of the whole.
        fault = base.set_column(2, "weight", pa.array([Decimal("99.0")] * 3 + [Decimal("1.0")] * 27))
        faults = self.rules.price(fault).to_arrow().drop_columns(["fault", "reasons"])
        for theirs, bookings in ((answers, base), (faults, fault)):
            alone, found = both(bookings, theirs, 2, 4)
            self.assertFalse(alone.differs, alone)
            self.assertFalse(found.differs, found)
        parts = [document(self.rules.diff_json(base, answers)) for _ in range(2)]
        without = "20 of 30 bookings are without a key, and were not compared; a limit, as `…`, says"
        parts[0] |= {"failures": [without], "priced_by_both": 10}
        self.assertFalse(merged(parts).differs)
        parts[1] |= {"failures": [without.replace("20", "25")], "priced_by_both": 5}
        self.assertEqual(
            merged(parts).to_dict()["failures"], [without.replace("20", "25") + " (and in 1 other part)"])
        # What the whole counts is told once.
        _, found = both(base, answers.set_column(
            answers.column_names.index("total"), "total", pa.array([Decimal("1.00")] * 30)), 10)
        self.assertEqual(found.to_dict()["failures"], ["30 bookings differ"])
    def test_keys_that_are_no_column(self):
        """Keys inside of an object, and by one of two names."""
        rules = quote.Rules.of_text(
            "schema: quote/1\nname: a\ncurrency: USD\ninputs:\n  order: text, key, from o.id or b\n"
            "  n: count [0..9]\nquote:\n  - line: a\n    amount: $2 * n\n")
        bookings = pa.table({
            "o": [{"id": "z1"}, {"id": None}, {"id": "z3"}], "b": [None, "y", None],
            "n": [1, 2, 30]})
        quotes = rules.price(bookings)
        self.assertEqual(quotes.to_arrow()["order"].to_pylist(), ["z1", "y", "z3"])
        self.assertEqual(quotes.faults["order"].to_pylist(), ["z3"])
        theirs = pa.table({"order": ["z1", "y"], "total": [2.0, 5.0]})
        self.assertIn("different", str(rules.diff(bookings.slice(0, 2), theirs)))

    def test_other_rules_differ_in_any_value(self):
        """A line with another name, an output that is gone, another reason, another currency."""
        declining = RULES + "decline:\n  - when: pieces > 4\n    reason: too many\n"
        rules = quote.Rules.of_text(declining)
        self.assertFalse(rules.diff(table(), quote.Rules.of_text(declining)).differs)
        for old, new in [
            ("line: care", "line: extra_care"), ("outputs:\n  sent: day\n", ""),
            ("reason: too many", "reason: far too many"),
        ]:
            with self.subTest(new=new):
                other = quote.Rules.of_text(declining.replace(old, new))
                self.assertTrue(rules.diff(table(), other).differs)
        euros = declining.replace("currency: USD", "currency: EUR").replace("$", "€")
        with self.assertRaisesRegex(quote.InputError, "two currencies"):
            rules.diff(table(), quote.Rules.of_text(euros))
        with self.assertRaisesRegex(ValueError, "other rules"):
            rules.diff(table(), rules, map="schema: quote-map/1")

    def test_reasons_are_compared_as_quotes_have_them(self):
        rules = quote.Rules.of_text(
            RULES + "decline:\n  - when: pieces > 4\n    reason: too many\n")
        theirs = rules.price(table()).to_arrow().drop_columns(["fault"])
        self.assertFalse(rules.diff(table(), theirs).differs)
        place = theirs.column_names.index("reasons")
        reasons = [["other"] if r else r for r in theirs["reasons"].to_pylist()]
        changed = theirs.set_column(place, "reasons", pa.array(reasons, pa.list_(pa.string())))
        self.assertTrue(rules.diff(table(), changed).differs)

    def test_short_floats(self):
        """All digits that make a float count; what computing with floats adds does not."""
        rules = quote.Rules.of_text(
            "schema: quote/1\nname: a\ncurrency: USD\ninputs:\n  id: text, key\n"
            "  sum: money [$0..$1000000]\nquote:\n  - line: a\n    amount: sum\n")
        third = 0.1 + 0.2  # 0.30000001192… as a float of four bytes.
        for type, given, read in [
            (pa.float32(), [12345.67, 99999.99, 16777.21, 0.1, third, 123456.78],
             ["12345.67", "99999.99", "16777.21", "0.10", "0.30", "123456.78"]),
            (pa.float16(), [1025, 2047, 0.25, 0.1, 1000, 12.5],
             ["1025.00", "2047.00", "0.25", "0.10", "1000.00", "12.50"]),
        ]:
            with self.subTest(type=type):
                values = pa.array(given, pa.float64()).cast(type)
                bookings = pa.table({"id": [str(i) for i in range(len(given))], "sum": values})
                totals = rules.price(bookings).to_arrow()["total"].to_pylist()
                self.assertEqual([str(t) for t in totals], read)

    def test_numbers_that_are_none(self):
        rules = quote.Rules.of_text(
            "schema: quote/1\nname: a\ncurrency: USD\narithmetic: python\ninputs:\n"
            "  id: text, key\n  x: number\nquote:\n  - line: a\n    amount: $1 * x\n")
        infinite = float("inf")
        quotes = rules.price(pa.table({"id": ["a", "b", "c"], "x": [1.5, infinite, -infinite]}))
        self.assertEqual(
            quotes.to_arrow()["status"].to_pylist(), ["quoted", "fault", "fault"])

    def test_a_moment_far_away_faults_alone(self):
        """Whatever batch it is in."""
        days = [20513 * 86_400_000 + 86_400_000 * i for i in range(6)] + [10**17]
        moments = pa.array(days, pa.int64()).view(pa.timestamp("ms"))
        bookings = table(7).set_column(5, "day", moments)
        expected = ["quoted"] * 6 + ["fault"]
        for rows in (1, 4, 7):
            batches = pa.Table.from_batches(bookings.to_batches(max_chunksize=rows))
            self.assertEqual(
                self.rules.price(batches).to_arrow()["status"].to_pylist(), expected)

    def test_diff_reads_streams_once(self):
        """Bookings and answers that can be read once are compared, in both of the formats."""
        theirs = self.expected.select(["id", "total"])
        found = self.rules.diff(table().to_reader(), theirs.to_reader())
        self.assertFalse(found.differs, found)
        self.assertEqual(found.to_dict()["records"], 50)
        other = quote.Rules.of_text(RULES, set={"quote.care.amount": "$4"})
        found = self.rules.diff(table().to_reader(), other)
        self.assertTrue(found.differs)
        self.assertEqual(found.to_dict()["records"], 50)

    def test_threads_and_forks(self):
        results, base = [], table(5000)
        def work():
            results.append(self.rules.price(base, threads=1).to_arrow())
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        child = os.fork()
        if child == 0:
            fine = self.rules.price(base).to_arrow()["status"][0].as_py() == "quoted"
            os._exit(0 if fine else 1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        for thread in threads:
            thread.join()
        self.assertTrue(all(r == results[0] for r in results))


class Zones(unittest.TestCase):
    """Rules take the transitions of their time zones along."""

    RULES = """\
schema: quote/1
name: shifts
currency: USD
timezone: Europe/Berlin
inputs:
  id: text, key
  at: instant
quote:
  - line: base
    amount: $1
outputs:
  hour: hour(at)
"""

    @staticmethod
    def moments() -> pa.Table:
        return pa.table({
            "id": ["winter", "summer"],
            "at": pa.array(
                [datetime(2026, 1, 5, 12, tzinfo=timezone.utc),
                 datetime(2026, 7, 5, 12, tzinfo=timezone.utc)], pa.timestamp("us", "UTC"))})

    def test_they_travel(self):
        import base64
        import json

        here = quote.Rules.of_text(self.RULES)
        self.assertEqual(here.price(self.moments()).to_arrow()["hour"].to_pylist(), [13, 14])
        state = json.loads(here.to_bytes())
        zones = base64.b64decode(state["zones"])
        self.assertIn(b"Europe/Berlin 0 ", zones)
        self.assertNotIn(b"Paris", zones)
        # Another database: what is called Berlin there is Tokyo.
        tokyo = quote.Rules.of_text(self.RULES.replace("Europe/Berlin", "Asia/Tokyo"))
        other = base64.b64decode(json.loads(tokyo.to_bytes())["zones"])
        state["zones"] = base64.b64encode(other.replace(b"Asia/Tokyo", b"Europe/Berlin")).decode()
        there = quote.Rules.from_bytes(json.dumps(state).encode())
        self.assertEqual(there.price(self.moments()).to_arrow()["hour"].to_pylist(), [21, 21])
        # And from there on, as often as they travel.
        again = pickle.loads(pickle.dumps(there))
        self.assertEqual(again.price(self.moments()).to_arrow()["hour"].to_pylist(), [21, 21])

    def test_rules_without_a_zone_carry_none(self):
        import json

        self.assertEqual(json.loads(quote.Rules.of_text(RULES).to_bytes())["zones"], "")

    def test_zones_that_are_none(self):
        import base64
        import json

        state = json.loads(quote.Rules.of_text(self.RULES).to_bytes())
        state["zones"] = base64.b64encode(b"no zones").decode()
        with self.assertRaisesRegex(quote.InputError, "time zones"):
            quote.Rules.from_bytes(json.dumps(state).encode())


class Lists(unittest.TestCase):
    RULES = """\
schema: quote/1
name: orders
currency: USD
inputs:
  id: text, key
  city: text, from place.city
  items:
    each:
      sku: one of pen | book
      count: count [1..9], default 1
    at_most: 4
quote:
  - line: goods
    for: items
    amount: (if sku = "pen" then $1 else $10) * count
outputs:
  where: city
"""

    KIND = pa.struct([("sku", pa.string()), ("count", pa.int32())])
    ITEMS = [
        [{"sku": "pen", "count": 3}, {"sku": "book", "count": None}], [], None,
        [{"sku": "book", "count": 2}], [{"sku": "pen", "count": 1}] * 5,
        [{"sku": "pen", "count": 1}, {"sku": "pencil", "count": 1}],
    ]
    TOTALS = [Decimal("13.00"), Decimal("0.00"), Decimal("0.00"), Decimal("20.00"), None, None]

    @classmethod
    def setUpClass(cls):
        cls.rules = quote.Rules.of_text(cls.RULES)

    def table(self, items) -> pa.Table:
        return pa.table({
            "id": [str(i) for i in range(6)],
            "place": pa.array([{"city": "Rome"}] * 6, pa.struct([("city", pa.string())])),
            "items": items})

    def check(self, items) -> None:
        table = self.table(items)
        for first in (0, 1, 3):
            quotes = self.rules.price(table.slice(first)).to_arrow()
            self.assertEqual(quotes["total"].to_pylist(), self.TOTALS[first:], items.type)
        faults = [f and (f["reason"], f["field"]) for f in quotes["fault"].to_pylist()]
        self.assertEqual(
            faults, [None, ("too-many-elements", "items"), ("unknown-choice", "items[1].sku")])
        self.assertEqual(quotes["where"].to_pylist(), ["Rome", None, None])

    def test_kinds_of_lists(self):
        for kind in (pa.list_(self.KIND), pa.large_list(self.KIND), pa.list_view(self.KIND)):
            with self.subTest(str(kind)):
                self.check(pa.array(self.ITEMS, kind))

    def test_lines(self):
        quotes = self.rules.price(
            self.table(pa.array(self.ITEMS, pa.list_(self.KIND))), columns=["lines", "id"]).to_arrow()
        amounts = [
            lines and [(line["line"], line["element"], line["amount"]) for line in lines]
            for lines in quotes["lines"].to_pylist()]
        self.assertEqual(amounts, [
            [("goods", 1, Decimal("3.00")), ("goods", 2, Decimal("10.00"))], [], [],
            [("goods", 1, Decimal("20.00"))], None, None])

    def test_words(self):
        items = pa.array(self.ITEMS, pa.list_(self.KIND))
        words = pa.StructArray.from_arrays(
            [items.values.field(0).dictionary_encode(), items.values.field(1)], ["sku", "count"])
        self.check(pa.ListArray.from_arrays(items.offsets, words, mask=items.is_null()))

    def test_lists_that_are_null_and_not_empty(self):
        items = pa.array(self.ITEMS[:4] + [[], []], pa.list_(self.KIND))
        mask = pa.array([True, False, False, False, False, False])
        hidden = pa.ListArray.from_arrays(items.offsets, items.values, mask=mask)
        quotes = self.rules.price(self.table(hidden)).to_arrow()
        self.assertEqual(
            quotes["total"].to_pylist(), [Decimal(t) for t in ("0.00", "0.00", "0.00", "20.00", "0.00", "0.00")])

    def test_texts(self):
        import json

        self.check(pa.array([
            None if items is None else json.dumps(
                [{k: v for k, v in i.items() if v is not None} for i in items])
            for items in self.ITEMS]))

    def test_entries(self):
        rules = quote.Rules.of_text("""\
schema: quote/1
name: traits
currency: USD
inputs:
  id: text, key
  size: count [1..9], from traits[key=size].value, default 1
quote:
  - line: made
    amount: $2 * size
""")
        kind = pa.list_(pa.struct([("key", pa.string()), ("value", pa.string())]))
        traits = pa.array([
            [{"key": "hue", "value": "red"}, {"key": "size", "value": "3"}], [], None,
            [{"key": "size", "value": "large"}], [{"key": None, "value": "4"}]], kind)
        table = pa.table({"id": list("abcde"), "traits": traits, "note": list("abcde")})
        quotes = rules.price(table).to_arrow()
        self.assertEqual(
            quotes["total"].to_pylist(), [Decimal("6.00"), Decimal("2.00"), Decimal("2.00"), None, Decimal("2.00")])
        self.assertEqual(quotes["fault"].to_pylist()[3]["reason"], "not-a-number")
        self.assertEqual(quotes.column_names[-2:], ["fault", "note"])
        self.assertIn("6.00", rules.explain(table, key="a"))

    def test_rows_of_elements(self):
        rows = pa.table({"id": ["A", "A"], "place.city": ["Rome"] * 2, "sku": ["pen", "book"]})
        with self.assertRaisesRegex(quote.InputError, "element of `items`"):
            self.rules.price(rows)


if __name__ == "__main__":
    unittest.main()
