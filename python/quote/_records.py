"""Bookings that are dicts as JSON, and quotes as dicts, digit by digit."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def line(booking: Mapping) -> str:
    """A booking as JSON."""
    text = _encode(booking)
    if "\\u0001" not in text:
        return text
    import re

    return re.sub(r'"\\u0001([^"\\]*)\\u0001"', r"\1", text)


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
        return f"\x01{value:f}\x01"
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} has no place in a booking")


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
