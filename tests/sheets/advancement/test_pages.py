"""The pages to grow on: what they show, to whom, and the deeds with things."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rules import document as documents
from sheets.models import Character, LedgerEntry
from tests.sheets.advancement.pages import AGILITY, HTMX, entries, text
from tests.sheets.every_game.characters import by_chance


def test_only_what_can_be_had_now_is_shown_where_that_is_asked_for(
    ines: Client, rich: Character
) -> None:
    page = text(ines.get(f"/characters/{rich.public_id}/advance/?show=affordable"))
    assert "Agility: 3" in page
    assert "short" not in page


def test_where_there_are_many_traits_their_groups_fold(ines: Client, rich: Character) -> None:
    many = by_chance("storytelling-d10")
    ines.post("/characters/import/", {"pasted": documents.dump(many)})
    id = Character.objects.get(system="storytelling-d10").public_id
    folded = ines.get(f"/characters/{id}/advance/").content.decode()
    assert folded.count('<details class="entry offer-group folds"') > 8
    assert "available" in folded
    for address in (f"{id}/advance/?q=brawl", f"{rich.public_id}/advance/?q=swim"):
        assert "offer-group folds" not in ines.get(f"/characters/{address}").content.decode()


def test_the_market_is_searched(ines: Client, rich: Character) -> None:
    page = text(ines.get(f"/characters/{rich.public_id}/gear/?q=thermal"))
    assert "Thermal Detonator" in page
    assert "Macrobinoculars" not in page
    page = text(ines.get(f"/characters/{rich.public_id}/gear/?q=nothing+of+that+name"))
    assert "Nothing is available now. Show all" in page


def test_things_are_bought_named_used_sold_and_lost(
    post: Callable[..., Any], rich: Character
) -> None:
    deeds: list[tuple[str, dict[str, str]]] = [
        ("offer=grant&kind=grant", {"grant.item": "medpac", "grant.quantity": "3"}),
        ("offer=use.medpac&kind=use&item=medpac", {"use.medpac.quantity": "1"}),
        (
            "offer=sell.medpac&kind=sell&item=medpac",
            {"sell.medpac.credits": "40", "sell.medpac.quantity": "1"},
        ),
        ("offer=name.medpac&kind=name&item=medpac", {"name.medpac.as": "Old faithful"}),
        ("offer=lose.x&kind=lose&item=Old+faithful", {"lose.x.note": "It burst"}),
        ("offer=buy.combat-knife&kind=buy&item=combat-knife", {"buy.combat-knife.quantity": "2"}),
    ]
    for entry, asked in deeds:
        rich.refresh_from_db()
        response = post(rich, "gear/", entry=entry, **asked)
        assert response.status_code == 302, text(response)
    made = entries(rich)[1:]
    assert [one["kind"] for one in made] == ["grant", "use", "sell", "name", "lose", "buy"]
    assert made[-1]["paid"] == 50
    assert made[2]["credits"] == 40


def test_a_field_that_cannot_be_read_says_so_beside_it_and_keeps_the_rest(
    post: Callable[..., Any], rich: Character
) -> None:
    typed = {"award.cp": "many", "award.note": "A long evening"}
    response = post(rich, "session/", entry="offer=award&kind=award", **typed)
    assert response.status_code == 422
    page = response.content.decode()
    assert re.search(r'id="error-award-cp"[^>]*>Type a whole number', page)
    assert 'value="many"' in page
    assert 'value="A long evening"' in page


def test_a_new_session_refills_the_force_points(
    make_character: Callable[..., Character], vessa: dict[str, Any], post: Callable[..., Any]
) -> None:
    character = make_character({**vessa, "marks": {"force_points": 0, "wounds": 1}}, finished=True)
    response = post(character, "session/", entry="offer=session&kind=session")
    assert response.status_code == 302
    assert Character.objects.get(pk=character.pk).marks == {"wounds": 1}


def test_what_the_gm_gave_is_not_taken_back_with_one_press(
    post: Callable[..., Any], rich: Character
) -> None:
    sent = {"award.cp": "3", "award.note": "Well played"}
    response = post(rich, "session/", entry="offer=award&kind=award", htmx=True, **sent)
    assert "Award" in text(response)
    assert "Undo" not in text(response)


def test_the_price_says_how_it_comes_about(ines: Client, rich: Character) -> None:
    url = f"/characters/{rich.public_id}/price/advance/raise-skill.blasters/"
    assert "6" in text(ines.get(url))
    assert "3 × new dice 2" in text(ines.get(url, headers=HTMX))
    assert "Improving Skills" in text(ines.get(url, headers=HTMX))


@pytest.mark.parametrize(
    "path", ["advance/raise-skill.nonsense/", "nonsense/award/", "table/award/", "advance/%00/"]
)
def test_a_price_that_there_is_not_is_404(path: str, ines: Client, rich: Character) -> None:
    assert ines.get(f"/characters/{rich.public_id}/price/{path}").status_code == 404


@pytest.mark.parametrize("page", ["advance", "gear", "session", "plan"])
def test_a_draft_is_sent_to_its_steps_first(page: str, ines: Client, draft: Character) -> None:
    response = ines.get(f"/characters/{draft.public_id}/{page}/", follow=True)
    assert response.redirect_chain[0] == (f"/characters/{draft.public_id}/build/", 302)
    assert "Finish this character first" in text(response)


@pytest.mark.parametrize("page", ["advance", "gear", "session", "plan", "plan/wish"])
def test_neither_a_draft_nor_one_put_away_grows(
    page: str,
    post: Callable[..., Any],
    complete: Character,
    make_character: Callable[..., Character],
) -> None:
    away = make_character(finished=True, archived=True)
    assert post(away, f"{page}/", entry=AGILITY).status_code == 409
    if page != "plan/wish":
        assert post(complete, f"{page}/", entry=AGILITY).status_code == 409
    assert not LedgerEntry.objects.exists()


def test_one_put_away_shows_its_sheet(
    ines: Client, make_character: Callable[..., Character]
) -> None:
    away = make_character(finished=True, archived=True)
    response = ines.get(f"/characters/{away.public_id}/advance/")
    assert response["Location"] == f"/characters/{away.public_id}/"


@pytest.mark.parametrize("page", ["advance/", "gear/", "session/", "plan/"])
@pytest.mark.parametrize("query", ["?made=0", "?made=x", "?made=99999999999", "?q=%00&show=x"])
def test_an_address_that_somebody_made_up_still_shows_the_page(
    query: str, page: str, ines: Client, rich: Character
) -> None:
    assert ines.get(f"/characters/{rich.public_id}/{page}{query}").status_code == 200


def test_a_document_that_grows_too_large_is_refused_whole(
    make_character: Callable[..., Character], vessa: dict[str, Any], post: Callable[..., Any]
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1, "note": "x" * 500}] * 495
    character = make_character(vessa, finished=True)
    response = post(character, entry=AGILITY)
    assert response.status_code == 422
    assert "at most 262,144 are kept" in text(response)
    assert len(entries(character)) == 495


def test_the_sheet_and_the_shelf_lead_to_it(ines: Client, rich: Character) -> None:
    address = f"/characters/{rich.public_id}/advance/"
    assert address in ines.get(f"/characters/{rich.public_id}/").content.decode()
    assert address in ines.get("/characters/").content.decode()


def test_the_sheet_of_a_draft_or_of_the_demo_does_not(
    ines: Client, draft: Character, ready_made: Character
) -> None:
    for character in (draft, ready_made):
        page = ines.get(f"/characters/{character.public_id}/").content.decode()
        assert "/advance/" not in page
