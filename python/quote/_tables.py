"""Quotes as tables for others, and what is said of them."""

from __future__ import annotations

import sys
from ctypes import byref, c_int, c_void_p

from ._library import STREAM, ArrowArrayStream, InputError, call, capsule, library
from ._streams import Chain, Stream, move, new_stream, reading, stream_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ._streams import Table


class _Lent:
    """A stream for whoever takes Arrow's."""

    def __init__(self, stream: Stream):
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return capsule(ArrowArrayStream, STREAM, lambda to: move(self._stream, to))


def _batches(reader: Any, chain: Chain) -> Iterator[Any]:
    """The batches of a reader of pyarrow; what an iterator behind it raises is raised here."""
    error: InputError | None = None
    try:
        yield from reader
    except (OSError, ValueError) as said:
        if not chain.is_broken:
            raise
        error = InputError(str(said), "stream-failed")
    finally:
        # Not later, when an exception may be on its way, and an iterator cannot run.
        reader.close()
    chain.raise_kept(error)


class QuoteStream:
    """Quotes that are priced while they are read: once, and in memory that does not grow.

    Give it to whatever takes an Arrow stream: `pyarrow.RecordBatchReader.from_stream(quotes)`,
    `polars.from_arrow`, a writer of Parquet.
    """

    def __init__(self, stream: Stream, rules: object):
        self._stream = stream
        self._rules = rules

    def _taken(self) -> Stream:
        """The stream, for whoever asks first."""
        if not self._stream.release:
            raise ValueError("the quotes were read before: a stream can be read once")
        taken = new_stream(self._stream.chain)
        move(self._stream, taken)
        return taken

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        if self._stream.chain is not None and "pyarrow" in sys.modules:
            # It gives a stream up while its own error is on its way, when an iterator cannot run.
            return self.to_arrow().__arrow_c_stream__()
        return _Lent(self._taken()).__arrow_c_stream__()

    def to_arrow(self) -> Any:
        """A pyarrow.RecordBatchReader."""
        import pyarrow

        stream = self._taken()
        chain = stream.chain
        reader = pyarrow.RecordBatchReader.from_stream(_Lent(stream))
        if chain is None:
            return reader
        return pyarrow.RecordBatchReader.from_batches(reader.schema, _batches(reader, chain))

    def collect(self) -> "Quotes":
        """All of them, priced now."""
        return Quotes(self._taken(), self._rules)


class Batches:
    """What came in a stream, which is read once, for whoever reads it as often as they like."""

    def __init__(
        self, stream: Stream, progress: Callable[[int], object] | None = None
    ):
        self._batches = c_void_p()
        reading(stream, library.quote_batches_new, byref(stream), byref(self._batches))
        more = c_int(1)
        # Between two batches Python looks whether somebody pressed Ctrl-C.
        while more.value:
            reading(stream, library.quote_batches_read, self._batches, byref(more))
            if progress is not None and more.value:
                progress(len(self))

    def __len__(self) -> int:
        return library.quote_batches_rows(self._batches)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return capsule(
            ArrowArrayStream, STREAM,
            lambda to: call(library.quote_batches_stream, self._batches, byref(to)))

    def __del__(self):
        batches = getattr(self, "_batches", None)
        if batches:
            library.quote_batches_free(batches)


def settled(table: Table) -> Stream:
    """A stream in which nothing can go wrong any more that an iterator raises: that is read before."""
    stream = stream_of(table)
    return stream if stream.chain is None else stream_of(Batches(stream))


def settled_both(first: Table, second: Table) -> tuple[Stream, Stream]:
    """Two tables that are read at once. A connection of DuckDB has one result at a time, so of two
    relations the first is read whole."""
    if all(type(table).__module__.startswith(("duckdb", "_duckdb")) for table in (first, second)):
        first = Batches(stream_of(first))
    return settled(first), settled(second)


class Quotes(Batches):
    """The quotes of a table, one row a booking and in its order.

    Whatever reads Arrow reads them, as often as it likes: `polars.DataFrame(quotes)`,
    `pyarrow.table(quotes)`, `duckdb.sql("from quotes")`.
    """

    def __init__(
        self, stream: Stream, rules: object, progress: Callable[[int], object] | None = None
    ):
        self._rules = rules
        super().__init__(stream, progress)

    def to_arrow(self) -> Any:
        """A pyarrow.Table."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> Any:
        """A polars.DataFrame."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; money is decimal."""
        return self.to_arrow().to_pandas()

    @property
    def faults(self) -> Any:
        """The bookings that could not be priced, as a pyarrow.Table: key and why."""
        table = self.to_arrow()
        names = table.column_names
        if "fault" not in names:
            raise ValueError("these quotes have no column `fault`: leave it among `columns`")
        # By place: behind it there may be one that came with the bookings.
        key = [0] if names[0] not in ("status", "fault") else []
        found = table.select([*key, names.index("fault")])
        if key:
            # A key goes through as it came, and pyarrow takes no rows out of views of texts.
            found = found.set_column(0, names[0], _plain(found[0]))
        return found.filter(found["fault"].is_valid()).flatten()

    def counts(self) -> dict[str, int]:
        """How many are quoted, declined and at fault."""
        counts = {"quoted": 0, "declined": 0, "fault": 0}
        for row in self.to_arrow()["status"].value_counts().to_pylist():
            counts[row["values"]] = row["counts"]
        return counts

    def __repr__(self) -> str:
        return f"<{len(self)} quotes>"


def _plain(column: Any) -> Any:
    """A column of pyarrow, texts that are views as plain ones."""
    import pyarrow

    # Releases of pyarrow before the sixteenth have no views.
    for view, plain in (("string_view", "large_string"), ("binary_view", "large_binary")):
        made = getattr(pyarrow, view, None)
        if made is not None and column.type == made():
            return column.cast(getattr(pyarrow, plain)())
    return column


class Explanation(str):
    """An explanation as a text; a page in a notebook, and a dict on request."""

    _again: Callable[[str], str]

    def __new__(cls, text: str, again: Callable[[str], str]) -> "Explanation":
        made = super().__new__(cls, text)
        made._again = again
        return made

    def to_dict(self) -> dict[str, Any]:
        """What `quote explain --format json` prints."""
        import json

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
    """What differs, as a text. `differs` says whether the comparison did not hold."""

    differs: bool
    _document: dict[str, Any] | None

    def __new__(
        cls, text: str, differs: bool, document: dict[str, Any] | None = None
    ) -> "Difference":
        made = super().__new__(cls, text)
        made.differs = differs
        made._document = document
        return made

    def __reduce__(self):
        return Difference, (str(self), self.differs, self._document)

    def to_dict(self) -> dict[str, Any] | None:
        """What `quote diff --format json` prints."""
        return self._document
