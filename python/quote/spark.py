"""Spark over the same compiled rules: `quote.spark.price(df, rules)`.

Rules travel to the workers as bytes, with their overlays, their tables and the transitions of the time
zones that they name, and are compiled once a process.
Each partition is priced by itself, batch by batch, in memory that does not grow. Neighbours may have
the same key there, for where one partition ends depends on Spark; `as_of` is what the rules have, so
that "now" was read once, by whoever made them.
"""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from ._compiled import compiled
from ._merged import document, merged
from ._rules import Rules
from ._tables import Difference


def price(
    df: Any, rules: Rules, *, columns: Iterable[str] | None = None,
    carry: bool | str | Iterable[str] = True, money: str = "decimal",
) -> Any:
    """The quotes of a DataFrame of bookings as a DataFrame, in the same partitions.

    A booking that cannot be priced stays as a row, its `fault` an object with the reason.
    """
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    options: dict[str, Any] = {
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


def diff(
    df: Any, theirs: Any, rules: Rules, *, map: str | None = None, key: str | None = None,
    their_key: str | None = None, parts: int | None = None,
) -> Difference:
    """What differs between the quotes of a DataFrame and what somebody else answered, a DataFrame
    with the same keys: one summary, in which counts and causes of all parts are added up.

    Both are brought together by the key, which is the column of the rules' key unless `key` and
    `their_key` say otherwise. `parts` is in how many they are cut, by default Spark's
    `spark.sql.shuffle.partitions`: both sides of a part are in a worker's memory at once.
    """
    import pyarrow as pa
    from pyspark.sql import functions as f

    key = key or rules.key_column
    if key is None:
        raise ValueError("the rules have no key that is one column: say which with key=")
    their_key = their_key or key
    parts = parts or int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    data, bucket = rules.to_bytes(), "quote_part"

    def cut(side, name: str):
        place = f.pmod(f.xxhash64(f.coalesce(f.col(name).cast("string"), f.lit(""))), f.lit(parts))
        return side.withColumn(bucket, place).groupBy(bucket)

    def compare(group, ours, others):
        # In the order of their keys, so that the answer is the same however Spark shuffles.
        both = [
            side.drop_columns([bucket]).sort_by([(name, "ascending")])
            for side, name in ((ours, key), (others, their_key))]
        said = compiled(data).diff_json(*both, map=map)
        return pa.table({"part": pa.array([group[0].as_py()], pa.int64()), "document": [said]})

    found = cut(df, key).cogroup(cut(theirs, their_key)).applyInArrow(
        compare, "part long, document string").collect()
    return merged(document(row["document"]) for row in sorted(found, key=lambda row: row["part"]))


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


def gather(df: Any, key: str, list_name: str, fields: Iterable[str], position: str) -> Any:
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
