"""What the schemas of tables say, to compare them and in words."""

from __future__ import annotations

import ctypes
import itertools
from ctypes import POINTER, byref

from ._library import ArrowArrayStream, ArrowSchema, InputError

#: The names of pyarrow, which most others have, too.
_WORDS = {
    "n": "null", "b": "bool", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16", "i": "int32",
    "I": "uint32", "l": "int64", "L": "uint64", "e": "float16", "f": "float32", "g": "float64",
    "u": "string", "U": "large_string", "vu": "string_view", "z": "binary", "Z": "large_binary",
    "vz": "binary_view", "tdD": "date32", "tdm": "date64", "+l": "list", "+L": "large_list",
    "+vl": "list_view", "+vL": "large_list_view", "+s": "struct", "+m": "map",
}
_BITS = {"tts": "32[s]", "ttm": "32[ms]", "ttu": "64[us]", "ttn": "64[ns]"}
_UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}
#: Deeper schemas are not compared any further: the engine refuses them.
_DEEPEST = 80


class Shape:
    """A column, or what is inside of one: what it is called, its type, and whether its values are
    words of a dictionary. Whether it may be null, and metadata, are no part of it."""

    def __init__(self, schema: ArrowSchema, depth: int = 0):
        self.name = (schema.name or b"").decode(errors="replace")
        self.format = (schema.format or b"").decode(errors="replace")
        self.children: list[Shape] = []
        self.words: Shape | None = None
        if depth == _DEEPEST:
            return
        if schema.children and schema.n_children > 0:
            children = ctypes.cast(schema.children, POINTER(POINTER(ArrowSchema)))
            self.children = [
                Shape(children[i].contents, depth + 1) for i in range(schema.n_children) if children[i]]
        if schema.dictionary:
            self.words = Shape(ArrowSchema.from_address(schema.dictionary), depth + 1)

    @property
    def has_members(self) -> bool:
        """Whether what is inside has names that mean something: those of lists and maps do not."""
        return self.format == "+s"

    def __str__(self) -> str:
        if self.words is not None:
            return f"dictionary of {self.words}"
        kind, _, rest = self.format.partition(":")
        if kind == "d":
            digits, scale, *bits = rest.split(",")
            return f"decimal{bits[0] if bits else 128}({digits}, {scale})"
        if kind.startswith("ts") and len(kind) == 3:
            return f"timestamp[{_UNITS[kind[2]]}{f', {rest}' if rest else ''}]"
        if kind.startswith("tD") and len(kind) == 3:
            return f"duration[{_UNITS[kind[2]]}]"
        if kind in _BITS:
            return f"time{_BITS[kind]}"
        name = f"fixed_size_list[{rest}]" if kind == "+w" else _WORDS.get(self.format, f"`{self.format}`")
        if self.has_members:
            return f"{name}<{', '.join(f'{child.name}: {child}' for child in self.children)}>"
        return f"{name}<{', '.join(map(str, self.children))}>" if self.children else name


def shape_of(stream: ArrowArrayStream) -> Shape:
    """What a stream's batches look like."""
    schema = ArrowSchema()
    if stream.get_schema(byref(stream), byref(schema)):
        text = stream.get_last_error(byref(stream)) or b"nobody says why"
        raise InputError(f"the table's stream failed: {text.decode(errors='replace')}", "stream-failed")
    try:
        return Shape(schema)
    finally:
        if schema.release:
            schema.release(byref(schema))


def difference(first: Shape, other: Shape, path: str = "") -> str | None:
    """In what another table differs from the first one, in words; None if in nothing."""
    if first.format != other.format or (first.words is None) != (other.words is None):
        return f"{_place(path)} is {other} here, and was {first}"
    if first.words is not None and other.words is not None:
        if difference(first.words, other.words) is not None:
            return f"{_place(path)} is {other} here, and was {first}"
    if first.has_members and (said := _difference_of_names(first, other, path)):
        return said
    if len(first.children) != len(other.children):
        return f"{_place(path)} is {other} here, and was {first}"
    for ours, theirs in zip(first.children, other.children):
        inside = ours.name if not path else f"{path}.{ours.name}" if first.has_members else f"{path}[]"
        if said := difference(ours, theirs, inside):
            return said
    return None


def _difference_of_names(first: Shape, other: Shape, path: str) -> str | None:
    ours, theirs = ([child.name for child in shape.children] for shape in (first, other))
    if ours == theirs:
        return None
    where = f" in `{path}`" if path else ""
    for name in ours:
        if name not in theirs:
            return f"column `{name}`{where} is missing"
    for name in theirs:
        if name not in ours:
            return f"column `{name}`{where} was not there"
    at = next(i for i, pair in enumerate(itertools.zip_longest(ours, theirs)) if len(set(pair)) > 1)
    return f"columns{where} come in another order, {_names(theirs[at:])}, and were {_names(ours[at:])}"


def _names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names[:3]) + (" and so on" if len(names) > 3 else "")


def _place(path: str) -> str:
    return f"column `{path}`" if path else "the table"
