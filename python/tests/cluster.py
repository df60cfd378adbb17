"""Spark and Ray, run for real: the same quotes as in one process, at whatever parts."""

import os
import sys
import unittest
from decimal import Decimal

import pyarrow as pa

import quote
from tables import RULES, table

try:
    import pyspark
except ImportError:
    pyspark = None
try:
    import ray
except ImportError:
    ray = None


def by_key(rows: list[dict]) -> list[dict]:
    return sorted(rows, key=lambda row: row["id"] or "")


def expected(rules: quote.Rules, bookings: pa.Table) -> list[dict]:
    quotes = rules.price(bookings, plain_status=True, any_keys=True, threads=1).to_arrow()
    return by_key(quotes.to_pylist())


@unittest.skipIf(pyspark is None, "no pyspark here")
class Spark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from pyspark.sql import SparkSession

        os.environ["PYSPARK_PYTHON"] = sys.executable
        cls.spark = (
            SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "3").config("spark.driver.memory", "1g")
            .config("spark.sql.session.timeZone", "UTC")
            .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
            .getOrCreate())
        cls.spark.sparkContext.setLogLevel("ERROR")
        cls.rules = quote.Rules.of_text(RULES, set={"quote.care.amount": "$4"})

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def test_partitions(self):
        import quote.spark

        base = table(500)
        worse = base.set_column(
            base.column_names.index("size"), "size",
            pa.array(["tiny" if i % 50 == 7 else s for i, s in enumerate(base["size"].to_pylist())]))
        df = self.spark.createDataFrame(worse.to_pandas(integer_object_nulls=True), self.schema())
        rows = quote.spark.price(df.repartition(3), self.rules).collect()
        self.assertEqual(
            by_key([row.asDict(recursive=True) for row in rows]), expected(self.rules, worse))
        self.assertEqual(sum(row["fault"] is not None for row in rows), 10)

    def test_diff(self):
        """One summary of all parts: the counts and causes of one process."""
        import quote.spark

        ours, other = self.rules, quote.Rules.of_text(RULES, set={"quote.care.amount": "$5"})
        bookings = table(300)
        answers = other.price(bookings, carry=False, plain_status=True).to_arrow()
        answers = answers.drop_columns(["fault", "reasons"]).slice(0, 290)
        alone = ours.diff(bookings, answers).to_dict()
        df = self.spark.createDataFrame(bookings.to_pandas(integer_object_nulls=True), self.schema())
        theirs = self.spark.createDataFrame(answers.to_pandas())
        found = quote.spark.diff(df.repartition(4), theirs.repartition(3), ours, parts=5)
        self.assertTrue(found.differs)
        whole = found.to_dict()
        for name in ("records", "same", "different", "not_comparable", "compared_values", "higher"):
            self.assertEqual(whole[name], alone[name], name)
        self.assertEqual(whole["only_ours"]["count"], 10)
        self.assertEqual(float(whole["below"]), float(alone["below"]))
        self.assertEqual(
            [(c["name"], c["bookings"], float(c["below"])) for c in whole["causes"]],
            [(c["name"], c["bookings"], float(c["below"])) for c in alone["causes"]])
        same = quote.spark.diff(df.limit(290), theirs, other, parts=3)
        self.assertFalse(same.differs, same)
        nothing = quote.spark.diff(df.limit(0), theirs.limit(0), other, parts=3)
        self.assertTrue(nothing.differs, "a comparison of nothing holds nothing")

    def test_empty(self):
        import quote.spark

        df = self.spark.createDataFrame([], self.schema())
        self.assertEqual(quote.spark.price(df, self.rules).count(), 0)

    @staticmethod
    def schema() -> str:
        return ("id string, size string, weight decimal(9,1), pieces bigint, fragile boolean, "
                "day date, note string")

    def test_rows_of_elements(self):
        import quote.spark

        rules = quote.Rules.of_text(ORDERS)
        df = self.spark.createDataFrame(
            [("B", 2, 3, "x"), ("A", 1, 5, "y"), ("B", 1, 10, "z"), ("A", 2, 1, "w")],
            "id string, position int, grams int, note string")
        orders = quote.spark.gather(df, "id", "items", ["grams"], "position")
        rows = by_key([r.asDict() for r in quote.spark.price(orders, rules).collect()])
        self.assertEqual(
            [(r["id"], r["total"]) for r in rows], [("A", Decimal("6.00")), ("B", Decimal("13.00"))])


ORDERS = """\
schema: quote/1
name: orders
currency: USD
inputs:
  id: text, key
  items:
    each:
      grams: count [0..1000]
    at_most: 5
quote:
  - line: contents
    for: items
    amount: $1 * grams
"""


@unittest.skipIf(ray is None, "no ray here")
class Ray(unittest.TestCase):
    def test_batches(self):
        import ray
        import quote.ray

        ray.init(
            num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=10**8)
        try:
            rules = quote.Rules.of_text(RULES)
            bookings = table(400)
            dataset = ray.data.from_arrow([bookings.slice(0, 150), bookings.slice(150)])
            priced = quote.ray.price(dataset, rules, batch_size=64)
            tables = [ray.get(ref) for ref in priced.to_arrow_refs()]
            rows = [row for part in tables for row in part.to_pylist()]
            self.assertEqual(by_key(rows), expected(rules, bookings))
        finally:
            ray.shutdown()


if __name__ == "__main__":
    unittest.main()
