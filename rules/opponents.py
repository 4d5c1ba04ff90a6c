"""Opponents: whom a game lists, and how one is made."""

from collections.abc import Callable

import msgspec

from rules.document import Document
from rules.forms.fields import Field
from rules.forms.parsing import FormValues


class ListedOpponent(msgspec.Struct, frozen=True, gc=False):
    """An opponent of the book: its side or kind, and in a line what it can do."""

    id: str
    name: str
    side: str
    does: str
    source: str = ""
    keywords: str = ""


class OpponentRules(msgspec.Struct, frozen=True, gc=False):
    """The making of a game's opponents.

    `listed()` are those of the book. `document(values)` makes one from the values of a form,
    RuleViolation by field where they make none, and `fields(values)` are the form's fields. The
    field WHO holds the id of a listed one. `about` says in a line what the form makes. `is_bound`
    is True if an opponent must be complete, as a player's character must; `is_one(document)` is
    True if a document can be nothing but an opponent. `heading` stands above the list, and `whose`
    says whose numbers those are. `group` is the word for several that are added as one, "" where
    none are: as many as `members`, the least and the most.
    """

    listed: Callable[[], tuple[ListedOpponent, ...]]
    fields: Callable[[FormValues], tuple[Field, ...]]
    document: Callable[[FormValues], Document]
    about: str = ""
    is_bound: bool = True
    is_one: Callable[[Document], bool] = lambda _document: False
    heading: str = "From the book"
    whose: str = ""
    group: str = ""
    members: tuple[int, ...] = (2, 30)


WHO = "who"
