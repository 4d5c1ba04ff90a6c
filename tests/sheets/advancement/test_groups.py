"""Groups of offers: most are closed, come when they are opened, and stay open after a press."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rules import document as documents
from sheets.models import Character
from tests.sheets.advancement.pages import AGILITY, HTMX, text
from tests.sheets.every_game.characters import EVERY, by_chance


def brought_in(client: Client, slug: str) -> str:
    """The address of a finished character of a game."""
    client.post("/characters/import/", {"pasted": documents.dump(by_chance(slug))})
    return f"/characters/{Character.objects.get(system=slug).public_id}/"


@EVERY
def test_a_page_to_grow_on_has_few_elements_until_a_group_is_opened(
    slug: str, ines: Client
) -> None:
    page = ines.get(f"{brought_in(ines, slug)}advance/").content.decode()
    assert len(re.findall(r"<[a-z]", page)) < 900
    assert page.count('offer-group folds"') >= 5
    assert len(re.findall(r"<details[^>]*offer-group folds[^>]* open>", page)) == 1


@EVERY
def test_each_closed_group_comes_when_it_is_opened(slug: str, ines: Client) -> None:
    """A group that comes is the one that a search without words finds, and no more."""
    base = f"{brought_in(ines, slug)}advance/"
    page = ines.get(base).content.decode()
    closed = re.findall(r'hx-get="([^"]+)"\s+hx-trigger="toggle', page)
    shown = re.findall(r'class="offer[^"]*" id="(offer-[^"]+)"', page)
    for address in closed:
        part = ines.get(address, headers=HTMX).content.decode()
        assert "<main" not in part
        came = re.findall(r'class="offer[^"]*" id="(offer-[^"]+)"', part)
        assert came, address
        shown += came
    context = ines.get(base).context
    offers = [o.id for _, groups in context["parts"] for group in groups for o in group.offers]
    assert len(shown) == len(set(shown)) == len(offers) >= 12


def test_a_closed_group_opens_without_scripts(ines: Client, rich: Character) -> None:
    base = f"/characters/{rich.public_id}/advance/"
    page = ines.get(base).content.decode()
    assert 'id="offer-raise-skill-swim"' not in page
    assert f'href="{base}?group=STR#group-advance-STR">Show Strength</a>' in page
    opened = ines.get(f"{base}?group=STR").content.decode()
    assert 'id="offer-raise-skill-swim"' in opened
    assert 'id="offer-raise-skill-agility"' not in opened


def test_a_search_finds_what_a_closed_group_has(ines: Client, rich: Character) -> None:
    page = ines.get(f"/characters/{rich.public_id}/advance/?q=swim").content.decode()
    assert 'id="offer-raise-skill-swim"' in page
    assert "offer-group folds" not in page


def test_a_group_that_there_is_not_is_404_as_a_part_and_the_page_otherwise(
    ines: Client, rich: Character
) -> None:
    address = f"/characters/{rich.public_id}/advance/?group=nonsense"
    assert ines.get(address, headers=HTMX).status_code == 404
    assert 'id="offer-raise-skill-agility"' in ines.get(address).content.decode()


@pytest.mark.parametrize("how", ["htmx", "plain"])
def test_open_groups_are_open_after_a_press(
    how: str, post: Callable[..., Any], ines: Client, rich: Character
) -> None:
    response = post(rich, "advance/", entry=AGILITY, group=["DEX", "STR"], htmx=how == "htmx")
    if how == "plain":
        response = ines.get(response["Location"])
    page = response.content.decode()
    assert 'id="offer-raise-skill-swim"' in page
    assert 'id="offer-raise-skill-agility"' in page
    assert "?group=DEX&amp;group=STR" in page  # where undoing leads
    assert "Skill raised" in text(response)


def test_a_refused_offer_stands_in_its_open_group(
    post: Callable[..., Any], rich: Character
) -> None:
    swim = "offer=raise-skill.swim&kind=raise-skill&skill=swim"
    rich.version += 1
    response = post(rich, "advance/", entry=swim, htmx=True)
    assert response.status_code == 409
    assert 'id="offer-raise-skill-swim"' in response.content.decode()
