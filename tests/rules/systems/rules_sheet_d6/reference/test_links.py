"""The names of the steps of the rules sheet in its reference."""

from collections.abc import Iterable, Iterator

import pytest

from rules import registry
from rules.character import Character
from rules.forms.fields import Breakdown, Choice, Field, Pick
from rules.reference.search import Index

GAME = registry.get("rules-sheet-d6")
INDEX = Index(GAME.reference())


def everything(fields: Iterable[Field]) -> Iterator[tuple[str, str, str]]:
    """The field, the name and the term of whatever is chosen or looked at, and not typed."""
    for field in fields:
        match field:
            case Choice(options=options) | Pick(options=options):
                yield from ((field.id, option.name, option.term) for option in options)
            case Breakdown(entries=entries):
                yield from ((field.id, entry.figure.label, entry.term) for entry in entries)


def found() -> set[tuple[str, str, str]]:
    document = GAME.empty()
    return {
        one
        for step in Character(GAME, document).steps()
        for filled in Character(GAME, document).steps(only=step.id)
        for one in everything(filled.fields)
    }


def test_every_option_and_every_number_of_the_steps_leads_to_its_term() -> None:
    for field, name, term in found():
        where = INDEX.find(term) if term else None
        assert where, f"{field}: {name}"
        assert where.term


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Count dice for me: 18D attributes, 7D skills", "preset"),
        ("Defense", "defense"),
        ("Marks per box", "boxes"),
        ("Incapacitated", "harm-incapacitated"),
        ("Mortally wounded", "harm-mortally-wounded"),
    ],
)
def test_a_name_leads_to_the_term_of_that_name(name: str, id: str) -> None:
    terms = {INDEX.find(term) for _, said, term in found() if said == name}
    assert {where.term.id for where in terms if where and where.term} == {id}
