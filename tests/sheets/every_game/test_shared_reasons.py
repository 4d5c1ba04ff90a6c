"""A reason, or a need, that keeps many things of a list out of reach stands once, above them."""

from random import Random

import pytest
from django.test import Client

from rules import registry
from sheets.models import Owner
from tests.plain_page import PlainPage
from tests.sheets.every_game.characters import plain
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import store

GAME = "storytelling-d10"
NEEDS = "Needs Force Sensitivity"


@pytest.fixture
def page(ines: Client) -> PlainPage:
    return PlainPage(ines.cookies)


def test_closed_merits_come_last_under_the_one_reason(page: PlainPage, ines_owner: Owner) -> None:
    draft = store(ines_owner, plain(registry.get(GAME).empty()))
    page.goto(address(draft, "build/merits/?numbers=yes"))
    assert [part.text for part in page.parts(".of-reason", has=NEEDS)] == [NEEDS]
    names = [part.text for part in page.parts(".of-reason ~ .card label:first-of-type")]
    assert "Visions 2 points" in names
    assert not any(name.startswith(("Ambidextrous", "Force Sensitivity")) for name in names)
    # A screen reader is told of each why it's closed; one that stands alone says it itself.
    visions = page.part(".card", has="Visions").part("input[disabled]").root
    why = page.root.get_element_by_id(visions.get("aria-describedby"))
    assert (why.text, why.get("class")) == (NEEDS, "unseen")
    # Of several needs the others stand with it.
    ataru = page.part(".card", has="Ataru").part("input[disabled]").root
    both = page.root.get_element_by_id(ataru.get("aria-describedby"))
    own = "Needs Dexterity 3 (you have 1), Acrobatics 3 (you have 0)"
    assert [part.text for part in both] == [own, f"{own}, Force Sensitivity"]
    assert [part.get("aria-hidden") or part.get("class") for part in both] == ["true", "unseen"]
    page.goto(address(draft, "build/merits/?q=visions"))
    assert not page.parts(".of-reason")
    assert page.part(".card", has="Visions").part(".option-barred").text == NEEDS


def test_closed_offers_come_last_under_the_one_reason(page: PlainPage, ines_owner: Owner) -> None:
    document = registry.get(GAME).random(Random(0))
    assert "force-sensitivity" not in str(plain(document))
    finished = store(ines_owner, plain(document), finished=True)
    page.goto(address(finished, "advance/?q=force"))
    group = page.part("#group-advance-merits-the-force")
    assert [part.text for part in group.parts(".of-reason")] == [f"{NEEDS}."]
    after = {part.text for part in group.parts(".of-reason ~ .offer h3")}
    assert {"Adept Negotiator", "Ataru", "Link", "Visions"} <= after
    assert "Force Sensitivity" not in after
    # One that asks further is closed before its form is filled in.
    assert "Master Force Ability" in after
    assert not group.part(".offer", has="Master Force Ability").parts("form")
