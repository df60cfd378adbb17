"""Tables of others as Arrow streams, and iterators of them as one."""

from __future__ import annotations

import collections
import ctypes
import errno
import itertools
from ctypes import CFUNCTYPE, byref, c_int, c_void_p

from ._library import (
    ARRAY, SCHEMA, STREAM, ArrowArray, ArrowArrayStream, ArrowSchema, InputError, call, capsule, held,
    library,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    #: Whatever speaks Arrow, or an iterator of such tables: no library of Arrow's is needed to name it.
    Table = Any


_USED = "the stream was used before: it can be read once"


class Stream(ArrowArrayStream):
    """A stream that is ours, in a capsule, which gives it back unless somebody takes it over."""

    #: The iterator that it reads from, where it reads from one.
    chain: Chain | None = None


class _OfChain(Stream):
    """A stream that calls back into Python when it is given back."""

    def __del__(self):
        # Not by its capsule, for that may be while an exception is on its way.
        if self.release:
            self.release(byref(self))


def new_stream(chain: Chain | None = None) -> Stream:
    """A stream for somebody to fill."""
    kind = Stream if chain is None else _OfChain
    made = held(capsule(kind, STREAM, lambda to: None), kind, STREAM)
    made.chain = chain
    return made


def stream_of(table: Table) -> Stream:
    """A table, whoever holds it, as a stream that is ours.

    Anything with `__arrow_c_stream__` or `__arrow_c_array__`: pyarrow's tables, batches and
    readers, Polars' and pandas' frames, DuckDB's relations, nanoarrow, DataFusion.
    """
    if hasattr(table, "__arrow_c_stream__"):
        stream = held(table.__arrow_c_stream__(), Stream, STREAM)
        if not stream.release:
            raise ValueError(_USED)
        return stream
    if hasattr(table, "__arrow_c_array__"):
        stream = new_stream()
        schema, array = table.__arrow_c_array__()
        call(
            library.quote_stream_of, byref(held(schema, ArrowSchema, SCHEMA)),
            byref(held(array, ArrowArray, ARRAY)), byref(stream))
        return stream
    if hasattr(table, "collect") and hasattr(table, "lazy"):
        # A lazy frame of Polars: its batches as they are made, and not the whole.
        batches = getattr(table, "collect_batches", None)
        if batches is None:
            return stream_of(table.collect())
        return Chain(table.collect_schema().to_frame(), batches(chunk_size=65_536)).stream()
    if hasattr(table, "to_arrow_table"):
        return stream_of(table.to_arrow_table())
    if hasattr(table, "fetch_record_batch"):
        return stream_of(table.fetch_record_batch())
    if hasattr(table, "__next__"):
        first = next(table, None)
        if first is None:
            raise ValueError("the iterator has no table, so nobody knows its columns")
        return Chain(None, itertools.chain([first], table)).stream()
    raise TypeError(
        f"{type(table).__name__} is no Arrow table: it has no `__arrow_c_stream__`. Give a table "
        "of pyarrow, Polars, pandas (2.2 or newer, with pyarrow), DuckDB or nanoarrow, an "
        "iterator of such tables, a dict for one booking, or a list of dicts")


def move(theirs: ArrowArrayStream, ours: ArrowArrayStream) -> None:
    if not theirs.release:
        raise ValueError(_USED)
    ctypes.memmove(byref(ours), byref(theirs), ctypes.sizeof(ArrowArrayStream))
    _unset(theirs)


def _unset(stream: ArrowArrayStream) -> None:
    """Marks a stream as one that is no longer ours to release."""
    # The memory of a function pointer that is nothing.
    offset = ArrowArrayStream.release.offset
    ctypes.memset(ctypes.addressof(stream) + offset, 0, ctypes.sizeof(c_void_p))


def reading(stream: Stream, function, *arguments) -> None:
    """Calls what reads from a stream. What was raised meanwhile, by an iterator that makes its
    tables or by Ctrl-C, is raised here."""
    error: InputError | None = None
    try:
        call(function, *arguments)
    except InputError as said:
        error = said
    try:
        if stream.chain is not None:
            stream.chain.raise_kept(error)
        if error is not None:
            raise error
    finally:
        del error  # It knows this frame, and would be freed late.


class _Two(ctypes.Structure):
    """Two addresses that C hands over as two arguments: as one structure of two they are where
    those are, in the first two registers."""

    _fields_ = [("stream", c_void_p), ("to", c_void_p)]


def _unbroken(work: Callable[[Any], int], keep: Callable[[BaseException], int]) -> Callable[[Any], int]:
    """What C can call and always has an answer from.

    Ctrl-C is raised where a function begins, before any `try` of its own; of what C calls, ctypes
    would drop it and answer 0, which is success. A generator goes on within its `try`.
    """
    def serve() -> Iterator[int]:
        answer = 0
        while True:
            try:
                while True:
                    answer = work((yield answer))
            except GeneratorExit:
                return
            except BaseException as error:
                answer = keep(error)

    serving: Any = serve()
    next(serving)
    return serving.send


class Chain:
    """Tables that come one after the other, as one stream, with no more than one of them in memory.

    C calls back into Python for each batch: what goes wrong here is kept, and told as the stream's
    error. The stream keeps this alive until it is released.
    """

    _alive: dict[int, "Chain"] = {}
    #: Released, and perhaps not yet returned from that: C may not come back to memory that is gone.
    _released: collections.deque["Chain"] = collections.deque(maxlen=64)

    def __init__(self, empty, tables: Iterator):
        self._tables = tables
        self._kept: BaseException | None = None
        self.is_broken = False
        self._shape: Any = None
        #: What is unlike the first in the table that is read.
        self._unlike: str | None = None
        #: How many tables came, the one that is read among them.
        self._count = 0
        self._inner: Stream | None = None
        if empty is not None:  # It has the columns, where there may be no table.
            self._take(empty)
        else:
            self._open_next()

    def _open_next(self) -> None:
        table = next(self._tables, None)
        self._inner = None
        if table is not None:
            self._count += 1
            self._take(table)

    def _take(self, table: Table) -> None:
        """Reads from a table, which has to have the schema of the first."""
        from ._shapes import difference, shape_of

        inner = stream_of(table)
        shape = shape_of(inner)
        if self._shape is None:
            self._shape = shape
        self._unlike = difference(self._shape, shape)
        self._inner = inner

    def stream(self) -> Stream:
        # An address: of a text ctypes would not know how long C reads it.
        self._error_text = ctypes.create_string_buffer(b"")
        fields: dict[str, Any] = {field[0]: field[1] for field in ArrowArrayStream._fields_}
        by_name = {
            "get_schema": CFUNCTYPE(c_int, _Two)(_unbroken(self._get_schema, self._keep)),
            "get_next": CFUNCTYPE(c_int, _Two)(_unbroken(self._get_next, self._keep)),
            "get_last_error": CFUNCTYPE(c_void_p, c_void_p)(_unbroken(
                lambda stream: ctypes.addressof(self._error_text), self._keep)),
            "release": CFUNCTYPE(c_int, c_void_p)(_unbroken(self._release, self._keep)),
        }
        self._functions = by_name
        Chain._alive[id(self)] = self
        made = new_stream(self)
        for name, function in by_name.items():
            setattr(made, name, ctypes.cast(function, fields[name]))
        return made

    def raise_kept(self, error: Exception | None) -> None:
        """Raises what was raised while C waited, if anything was: as what C said of it, or as
        itself where it is meant to end more than the call."""
        kept, self._kept = self._kept, None
        if kept is None:
            return
        if isinstance(kept, (InputError, MemoryError)) or not isinstance(kept, Exception):
            raise kept
        raise (error or InputError(self._told(kept), "stream-failed")) from kept

    @staticmethod
    def _told(error: BaseException) -> str:
        return str(error) if isinstance(error, InputError) else f"{type(error).__name__}: {error}"

    def _keep(self, error: BaseException) -> int:
        # The first is the cause of those after it, but Ctrl-C goes before all.
        if self._kept is None or not isinstance(error, Exception):
            self._kept = error
        self.is_broken = True
        self._error_text = ctypes.create_string_buffer(self._told(error).encode(errors="replace"))
        return errno.EIO

    def _failed(self, code: int, inner: Stream) -> int:
        """Takes over what an inner stream says of its failure."""
        if code:
            self._error_text = ctypes.create_string_buffer(inner.get_last_error(byref(inner)) or b"")
        return code

    def _get_schema(self, two: _Two) -> int:
        if self._inner is None:
            raise ValueError("there is no table any more")
        schema = ArrowSchema.from_address(two.to)
        return self._failed(self._inner.get_schema(byref(self._inner), byref(schema)), self._inner)

    def _get_next(self, two: _Two) -> int:
        if self.is_broken:  # Nobody may take what came before for all of it.
            return errno.EIO
        array = ArrowArray.from_address(two.to)
        while self._inner is not None:
            code = self._failed(self._inner.get_next(byref(self._inner), byref(array)), self._inner)
            if code:
                return code
            if not array.release:
                self._open_next()
            elif self._unlike is None:
                return 0
            else:
                self._refuse(array)
        ctypes.memset(two.to, 0, ctypes.sizeof(ArrowArray))
        return 0

    def _refuse(self, array: ArrowArray) -> None:
        """Refuses a batch of an unlike table; one without rows is left out, for its types mean nothing."""
        rows = array.length
        array.release(byref(array))
        if rows:
            raise InputError(
                f"table {self._count} of the iterator is not like the first: {self._unlike}. All of "
                "them need the same columns, in the same order and of the same types", "unlike-tables")

    def _release(self, stream: int) -> int:
        _unset(ArrowArrayStream.from_address(stream))
        Chain._released.append(self)
        Chain._alive.pop(id(self), None)
        self._inner = None
        close = getattr(self._tables, "close", None)
        if close is not None:
            close()
        return 0
