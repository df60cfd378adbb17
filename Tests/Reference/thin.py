#!/usr/bin/env python3
"""Makes the thinned copy of the recordings that the tests run over.

    Tests/Reference/thin.py [FOLDER [TARGET]]     ../shared/reference beside the checkout, and this folder, unless said

Of each file of records it keeps, in their order, every record that shows something no earlier one showed (a tag, a
status, a sentence, a member of the request, a text in the reply, figures aside), and every sixteenth, or as many as
make twenty. Bookings with a promo code are kept or left by code, since the uses of a code are counted over all of
them. Bookings as CSV are kept with all their rows. Other files are copied.
"""

import csv
import io
import json
import pathlib
import re
import shutil
import sys

EVERY, AT_LEAST = 16, 20
here = pathlib.Path(__file__).resolve().parent


def texts(value, name=""):
    """Texts and flags in a reply, with the names they stand under; their figures left out."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from texts(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part, name)
    elif isinstance(value, bool) or value is None:
        yield name, value
    elif isinstance(value, str) and name not in ("category", "size", "id", "created_at", "confirmation_code"):
        yield name, re.sub(r"[0-9].*", "", value)


def shows(record):
    """All that a record shows, each thing something to hash."""
    yield from (("tag", tag) for tag in record.get("tags", []))
    yield "path", record.get("path")
    yield "status", record.get("status")
    request = record.get("request")
    if isinstance(request, dict):
        yield from (("request", key) for key in request)
    response = record.get("response")
    yield from (("reply",) + text for text in texts(response))


def code(record):
    request = record.get("request")
    found = request.get("promo_code") if isinstance(request, dict) else None
    return " ".join(found.split()).upper() if isinstance(found, str) else None


def thin_records(lines):
    records = [json.loads(line) for line in lines]
    every = max(1, min(EVERY, len(records) // AT_LEAST))
    seen, kept = set(), set()
    for index, record in enumerate(records):
        new = set(shows(record)) - seen
        if new or index % every == 0:
            seen |= new
            kept.add(index)
    codes = {code(records[index]) for index in kept} - {None}
    for index, record in enumerate(records):
        if code(record) in codes:
            kept.add(index)
    return [lines[index] for index in sorted(kept)]


def thin_rows(text, kept):
    rows = list(csv.reader(io.StringIO(text, newline="")))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(row for number, row in enumerate(rows) if number == 0 or row[0] in kept)
    return out.getvalue()


def main():
    source = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parents[1] / "../shared/reference"
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else here
    expected = (source / "csv/expected.csv").read_bytes().decode()
    keys = [row[0] for row in csv.reader(io.StringIO(expected, newline=""))][1:]
    kept_keys = set(keys[::EVERY])
    for path in sorted(source.rglob("*")):
        if not path.is_file() or path.suffix == ".md":
            continue
        target = folder / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".jsonl":
            lines = path.read_text().splitlines(keepends=True)
            target.write_text("".join(thin_records(lines)))
        elif path.suffix == ".csv":
            target.write_bytes(thin_rows(path.read_bytes().decode(), kept_keys).encode())
        else:
            shutil.copyfile(path, target)


main()
