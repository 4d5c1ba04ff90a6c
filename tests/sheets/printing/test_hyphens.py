"""Hyphens in what somebody wrote are printed as they were typed: only figures have minus signs."""

from collections.abc import Iterator
from itertools import product

import pytest

from rules import registry
from rules.document import Document
from sheets.markdown import safe_html
from sheets.printing import Extras, PrintOptions
from sheets.printing.api import sheet_job
from sheets.printing.briefing.content import Briefing, BriefingCharacter, Hook
from sheets.printing.briefing.pdf import briefing_job
from sheets.printing.chronicle import Chronicle, ChronicleSession, chronicle_job
from sheets.printing.convention import ConventionTable, SeatLine, seats_job, summary_job
from sheets.printing.options import CLASSIC, FULL, KINDS, Note
from sheets.printing.pdf.messages import Job
from sheets.printing.statblocks import Encounter, Opponent, statblocks_job
from tests.sheets.every_game.characters import EVERY
from tests.sheets.printing import hostile_characters
from tests.sheets.printing.conftest import document

WRITTEN = "Well-known -77 x-77 -77D"
NOTE = safe_html(f"{WRITTEN}\n\n- {WRITTEN}\n\n{WRITTEN * 20}")
EXTRAS = Extras(WRITTEN, WRITTEN, notes=(Note(WRITTEN, NOTE),), timeline=(Note(WRITTEN, NOTE),))
EDITIONS = [(kind, False) for kind in KINDS] + [(kind, True) for kind in (CLASSIC, FULL)]


def _says_it(self: hostile_characters.Writer, most: int) -> str:
    """Text that fits, as long as it may be."""
    return f"{next(self.count)} {WRITTEN} " * max(1, most // 40)


@pytest.fixture
def written(slug: str, monkeypatch: pytest.MonkeyPatch) -> list[Document]:
    """Characters with it in each field for free text."""
    monkeypatch.setattr(hostile_characters.Writer, "text", _says_it)
    return [hostile_characters.document(slug, seed) for seed in (1, 97, 194)]


def _pages(slug: str, written: list[Document]) -> Iterator[Job]:
    """The pages besides those of a sheet."""
    opponents = tuple(Opponent(WRITTEN, registry.open(one).sheet) for one in written)
    encounter = (WRITTEN, WRITTEN, WRITTEN * 30, WRITTEN, opponents)
    session = ChronicleSession(WRITTEN, notes=NOTE, gains=(WRITTEN,))
    seat = SeatLine(1, WRITTEN, WRITTEN, "https://hyperspace.example/seat/abcdefgh/")
    table = ConventionTable(slug, WRITTEN, WRITTEN, (seat,), ())
    person = BriefingCharacter(
        WRITTEN,
        about=WRITTEN,
        player=WRITTEN,
        figures=("-3",),
        hooks=(Hook(WRITTEN, "Edge", WRITTEN),),
    )
    briefing = Briefing(
        slug,
        party=WRITTEN,
        game="Any",
        credit="",
        about="",
        since="",
        date=WRITTEN,
        heads=("Dodge",),
        people=(person,),
        notes=NOTE,
    )
    yield statblocks_job(Encounter(slug, "Any", "", *encounter), paper="a4")
    yield chronicle_job(Chronicle(slug, WRITTEN, "Any", "", "", (), (session,)), paper="a4")
    yield summary_job(table, "a4")
    yield seats_job(table, "a4")
    yield briefing_job(briefing, paper="a4")


@EVERY
@pytest.mark.all_games
def test_a_hyphen_before_a_number_in_what_somebody_wrote_stays_a_hyphen(
    slug: str, written: list[Document]
) -> None:
    sheets = (
        sheet_job(one, PrintOptions(kind=kind, fillable=fillable), EXTRAS)
        for one, (kind, fillable) in product(written, EDITIONS)
    )
    for job in (*sheets, *_pages(slug, written)):
        assert "ell-known" in job.html
        assert "−77" not in job.html


def test_figures_have_minus_signs_and_the_fields_of_a_form_have_those_of_a_keyboard() -> None:
    gear = [{"id": "blaster-pistol", "quantity": 20}]
    debtor = document("Debtor", {"species": "human", "gear": gear})
    purse = registry.open(debtor).sheet.figures["credits"].code
    assert purse.startswith("-")
    for kind in (CLASSIC, FULL):
        assert f">−{purse[1:]}<" in _html(debtor, kind, fillable=False).replace("Credits ", ">")
        assert f'value="{purse}"' in _html(debtor, kind, fillable=True)


def _html(one: Document, kind: str, *, fillable: bool) -> str:
    return sheet_job(one, PrintOptions(kind=kind, fillable=fillable)).html
