"""Changes on the cards of a step."""

import re
from collections.abc import Callable

from django.test import Client

from sheets.models import Character

StepOf = Callable[[Character, str], str]


def card(page: str, name: str) -> str:
    """The text of one card."""
    html = next(one for one in page.split('<li class="card">') if f">{name}</label>" in one)
    text = re.sub(r"<[^>]+>", " ", html.partition("</li>\n")[0])
    return " ".join(text.split())


def test_a_card_that_moves_attributes_and_a_focus_does_not_say_no_change(
    ines: Client, draft: Character, step_of: StepOf
) -> None:
    draft.build = {"species": "sullustan", "profession": "doctor", "skills": ["agility"]}
    draft.save()
    page = ines.get(step_of(draft, "profession") + "?numbers=yes").content.decode()
    engineer = card(page, "Engineer")
    for moved in ("MEC 3D 4D", "PER 3D 2D", "Pilot 4D 5D"):
        assert moved in engineer
    assert "No change" not in engineer


def test_only_a_card_that_moves_nothing_says_so(
    ines: Client, draft: Character, step_of: StepOf
) -> None:
    """The book gives Entertainer and Spy the same dice."""
    draft.build = {"species": "human", "profession": "spy"}
    draft.save()
    page = ines.get(step_of(draft, "profession") + "?numbers=yes").content.decode()
    assert page.count("No change to your numbers") == 1
    assert "No change to your numbers" in card(page, "Entertainer")


def test_the_first_dice_of_an_attribute_stand_in_the_profile_alone(
    ines: Client, draft: Character, step_of: StepOf
) -> None:
    draft.build = {}
    draft.save()
    page = ines.get(step_of(draft, "profession") + "?numbers=yes").content.decode()
    assert "No change" not in page
    assert "DEX 0D" not in card(page, "Doctor")
