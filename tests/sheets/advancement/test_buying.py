"""Buying: at its price, once, on a page that is not out of date."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import form_data
from sheets.models import Character
from tests.sheets.advancement.pages import AGILITY, entries, text


def test_the_page_shows_what_could_be_bought_with_price_change_and_what_lacks(
    ines: Client, rich: Character
) -> None:
    page = text(ines.get(f"/characters/{rich.public_id}/advance/"))
    # HyperspaceD6, Improving Skills: 3 × the new dice; Attributes: 9 × the new dice.
    assert "25 Character Points" in page
    assert "Agility 3D 4D Dodge 13 14" in page
    assert re.search(r"Agility: 3 Character Points Raise to 4D", page)
    assert re.search(r"Dexterity: 36 Character Points 11 Character Points short", page)


def test_one_press_buys_and_the_page_says_so_and_offers_to_take_it_back(
    post: Callable[..., Any], rich: Character
) -> None:
    response = post(rich, entry=AGILITY, htmx=True)
    assert response.status_code == 200
    page = text(response)
    assert "Skill raised Agility" in page
    assert "Undo" in page
    assert "22 Character Points" in page
    assert 'id="pane"' in response.content.decode()
    bought = entries(rich)[-1]
    assert bought.pop("at").startswith("20")
    assert bought == {"kind": "raise-skill", "skill": "agility", "paid": 3, "by": "Ines"}


def test_without_scripts_buying_leads_back_to_the_page_that_says_so(
    ines: Client, post: Callable[..., Any], rich: Character
) -> None:
    response = post(rich, entry=AGILITY)
    assert response.status_code == 302
    assert response["Location"] == f"/characters/{rich.public_id}/advance/?made=1"
    page = text(ines.get(response["Location"]))
    assert "Skill raised Agility" in page
    assert "Undo" in page


def test_the_notice_takes_back_what_was_bought(
    ines: Client, post: Callable[..., Any], rich: Character
) -> None:
    page = post(rich, entry=AGILITY, htmx=True).content.decode()
    form = page[page.index('id="made"') :]
    action = re.search(r'action="([^"]+)"', form)
    sent = dict(re.findall(r'name="(key|version|positions)"\s+value="([^"]*)"', form))
    assert action
    assert ines.post(action[1], sent).status_code == 302
    assert [entry["kind"] for entry in entries(rich)] == ["award", "raise-skill", "undo"]


def test_pressed_twice_is_bought_once_with_the_same_answer(
    post: Callable[..., Any], rich: Character
) -> None:
    key = form_data.new_key()
    first, second = (post(rich, entry=AGILITY, key=key) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert len(entries(rich)) == 2


def test_the_same_form_with_other_content_is_a_conflict(
    post: Callable[..., Any], rich: Character
) -> None:
    key = form_data.new_key()
    post(rich, entry=AGILITY, key=key)
    other = "offer=raise-skill.melee&kind=raise-skill&skill=melee"
    assert post(rich, entry=other, key=key).status_code == 409
    assert len(entries(rich)) == 2


@pytest.mark.parametrize("htmx", [True, False])
def test_a_page_that_is_out_of_date_is_shown_anew_and_says_what_happened(
    *, htmx: bool, post: Callable[..., Any], rich: Character
) -> None:
    post(rich, entry=AGILITY)
    response = post(rich, entry="offer=raise-skill.melee&kind=raise-skill&skill=melee", htmx=htmx)
    assert response.status_code == 409
    page = text(response)
    assert "something changed since this page was loaded" in page
    assert "In the meantime: Skill raised: Agility" in page
    assert "22 Character Points" in page
    assert "Melee: Raise to 4D anyway" in page
    assert len(entries(rich)) == 2


def test_what_was_typed_into_a_page_out_of_date_is_still_there(
    post: Callable[..., Any], rich: Character
) -> None:
    post(rich, entry=AGILITY)
    typed = {"award.cp": "3", "award.credits": "", "award.note": "We got out alive"}
    response = post(rich, "session/", entry="offer=award&kind=award", **typed)
    assert response.status_code == 409
    assert 'value="We got out alive"' in response.content.decode()


@pytest.mark.parametrize("htmx", [True, False])
def test_what_is_not_allowed_says_why_and_what_would_make_it_possible(
    *, htmx: bool, post: Callable[..., Any], rich: Character
) -> None:
    entry = "offer=raise-attribute.DEX&kind=raise-attribute&attribute=DEX"
    response = post(rich, entry=entry, htmx=htmx)
    assert response.status_code == 422
    assert "This costs 36 Character Points. You have 25: 11 more are needed." in text(response)
    assert len(entries(rich)) == 1


@pytest.mark.parametrize(
    "entry",
    [
        "",
        "kind=undo&entry=0",
        "kind=rebuild",
        "kind=nothing",
        "kind=raise-skill",
        "kind=raise-skill&skill=%00",
        "kind=raise-skill&skill=%F0%90",
        "kind=buy&item=medpac&quantity=" + "9" * 400,
        "kind=adjust&cp=-2147483649",
        "&".join(f"m{n}=1" for n in range(50)),
    ],
)
@pytest.mark.parametrize("page", ["advance/", "plan/wish/"])
def test_what_no_page_sends_is_refused_and_nothing_is_written(
    page: str, entry: str, post: Callable[..., Any], rich: Character
) -> None:
    assert post(rich, page, entry=entry).status_code == 422
    assert len(entries(rich)) == 1
    assert Character.objects.get(pk=rich.pk).wishes == []


@pytest.mark.parametrize("version", ["", "0", "-1", "x", "9" * 30])
def test_a_version_that_none_has_is_out_of_date(
    version: str, post: Callable[..., Any], rich: Character
) -> None:
    assert post(rich, entry=AGILITY, version=version).status_code == 409
