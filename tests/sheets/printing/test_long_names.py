"""Names as long as a party, an encounter, or a character may have, on the papers of a party: they
keep to their line at the head or the foot, and to their card.
"""

from collections.abc import Callable

import msgspec
import pytest

from rules import registry
from rules.sheet.sections import Sheet, Track
from sheets.printing.chronicle import Chronicle, ChronicleSession, chronicle_job
from sheets.printing.convention import ConventionTable, SeatLine, seats_job, summary_job
from sheets.printing.options import PAPERS
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from sheets.printing.statblock import Opponent
from sheets.printing.statblocks import Encounter, statblocks_job
from tests.sheets.every_game.characters import by_chance
from tests.sheets.printing import mupdf
from tests.sheets.printing.conftest import SLUG

# The most letters of a name.
LONGEST = 120
NAMES = {
    "words": "The Long Watch of the Outer Ring and ",
    "one-word": "Wagwmilquothstepant",
    "chinese": "漢字仮名交じり文",
}


def _sheet() -> Sheet:
    return registry.open(by_chance(SLUG)).sheet


def _statblocks(name: str, paper: str) -> Job:
    notes = "They wait behind the crates until somebody opens one. " * 120
    opponents = (Opponent(name, _sheet()),)
    return statblocks_job(
        Encounter(SLUG, "Any", "Nobody", name, name, notes, "Today", opponents), paper=paper
    )


def _chronicle(name: str, paper: str) -> Job:
    sessions = tuple(ChronicleSession(name, notes="<p>We ran.</p>" * 40) for _ in range(2))
    return chronicle_job(Chronicle(SLUG, name, "Any", "Nobody", "2026", (), sessions), paper=paper)


def _table(name: str) -> ConventionTable:
    address = "https://hyperspace.example/seat/abcdefgh/"
    seats = tuple(SeatLine(number, name, name, address) for number in range(1, 5))
    return ConventionTable(SLUG, name, "4 characters.", seats, ())


PAGES: dict[str, Callable[[str, str], Job]] = {
    "statblocks": _statblocks,
    "chronicle": _chronicle,
    "summary": lambda name, paper: summary_job(_table(name), paper),
    "seats": lambda name, paper: seats_job(_table(name), paper),
}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kind", NAMES)
def test_a_long_name_keeps_to_its_place(kind: str, page: str, paper: str) -> None:
    name = (NAMES[kind] * LONGEST)[:LONGEST].strip()
    pages = mupdf.pages(worker.make_pdf(PAGES[page](name, paper)))
    assert mupdf.out_of_place(pages) == []
    assert mupdf.crossed(pages) == []
    told = "".join("".join(found.text.split()) for found in pages)
    assert "…" in told or "".join(name.split()) in told


@pytest.mark.parametrize("paper", PAPERS)
def test_many_boxes_of_a_wound_level_go_on_in_a_second_line(paper: str) -> None:
    sheet = _sheet()
    sections = [
        msgspec.structs.replace(
            part, levels=tuple(msgspec.structs.replace(level, boxes=30) for level in part.levels)
        )
        if isinstance(part, Track)
        else part
        for part in sheet.sections
    ]
    sheet = msgspec.structs.replace(sheet, sections=tuple(sections))
    opponents = (Opponent("Zin", sheet), Opponent("Zan", _sheet()))
    encounter = Encounter(SLUG, "Any", "Nobody", "Ambush", "", "", "Today", opponents)
    pages = mupdf.pages(worker.make_pdf(statblocks_job(encounter, paper=paper)))
    assert mupdf.out_of_place(pages) == []
    assert mupdf.crossed(pages) == []
