"""Price rules, compiled."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import byref, c_int, c_void_p

from ._library import (
    SCHEMA, ArrowSchema, ExplainOptions, File, PriceOptions, QuoteWarning,
    RulesOptions, call, capsule, encoded_text, library, text_of, words,
)
from ._streams import Stream, new_stream, reading, stream_of
from ._tables import Batches, Difference, Explanation, Quotes, QuoteStream, settled, settled_both

TYPE_CHECKING = False  # As type checkers take it: `typing` itself takes long to import.
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime
    from typing import Any, overload

    from ._streams import Table

_CARRY = {"unread": 0, True: 0, False: 1, "none": 1, "all": 2}
_MONEY = {"decimal": 0, "int64": 1, "float64": 2}
#: Of files that rules may name.
_ENDINGS = (
    ".csv", ".xlsx", ".xlsm", ".yaml", ".yml", ".json", ".geojson", ".kml", ".wkt", ".txt")
#: No file system has longer names.
_LONGEST_NAME = 255
#: Remarks are asked for while bookings with so many different members came, at most.
_MOST_SHAPES = 256
#: The engine refuses larger files; one byte more is enough for it to see that.
_LARGEST_FILE = 64 << 20


class Rules:
    """Price rules, compiled; any number of threads may use them.

    >>> rules = quote.Rules("rules.yaml", overlays=["paris.yaml"], set={"fee": "9%"})
    >>> quotes = rules.price(table)
    >>> rules.price({"id": "B-1", "weight": 3})["total"]

    `source` is the path of a rules file, or a dict of files by name of which the first has the
    rules. `Rules.of_text` takes the text itself. Overlays are laid over them in order, then
    settings. `as_of` is the moment of quoting, for rules that ask for one: a datetime with a
    time zone, a text such as `2026-06-01T09:00:00Z`, or `"now"`, which is read once, here.

    Raises `RulesError` with all that is wrong with the rules.
    """

    def __init__(
        self,
        source: str | os.PathLike | Mapping[str, str | bytes],
        *,
        overlays: str | os.PathLike | Iterable[str | os.PathLike] = (),
        set: Mapping[str, Any] | Iterable[str] = (),
        as_of: str | datetime | None = None,
    ):
        names = [
            os.fspath(overlay) for overlay in
            ([overlays] if isinstance(overlays, (str, os.PathLike)) else overlays)]
        if isinstance(source, Mapping):
            files = {os.fspath(name): encoded_text(text) for name, text in source.items()}
            if not files:
                raise ValueError("there is no file with rules")
        else:
            files = _files(os.fspath(source), names)
        self._state: dict[str, Any] = {
            "files": files, "overlays": names, "settings": _settings(set),
            "as_of": _moment(as_of), "zones": b""}
        self._compile()

    @classmethod
    def of_text(cls, text: str, **options) -> "Rules":
        """Rules that are a text, under the name `rules.yaml`."""
        return cls({"rules.yaml": text}, **options)

    def _compile(self) -> None:
        state = self._state
        files = (File * len(state["files"]))(*[
            File(name.encode(), text, len(text)) for name, text in state["files"].items()])
        overlays, settings = words(state["overlays"]), words(state["settings"])
        options = RulesOptions(
            overlays[0], overlays[1], settings[0], settings[1],
            state["as_of"].encode() if state["as_of"] else None, 0, state["zones"],
            len(state["zones"]))
        handle = c_void_p()
        call(library.quote_rules_new, files, len(files), byref(options), byref(handle))
        self._handle = _Handle(handle)
        #: The members of bookings whose remarks were told.
        self._seen: set[tuple] = set()

    # Rules travel as what they were made of, with the transitions of the time zones that they name,
    # and are compiled where they arrive: a machine with other zones answers alike.

    def __getstate__(self):
        return {**self._state, "zones": text_of(library.quote_rules_zones, self._handle)}

    def __setstate__(self, state):
        self._state = state
        self._compile()

    def to_bytes(self) -> bytes:
        """Everything that the rules are made of; `Rules.from_bytes` compiles it again."""
        import base64
        import json

        state = self.__getstate__()
        state["files"] = {
            name: base64.b64encode(text).decode() for name, text in state["files"].items()}
        state["zones"] = base64.b64encode(state["zones"]).decode()
        return json.dumps(state).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Rules":
        import base64
        import json

        state = json.loads(data)
        state["files"] = {
            name: base64.b64decode(text) for name, text in state["files"].items()}
        state["zones"] = base64.b64decode(state["zones"])
        made = cls.__new__(cls)
        made.__setstate__(state)
        return made

    # Pricing

    if TYPE_CHECKING:
        @overload
        def price(self, bookings: Mapping[str, Any]) -> dict[str, Any]: ...

        @overload
        def price(
            self, bookings: list[dict[str, Any]] | tuple[dict[str, Any], ...]
        ) -> list[dict[str, Any]]: ...

        @overload
        def price(
            self, bookings: Table, *, columns: Iterable[str] | None = None,
            carry: bool | str | Iterable[str] = True, money: str = "decimal",
            threads: int | None = None, plain_status: bool = False, any_keys: bool = False,
            progress: Callable[[int], object] | None = None,
        ) -> Quotes: ...

    def price(
        self, bookings: Any, *, columns: Iterable[str] | None = None,
        carry: bool | str | Iterable[str] = True, money: str = "decimal",
        threads: int | None = None, plain_status: bool = False, any_keys: bool = False,
        progress: Callable[[int], object] | None = None,
    ) -> Any:
        """The quotes of a table of bookings, or of one booking that is a dict.

        A table is anything that speaks Arrow; what comes back is `Quotes`. Of a dict it is a dict
        as `quote price --format jsonl` prints it, with amounts as decimals; of a list of dicts a
        list of these.

        `columns` are the names of the quotes' columns, in their order; all by default. `carry`
        says which columns of the table go through: those that the rules do not read (True), none
        (False), `"all"`, or some by name. `money` is `"decimal"`, `"int64"` (cents) or `"float64"`.
        `threads` is how many work, by default as many as there are processors. `any_keys` lets
        neighbours have the same key. `progress` is called with the number of rows that are
        priced, after every batch; Ctrl-C ends the call there.
        """
        is_one = isinstance(bookings, Mapping)
        if is_one or isinstance(bookings, (list, tuple)) and all(isinstance(b, Mapping) for b in bookings):
            for name, is_given in (
                ("columns", columns is not None), ("carry", carry not in (True, False)),
                ("money", money != "decimal"), ("any_keys", any_keys and not is_one),
            ):
                if is_given:
                    raise TypeError(f"{name} is for tables: a dict has its answer whole, with decimals")
            return self._price_records([bookings])[0] if is_one else self._price_records(bookings)
        threads = threads or _processors()
        return Quotes(
            self._stream(bookings, columns, carry, money, threads, plain_status, any_keys), self,
            progress)

    def price_stream(
        self, bookings: Table, *, columns: Iterable[str] | None = None,
        carry: bool | str | Iterable[str] = True, money: str = "decimal", threads: int = 1,
        plain_status: bool = False, any_keys: bool = False,
    ) -> QuoteStream:
        """The same of a stream that is priced while it is read, in memory that does not grow.

        A lazy frame of Polars is collected batch by batch; an iterator may give tables, which
        are priced one after the other.
        """
        stream = self._stream(bookings, columns, carry, money, threads, plain_status, any_keys)
        return QuoteStream(stream, self)

    def _stream(self, bookings, *options) -> Stream:
        asked = _price_options(*options)
        theirs = stream_of(bookings)
        ours = new_stream(theirs.chain)
        reading(
            theirs, library.quote_price_stream, self._handle, byref(theirs), byref(asked), byref(ours))
        if remarks := text_of(library.quote_stream_remarks, byref(ours)):
            _warn(remarks)
        return ours

    def _price_records(self, bookings) -> list[dict]:
        from . import _records

        lines = "\n".join(_records.line(b) for b in bookings).encode()
        # Once for bookings with the same members: a program that answers requests prices one a call.
        shapes = {_records.members(booking) for booking in bookings} - self._seen
        if shapes and len(self._seen) < _MOST_SHAPES:
            self._seen.update(list(shapes)[:_MOST_SHAPES - len(self._seen)])
            if remarks := text_of(library.quote_json_remarks, self._handle, lines, len(lines)):
                _warn(remarks)
        answers = _records.read(text_of(library.quote_price_json, self._handle, lines, len(lines)))
        for answer, booking in zip(answers, bookings):
            fault = answer.get("fault")
            if fault and not fault["field"]:
                # JSON has no word for it, and so no place.
                fault["field"] = _records.not_finite(booking) or ""
        return answers

    # What else rules can say

    def explain(
        self, bookings: Table | Mapping[str, Any], key: Any | Iterable[Any] | None = None, *, depth: int = 3,
        why_not: bool = False, changes: bool = False, for_customers: bool = False,
    ) -> Explanation:
        """Why bookings cost what they cost, line by line: those with these keys, else the first.

        `bookings` is a table or a dict. In a notebook the result shows itself as a page.
        `for_customers` makes what a customer can be sent: labels and amounts, and nothing of the
        rules.
        """
        keys = [] if key is None else _keys(key)
        lines = read = None
        if isinstance(bookings, Mapping):
            from . import _records

            lines = _records.line(bookings).encode()
        else:
            # Once: the text, the page and the rest are about the same bookings, whoever asks when.
            read = Batches(stream_of(bookings))

        def render(format: str) -> str:
            found, count = words(keys)
            options = ExplainOptions(
                found if count else None, count, format.encode(), depth, why_not, changes, for_customers)
            if lines is not None:
                return text_of(
                    library.quote_explain_json, self._handle, lines, len(lines),
                    byref(options)).decode()
            return text_of(
                library.quote_explain, self._handle, byref(stream_of(read)), byref(options)).decode()

        return Explanation(render("text"), render)

    def diff(
        self, bookings: Table, theirs: Table | Rules, *, map: str | os.PathLike | None = None
    ) -> Difference:
        """What differs between the quotes of a table and what somebody else answered: a table
        with the same keys, whose columns have the names that quotes have or that a reference map
        says: its text, or the path of its file. Or, where `theirs` are other rules, between the
        two."""
        import json

        (text, document), differs = self._diff(bookings, theirs, map, "text", "json")
        return Difference(text, differs, json.loads(document))

    def diff_json(
        self, bookings: Table, theirs: Table | Rules, *, map: str | os.PathLike | None = None
    ) -> str:
        """What `quote diff --format json` prints of two tables."""
        (document,), _ = self._diff(bookings, theirs, map, "json")
        return document

    def _diff(
        self, bookings: Table, theirs: Table | Rules, map: str | os.PathLike | None, *formats: str
    ) -> tuple[list[str], bool]:
        """One comparison, told in each of the formats; and whether it did not hold."""
        texts, differs = (c_void_p * len(formats))(), c_int()
        told = (*words(formats), texts, byref(differs))
        if isinstance(theirs, Rules):
            if map is not None:
                raise ValueError("a map reads somebody's answers, and these are other rules")
            own = settled(bookings)
            call(library.quote_diff_rules, self._handle, byref(own), theirs._handle, *told)
        else:
            said_by_map = _map_text(map)
            own, other = settled_both(bookings, theirs)
            call(library.quote_diff, self._handle, byref(own), byref(other), said_by_map, *told)
        try:
            said = [
                ctypes.string_at(library.quote_text_bytes(text), library.quote_text_size(text))
                for text in texts]
        finally:
            for text in texts:
                library.quote_text_free(text)
        return [text.decode() for text in said], bool(differs.value)

    def check(self) -> str:
        """What can be said of the rules: ranges of every line, gaps of tables, warnings."""
        return text_of(library.quote_check, self._handle, b"text").decode()

    @property
    def warnings(self) -> list[dict[str, Any]]:
        """Warnings as `quote check --format json` prints them."""
        return self._said(library.quote_check, b"json")

    def sample(self, count: int = 10, seed: int = 1) -> list[dict[str, Any]]:
        """Bookings made up, most of which have a price; the same for the same seed."""
        from . import _records

        if count < 0:
            raise ValueError(f"nobody makes up {count} bookings")
        return _records.read(text_of(library.quote_sample, self._handle, count, seed))

    @property
    def description(self) -> dict[str, Any]:
        """What the rules are called, read and give."""
        return self._said(library.quote_describe)

    def _said(self, function, *arguments) -> Any:
        """What a function tells in JSON."""
        import json

        return json.loads(text_of(function, self._handle, *arguments))

    @property
    def inputs(self) -> list[dict[str, Any]]:
        """What a booking has: name, type, where it is read from, whether it may be missing.

        A list has the type `list`, and what its elements have as `fields`. The ends of dates, times
        and moments are written as in a booking, and left out where the rules set none.
        """
        from . import _records

        return _records.inputs(self.description)

    @property
    def key_column(self) -> str | None:
        """The column that the rules' key is read from, if it is one."""
        described = self.description
        places = [i["from"] for i in described["inputs"] if i["name"] == described["key"]]
        return places[0][0] if places and len(places[0]) == 1 else None

    def arrow_schema(self) -> "Schema":
        """What a table that costs least to read looks like, for anything that takes Arrow schemas:
        `pyarrow.schema(rules.arrow_schema())`."""
        return Schema(self)

    def __repr__(self) -> str:
        return f"<Rules {self.description['name']}>"


class Schema:
    """An Arrow schema, lent by `__arrow_c_schema__`; `pyarrow.schema` of it shows its columns."""

    def __init__(self, rules: Rules):
        self._rules = rules

    def __repr__(self) -> str:
        return f"<the Arrow schema of {self._rules!r}: pyarrow.schema(…) shows it>"

    def __arrow_c_schema__(self) -> object:
        return capsule(
            ArrowSchema, SCHEMA,
            lambda to: call(library.quote_schema_in, self._rules._handle, byref(to)))


class _Handle:
    """What C holds, given back with the last who holds it."""

    def __init__(self, handle: c_void_p):
        self._as_parameter_ = handle

    def __del__(self):
        library.quote_rules_free(self._as_parameter_)


def _warn(remarks: bytes) -> None:
    """Warns whoever called the method that called this one's caller."""
    import warnings

    for remark in remarks.decode().split("\n"):
        warnings.warn(remark, QuoteWarning, stacklevel=4)


def _price_options(
    columns, carry, money, threads, plain_status, any_keys
) -> PriceOptions:
    if money not in _MONEY:
        raise ValueError(f"money is decimal, int64 or float64, not {money!r}")
    options = PriceOptions(
        money=_MONEY[money], threads=threads, plain_status=plain_status, any_keys=any_keys)
    if columns is not None:
        options.columns, options.column_count = words(columns)
    if isinstance(carry, (bool, str)):
        if carry not in _CARRY:
            raise ValueError(f"carry is True, False, 'all' or names of columns, not {carry!r}")
        options.carry = _CARRY[carry]
    else:
        options.carry = 3
        options.carried, options.carried_count = words(carry)
    return options


def _keys(keys: Any | Iterable[Any]) -> list[str]:
    """Keys as texts; one alone is one, and a whole number has no fraction."""
    several = keys if hasattr(keys, "__iter__") and not isinstance(keys, (str, bytes)) else [keys]
    return [
        str(int(key)) if isinstance(key, float) and key.is_integer() else
        key.decode() if isinstance(key, bytes) else str(key) for key in several]


def _settings(settings) -> list[str]:
    if isinstance(settings, Mapping):
        return [f"{path}={value}" for path, value in settings.items()]
    return [settings] if isinstance(settings, str) else list(settings)


def _map_text(map: str | os.PathLike | None) -> bytes | None:
    """The text of a map, which may be given by the path of its file: no map ends in `.yaml`."""
    if map is None or isinstance(map, str) and not map.endswith((".yaml", ".yml")):
        return map.encode() if map else None
    if not isinstance(map, (str, os.PathLike)):
        raise TypeError(f"a map is a text or the path of a file, not {type(map).__name__}")
    with open(map, "rb") as file:
        return file.read()


def _moment(moment: str | datetime | None) -> str | None:
    if moment is None or isinstance(moment, str) and moment != "now":
        return moment
    from datetime import datetime, timezone

    if moment == "now":
        moment = datetime.now(timezone.utc)
    if isinstance(moment, datetime):
        if moment.tzinfo is None:
            raise ValueError("as_of needs a time zone: datetime(..., tzinfo=timezone.utc)")
        return moment.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    raise TypeError(
        "as_of is a datetime with a time zone, a text such as 2026-06-01T09:00:00Z, or \"now\", not "
        f"{type(moment).__name__}")


def _files(path: str, overlays: list[str]) -> dict[str, bytes]:
    """The rules, their overlays, and the files that these name, which must lie beside them."""
    files: dict[str, bytes] = {}
    root = os.path.join(os.path.dirname(os.path.realpath(path)), "")
    waiting = [path, *overlays]
    while waiting:
        name = waiting.pop(0)
        if name in files:
            continue
        with open(name, "rb") as file:
            files[name] = file.read(_LARGEST_FILE + 1)
        if not name.lower().endswith((".yaml", ".yml")):
            continue
        for named in _named_files(files[name].decode(errors="replace")):
            beside = os.path.join(os.path.dirname(name), named)
            found = os.path.realpath(beside)
            if beside not in files and os.path.isfile(found) and found.startswith(root):
                waiting.append(beside)
    return files


def _named_files(text: str) -> list[str]:
    """Whatever may be the name of a file that rules name. There may be blanks, commas and the like
    in names, so that each of them may be where one begins: `[a, b list.csv]` names at most four."""
    lower = text.lower()
    if not any(ending in lower for ending in _ENDINGS):
        return []
    import re  # Which takes longer to import than most rules to compile.

    endings = "|".join(_ENDINGS).replace(".", r"\.")
    found: dict[str, None] = {}
    for end in (match.end() for match in re.finditer(rf"(?:{endings})\b", text, re.IGNORECASE)):
        before = text[max(0, end - _LONGEST_NAME):end].rpartition("\n")[2]
        for start in re.finditer(r"(?<![^\s'\"\[\]{},:|])[^\s'\"]", before):
            name = before[start.start():]
            found[name] = found[name.replace("''", "'")] = None
    return list(found)


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
