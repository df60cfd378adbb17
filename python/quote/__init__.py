"""Price rules over tables: quotes of millions of bookings, explained to the cent.

>>> import quote
>>> rules = quote.Rules("rules.yaml")
>>> quotes = rules.price(table)          # of Polars, pyarrow, pandas, DuckDB, …
>>> rules.explain(table, key="B-17")
"""

from ._library import EngineError, InputError, QuoteError, QuoteWarning, RulesError, library as _library
from ._rules import Rules
from ._tables import Difference, Explanation, Quotes, QuoteStream

__version__ = _library.quote_version().decode()
__all__ = [
    "Difference", "EngineError", "Explanation", "InputError", "QuoteError", "QuoteStream", "QuoteWarning",
    "Quotes", "Rules", "RulesError",
]
