"""The shared library: its functions as quote.h declares them, and errors as exceptions."""

from __future__ import annotations

import ctypes
import os
from ctypes import (
    CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p,
)


class ArrowSchema(Structure):
    """Arrow's C data interface."""


class ArrowArray(Structure):
    """Arrow's C data interface."""


class ArrowArrayStream(Structure):
    """Arrow's C stream interface."""


ArrowSchema._fields_ = [
    ("format", c_char_p), ("name", c_char_p), ("metadata", c_void_p), ("flags", c_int64),
    ("n_children", c_int64), ("children", c_void_p), ("dictionary", c_void_p),
    ("release", CFUNCTYPE(None, POINTER(ArrowSchema))), ("private_data", c_void_p),
]
ArrowArray._fields_ = [
    ("length", c_int64), ("null_count", c_int64), ("offset", c_int64), ("n_buffers", c_int64),
    ("n_children", c_int64), ("buffers", c_void_p), ("children", c_void_p),
    ("dictionary", c_void_p), ("release", CFUNCTYPE(None, POINTER(ArrowArray))),
    ("private_data", c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowSchema))),
    ("get_next", CFUNCTYPE(c_int, POINTER(ArrowArrayStream), POINTER(ArrowArray))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(ArrowArrayStream))),
    ("release", CFUNCTYPE(None, POINTER(ArrowArrayStream))), ("private_data", c_void_p),
]


class File(Structure):
    _fields_ = [("name", c_char_p), ("bytes", c_char_p), ("size", c_size_t)]


class RulesOptions(Structure):
    _fields_ = [
        ("overlays", POINTER(c_char_p)), ("overlay_count", c_size_t),
        ("settings", POINTER(c_char_p)), ("setting_count", c_size_t),
        ("as_of", c_char_p), ("reads_disk", c_int), ("zones", c_char_p), ("zones_size", c_size_t),
    ]


class PriceOptions(Structure):
    _fields_ = [
        ("columns", POINTER(c_char_p)), ("column_count", c_size_t), ("carry", c_int),
        ("carried", POINTER(c_char_p)), ("carried_count", c_size_t), ("money", c_int),
        ("plain_status", c_int), ("threads", c_int), ("any_keys", c_int),
    ]


class ExplainOptions(Structure):
    _fields_ = [
        ("keys", POINTER(c_char_p)), ("key_count", c_size_t), ("format", c_char_p),
        ("depth", c_size_t), ("why_not", c_int), ("changes", c_int), ("for_customers", c_int),
    ]


class QuoteError(Exception):
    """The base of all that goes wrong here."""

    #: A stable word: `rules`, `engine-stopped`, or a trouble such as `missing-column`.
    id: str = ""


class RulesError(QuoteError):
    """The rules are wrong. The text has every complaint with its place and what would be right."""

    def __init__(self, text: str, diagnostics: list[dict]):
        super().__init__(text)
        self.id = "rules"
        #: One a complaint: `id`, `severity`, `headline`, `file`, `line`, `column`, `help` and so on.
        self.diagnostics = diagnostics

    def __reduce__(self):
        return RulesError, (self.args[0], self.diagnostics)


class InputError(QuoteError, ValueError):
    """A table or a file cannot be read as a whole: a column is missing, a stream fails."""

    def __init__(self, text: str, id: str = ""):
        super().__init__(text)
        self.id = id

    def __reduce__(self):
        return type(self), (self.args[0], self.id)


class QuoteWarning(UserWarning):
    """What may be a slip in the columns of a table: a name that is nearly an input's."""


class EngineError(QuoteError, RuntimeError):
    """The engine stopped at a broken invariant: a bug. These rules answer nothing from here on."""

    def __init__(self, text: str, id: str = "engine-stopped"):
        super().__init__(text)
        self.id = id

    def __reduce__(self):
        return type(self), (self.args[0], self.id)


def _path() -> str:
    return os.environ.get("QUOTE_LIBRARY") or os.path.join(os.path.dirname(__file__), "libquote.so")


_Options, _Text = POINTER(c_void_p), POINTER(c_void_p)
_Stream, _Schema, _Array = POINTER(ArrowArrayStream), POINTER(ArrowSchema), POINTER(ArrowArray)

#: By name: what it gives (None for an error that `call` raises), and what it takes.
_DECLARATIONS = {
    "quote_abi_version": (c_int, []),
    "quote_version": (c_char_p, []),
    "quote_error_text": (c_char_p, [c_void_p]),
    "quote_error_json": (c_char_p, [c_void_p]),
    "quote_error_id": (c_char_p, [c_void_p]),
    "quote_error_free": (None, [c_void_p]),
    "quote_text_bytes": (c_void_p, [c_void_p]),
    "quote_text_size": (c_size_t, [c_void_p]),
    "quote_text_free": (None, [c_void_p]),
    "quote_rules_new": (
        c_void_p, [POINTER(File), c_size_t, POINTER(RulesOptions), POINTER(c_void_p)]),
    "quote_rules_free": (None, [c_void_p]),
    "quote_check": (c_void_p, [c_void_p, c_char_p, _Text]),
    "quote_describe": (c_void_p, [c_void_p, _Text]),
    "quote_rules_zones": (c_void_p, [c_void_p, _Text]),
    "quote_sample": (c_void_p, [c_void_p, c_size_t, c_uint64, _Text]),
    "quote_schema_in": (c_void_p, [c_void_p, _Schema]),
    "quote_price_stream": (c_void_p, [c_void_p, _Stream, POINTER(PriceOptions), _Stream]),
    "quote_stream_remarks": (c_void_p, [_Stream, _Text]),
    "quote_schema_out": (c_void_p, [c_void_p, _Schema, POINTER(PriceOptions), _Schema]),
    "quote_price_json": (c_void_p, [c_void_p, c_char_p, c_size_t, _Text]),
    "quote_json_remarks": (c_void_p, [c_void_p, c_char_p, c_size_t, _Text]),
    "quote_explain": (c_void_p, [c_void_p, _Stream, POINTER(ExplainOptions), _Text]),
    "quote_explain_json": (
        c_void_p, [c_void_p, c_char_p, c_size_t, POINTER(ExplainOptions), _Text]),
    "quote_diff": (
        c_void_p,
        [c_void_p, _Stream, _Stream, c_char_p, POINTER(c_char_p), c_size_t, _Text, POINTER(c_int)]),
    "quote_diff_rules": (
        c_void_p,
        [c_void_p, _Stream, c_void_p, POINTER(c_char_p), c_size_t, _Text, POINTER(c_int)]),
    "quote_batches_new": (c_void_p, [_Stream, POINTER(c_void_p)]),
    "quote_batches_read": (c_void_p, [c_void_p, POINTER(c_int)]),
    "quote_batches_rows": (c_int64, [c_void_p]),
    "quote_batches_stream": (c_void_p, [c_void_p, _Stream]),
    "quote_batches_free": (None, [c_void_p]),
    "quote_stream_of": (c_void_p, [_Schema, _Array, _Stream]),
    "quote_capsule_memory": (c_void_p, [c_size_t]),
}
_ABI = 6


def _load() -> ctypes.CDLL:
    path = _path()
    library = ctypes.CDLL(path)
    for name, (result, arguments) in _DECLARATIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    version = library.quote_abi_version()
    if version != _ABI:
        raise ImportError(f"{path} is of version {version}; this package needs {_ABI}")
    return library


library = _load()


def call(function, *arguments) -> None:
    """Calls a function that gives an error or nothing; raises what the error says."""
    error = function(*arguments)
    if not error:
        return
    try:
        id = library.quote_error_id(error).decode()
        text = library.quote_error_text(error).decode(errors="replace")
        if id == "rules":
            import json

            raise RulesError(text, json.loads(library.quote_error_json(error)))
        raise (EngineError if id == "engine-stopped" else InputError)(text, id)
    finally:
        library.quote_error_free(error)


def text_of(function, *arguments) -> bytes:
    """Calls a function that puts a text where its last argument says."""
    text = c_void_p()
    call(function, *arguments, byref(text))
    try:
        return ctypes.string_at(
            library.quote_text_bytes(text), library.quote_text_size(text))
    finally:
        library.quote_text_free(text)


def encoded_text(text) -> bytes:
    """A text, or bytes that are one, for C."""
    if isinstance(text, str):
        return text.encode()
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    raise TypeError(f"a text is needed, not {type(text).__name__}")


def words(texts) -> tuple["ctypes.Array[c_char_p]", int]:
    """A list of texts as C has it; a text alone is one of them, not its letters."""
    encoded = [encoded_text(text) for text in ([texts] if isinstance(texts, str) else texts)]
    return (c_char_p * len(encoded))(*encoded), len(encoded)


# Capsules. What is in them is released by whoever takes it, or by the library.

_capsule_new = ctypes.pythonapi.PyCapsule_New
_capsule_new.restype, _capsule_new.argtypes = ctypes.py_object, [c_void_p, c_char_p, c_void_p]
_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]
_free = ctypes.cast(library.quote_capsule_free, c_void_p)


def capsule(kind: type[Structure], name: bytes, fill):
    """A new capsule of Arrow's, filled by `fill`. Capsules keep their name's address."""
    memory = library.quote_capsule_memory(ctypes.sizeof(kind))
    made = _capsule_new(memory, name, _free)
    fill(kind.from_address(memory))
    return made


STREAM, SCHEMA, ARRAY = b"arrow_array_stream", b"arrow_schema", b"arrow_array"


def held(capsule, kind: type[Structure], name: bytes):
    """What is in somebody's capsule; whoever takes it over sets its `release` to nothing."""
    found = kind.from_address(_capsule_pointer(capsule, name))
    found.capsule = capsule  # Which frees it when nobody has it any more.
    return found
