"""A party is led, asked for rolls, reviewed, and printed without scripts."""

from typing import Any

import pytest
from django.core.cache import caches

from sheets.models import Character, Party
from tests.plain_page import PlainPage
from tests.sheets import cast
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store


@pytest.fixture
def people() -> dict[str, Person]:
    return {name: cast.person(name) for name in ("greta", "ines", "femi")}


@pytest.fixture
def party(people: dict[str, Person]) -> Party:
    """Greta's."""
    return cast.make_party(people)


@pytest.fixture
def greta(people: dict[str, Person]) -> PlainPage:
    """A page of the game master."""
    return PlainPage(people["greta"].client.cookies)


def bring(
    who: Person, party: Party, document: dict[str, Any], *, finished: bool = True
) -> Character:
    """A character of somebody's in the party."""
    row = store(who.owner, document, finished=finished)
    Character.objects.filter(pk=row.pk).update(party=party)
    return row


def test_a_game_master_makes_a_skill_hands_out_and_undoes_it(
    greta: PlainPage, people: dict[str, Person], party: Party
) -> None:
    bring(people["ines"], party, VESSA)
    greta.goto(f"/parties/{party.public_id}/rules/skill/")
    greta.fill("Name", "Beast Riding")
    greta.press("Save")
    greta.press("Save")
    assert "Beast Riding" in greta.part(".homebrew-kinds").text
    greta.goto(f"/parties/{party.public_id}/hand-out/")
    greta.check("Everyone")
    award = greta.part("#offer-given-award")
    award.fill("Character Points", "3")
    award.press("Hand out")
    assert "Vessa Korr gets 3 Character Points." in greta.part("main").text
    greta.press("Hand out")
    greta.press("Undo 3 Character Points to Vessa Korr")
    assert greta.part(".recent s").text == "3 Character Points to Vessa Korr"


def test_a_roll_is_requested_and_answered(
    greta: PlainPage, people: dict[str, Person], party: Party
) -> None:
    bring(people["femi"], party, {**VESSA, "name": "Brakka"})
    bring(people["ines"], party, VESSA)
    board = f"/parties/{party.public_id}/"
    greta.goto(board)
    greta.follow("Force Points")
    assert greta.url.endswith("?sort=force_points")
    greta.choose("What", "skills.stealth")
    greta.fill("Against", "15")
    greta.fill("Why", "The guards come")
    greta.press("Request roll")
    assert "Stealth against 15" in greta.headings
    ines = PlainPage(people["ines"].client.cookies)
    ines.goto(board)
    ines.follow("Roll Stealth for Vessa Korr, as requested", nth=0)
    assert "Requested by your GM." in ines.part("main").text
    assert "15 set by your GM" in ines.part(".laid-down").text
    ines.press("Roll 6D")
    assert "against" in ines.part("#line-1").text
    greta.follow("Reload", nth=0)
    answer = greta.part(".answer", has="Vessa Korr")
    assert not answer.parts("a")
    greta.follow("More kinds of requests")
    both = greta.part("#call-opposed")
    both.choose("One", "Brakka")
    both.choose("rolls", "skills.search", nth=0)
    both.choose("The other", "Vessa Korr")
    both.press("Request roll")
    assert "Search" in greta.headings


def test_a_deviation_is_accepted_and_undone(
    greta: PlainPage, people: dict[str, Person], party: Party
) -> None:
    skills = ["stealth", "deceive", "blasters", "swim"]
    document = {**VESSA, "build": {**VESSA["build"], "skills": skills}}
    wrong = bring(people["ines"], party, document, finished=False)
    review = f"/parties/{party.public_id}/reviews/{wrong.public_id}/"
    greta.goto(review)
    greta.unfold("Accept")
    greta.fill("Reason", "She grew up by the sea.")
    greta.press("Accept as a house rule")
    assert "Legal" in greta.part(".review-audit").text
    greta.goto(f"/characters/{wrong.public_id}/")
    assert "She grew up by the sea." in greta.part(".notices").text
    greta.goto(review)
    greta.press("Undo")
    assert "Not legal" in greta.part(".review-audit").text


def test_a_party_pdf_is_made_press_by_press(
    greta: PlainPage,
    people: dict[str, Person],
    party: Party,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sheets.parties.pack.printing.SECONDS", 0)
    # However busy the machine is, the sheet that a press prints is waited for.
    monkeypatch.setattr("sheets.parties.pack.pack.WAIT_SECONDS", 600)
    caches["printed"].clear()
    for name in ("Brakka", "Dask", "Vessa Korr"):
        bring(people["ines"], party, {**VESSA, "name": name})
    greta.goto(f"/parties/{party.public_id}/pack/")
    greta.press("Make PDF")
    for said in ("1 of 3 printed", "2 of 3 printed"):
        assert greta.part(".pack-count").text == said
        greta.follow("Continue")
    assert greta.named("link", "Open the PDF")


def test_a_party_is_made_and_joined_with_its_code(
    greta: PlainPage, people: dict[str, Person]
) -> None:
    store(people["ines"].owner, VESSA, finished=True)
    greta.goto("/parties/")
    greta.follow("A new party")
    greta.fill("Party name", "Rust and Rain")
    greta.press("Create party")
    greta.press("Invite")
    code = greta.part(".code-to-tell b").text
    ines = PlainPage(people["ines"].client.cookies)
    ines.goto("/parties/join/")
    ines.fill("Invitation code", code.lower())
    ines.press("Continue")
    ines.check("Vessa Korr")
    ines.press("Join")
    assert "Rust and Rain" in ines.headings
    greta.goto(greta.url)
    assert "Vessa Korr" in greta.part(".seats").text


def test_a_house_rule_shows_what_it_changes_before_it_is_made(
    greta: PlainPage, people: dict[str, Person], party: Party
) -> None:
    bring(people["ines"], party, VESSA)
    greta.goto(f"/parties/{party.public_id}/rules/")
    greta.fill("Starting credits", "2000")
    greta.press("Save")
    assert "Vessa Korr" in greta.headings
    assert "1,500" in greta.part("main").text
    greta.press("Save")
    assert greta.value("Starting credits") == "2000"


def test_a_review_that_shows_something_older_decides_nothing(
    greta: PlainPage, people: dict[str, Person], party: Party
) -> None:
    row = bring(people["ines"], party, VESSA, finished=False)
    greta.goto(f"/parties/{party.public_id}/reviews/{row.public_id}/")
    Character.objects.update(version=5, name="Vessa the Other")
    greta.fill("Message to the player", "Fine by me.")
    greta.press("Approve", status=409)
    assert "It changed while you were reviewing." in greta.part("[role=alert]").text
    assert greta.part("h1").text == "Vessa the Other"
    assert greta.value("Message to the player") == "Fine by me."
    greta.press("Approve")
    assert greta.part("[role=status]", has="Approved.")


def test_a_comment_is_written_answered_and_deleted(
    greta: PlainPage, people: dict[str, Person], party: Party
) -> None:
    sheet = f"/characters/{bring(people['ines'], party, VESSA, finished=False).public_id}/"
    ines = PlainPage(people["ines"].client.cookies)
    ines.goto(sheet)
    ines.follow("Comment")
    ines.fill("Comment", "May I **fly**?")
    ines.press("Post comment")
    greta.goto(sheet)
    greta.follow("1 comment")
    assert greta.part(".comment strong").text == "fly"
    greta.fill("Comment", "You may.")
    greta.press("Post comment")
    ines.goto(ines.url)
    assert len(ines.parts(".comment")) == 2
    ines.unfold("Delete what you wrote")
    ines.press("Delete it for good")
    assert len(ines.parts(".comment")) == 1


def test_notes_that_two_tabs_write_are_both_there(greta: PlainPage, party: Party) -> None:
    brief = f"/parties/{party.public_id}/brief/"
    greta.goto(brief)
    other = PlainPage(greta.client.cookies)
    other.goto(brief)
    notes = "Notes: scenes, names, numbers"
    other.fill(notes, "The other one was first")
    other.press("Save")
    assert other.part("#notes .prose").text == "The other one was first"
    greta.fill(notes, "\n**This** one\n\n- is later")
    greta.press("Save", status=409)
    assert "changed in another tab" in greta.part("[role=alert]").text
    assert greta.part("#notes .prose").text == "The other one was first"
    assert greta.value(notes) == "\n**This** one\n\n- is later"
    greta.press("Keep mine")
    assert greta.part("#notes .prose strong").text == "This"
    assert greta.value(notes) == "\n**This** one\n\n- is later"
