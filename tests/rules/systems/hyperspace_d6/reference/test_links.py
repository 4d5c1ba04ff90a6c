"""The names of the steps in the reference: every option and ware is explained, or known not to
be.
"""

from collections.abc import Iterable, Iterator

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.forms.fields import Breakdown, Choice, Field, Option, Pick, Shop, Ware
from rules.reference.search import Index

GAME = registry.get("hyperspace-d6")
INDEX = Index(GAME.reference())

# What no rule speaks of: nothing decided or worn, and what only says how a thing came about.
WITHOUT = {
    "worn": {"Nothing"},
    "gear_design": {"Not chosen"},
    "gear_crystal": {"Not chosen"},
    "gear_granted": {"Granted by your GM, free"},
}


def chosen(*fields: tuple[str, tuple[str, ...]]) -> Document:
    document = GAME.empty()
    for field, values in fields:
        document = GAME.fields.write(document, field, values)
    return document


def documents() -> list[Document]:
    """So that every field is asked somewhere: one's own kinds, sabers, things with names."""
    return [
        GAME.empty(),
        chosen(
            ("species", ("own",)),
            ("profession", ("own",)),
            ("profession.force_user", ("yes",)),
            ("edge", ("trained",)),
            ("burden", ("wounded",)),
        ),
        chosen(
            ("profession", ("jedi-guardian",)),
            ("gear.lightsaber", ("1",)),
            ("gear.heavy-armor", ("1",)),
            ("gear.medium-armor", ("1",)),
            ("gear.bowcaster", ("1",)),
            ("gear_as.lightsaber", ("Dusk",)),
            ("gear_as.heavy-armor", ("Mother's suit",)),
        ),
    ]


def everything(fields: Iterable[Field]) -> Iterator[tuple[str, str, str]]:
    """The field, the name and the term of whatever can be chosen or looked at."""
    for field in fields:
        match field:
            case Choice(options=options, fields=nested, own=own):
                yield from (_named(field.id, option) for option in (*options, *own))
                yield from everything(nested)
            case Pick(options=options):
                yield from (_named(field.id, option) for option in options)
            case Shop(shelves=shelves, fields=nested):
                yield from everything(nested)
                for ware in (ware for shelf in shelves for ware in shelf.wares):
                    yield _named("ware", ware)
                    yield from everything(ware.fields)
            case Breakdown(entries=entries):
                yield from ((field.id, entry.figure.label, entry.term) for entry in entries)


def _named(field: str, thing: Option | Ware) -> tuple[str, str, str]:
    return field.partition(".")[0] if field.startswith("gear_") else field, thing.name, thing.term


def found() -> set[tuple[str, str, str]]:
    return {
        one
        for document in documents()
        for step in Character(GAME, document).steps()
        for filled in Character(GAME, document).steps(only=step.id)
        for one in everything(filled.fields)
    }


def test_every_option_and_ware_leads_to_its_term_or_has_none_to_lead_to() -> None:
    without: dict[str, set[str]] = {}
    for field, name, term in found():
        where = INDEX.find(term) if term else None
        if where is None or where.term is None:
            without.setdefault(field, set()).add(name)
    assert without == WITHOUT


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Assassin droid", "species-droid-assassin"),
        ("Custom species", "species-own"),
        ("It uses the Force", "profession-own-force"),
        ("Jedi Padawan", "profession-jedi-padawan"),
        ("Stealth", "skills-stealth"),
        ("Sense", "skills-sense"),
        ("Luck", "edge-luck"),
        ("Debt", "burden-debt"),
        ("Dodge", "defenses-dodge"),
        ("Strength", "attributes-str"),
        ("Bowcaster", "weapons-bowcaster"),
        ("Dusk", "weapons-lightsaber"),
        ("Mother's suit", "armor-heavy-armor"),
        ("Medpac", "gear-medpac"),
        ("Socket Hilt", "feature-socket-hilt"),
        ("Shoto Saber", "design-shoto-saber"),
        ("Purple", "crystal-purple"),
    ],
)
def test_a_name_leads_to_the_term_of_that_name(name: str, id: str) -> None:
    terms = {INDEX.find(term) for _, said, term in found() if said == name}
    assert {where.term.id for where in terms if where and where.term} == {id}


def test_the_term_of_a_thing_has_the_name_that_the_step_gives_it() -> None:
    own = ("Dusk", "Mother's suit", "Custom species", "Custom profession")
    for _, name, term in found():
        where = INDEX.find(term) if term else None
        if where and where.term and name not in own and "own" not in term:
            assert where.term.name == name
