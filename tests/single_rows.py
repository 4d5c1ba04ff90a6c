"""Tells zeal which rows are read alone. What is asked of such a row is not asked once for each of
many; zeal knows that by itself only of `QuerySet.get`.
"""

from typing import Any

from zeal.listeners import n_plus_one_listener
from zeal.patch import get_instance_key

from sheets.models.compiled import CompiledQuery


def tell_zeal() -> None:
    """From now on it knows that of the rows of `CompiledQuery.first`, too."""
    first = CompiledQuery.first

    def told(query: CompiledQuery[Any], *values: Any) -> Any:
        row = first(query, *values)
        if row is not None:
            n_plus_one_listener.ignore(get_instance_key(row))
        return row

    setattr(CompiledQuery, "first", told)  # noqa: B010 (its type is another)
