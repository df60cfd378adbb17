"""Ray over the same compiled rules: `quote.ray.price(ds, rules)`.

As in Spark, rules travel as bytes and are compiled once a process, and each batch is priced by itself:
neighbours may have the same key.
"""

from __future__ import annotations

from typing import Any, Iterable

from ._compiled import compiled
from ._rules import Rules


def price(
    ds: Any, rules: Rules, *, columns: Iterable[str] | None = None,
    carry: bool | str | Iterable[str] = True, money: str = "decimal",
    batch_size: int | None = 65_536, **options: Any,
) -> Any:
    """The quotes of a Dataset of bookings as a Dataset. Other options go to `map_batches`."""
    data = rules.to_bytes()
    asked: dict[str, Any] = {
        "columns": list(columns) if columns is not None else None,
        "carry": carry if isinstance(carry, (bool, str)) else list(carry), "money": money,
        "plain_status": True, "any_keys": True, "threads": 1}

    def work(table):
        return compiled(data).price(table, **asked).to_arrow()

    return ds.map_batches(work, batch_format="pyarrow", batch_size=batch_size, **options)
