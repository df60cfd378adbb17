"""Comparisons of the parts of two tables as one: counts and causes are added up."""

from __future__ import annotations

import json
import re
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
    whole["failures"] = _failures(whole, [failure for part in parts for failure in part["failures"]])
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


#: What fails a part and is counted again in the whole, by the count that fails that.
_COUNTED = (
    (re.compile(r"\S+ bookings? differs?$"), "new"),
    (re.compile(r"\S+ keys? (is|are) repeated$"), "repeated"),
    (re.compile(r"\S+ records? cannot be read$"), "unreadable"),
)
_SKIPPED = re.compile(r"\S+ of the bookings were skipped, more than ")
_NOTHING = re.compile(r"nothing was compared: ")
_MOSTLY = re.compile(r"\d+ of \d+ bookings are .*; a limit, as ")
_VALUE = re.compile(r"(?:no (total)|`(.*?)`) was (?:not )?compared: ")


def _failures(whole: dict, of_parts: list[str]) -> list[str]:
    """What fails where nobody says anything else; a comparison of nothing does, and so does
    whatever fails a part, unless the whole says that it does not hold of it."""
    counts = {
        "new": whole["new"], "unreadable": whole["unreadable"],
        "repeated": whole["our_duplicates"]["count"] + whole["their_duplicates"]["count"]}
    failures = []
    if counts["new"]:
        failures.append(f"{counts['new']} bookings differ")
    if whole["skipped"] * 10 > whole["records"] * 9:
        failures.append(f"{whole['skipped']} bookings were skipped")
    if counts["repeated"]:
        failures.append(f"{counts['repeated']} keys are repeated")
    if counts["unreadable"]:
        failures.append(f"{counts['unreadable']} records cannot be read")
    compared = {
        tally["name"] for tally in whole["values"]
        if tally["equal"] + tally["tolerated"] + tally["different"]}
    failures += _once(
        failure for failure in of_parts if not _is_settled(failure, whole, counts, compared))
    if not failures and whole["compared_values"] == 0:
        failures.append("nothing was compared")
    return failures


def _is_settled(failure: str, whole: dict, counts: dict[str, int], compared: set[str]) -> bool:
    """Whether the whole says more of what fails a part."""
    for pattern, name in _COUNTED:
        if pattern.match(failure):
            return counts[name] > 0
    if _SKIPPED.match(failure):
        return True
    if _NOTHING.match(failure):
        return whole["compared_values"] > 0
    if _MOSTLY.match(failure):
        # Most of a part; of the whole at most those that not both sides priced.
        return whole["priced_by_both"] * 2 >= whole["records"]
    value = _VALUE.match(failure)
    return value is not None and (value[1] or value[2]) in compared


def _once(failures: Iterable[str]) -> list[str]:
    """Failures that are one but for their figures as one, with the greatest of them."""
    def first_number(failure: str) -> int:
        number = re.match(r"\d+", failure)
        return int(number[0]) if number else 0

    found: dict[str, list[str]] = {}
    for failure in failures:
        alike = re.sub(r"\d[\d.,]*|\b(is|are|has|have|was|were)\b|\b(row|booking|record)s?\b", "", failure)
        found.setdefault(alike, []).append(failure)
    def more(count: int) -> str:
        return f" (and in {count} other {'part' if count == 1 else 'parts'})" if count else ""

    return [max(some, key=first_number) + more(len(some) - 1) for some in found.values()]


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
