"""What a type checker knows of the package; `.ci/python` has mypy read it, and nobody runs it."""

from decimal import Decimal
from typing import Any

import quote
import quote.ray
import quote.spark


def one(rules: quote.Rules) -> Decimal:
    answer: dict[str, Any] = rules.price({"id": "A-1"})
    several: list[dict[str, Any]] = rules.price([{"id": "A-1"}])
    assert several
    return Decimal(str(answer["total"]))


def tables(rules: quote.Rules, table: Any) -> int:
    quotes: quote.Quotes = rules.price(table, threads=1, progress=print)
    stream: quote.QuoteStream = rules.price_stream(iter([table]), columns=["id", "total"])
    found: quote.Difference = rules.diff(table, rules)
    text: str = rules.explain(table, key="A-1").to_html()
    return len(quotes) + len(stream.collect()) + len(text) + int(found.differs)


def cluster(rules: quote.Rules, frame: Any) -> quote.Difference:
    quote.ray.price(frame, rules)
    return quote.spark.diff(quote.spark.price(frame, rules), frame, rules, parts=8)


def wrong(text: str) -> list[dict[str, Any]]:
    try:
        quote.Rules.of_text(text, set={"fee": "9%"}, as_of="now")
    except quote.RulesError as error:
        return error.diagnostics
    return []
