"""A character is begun, built, filled at random, and rebuilt without scripts."""

from collections.abc import Callable
from typing import Any

import pytest

from sheets.models import Character
from tests.plain_page import PlainPage
from tests.sheets.every_game.characters import EVERY
from tests.sheets.test_outage import no_writes

LEDGER = [
    {"kind": "award", "cp": 20, "credits": 400, "at": "2026-11-03T20:15:00+00:00", "by": "Ines"},
    {"kind": "raise-skill", "skill": "stealth", "paid": 6, "at": "2026-11-03T22:40:00+00:00"},
]


def test_a_character_is_built_and_printed(page: PlainPage) -> None:
    page.goto("/")
    page.press("Build ", nth=0)
    page.fill("Name", "No Script")
    page.part(".step-ends").press("Species")

    page.fill("Search", "wook")
    page.press("Find")
    assert len(page.parts(".card")) == 1
    page.check("Wookiee")
    page.part(".step-ends").press("Save")
    assert "Wookiee" in page.part("#pane").text
    page.follow("Numbers and compare")
    for name in ("Bith", "Twi'lek"):
        page.check(f"Compare {name}")
    page.press("Compare")
    assert "Comparison: Species" in page.headings
    assert "Nimble Fingers" in page.part(".comparison").text

    page.part("#steps").press("Profession")
    page.check("Spy")
    page.part(".step-ends").press("Skills")
    for skill in ("Agility", "Melee", "Brawl"):
        page.check(skill)
    page.part("#steps").press("Edge and burden")
    page.check("Luck")
    page.check("Debt")
    page.part(".step-ends").press("Save")
    page.fill("#edge-note", "It never asked.")
    page.part(".step-ends").press("Gear")
    page.unfold("Melee weapons")
    page.fill("Combat Knife, how many", "2")
    page.fill("Thing 1", "A length of rope")
    page.part(".step-ends").press("Save")
    assert "700 of 750" in page.part(".tally").text
    assert page.value("Thing 1") == "A length of rope"
    assert page.value("Thing 2") == ""

    back = page.url
    page.goto(page.part("#pane").parts("a.explains")[0].root.get("href"))
    assert any("Why" in heading for heading in page.headings)
    page.goto(back)
    page.part("#steps").press("Review")
    page.press("Finish No Script")
    assert "No Script" in page.headings
    page.part(".character-nav").unfold("More")
    page.follow("PDF")
    assert page.download[1].startswith(b"%PDF")
    page.press("Dark")
    assert page.root.get("data-theme") == "night"


def test_what_is_not_saved_is_said_to_get_lost_before_one_reads_a_rule(
    page: PlainPage, begun: Callable[..., str]
) -> None:
    page.goto(f"{begun('hyperspace-d6')}build/skills/?numbers=yes")
    assert "Save before you follow a link" in page.text
    page.follow("Stealth in the rules")
    assert page.url == "/rules/hyperspace-d6/skills/#skills-stealth"
    assert "Stealth" in page.part("#skills-stealth").text


@EVERY
def test_surprise_works_and_loses_nothing(
    slug: str, page: PlainPage, begun: Callable[..., str]
) -> None:
    begun(slug)
    page.fill("Name", "Vessa Korr")
    page.press("Surprise me")
    assert page.value("Name") == "Vessa Korr"
    page.press("Surprise me")
    if page.parts("#undo"):  # pronouns were still open, and are not any more
        page.press("Surprise me")
    assert page.parts("#replaces")
    page.fill("Player", "Ines")
    page.press("Replace")
    assert page.value("Name") != "Vessa Korr"
    page.press("Undo")
    assert page.value("Name") == "Vessa Korr"
    assert page.value("Player") == "Ines"
    page.press("Fill the rest")
    assert "The rest was filled in at random." in page.part("#toast").text
    assert page.part(".in-wizard .pane-name").text == "Vessa Korr"


@pytest.mark.django_db(transaction=True)
def test_what_was_typed_is_kept_where_nothing_can_be_saved(
    page: PlainPage, begun: Callable[..., str]
) -> None:
    begun("hyperspace-d6")
    page.fill("Name", "Vessa Korr")
    page.fill("Concept", "Informant turned fixer")
    with no_writes():
        page.press("Save", nth=0, status=503)
        assert "Nothing was saved" in page.headings
        page.unfold("What you typed")
        assert "Informant turned fixer" in page.text
        page.press("Try again", status=503)
        assert "Nothing was saved" in page.headings
    page.press("Try again")
    assert "/build/concept/" in page.url
    assert page.value("Name") == "Vessa Korr"
    assert page.value("Concept") == "Informant turned fixer"


def test_a_rebuild_and_an_undo(
    hers: PlainPage, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    row = make_character({**vessa, "ledger": LEDGER}, finished=True)
    start = f"/characters/{row.public_id}/"
    page = hers
    page.goto(start)
    page.unfold("More")
    page.press("Rebuild")
    page.goto(f"{start}build/profession/")
    page.check("Soldier")
    page.part(".step-ends").press("Save")
    page.goto(f"{start}build/review/")
    page.press("Finish the rebuild")
    assert "Soldier" in page.part(".sheet-facts").text
    page.goto(f"{start}history/")
    page.follow("Skill raised")
    page.follow("Undo Stealth")
    page.press("Undo")
    assert len(page.parts(".log-entry.undone")) == 1
    page.goto(start)
    page.unfold("More")
    page.press("Rebuild")
    page.goto(start)
    page.press("Discard the rebuild")
    assert "A rebuild is in progress" not in page.text


def test_what_is_open_is_named_on_the_review(hers: PlainPage, draft: Character) -> None:
    hers.goto(f"/characters/{draft.public_id}/build/review/")
    assert "Species" in hers.part("#bar").text
