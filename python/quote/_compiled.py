"""Rules of a process, compiled once however many tasks ask for them."""

from __future__ import annotations

import os
from collections import OrderedDict

from ._rules import Rules

_kept: OrderedDict[tuple[int, bytes], Rules] = OrderedDict()
_MOST = 16


def compiled(data: bytes) -> Rules:
    """The rules that `Rules.to_bytes` gave, by their content."""
    name = (os.getpid(), data)
    rules = _kept.get(name)
    if rules is None:
        rules = _kept[name] = Rules.from_bytes(data)
        while len(_kept) > _MOST:
            _kept.popitem(last=False)
    else:
        _kept.move_to_end(name)
    return rules
