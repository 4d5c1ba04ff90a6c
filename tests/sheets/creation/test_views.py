"""Making a character: steps shown and saved, by page and by fragment, and everything in the way."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from sheets.models import Character

HTMX = {"HX-Request": "true"}
StepOf = Callable[[Character, str], str]
Field = Callable[..., dict[str, Any]]
Stored = Callable[[Character], dict[str, Any]]


def used(response: Any) -> str:
    """The template that the answer was made with."""
    name: str = response.templates[0].name
    return name


def test_a_step_is_a_page_and_a_fragment(ines: Client, draft: Character, step_of: StepOf) -> None:
    page = ines.get(step_of(draft, "species"))
    assert used(page) == "creation/step.html"
    assert page.context["step"].id == "species"
    assert page.context["position"] == 2
    assert page.context["previous"].id == "concept"
    assert page.context["next"].id == "profession"
    assert page.context["open_count"] == 5
    fragment = ines.get(step_of(draft, "species"), headers=HTMX)
    assert used(fragment) == "creation/_choice.html"
    boosted = ines.get(step_of(draft, "species"), headers={**HTMX, "HX-Boosted": "true"})
    assert used(boosted) == "creation/step.html"


def test_everything_that_a_step_changes_is_stored(
    ines: Client, draft: Character, step_of: StepOf, field: Field
) -> None:
    changes = [
        ("concept", field("name", "Vessa", was=("",))),
        ("species", field("species", "own", was=("",))),
        ("species", field("species.name", "Sand walker", was=("",))),
        ("species", field("species", "bith", was=("own",))),
    ]
    for step, sent in changes:
        response = ines.post(step_of(draft, step), sent, headers=HTMX)
        assert response.status_code == 200
        saved, row = response.context["character"], Character.objects.get(pk=draft.pk)
        columns = [column.attname for column in Character._meta.concrete_fields]
        assert len(columns) == 27
        for column in columns:
            assert getattr(saved, column) == getattr(row, column), column
    assert row.aside["species.name"] == ["Sand walker"]


def test_the_ends_of_the_way_have_one_neighbour(
    ines: Client, draft: Character, step_of: StepOf
) -> None:
    assert ines.get(step_of(draft, "concept")).context["previous"] is None
    last = ines.get(step_of(draft, "review")).context
    assert last["next"] is None
    assert last["problems"]
    assert len(last["sheet"].figures) > 30


def test_a_step_that_is_none_is_404(ines: Client, draft: Character, step_of: StepOf) -> None:
    assert ines.get(step_of(draft, "starship")).status_code == 404
    assert ines.post(step_of(draft, "starship")).status_code == 404
    assert ines.post(step_of(draft, "starship") + "surprise/").status_code == 404
    assert ines.post(step_of(draft, "defenses") + "surprise/").status_code == 404


def test_one_field_is_saved_and_answered_with_a_fragment(
    ines: Client, draft: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    response = ines.post(step_of(draft, "concept"), field("name", "Vessa"), headers=HTMX)
    assert response.status_code == 200
    assert used(response) == "creation/_saved.html"
    assert response.context["changed"] == ("name",)
    assert response.context["sheet"].name == "Vessa"
    assert stored(draft)["name"] == "Vessa"
    assert stored(draft)["version"] == 2


def test_a_whole_form_is_saved_at_once_and_leads_on(
    ines: Client, draft: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    form = {**field("name", "Vessa"), **field("concept", "A spy\r\nof sorts"), **field("player")}
    response = ines.post(step_of(draft, "concept"), {**form, "go": "next"})
    assert response["Location"] == step_of(draft, "species")
    assert stored(draft)["name"] == "Vessa"
    assert stored(draft)["build"] == {"concept": "A spy\nof sorts"}
    assert stored(draft)["version"] == 2


@pytest.mark.parametrize(
    ("at", "go", "to"),
    [
        ("species", "next", "profession"),
        ("species", "previous", "concept"),
        ("species", "stay", "species"),
        ("species", "gear", "gear"),
        ("species", "nowhere", "species"),
        ("species", "https://evil.example", "species"),
        ("concept", "previous", "concept"),
        ("review", "next", "review"),
    ],
)
def test_the_button_that_was_pressed_says_where_to_go(
    at: str, go: str, to: str, ines: Client, draft: Character, step_of: StepOf
) -> None:
    assert ines.post(step_of(draft, at), {"go": go})["Location"] == step_of(draft, to)


def test_with_htmx_too_a_button_leads_to_another_page(
    ines: Client, draft: Character, step_of: StepOf
) -> None:
    response = ines.post(step_of(draft, "species"), {"go": "next"}, headers=HTMX)
    assert response["HX-Redirect"] == step_of(draft, "profession")


def test_building_goes_on_where_something_is_open(
    ines: Client, draft: Character, complete: Character, step_of: StepOf
) -> None:
    url = f"/characters/{draft.public_id}/build/"
    assert ines.get(url)["Location"] == step_of(draft, "concept")
    Character.objects.filter(pk=draft.pk).update(name="Vessa")
    assert ines.get(url)["Location"] == step_of(draft, "species")
    url = f"/characters/{complete.public_id}/build/"
    assert ines.get(url)["Location"] == step_of(complete, "review")


def test_what_was_not_touched_is_not_written(
    ines: Client, complete: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    before = stored(complete)
    same = field("name", "Vessa Korr", was=("Vessa Korr",))
    response = ines.post(step_of(complete, "concept"), same, headers=HTMX)
    assert response.context["changed"] == ()
    ines.post(step_of(complete, "concept"), {"name": "No token, no field"})
    ines.post(step_of(complete, "concept"), {})
    assert stored(complete) == before


def test_a_field_that_was_emptied_is_emptied(
    ines: Client, complete: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    ines.post(step_of(complete, "species"), field("species", was=("twilek",)))
    picked = ("blasters", "deceive", "stealth")
    ines.post(step_of(complete, "skills"), field("skills", was=picked))
    assert "species" not in stored(complete)["build"]
    assert "skills" not in stored(complete)["build"]


def test_a_legal_value_is_taken_and_an_illegal_one_too_but_named(
    ines: Client, draft: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    response = ines.post(step_of(draft, "species"), field("species", "twilek"), headers=HTMX)
    assert response.context["step"].state == "Twi'lek"
    picked = field("skills", "stealth", "deceive", "blasters", "pilot")
    response = ines.post(step_of(draft, "skills"), picked, headers=HTMX)
    assert response.status_code == 200
    assert response.context["step"].problems
    assert len(stored(draft)["build"]["skills"]) == 4


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_cannot_be_read_is_refused_and_shown_again(
    headers: dict[str, str],
    ines: Client,
    draft: Character,
    step_of: StepOf,
    field: Field,
    stored: Stored,
) -> None:
    before = stored(draft)
    form = {**field("name", "Vessa"), **field("concept", "x" * 100_000)}
    response = ines.post(step_of(draft, "concept"), form, headers=headers)
    assert response.status_code == 422
    assert set(response.context["errors"]) == {"concept"}
    assert response.context["typed"] == {"name": ("Vessa",), "concept": ("x" * 100_000,)}
    assert used(response) == ("creation/_saved.html" if headers else "creation/step.html")
    assert stored(draft) == before


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_another_change_to_the_same_field_is_a_conflict_and_loses_nothing(
    headers: dict[str, str],
    ines: Client,
    draft: Character,
    step_of: StepOf,
    field: Field,
    stored: Stored,
) -> None:
    url = step_of(draft, "concept")
    ines.post(url, field("name", "One tab"))
    before = stored(draft)
    form = {**field("name", "Other tab"), **field("concept", "A spy")}
    response = ines.post(url, form, headers=headers)
    assert response.status_code == 409
    assert response.context["conflict"]
    assert response.context["typed"] == {"name": ("Other tab",), "concept": ("A spy",)}
    assert response.context["sheet"].name == "One tab"
    assert stored(draft) == before


def test_the_same_change_twice_is_no_conflict_and_one_version(
    ines: Client, draft: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    for _ in range(3):
        response = ines.post(step_of(draft, "concept"), field("name", "Vessa"), headers=HTMX)
        assert response.status_code == 200
    assert stored(draft)["version"] == 2


def test_changes_to_different_fields_from_two_pages_both_stay(
    ines: Client, draft: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    url = step_of(draft, "concept")
    ines.post(url, {**field("name", "Vessa"), **field("concept")})
    response = ines.post(url, {**field("name"), **field("concept", "A spy")})
    assert response.status_code == 302
    assert stored(draft)["name"] == "Vessa"
    assert stored(draft)["build"]["concept"] == "A spy"


def test_a_field_that_is_no_longer_asked_is_a_conflict(
    ines: Client, complete: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    url = step_of(complete, "edge-and-burden")
    ines.post(url, field("edge", "", was=("luck",)))
    before = stored(complete)
    response = ines.post(url, field("edge.note", "Mine", was=("It never asked.",)))
    assert response.status_code == 409
    assert stored(complete) == before


@pytest.mark.parametrize(
    ("which", "said"), [("finished", "is finished"), ("archived", "is archived")]
)
def test_what_is_finished_or_put_away_does_not_change(
    which: str,
    said: str,
    request: pytest.FixtureRequest,
    ines: Client,
    step_of: StepOf,
    field: Field,
    stored: Stored,
) -> None:
    character: Character = request.getfixturevalue(which)
    before = stored(character)
    url = f"/characters/{character.public_id}/"
    form = field("name", "Other", was=("Vessa Korr",))
    for headers in ({}, HTMX):
        response = ines.post(step_of(character, "concept"), form, headers=headers)
        assert response.status_code == 409
        assert said in response.context["message"]
    assert ines.post(step_of(character, "species") + "surprise/").status_code == 409
    assert ines.post(f"{url}finish/").status_code == 409
    assert ines.get(step_of(character, "concept"))["Location"] == url
    assert ines.get(f"{url}build/")["Location"] == url
    assert stored(character) == before


def test_only_what_is_looked_for_is_shown_and_what_is_chosen_stays(
    ines: Client, complete: Character, step_of: StepOf
) -> None:
    def shown(query: str) -> list[str]:
        step = ines.get(step_of(complete, "species") + query).context["step"]
        return [option.id for option in step.fields[0].options]

    assert len(shown("")) == 22
    assert shown("?q=wookiee") == ["twilek", "wookiee"]
    assert shown("?q=no+such+thing") == ["twilek"]
    sorts = ines.get(step_of(complete, "species")).context["step"].fields[0].sorts
    for sort in sorts:
        assert sorted(shown(f"?sort={sort.id}")) == sorted(shown(""))
    assert shown("?sort=nonsense") == shown("")


def test_the_workshop_shows_each_blade_with_its_figures_and_asks_before_a_grant(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any], step_of: StepOf
) -> None:
    saber = {"id": "lightsaber", "quantity": 1, "granted": True, "crystal": "blue"}
    owner = make_character({**vessa, "build": {**vessa["build"], "gear": [saber]}})
    page = " ".join(ines.get(step_of(owner, "gear")).content.decode().split())
    tile = page.split("Great Saber</span>")[1].split("</label>")[0]
    words = re.sub(r"<[^>]+>", "", tile)
    assert "Damage 6D Parry 12" in words, words
    assert page.count('class="swatch of-') == 13  # none, and twelve colors
    other = ines.get(step_of(make_character(vessa), "gear")).content.decode()
    assert "You have one only if your GM grants it" in other


def test_a_first_character_comes_with_tips_until_they_are_turned_off(
    ines: Client, draft: Character, make_character: Callable[..., Character], step_of: StepOf
) -> None:
    first = ines.get(step_of(draft, "species")).content.decode()
    assert 'id="tip"' in first
    assert "Choose who you would like to be" in first
    second = make_character()
    assert 'id="tip"' not in ines.get(step_of(second, "species")).content.decode()
    answer = ines.post("/tips/off/", {"next": step_of(draft, "species")})
    assert (answer.status_code, answer["Location"]) == (302, step_of(draft, "species"))
    assert 'id="tip"' not in ines.get(step_of(draft, "species")).content.decode()


def test_a_shop_is_searched_and_what_is_owned_stands_first(
    ines: Client, complete: Character, step_of: StepOf
) -> None:
    def shown(query: str) -> list[str]:
        step = ines.get(step_of(complete, "gear") + query).context["step"]
        return [ware.name for shelf in step.fields[0].shelves for ware in shelf.wares]

    assert len(shown("")) == 37
    assert shown("?q=battle+armor") == ["Battle Armor", "Blaster Pistol"]
    assert shown("?q=no+such+thing") == ["Blaster Pistol"]
    page = ines.get(step_of(complete, "gear") + "?q=armor").content.decode()
    assert page.index("You have") < page.index(">Blaster Pistol</a>") < page.index("Battle Armor")


@pytest.mark.parametrize("more", [{}, {"numbers": "yes"}])
@pytest.mark.parametrize("query", ["bith", "nothing so named"])
def test_what_is_chosen_stays_in_the_form_and_is_not_shown_as_a_match(
    query: str,
    more: dict[str, str],
    ines: Client,
    draft: Character,
    step_of: StepOf,
    field: Field,
) -> None:
    ines.post(step_of(draft, "species"), field("species", "wookiee"))
    page = ines.get(step_of(draft, "species"), {"q": query, **more}).content.decode()
    cards = re.split('<ol class="card-list[^>]*>', page)[1].split("</ol>")[0]
    shown = [
        card for card in cards.split("<li ")[1:] if " hidden>" not in card.split("><")[0] + ">"
    ]
    assert len(shown) == (query == "bith")
    assert 'value="wookiee"' in cards
    assert ("1 found." if query == "bith" else f"No match for\n“{query}”.") in page


def test_options_show_one_line_each_until_their_numbers_are_asked_for(
    ines: Client, draft: Character, step_of: StepOf
) -> None:
    """The first sentence, and what it is best at; Compare and sorting show the numbers, too."""
    url = step_of(draft, "species")
    page = ines.get(url).content.decode()
    assert '<span class="card-flavor">Long fingers and a fine ear.</span>' in page
    assert '<span class="card-best">Best at Steal</span>' in page
    assert '<span class="card-best">Best at Stealth, Perception</span>' in page
    assert "Hands that are quicker" not in page
    assert 'class="profile' not in page.split('id="found"')[1].split("</ol>")[0]
    assert 'name="compare"' not in page
    # A custom one comes last.
    assert page.index('id="species-wookiee"') < page.index('id="species-own"')
    for query in ("?numbers=yes", "?sort=pilot", "?compare=bith"):
        page = ines.get(url + query).content.decode()
        assert "Hands that are quicker" in page
        assert 'name="compare"' in page
        assert '<input type="hidden" name="numbers" value="yes" form="finder">' in page


@pytest.mark.all_games
@pytest.mark.parametrize(
    ("slug", "shown", "before", "after"),
    [
        ("hyperspace-d6", "defenses", "skills", "edge-and-burden"),
        ("empire-ascendant", "defense", "gear", "review"),
        ("rules-sheet-d6", "defense", "gear", "review"),
    ],
)
def test_a_step_without_a_choice_is_passed_over_and_found_at_its_address(
    slug: str, shown: str, before: str, after: str, ines: Client
) -> None:
    url = ines.post("/characters/new/", {"system": slug})["Location"]
    page = ines.get(f"{url}{before}/")
    assert shown not in [step.id for step in page.context["steps"]]
    assert page.context["next"].id == after
    assert ines.post(f"{url}{before}/", {"go": "next"})["Location"] == f"{url}{after}/"
    page = ines.get(f"{url}{shown}/")
    assert page.status_code == 200
    assert (page.context["previous"].id, page.context["next"].id) == (before, after)
    assert ines.post(f"{url}{shown}/", {"go": "next"})["Location"] == f"{url}{after}/"


def test_nothing_that_grew_too_large_to_be_read_again_is_kept(
    ines: Client, draft: Character, step_of: StepOf, field: Field, stored: Stored
) -> None:
    draft.build = {"gear": [{"name": f"{number} {'x' * 180}"} for number in range(1350)]}
    draft.save()
    before = stored(draft)
    response = ines.post(step_of(draft, "appearance"), field("appearance", "y" * 1500))
    assert response.status_code == 422
    assert "262,144" in response.context["errors"]["appearance"]
    assert stored(draft) == before
