"""Comparisons of the parts of two tables as one: counts and causes are added up."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, Callable, Iterable

from ._tables import Difference

_COUNTS = (
    "records", "same", "different", "new", "accepted", "known", "not_comparable", "unanswered",
    "unreadable", "priced_by_both", "compared_values", "tolerated_values", "only_rounding", "higher",
    "lower", "skipped")
_SUMS = ("above", "below", "new_money", "our_sum", "their_sum")
_GROUPS = ("causes", "outcomes", "departing", "fields", "rules", "rounding")
_KEYS = ("only_ours", "only_theirs", "our_duplicates", "their_duplicates")
_TALLY = (
    "equal", "tolerated", "different", "only_ours", "only_theirs", "not_comparable", "above",
    "below", "hidden")
#: So many bookings are kept that differ most, and so many that cannot be compared.
_MOST = 20


def merged(documents: Iterable[dict]) -> Difference:
    """What `quote diff --format json` would say of the whole, as far as parts can say it: what
    bookings have in common, and percentiles, are not known of parts and left out. The order of
    the documents says whose example stays."""
    parts = list(documents)
    whole: dict[str, Any] = {name: sum(part[name] for part in parts) for name in _COUNTS}
    whole["currency"] = next((part["currency"] for part in parts), None)
    for name in _SUMS:
        whole[name] = sum((Decimal(part.get(name) or 0) for part in parts), Decimal(0))
    for name in _KEYS:
        whole[name] = {
            "count": sum(part[name]["count"] for part in parts),
            "first": [key for part in parts for key in part[name]["first"]][:_MOST]}
    for name in _GROUPS:
        whole[name] = _groups(group for part in parts for group in part[name])
    whole["interaction"] = {
        name: sum(part["interaction"].get(name) or 0 for part in parts)
        for name in ("bookings", "above", "below")}
    whole["values"] = _tallies(tally for part in parts for tally in part["values"])
    whole["faults"] = [fault for part in parts for fault in part["faults"]][:_MOST]
    worst = [booking for part in parts for booking in part["worst"]]
    worst.sort(key=lambda booking: -abs(Decimal(booking.get("difference") or 0)))
    whole["worst"] = worst[:_MOST]
    whole["failures"] = _failures(whole)
    return Difference(_text(whole), bool(whole["failures"]), whole)


def document(text: str) -> dict:
    """A report in JSON, its amounts as decimals."""
    return json.loads(text, parse_float=Decimal)


def _added(rows: Iterable[dict], names: Iterable[str], add: Callable[[dict, dict], None]) -> list[dict]:
    """Rows of one name as one: what `names` says is added up, and `add` does the rest."""
    found: dict[str, dict] = {}
    for row in rows:
        known = found.get(row["name"])
        if known is None:
            found[row["name"]] = dict(row)
            continue
        for name in names:
            known[name] = (known.get(name) or 0) + (row.get(name) or 0)
        add(known, row)
    return list(found.values())


def _groups(groups: Iterable[dict]) -> list[dict]:
    """Groups of one name as one; a remedy stays if all of them have the same."""
    def add(known: dict, group: dict) -> None:
        ours, theirs = known.get("remedy"), group.get("remedy")
        if ours and theirs and ours["edit"] == theirs["edit"]:
            known["remedy"] = {
                **ours, **{name: ours[name] + theirs[name] for name in ("removes", "of", "breaks")}}
        else:
            known.pop("remedy", None)

    # The most money first, then the most bookings.
    return sorted(
        _added(groups, ("bookings", "above", "below"), add),
        key=lambda group: (
            -abs(group.get("above") or 0) - abs(group.get("below") or 0), -group["bookings"], group["name"]))


def _tallies(tallies: Iterable[dict]) -> list[dict]:
    def add(known: dict, tally: dict) -> None:
        known["most_hidden"] = max(known.get("most_hidden") or 0, tally.get("most_hidden") or 0)

    return _added(tallies, _TALLY, add)


def _failures(whole: dict) -> list[str]:
    """What fails where nobody says anything else; a comparison of nothing does."""
    failures = []
    if whole["new"]:
        failures.append(f"{whole['new']} bookings differ")
    if whole["skipped"] * 10 > whole["records"] * 9:
        failures.append(f"{whole['skipped']} bookings were skipped")
    repeated = whole["our_duplicates"]["count"] + whole["their_duplicates"]["count"]
    if repeated:
        failures.append(f"{repeated} keys are repeated")
    if whole["unreadable"]:
        failures.append(f"{whole['unreadable']} records cannot be read")
    if not failures and whole["compared_values"] == 0:
        failures.append("nothing was compared")
    return failures


def _text(whole: dict) -> str:
    lines = [
        f"{whole['records']} bookings: {whole['same']} the same, {whole['different']} different, "
        f"{whole['not_comparable']} not comparable"]
    for name, said in (("only_ours", "only ours"), ("only_theirs", "only theirs"),
                       ("our_duplicates", "repeated keys of ours"),
                       ("their_duplicates", "repeated keys of theirs")):
        if whole[name]["count"]:
            first = ", ".join(str(key) for key in whole[name]["first"][:3])
            lines.append(f"{whole[name]['count']} {said}: {first}")
    if whole["above"] or whole["below"]:
        lines.append(
            f"ours is higher by {whole['above']} and lower by {abs(whole['below'])} "
            f"{whole['currency']}, all in all")
    if whole["causes"]:
        lines.append("causes")
        for group in whole["causes"]:
            place = group.get("place")
            where = f"  {place['file']}:{place['line']}:{place['column']}" if place else ""
            lines.append(
                f"  {group['name']}: {group['bookings']} bookings, {group.get('above') or 0} above, "
                f"{abs(group.get('below') or 0)} below, for example {group.get('example')}{where}")
            if group.get("remedy"):
                lines.append(f"    {group['remedy']['edit']} would remove {group['remedy']['removes']}")
    lines += [f"fails: {failure}" for failure in whole["failures"]]
    return "\n".join(lines) + "\n"
