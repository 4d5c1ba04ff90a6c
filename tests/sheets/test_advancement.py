"""Growing: buying with points, dealing with gear, writing down a session."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets import forms
from sheets.models import Character, LedgerEntry

HTMX = {"HX-Request": "true"}
AGILITY = "offer=raise-skill.agility&kind=raise-skill&skill=agility"


@pytest.fixture
def rich(make_character: Callable[..., Character], vessa: dict[str, Any]) -> Character:
    """A finished character of Ines with 5 + 20 Character Points and 100 credits more."""
    vessa["ledger"] = [{"kind": "award", "cp": 20, "credits": 100, "by": "Ines"}]
    return make_character(vessa, finished=True)


@pytest.fixture
def post(ines: Client) -> Callable[..., Any]:
    """Ines sends a form of one of the pages, as that page is now unless said otherwise."""

    def send(character: Character, page: str = "advance/", **sent: Any) -> Any:
        form = {"key": forms.new_key(), "version": str(character.version), "seen": "1", **sent}
        headers = HTMX if form.pop("htmx", None) else {}
        return ines.post(f"/characters/{character.public_id}/{page}", form, headers=headers)

    return send


def entries(character: Character) -> list[dict[str, Any]]:
    rows = LedgerEntry.objects.filter(character=character).order_by("position")
    return [row.content for row in rows]


def text(response: Any) -> str:
    """The words of a page, without its tags."""
    words = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", words)


def test_the_page_shows_what_could_be_bought_with_price_change_and_what_lacks(
    ines: Client, rich: Character
) -> None:
    page = text(ines.get(f"/characters/{rich.public_id}/advance/"))
    # HyperspaceD6, Improving Skills: 3 × the new dice; Attributes: 9 × the new dice.
    assert "25 Character Points" in page
    assert "Agility 3D 4D Dodge 13 14" in page
    assert re.search(r"Agility: 3 Character Points Raise to \+1D", page)
    assert re.search(r"Dexterity: 36 Character Points 11 short", page)


def test_one_press_buys_and_the_page_says_so_and_offers_to_take_it_back(
    post: Callable[..., Any], rich: Character
) -> None:
    response = post(rich, entry=AGILITY, htmx=True)
    assert response.status_code == 200
    page = text(response)
    assert "Skill raised Agility" in page
    assert "Take it back" in page
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
    assert "Take it back" in page


def test_the_notice_takes_back_what_was_bought(
    ines: Client, post: Callable[..., Any], rich: Character
) -> None:
    page = post(rich, entry=AGILITY, htmx=True).content.decode()
    form = page[page.index('id="made"') :]
    action = re.search(r'action="([^"]+)"', form)
    sent = dict(re.findall(r'name="(key|version|positions)" value="([^"]*)"', form))
    assert action
    assert ines.post(action[1], sent).status_code == 302
    assert [entry["kind"] for entry in entries(rich)] == ["award", "raise-skill", "undo"]


def test_pressed_twice_is_bought_once_with_the_same_answer(
    post: Callable[..., Any], rich: Character
) -> None:
    key = forms.new_key()
    first, second = (post(rich, entry=AGILITY, key=key) for _ in range(2))
    assert first["Location"] == second["Location"]
    assert len(entries(rich)) == 2


def test_the_same_form_with_other_content_is_a_conflict(
    post: Callable[..., Any], rich: Character
) -> None:
    key = forms.new_key()
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
    assert "something changed since this page was shown" in page
    assert "In the meantime: Skill raised: Agility" in page
    assert "22 Character Points" in page
    assert "Melee: Raise to +1D all the same" in page
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
    assert "This costs 36 Character Points and you have 25: 11 more are needed." in text(response)
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


def test_only_what_can_be_had_now_is_shown_where_that_is_asked_for(
    ines: Client, rich: Character
) -> None:
    page = text(ines.get(f"/characters/{rich.public_id}/advance/?show=affordable"))
    assert "Agility: 3" in page
    assert "short" not in page


def test_the_market_is_searched(ines: Client, rich: Character) -> None:
    page = text(ines.get(f"/characters/{rich.public_id}/gear/?q=thermal"))
    assert "Thermal Detonator" in page
    assert "Macrobinoculars" not in page
    page = text(ines.get(f"/characters/{rich.public_id}/gear/?q=nothing+of+that+name"))
    assert "Nothing here that you could have now. Show all" in page


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
    assert "Take it back" not in text(response)


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
