"""A game that has no template of its own is printed by its kinds of section."""

from typing import Any

import msgspec

from rules import registry
from rules.document import Document
from sheets.printing import Edition
from sheets.printing.compose import compose
from sheets.printing.render import pool
from tests.sheets.printing import reading


def _print(document: Document, *, blank: bool = False, **options: Any) -> bytes:
    sheet = registry.get(document.system).sheet(document)
    other = msgspec.structs.replace(sheet, system="another-game", credit="Another Game, by us")
    return pool().render(compose(other, Edition(**options), game="Another Game", blank=blank))


def test_every_section_is_printed(scoundrel: Document, jedi: Document):
    text = reading.text(_print(scoundrel))
    for said in ("Dask Orrin", "DEFENSES", "DODGE", "Wounded 3–5", "1 of 2 marked", "DEX 4D",
                 "Blasters +1D 5D", "Blaster Pistol 5D Blasters 3D", "Medpac ×2", "Luck",
                 "A burn across the left hand.", "Another Game, by us"):  # fmt: skip
        assert said in text, said
    assert "FOR 1D" in reading.text(_print(jedi))


def test_it_is_accessible_and_loses_nothing(scoundrel: Document, hoarder: Document):
    for document in (scoundrel, hoarder):
        pdf = _print(document)
        assert reading.complaints(pdf) == []
        assert reading.out_of_place(pdf) == []
    text = reading.text(_print(hoarder))
    assert all(text.count(f"Thing {n:02}!") == 1 for n in range(40))
    assert all(text.count(f"Knife {n:02}!") == 1 for n in range(20))


def test_it_can_be_of_every_kind(hoarder: Document):
    for kind in ("full", "cards"):
        pdf = _print(hoarder, kind=kind, colour=True)
        assert reading.complaints(pdf) == []
        assert reading.out_of_place(pdf) == []
        text = reading.text(pdf)
        assert all(f"Thing {n:02}!" in text for n in range(40))
        assert all(f"Knife {n:02}!" in text for n in range(20))


def test_it_can_be_blank_and_have_fields(scoundrel: Document):
    assert reading.complaints(_print(scoundrel, blank=True)) == []
    assert reading.complaints(_print(scoundrel, fillable=True)) == []
