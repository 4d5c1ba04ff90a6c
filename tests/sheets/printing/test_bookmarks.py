"""The bookmarks of a printed sheet: its name, and below it each main part."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from rules.document import Document
from sheets import printing
from sheets.demo import all_pregens
from sheets.printing import PrintOptions

PARTS = {
    "hyperspace-d6": [
        "Points", "Attributes and skills", "Defenses", "Damage", "Attacks", "Gear", "Credits",
        "Edge", "Burden", "Notes",
    ],
    "rules-sheet-d6": [
        "Points", "Attributes and skills", "Defense and damage", "Attacks", "Gear", "About",
        "Notes",
    ],
    "empire-ascendant": [
        "Points", "Attributes and skills", "Defenses and harm", "Attacks", "Gear", "Description",
    ],
    "storytelling-d10": [
        "Health", "Attributes", "Abilities", "Power, Willpower, Destiny", "Initiative, move, soak",
        "Attacks", "Merits and flaws", "Languages", "Gear", "Who you are",
    ],
}  # fmt: skip
# What only a character's sheet has, and what only a sheet to fill in has.
OWN = {"About", "Description", "Languages", "Who you are"}
BLANK = {
    "hyperspace-d6": set(),
    "rules-sheet-d6": set(),
    "empire-ascendant": {"The Force", "Force powers", "Notes"},
    "storytelling-d10": {
        "The Force",
        "Force abilities",
        "Languages",
        "Notes",
        "Experience",
    },
}
GAMES = pytest.mark.parametrize("slug", PARTS)


def bookmarks(pdf: bytes) -> list[tuple[str, list[str]]]:
    """The first level of an outline, each with the second."""
    found: list[tuple[str, list[str]]] = []
    marks: list[Any] = PdfReader(BytesIO(pdf)).outline
    for mark in marks:
        if isinstance(mark, list):
            found[-1][1].extend(str(inner.title).replace("\u2009", " ") for inner in mark)
        else:
            found.append((str(mark.title), []))
    return found


def ready_made(slug: str) -> Document:
    """The first ready-made character of a game."""
    return next(it.document for it in all_pregens().values() if it.document.system == slug)


@GAMES
@pytest.mark.parametrize("fillable", [False, True])
def test_each_main_part_of_a_sheet_has_one(slug: str, *, fillable: bool) -> None:
    character = ready_made(slug)
    ((name, parts),) = bookmarks(printing.sheet_pdf(character, PrintOptions(fillable=fillable)))
    assert name == character.name
    assert [part for part in parts if part in PARTS[slug]] == PARTS[slug]
    assert set(parts) - set(PARTS[slug]) <= {
        "Notes", "Experience", "Force abilities", "The Force",
    }  # fmt: skip


@GAMES
def test_so_has_each_of_a_sheet_to_fill_in(slug: str) -> None:
    ((name, parts),) = bookmarks(printing.blank_pdf(slug))
    assert name == "Blank sheet"
    assert set(parts) == set(PARTS[slug]) - OWN | BLANK[slug]


def test_a_full_sheet_goes_on_with_everything_at_length() -> None:
    character = ready_made("hyperspace-d6")
    (only,) = bookmarks(printing.sheet_pdf(character, PrintOptions(kind="full")))
    assert only == (
        character.name,
        [
            *PARTS["hyperspace-d6"][:5],
            *("Edge and burden", "About", "Gear", "Credits", "Sessions and notes"),
        ],
    )


def test_a_table_on_two_pages_has_one_bookmark(hoarder: Document) -> None:
    (only,) = bookmarks(printing.sheet_pdf(hoarder, PrintOptions(kind="full")))
    assert only[1].count("Attacks") == 1


def test_each_card_has_one() -> None:
    character = ready_made("rules-sheet-d6")
    ((name, cards),) = bookmarks(printing.sheet_pdf(character, PrintOptions(kind="cards")))
    assert name == f"{character.name}, cards to cut out"
    assert cards == [
        *("Docker’s ax", "Cargo hook ×2", "Padded coat", "Also carried"),
        *("Attributes and skills", "Defense", "Damage"),
    ]
