"""Which views may be answered from the page cache."""

from collections.abc import Callable
from typing import TypeVar

View = TypeVar("View", bound=Callable[..., object])
_MARK = "is_cached_page"


def cached_page(view: View) -> View:
    """Declares that the response of a view depends on nothing but its request, the settings, and
    what it reads from the database. Stands above all other decorators.
    """
    setattr(view, _MARK, True)
    return view


def is_cached_page(view: object) -> bool:
    """True if the view is declared as a cached page."""
    return getattr(view, _MARK, False) is True
