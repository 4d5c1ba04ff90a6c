"""The pages of a table at a convention, read with other eyes than those that made them."""

import pytest

from rules import pregens, registry
from sheets.printing.convention import (
    ConventionTable,
    SeatLine,
    SkillLine,
    card_job,
    seats_job,
    summary_job,
)
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import pdf_readers

ADDRESS = "https://hyperspace.example/seat/abcdefgh/"


def _table(slug: str) -> ConventionTable:
    """Four seats of a game."""
    documents = [by_chance(slug, seed) for seed in range(4)]
    names = [document.name for document in documents]
    seats = (
        SeatLine(place + 1, name, "Human Pilot", f"{ADDRESS}?take={place}", ("Pilot 5D",))
        for place, name in enumerate(names)
    )
    skills = (
        SkillLine(
            skill.name,
            skill.figure.code if skill.figure else "–",
            ", ".join(names[place] for place in skill.positions) or "–",
            skill.is_trained,
        )
        for skill in pregens.best_at(registry.get(slug), documents)
    )
    return ConventionTable(
        slug, "The Long Watch", "4 characters.", tuple(seats), tuple(skills), ADDRESS, "Stealth"
    )


def _job(part: str, slug: str, paper: str) -> Job:
    if part == "card":
        return card_job(slug, paper)
    return {"summary": summary_job, "seats": seats_job}[part](_table(slug), paper)


@EVERY
@pytest.mark.parametrize("paper", ["a4", pytest.param("letter", marks=pytest.mark.soak)])
@pytest.mark.parametrize("part", ["summary", "seats", "card"])
def test_it_is_accessible(slug: str, part: str, paper: str) -> None:
    pdf = worker.make_pdf(_job(part, slug, paper))
    # Frames to cut out are no table, and a game may be called as if it had a number.
    known = {"seats": "TBL-014", "card": "HDG-010 /H1"}.get(part, "none")
    assert [it for it in pdf_readers.complaints(pdf) if not it.startswith(known)] == []
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.undefined_glyphs(pdf) == 0
