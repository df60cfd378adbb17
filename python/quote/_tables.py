"""Tables of others as Arrow streams, and quotes as tables for others."""

from __future__ import annotations

import ctypes
import json
from ctypes import byref, c_int, c_void_p

from ._library import (
    ARRAY, SCHEMA, STREAM, ArrowArray, ArrowArrayStream, ArrowSchema, call, capsule, held, library,
)


def stream_of(table) -> ArrowArrayStream:
    """A table, whoever holds it, as a stream that is ours.

    Anything with `__arrow_c_stream__` or `__arrow_c_array__`: pyarrow's tables, batches and
    readers, Polars' and pandas' frames, DuckDB's relations, nanoarrow, DataFusion.
    """
    stream = ArrowArrayStream()
    if hasattr(table, "__arrow_c_stream__"):
        move(held(table.__arrow_c_stream__(), ArrowArrayStream, STREAM), stream)
    elif hasattr(table, "__arrow_c_array__"):
        schema, array = table.__arrow_c_array__()
        call(
            library.quote_stream_of, byref(held(schema, ArrowSchema, SCHEMA)),
            byref(held(array, ArrowArray, ARRAY)), byref(stream))
    elif hasattr(table, "collect") and hasattr(table, "lazy"):
        return stream_of(table.collect())  # A lazy frame of Polars, which is no table yet.
    elif hasattr(table, "to_arrow_table"):
        return stream_of(table.to_arrow_table())
    elif hasattr(table, "fetch_record_batch"):
        return stream_of(table.fetch_record_batch())
    else:
        raise TypeError(
            f"{type(table).__name__} is no Arrow table: it has no `__arrow_c_stream__`. Give a table "
            "of pyarrow, Polars, pandas (2.2 or newer, with pyarrow), DuckDB or nanoarrow, or a dict "
            "for one booking")
    return stream


def move(theirs: ArrowArrayStream, ours: ArrowArrayStream) -> None:
    if not theirs.release:
        raise ValueError("the stream was used before: it can be read once")
    ctypes.memmove(byref(ours), byref(theirs), ctypes.sizeof(ArrowArrayStream))
    # The memory of a function pointer that is nothing.
    offset = ArrowArrayStream.release.offset
    ctypes.memset(ctypes.addressof(theirs) + offset, 0, ctypes.sizeof(c_void_p))


class QuoteStream:
    """Quotes that are priced while they are read: once, and in memory that does not grow.

    Give it to whatever takes an Arrow stream: `pyarrow.RecordBatchReader.from_stream(quotes)`,
    `polars.from_arrow`, a writer of Parquet.
    """

    def __init__(self, stream: ArrowArrayStream, rules):
        self._stream = stream
        self._rules = rules

    def __arrow_c_stream__(self, requested_schema=None):
        if not self._stream.release:
            raise ValueError("the quotes were read before: a stream can be read once")
        return capsule(ArrowArrayStream, STREAM, lambda to: move(self._stream, to))

    def to_arrow(self):
        """A pyarrow.RecordBatchReader."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self)

    def collect(self) -> "Quotes":
        """All of them, priced now."""
        return Quotes(self._stream, self._rules)

    def __del__(self):
        if self._stream.release:
            self._stream.release(byref(self._stream))


class Quotes:
    """The quotes of a table, one row a booking and in its order.

    Whatever reads Arrow reads them, as often as it likes: `polars.DataFrame(quotes)`,
    `pyarrow.table(quotes)`, `duckdb.sql("from quotes")`.
    """

    def __init__(self, stream: ArrowArrayStream, rules):
        self._rules = rules
        self._batches = c_void_p()
        call(library.quote_batches_new, byref(stream), byref(self._batches))
        more = c_int(1)
        # Between two batches Python looks whether somebody pressed Ctrl-C.
        while more.value:
            call(library.quote_batches_read, self._batches, byref(more))

    def __len__(self) -> int:
        return library.quote_batches_rows(self._batches)

    def __arrow_c_stream__(self, requested_schema=None):
        return capsule(
            ArrowArrayStream, STREAM,
            lambda to: call(library.quote_batches_stream, self._batches, byref(to)))

    def to_arrow(self):
        """A pyarrow.Table."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self):
        """A polars.DataFrame."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self):
        """A pandas.DataFrame; money is decimal."""
        return self.to_arrow().to_pandas()

    @property
    def faults(self):
        """The bookings that could not be priced, as a pyarrow.Table: key and why."""
        table = self.to_arrow()
        if "fault" not in table.column_names:
            raise ValueError("these quotes have no column `fault`: leave it among `columns`")
        mask = table["fault"].is_valid()
        found = table.filter(mask)
        key = [name for name in found.column_names[:1] if name not in ("status", "fault")]
        return found.select(key + ["fault"]).flatten()

    def counts(self) -> dict[str, int]:
        """How many are quoted, declined and at fault."""
        counts = {"quoted": 0, "declined": 0, "fault": 0}
        for row in self.to_arrow()["status"].value_counts().to_pylist():
            counts[row["values"]] = row["counts"]
        return counts

    def __repr__(self) -> str:
        return f"<{len(self)} quotes>"

    def __del__(self):
        batches = getattr(self, "_batches", None)
        if batches:
            library.quote_batches_free(batches)


class Explanation(str):
    """An explanation as a text; a page in a notebook, and a dict on request."""

    def __new__(cls, text: str, again):
        made = super().__new__(cls, text)
        made._again = again
        return made

    def to_dict(self) -> dict:
        """What `quote explain --format json` prints."""
        return json.loads(self._again("json"))

    def to_markdown(self) -> str:
        return self._again("markdown")

    def to_html(self) -> str:
        return self._again("html")

    def _repr_html_(self) -> str:
        import html

        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:36em;border:0"></iframe>'

    def __reduce__(self):
        return str, (str(self),)


class Difference(str):
    """What differs, as a text. True where the comparison did not hold."""

    def __new__(cls, text: str, differs: bool, document: dict | None = None):
        made = super().__new__(cls, text)
        made.differs = differs
        made._document = document
        return made

    def to_dict(self) -> dict | None:
        """What `quote diff --format json` prints."""
        return self._document
