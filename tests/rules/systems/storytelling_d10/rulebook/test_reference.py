"""Where the rows of Star Wars Storytelling stand in the source, and the rules to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rules.reference.chapters import Paragraphs
from rules.systems.storytelling_d10.reference.chapters import chapters
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.tables import Row

BOOK = rulebook()
OURS = {"Our own", "Our ruling, not the source", "Our option, not the source"}
SOURCE = "Star Wars Storytelling (d10), "


def _all_rows() -> Iterator[tuple[str, str, Row]]:
    for name in BOOK.__struct_fields__:
        if name == "reference":
            continue
        table = getattr(BOOK, name)
        for member in table.__struct_fields__:
            found = getattr(table, member)
            if isinstance(found, dict):
                yield from ((name, member, row) for row in found.values())


def test_every_row_says_where_it_stands() -> None:
    for table, member, row in _all_rows():
        known = row.source in OURS or row.source.startswith(SOURCE)
        assert known, (table, member, row.id, row.source)
        assert not row.ruling or row.ruling.endswith("Our ruling."), (table, member, row.id)


def test_chapters() -> None:
    found = chapters()
    assert [chapter.name for chapter in found] == [
        "Creation",
        "Attributes and abilities",
        "Merits",
        "Flaws",
        "Experience",
        "Rolling",
        "Fighting and aiming",
        "Power, Destiny, Willpower",
        "Light and Dark",
        "The Force: Battle",
        "The Force: Mind",
        "The Force: Nature",
        "The Force: Telekinetic",
        "The Force: Transform",
        "The Force: Swordplay",
        "Vehicles",
        "Hyperspace",
        "Importing",
        "Our rulings",
    ]
    parts = [part for chapter in found for part in chapter.parts]
    terms = [term for part in parts if not isinstance(part, Paragraphs) for term in part.rows]
    assert [id for id, times in Counter(term.id for term in terms).items() if times > 1] == []
    assert {part.id for part in parts} == {
        *BOOK.reference.headings,
        *BOOK.reference.listings,
    }
    assert not [term.id for term in terms if "{" in term.text]


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("merits-vaapad", ("5", "Strength 4, Dexterity 4, Melee 5, Force Sensitivity, Juyo")),
        ("force-corruption", ("Roll 7+, DS 6+", "D")),
        ("travel-core-worlds", ("24", "6", "24", "36", "60", "84", "96", "120", "144")),
        ("space-range-turbolaser", ("0–4", "5–8", "9–20", "21–40")),
        ("evasion-brawl", ("Dodge, Brawl",)),
        ("health-incapacitated", ("–", "yes")),
        ("abilities-stealth", ("Dexterity",)),
    ],
)
def test_figures_of_the_reference(id: str, figures: tuple[str, ...]) -> None:
    terms = {
        term.id: term
        for chapter in chapters()
        for part in chapter.parts
        if not isinstance(part, Paragraphs)
        for term in part.rows
    }
    assert terms[id].figures == figures
