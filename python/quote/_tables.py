"""Tables of others as Arrow streams, and quotes as tables for others."""

from __future__ import annotations

import _thread
import collections
import ctypes
import errno
import itertools
from ctypes import byref, c_int, c_void_p

from ._library import (
    ARRAY, SCHEMA, STREAM, ArrowArray, ArrowArrayStream, ArrowSchema, call, capsule, held, library,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    #: Whatever speaks Arrow, or an iterator of such tables: no library of Arrow's is needed to name it.
    Table = Any


def stream_of(table: Table) -> ArrowArrayStream:
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
        # A lazy frame of Polars: its batches as they are made, and not the whole.
        batches = getattr(table, "collect_batches", None)
        if batches is None:
            return stream_of(table.collect())
        return _Chain(table.collect_schema().to_frame(), batches(chunk_size=65_536)).stream()
    elif hasattr(table, "to_arrow_table"):
        return stream_of(table.to_arrow_table())
    elif hasattr(table, "fetch_record_batch"):
        return stream_of(table.fetch_record_batch())
    elif hasattr(table, "__next__"):
        first = next(table, None)
        if first is None:
            raise ValueError("the iterator has no table, so nobody knows its columns")
        return _Chain(None, itertools.chain([first], table)).stream()
    else:
        raise TypeError(
            f"{type(table).__name__} is no Arrow table: it has no `__arrow_c_stream__`. Give a table "
            "of pyarrow, Polars, pandas (2.2 or newer, with pyarrow), DuckDB or nanoarrow, an "
            "iterator of such tables, or a dict for one booking")
    return stream


def streams_of(first: Table, second: Table) -> tuple[ArrowArrayStream, ArrowArrayStream]:
    """Two tables that are read at once. A connection of DuckDB has one result at a time, so of two
    relations the first is read whole."""
    if all(type(table).__module__.startswith(("duckdb", "_duckdb")) for table in (first, second)):
        first = Batches(stream_of(first))
    one = stream_of(first)
    try:
        return one, stream_of(second)
    except BaseException:
        one.release(byref(one))
        raise


class _Chain:
    """Tables that come one after the other, as one stream, with no more than one of them in memory.

    C calls back into Python for each batch: what goes wrong here is kept, and told as the stream's
    error. The stream keeps this alive until it is released.
    """

    _alive: dict[int, "_Chain"] = {}
    #: Released, and perhaps not yet returned from that: C may not come back to memory that is gone.
    _released: collections.deque["_Chain"] = collections.deque(maxlen=64)

    def __init__(self, empty, tables: Iterator):
        self._tables = tables
        #: Has the columns, where there may be no table.
        self._inner: ArrowArrayStream | None = stream_of(empty) if empty is not None else None
        if self._inner is None:
            self._open_next()

    def _open_next(self) -> bool:
        table = next(self._tables, None)
        self._close()
        self._inner = stream_of(table) if table is not None else None
        return table is not None

    def _close(self) -> None:
        if self._inner is not None and self._inner.release:
            self._inner.release(byref(self._inner))
        self._inner = None

    def stream(self) -> ArrowArrayStream:
        # An address: of a text ctypes would not know how long C reads it.
        self._error_text = ctypes.create_string_buffer(b"")
        self._error_told = ctypes.CFUNCTYPE(c_void_p, c_void_p)(
            lambda stream: ctypes.addressof(self._error_text))
        fields: dict[str, Any] = {field[0]: field[1] for field in ArrowArrayStream._fields_}
        self._functions = {
            "get_schema": fields["get_schema"](self._get_schema),
            "get_next": fields["get_next"](self._get_next),
            "get_last_error": ctypes.cast(self._error_told, fields["get_last_error"]),
            "release": fields["release"](self._release),
        }
        _Chain._alive[id(self)] = self
        return ArrowArrayStream(**self._functions)

    def _told(self, failed: int) -> int:
        if failed and self._inner is not None:
            self._tell(self._inner.get_last_error(byref(self._inner)) or b"")
        return failed

    def _tell(self, text: bytes) -> None:
        self._error_text = ctypes.create_string_buffer(text)

    def _guarded(self, work: Callable[[], int]) -> int:
        try:
            return work()
        except BaseException as error:
            self._tell(f"{type(error).__name__}: {error}".encode())
            if isinstance(error, KeyboardInterrupt):
                _thread.interrupt_main()  # It is raised when the call is back.
            return errno.EIO

    def _get_schema(self, stream, schema) -> int:
        def work() -> int:
            if self._inner is None:
                raise ValueError("there is no table any more")
            return self._told(self._inner.get_schema(byref(self._inner), schema))

        return self._guarded(work)

    def _get_next(self, stream, array) -> int:
        def work() -> int:
            while self._inner is not None:
                failed = self._told(self._inner.get_next(byref(self._inner), array))
                if failed or array.contents.release:
                    return failed
                self._open_next()
            ctypes.memset(array, 0, ctypes.sizeof(ArrowArray))
            return 0

        return self._guarded(work)

    def _release(self, stream) -> None:
        self._close()
        close = getattr(self._tables, "close", None)
        if close is not None:
            close()
        offset = ArrowArrayStream.release.offset
        ctypes.memset(ctypes.addressof(stream.contents) + offset, 0, ctypes.sizeof(c_void_p))
        _Chain._alive.pop(id(self), None)
        _Chain._released.append(self)


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

    def __init__(self, stream: ArrowArrayStream, rules: object):
        self._stream = stream
        self._rules = rules

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        if not self._stream.release:
            raise ValueError("the quotes were read before: a stream can be read once")
        return capsule(ArrowArrayStream, STREAM, lambda to: move(self._stream, to))

    def to_arrow(self) -> Any:
        """A pyarrow.RecordBatchReader."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self)

    def collect(self) -> "Quotes":
        """All of them, priced now."""
        return Quotes(self._stream, self._rules)

    def __del__(self):
        if self._stream.release:
            self._stream.release(byref(self._stream))


class Batches:
    """What came in a stream, which is read once, for whoever reads it as often as they like."""

    def __init__(
        self, stream: ArrowArrayStream, progress: Callable[[int], object] | None = None
    ):
        self._batches = c_void_p()
        call(library.quote_batches_new, byref(stream), byref(self._batches))
        more = c_int(1)
        # Between two batches Python looks whether somebody pressed Ctrl-C.
        while more.value:
            call(library.quote_batches_read, self._batches, byref(more))
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


class Quotes(Batches):
    """The quotes of a table, one row a booking and in its order.

    Whatever reads Arrow reads them, as often as it likes: `polars.DataFrame(quotes)`,
    `pyarrow.table(quotes)`, `duckdb.sql("from quotes")`.
    """

    def __init__(
        self, stream: ArrowArrayStream, rules: object, progress: Callable[[int], object] | None = None
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
        if "fault" not in table.column_names:
            raise ValueError("these quotes have no column `fault`: leave it among `columns`")
        key = [name for name in table.column_names[:1] if name not in ("status", "fault")]
        found = table.select(key + ["fault"])
        if key:
            # A key goes through as it came, and pyarrow takes no rows out of views of texts.
            found = found.set_column(0, key[0], _plain(found[key[0]]))
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

    def to_dict(self) -> dict[str, Any] | None:
        """What `quote diff --format json` prints."""
        return self._document
