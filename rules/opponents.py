"""Opponents: whom a game lists, and how one is made."""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from rules.document import Document
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.merge import merged, unshown
from rules.places import part_in_words
from rules.problems import RuleViolation


class ListedOpponent(msgspec.Struct, frozen=True, gc=False):
    """An opponent of the book: its side or kind, and in a line what it can do."""

    id: str
    name: str
    side: str
    does: str
    source: str = ""
    keywords: str = ""


class Filled(msgspec.Struct, frozen=True, gc=False):
    """The form of an opponent as it is: its values, the document that they make, and in words what
    of the opponent they leave out.
    """

    values: FormValues
    document: Document
    left_out: tuple[str, ...]


class OpponentRules(msgspec.Struct, frozen=True, gc=False):
    """The making of a game's opponents.

    `listed()` are those of the book. `document(values)` makes one from the values of a form,
    RuleViolation by field where they make none, and `fields(values)` are the form's fields. The
    field WHO holds the id of a listed one. `written(document)` are the values that the form would
    be sent for a document. `about` says in a line what the form makes. `is_bound` is True if an
    opponent must be complete, as a player's character must; `is_one(document)` is True if a
    document can be nothing but an opponent. `heading` stands above the list, and `whose` says whose
    numbers those are. `group` is the word for several that are added as one, "" where none are: as
    many as `members`, the least and the most. `accepted(document)` is one with everything accepted
    that a game master can accept where opponents are not bound; RuleViolation for what nobody can.
    """

    listed: Callable[[], tuple[ListedOpponent, ...]]
    fields: Callable[[FormValues], tuple[Field, ...]]
    document: Callable[[FormValues], Document]
    about: str = ""
    is_bound: bool = True
    is_one: Callable[[Document], bool] = lambda _document: False
    written: Callable[[Document], FormValues] = lambda _document: {}
    heading: str = "From the book"
    whose: str = ""
    group: str = ""
    members: tuple[int, ...] = (2, 30)
    accepted: Callable[[Document], Document] = lambda document: document

    def filled(self, document: Document) -> Filled | None:
        """The form of an opponent, without the fields that it could not read; None for a document
        of which it can make nothing.
        """
        values = {field: texts for field, texts in self.written(document).items() if any(texts)}
        while values:
            try:
                made = self.document(values)
            except RuleViolation as violation:
                unread = {problem.where for problem in violation.problems} & values.keys()
                if not unread:
                    return None
                values = {field: texts for field, texts in values.items() if field not in unread}
            else:
                return Filled(values, made, left_out(document, made))
        return None


def left_out(document: Document, made: Document | None) -> tuple[str, ...]:
    """The parts of a document, in words, that the one made by its form has not; all for None."""
    shown = made.build if made else type(document.build)()
    return tuple(dict.fromkeys(map(part_in_words, unshown(document.build, shown))))


def remade(rules: OpponentRules, before: Document, made: Document, *, group: str) -> Document:
    """An opponent with the name and the build of the one that its form makes; what the form leaves
    out of it stays. Its harm, ledger and house rules stay, and what is accepted of either is
    accepted. `group` is the mark that counts the members of a group, "" in a game without groups.
    """
    if filled := rules.filled(before):
        build = merged(before.build, filled.document.build, made.build)
        if build != made.build:
            made = rules.accepted(replace(made, build=build))
    marks, house, is_confirmed = before.marks, before.house, before.is_confirmed
    if group:
        marks = replace(marks, **{group: getattr(made.marks, group)})
    if made.is_confirmed:
        both = (*(house.accepted if is_confirmed else ()), *made.house.accepted)
        house = replace(
            house, accepted=tuple({(one.code, one.where): one for one in both}.values())
        )
        is_confirmed = True
    return replace(
        before,
        name=made.name,
        build=made.build,
        marks=marks,
        house=house,
        is_confirmed=is_confirmed,
    )


WHO = "who"
