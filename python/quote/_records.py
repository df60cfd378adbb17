"""Bookings that are dicts as JSON, and quotes as dicts, digit by digit."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DECIMAL = re.compile(r'"\\u0001([^"\\]*)\\u0001"')


def line(booking: Mapping) -> str:
    """A booking as JSON."""
    text = _encoder.encode(booking)
    return _DECIMAL.sub(r"\1", text) if "\\u0001" in text else text


def read(lines: bytes) -> list[dict[str, Any]]:
    """One dict a line; what has a fraction is a decimal."""
    # Not `splitlines`: a text may have other ends of lines in it.
    return [_decoder.decode(line) for line in lines.decode().split("\n") if line]


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


_encoder = json.JSONEncoder(default=_plain)
#: Made once: `json.loads` makes one a call where numbers are read in a way of their own.
_decoder = json.JSONDecoder(parse_float=Decimal)


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
