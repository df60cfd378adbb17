"""Spark over the same compiled rules: `quote.spark.price(df, rules)`.

Rules travel to the workers as bytes, with their overlays and tables, and are compiled once a process.
Each partition is priced by itself, batch by batch, in memory that does not grow. Neighbours may have
the same key there, for where one partition ends depends on Spark; `as_of` is what the rules have, so
that "now" was read once, by whoever made them.
"""

from __future__ import annotations

from typing import Iterable, Iterator

from ._compiled import compiled
from ._rules import Rules


def price(
    df, rules: Rules, *, columns: Iterable[str] | None = None,
    carry: bool | str | Iterable[str] = True, money: str = "decimal",
):
    """The quotes of a DataFrame of bookings as a DataFrame, in the same partitions.

    A booking that cannot be priced stays as a row, its `fault` an object with the reason.
    """
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    options = {
        "columns": list(columns) if columns is not None else None,
        "carry": carry if isinstance(carry, (bool, str)) else list(carry), "money": money,
        "plain_status": True, "any_keys": True}
    inside = to_arrow_schema(df.schema)
    empty = pa.Table.from_batches([], inside)
    outside = _taken(rules.price(empty, threads=1, **options).to_arrow().schema)
    data = rules.to_bytes()

    def work(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        here = compiled(data)
        first = next(batches, None)
        if first is None:
            return
        def all_batches():
            yield first
            yield from batches
        reader = pa.RecordBatchReader.from_batches(first.schema, all_batches())
        for quotes in here.price_stream(reader, **options).to_arrow():
            yield pa.RecordBatch.from_arrays(
                [column if column.type == field.type else column.cast(field.type)
                 for column, field in zip(quotes.columns, outside)], schema=outside)

    return df.mapInArrow(work, from_arrow_schema(outside))


def _taken(schema):
    """A schema of types that Spark has: words of a dictionary are texts there."""
    import pyarrow as pa

    def plain(kind: pa.DataType) -> pa.DataType:
        if pa.types.is_dictionary(kind):
            return plain(kind.value_type)
        if pa.types.is_list(kind):
            return pa.list_(pa.field("element", plain(kind.value_type)))
        if pa.types.is_struct(kind):
            return pa.struct([pa.field(f.name, plain(f.type), f.nullable) for f in kind])
        if pa.types.is_time(kind):
            return pa.string()
        return kind

    return pa.schema([pa.field(f.name, plain(f.type), f.nullable) for f in schema])


def gather(df, key: str, list_name: str, fields: Iterable[str], position: str):
    """Bookings in rows of elements as one row a booking: the fields of each row become an object
    in a list, in the order of `position`. The other columns are those of the first row.

    Without a position there is no order in a distributed table.
    """
    from pyspark.sql import functions as f

    fields = list(fields)
    kept = [c for c in df.columns if c not in {key, position, *fields}]
    element = f.struct(f.col(position), *[f.col(c) for c in fields])
    first = [f.min_by(f.col(c), f.col(position)).alias(c) for c in kept]
    grouped = df.groupBy(key).agg(
        *first, f.array_sort(f.collect_list(element)).alias(list_name))
    return grouped.withColumn(
        list_name,
        f.transform(list_name, lambda e: f.struct(*[e[c].alias(c) for c in fields])))
