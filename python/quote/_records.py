"""Bookings that are dicts as JSON, and quotes as dicts, digit by digit."""

from __future__ import annotations

import os
from collections.abc import Mapping
from decimal import Decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


#: What stands around the digits of a decimal in a text of JSON. No text of a booking has it, for
#: nobody knows it.
_MARK = os.urandom(8).hex()


def line(booking: Mapping) -> str:
    """A booking as JSON."""
    try:
        text = _encode(booking if isinstance(booking, dict) else dict(booking))
    except TypeError as error:
        place = _place(booking, _has_no_word)
        raise (TypeError(f"`{place}`: {error}") if place else error) from None
    if _MARK not in text:
        return text
    import re

    return re.sub(rf'"{_MARK}([^"\\]*){_MARK}"', r"\1", text)


def members(booking: Mapping) -> tuple:
    """The names of what a booking has, and of what its objects and the first objects of its lists
    have."""
    inside = (
        tuple(value[0] if isinstance(value, list) else value)
        for value in booking.values()
        if isinstance(value, dict) or isinstance(value, list) and value and isinstance(value[0], dict))
    return (*booking, *inside)


def not_finite(booking: Mapping) -> str | None:
    """Where a booking has a number that JSON has no word for, such as `items[0].weight`."""
    def is_meant(value: Any) -> bool:
        made = value.item() if hasattr(value, "item") else value
        return isinstance(made, float) and made - made != 0

    return _place(booking, is_meant)


def _has_no_word(value: Any) -> bool:
    try:
        _encode(value)
    except TypeError:
        return True
    return False


def _place(value: Any, is_meant: Callable[[Any], bool], path: str = "") -> str | None:
    """The path of the first value that is meant, inside of objects and lists."""
    inside: Any = ()
    value = list(value) if getattr(value, "ndim", 0) else value
    if isinstance(value, Mapping):
        inside = ((f"{path}.{name}" if path else f"{name}", made) for name, made in value.items())
    elif isinstance(value, (list, tuple)):
        inside = ((f"{path}[{index}]", made) for index, made in enumerate(value))
    elif is_meant(value):
        return path
    return next(filter(None, (_place(made, is_meant, place) for place, made in inside)), None)


def read(lines: bytes) -> list[dict[str, Any]]:
    """One dict a line; what has a fraction is a decimal."""
    # Not `splitlines`: a text may have other ends of lines in it.
    return [_decode(line) for line in lines.decode().split("\n") if line]


def _plain(value: Any):
    """What JSON has no word for."""
    if hasattr(value, "isoformat"):
        # The moment of pandas that is none is not even equal to itself.
        return value.isoformat() if value == value else None
    if isinstance(value, Decimal):
        return f"{_MARK}{value:f}{_MARK}"
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "item"):
        return _plain_of_numpy(value)
    raise TypeError(f"{type(value).__name__} has no place in a booking")


def _plain_of_numpy(value: Any):
    if getattr(value, "ndim", 0):
        return list(value)
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind == "m":
        raise TypeError(f"{type(value).__name__} has no place in a booking")
    made = value.item()
    # Finer than Python's own moments they are numbers.
    return value.astype("datetime64[us]").item() if kind == "M" and isinstance(made, int) else made


def _codec() -> tuple[Callable[[Any], str], Callable[[str], Any]]:
    """What writes JSON and what reads it.

    Importing `json` takes long, because it imports `re`: as long as all else until the first quote.
    What both run on in CPython does not, and is asked for the same here. Where it is not there, or
    wants other arguments, `json` does it.
    """
    class Reading:
        strict, object_hook, object_pairs_hook, array_hook = True, None, None, None
        parse_float, parse_int, parse_constant = Decimal, int, float

    try:
        from _json import encode_basestring_ascii, make_encoder, make_scanner

        def encode(value: Any) -> str:
            write = make_encoder(
                {}, _plain, encode_basestring_ascii, None, ": ", ", ", False, False, True)
            return "".join(write(value, 0))

        context: Any = Reading
        scan = make_scanner(context)
        if scan(encode({"is": ["so"]}), 0)[0] == {"is": ["so"]}:
            return encode, lambda text: scan(text, 0)[0]
    except (ImportError, AttributeError, TypeError):
        pass
    import json

    return json.JSONEncoder(default=_plain).encode, json.JSONDecoder(parse_float=Decimal).decode


_encode, _decode = _codec()


def inputs(described: dict[str, Any]) -> list[dict[str, Any]]:
    """What a booking has, as the description of rules says it, lists among it."""
    fields: dict[str, list[dict[str, Any]]] = {"": described["inputs"]}
    fields |= {made["name"]: made["fields"] for made in described["lists"]}
    for made in described["lists"]:
        fields[made["in"]].append({
            "name": made["name"], "type": "list", "from": made["from"], "optional": True,
            "most": made["most"], "fields": made["fields"]})
    for field in (field for some in fields.values() for field in some):
        _write_ends(field)
    return fields[""]


def _write_ends(field: dict[str, Any]) -> None:
    """Numbers of days, seconds and microseconds become what a booking says."""
    from datetime import date, datetime, time, timedelta, timezone

    epoch = datetime(1970, 1, 1, tzinfo=timezone.utc)

    def written(number: int) -> str:
        if field["type"] == "date":
            return (epoch + timedelta(days=number)).date().isoformat()
        if field["type"] == "time":
            return (epoch + timedelta(seconds=number)).time().isoformat()
        return (epoch + timedelta(microseconds=number)).isoformat().replace("+00:00", "Z")

    limits = {
        "date": (date.min.isoformat(), date.max.isoformat()),
        "time": (time.min.isoformat(), "23:59:59"),
        "instant": (datetime.min.isoformat() + "Z", datetime.max.isoformat() + "Z"),
    }.get(field["type"])
    if limits is None:
        return
    for name, limit in zip(("least", "most"), limits):
        end = written(int(field.pop(name))) if name in field else limit
        if end != limit:
            field[name] = end
