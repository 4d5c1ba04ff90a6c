"""Meeting a character whose choices are made: named and played, or changed step by step."""

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from rules import registry
from sheets import form_data
from sheets.creation.introduction import kit, story, strengths
from sheets.models import Character

HTMX = {"HX-Request": "true"}
FIRST_IDEAS = {
    slug: ideas[0].id
    for slug, game in registry.all_systems().items()
    if (ideas := game.ideas.list())
}
GAMES = list(FIRST_IDEAS)

Field = Callable[..., dict[str, Any]]


def begun(client: Client, slug: str, **how: str) -> str:
    """The address at which a new character is met."""
    location = client.post("/characters/new/", {"system": slug, **how})["Location"]
    return str(location)


@pytest.mark.all_games
@pytest.mark.parametrize("slug", GAMES)
def test_an_idea_is_met_with_names_strengths_kit_and_a_story(slug: str, ines: Client) -> None:
    url = begun(ines, slug, idea=FIRST_IDEAS[slug])
    character = Character.objects.get()
    assert url == f"/characters/{character.public_id}/meet/"
    page = ines.get(url)
    context, text = page.context, page.content.decode()
    least = 3 if slug in registry.built_in() else 1
    assert len(context["names"]) >= least
    assert f">Meet {escape(context['names'][0])}</h1>" in text
    assert len(context["strengths"]) == 3
    assert len(context["kit"]) >= least or not registry.get(slug).stash
    row = registry.get(slug).ideas.rows[FIRST_IDEAS[slug]]
    assert row.story in context["story"]
    assert "Play now" in text
    assert 'class="likeness"' in text
    # Looking at it saves nothing: the name is the player's.
    character.refresh_from_db()
    assert (character.name, character.version) == ("", 1)
    assert ines.get(url).context["names"] == context["names"]


@pytest.mark.all_games
@pytest.mark.parametrize("slug", GAMES)
def test_what_an_idea_promises_is_among_the_strengths_it_is_met_with(slug: str) -> None:
    game = registry.get(slug)
    for id, row in game.ideas.rows.items():
        sheet = registry.open(game.from_idea(id, Random(7))).sheet
        names = {text for line in strengths(sheet) for text in (line.name, line.key.split(".")[-1])}
        assert row.promise in names, id
        assert tuple(kit(sheet)), id
        assert 20 < len(story(sheet)) < 230, id


@pytest.mark.all_games
@pytest.mark.parametrize("slug", GAMES)
def test_a_random_character_is_met_by_its_name(slug: str, ines: Client) -> None:
    page = ines.get(begun(ines, slug, surprise="1"))
    character = Character.objects.get()
    assert f">Meet {escape(character.name)}</h1>" in page.content.decode()
    assert "Play now" in page.content.decode()


def test_play_now_takes_the_name_and_opens_the_sheet(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="smuggler")
    name = ines.get(url).context["names"][0]
    sheet = ines.post(url, {"go": "play", **field("name", name, was=("",))})["Location"]
    character = Character.objects.get()
    assert sheet == f"/characters/{character.public_id}/"
    assert (character.name, character.is_draft) == (name, False)
    assert ines.get(url)["Location"] == f"/characters/{character.public_id}/build/"


def test_pressing_play_twice_finishes_once(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="smuggler")
    form = {"go": "play", "key": form_data.new_key(), **field("name", "Oz", was=("",))}
    assert len({ines.post(url, form)["Location"] for _ in range(2)}) == 1
    assert ines.post(url, {**form, "name": "Ox"}).status_code == 409


def test_nobody_plays_without_a_name(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="smuggler")
    page = ines.post(url, {"go": "play", **field("name", "", was=("",))})
    assert page.status_code == 422
    assert page.context["errors"] == {"name": "Give your character a name."}
    assert ">Meet your character</h1>" in page.content.decode()
    assert Character.objects.get().is_draft


def test_change_something_keeps_the_name_and_leads_to_the_step(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="smuggler")
    character = Character.objects.get()
    assert 'name="go" value="species">' in ines.get(url).content.decode()
    response = ines.post(url, {"go": "species", **field("name", "Oz", was=("",))})
    assert response["Location"] == f"/characters/{character.public_id}/build/species/"
    character.refresh_from_db()
    assert (character.name, character.is_draft) == ("Oz", True)


def test_the_name_is_saved_as_it_is_typed(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="smuggler")
    page = ines.post(url, field("name", "Oz", was=("",)), headers=HTMX).content.decode()
    assert Character.objects.get().name == "Oz"
    assert re.search(r'<h1 id="meet_name"[^>]*hx-swap-oob="true">Meet Oz</h1>', page)
    assert f'name="was.name" value="{form_data.token(("Oz",))}" hx-swap-oob="true"' in page
    stale = ines.post(url, field("name", "Ox", was=("",)), headers=HTMX)
    assert stale.status_code == 409
    assert "Not saved: this was changed in another tab" in stale.content.decode()
    assert Character.objects.get().name == "Oz"


def test_without_scripts_a_suggested_name_is_pressed(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="smuggler")
    names = ines.get(url).context["names"]
    other = ines.get(f"{url}?names=1").context["names"]
    assert names != other
    form = {**field("name", names[0], was=("",)), "suggested": other[1]}
    assert ines.post(url, form)["Location"] == url
    assert Character.objects.get().name == other[1]
    assert ines.get(f"{url}?names=x").status_code == 200


def test_what_is_open_comes_before_playing(ines: Client, draft: Character) -> None:
    page = ines.get(f"/characters/{draft.public_id}/meet/").content.decode()
    assert "Play now" not in page
    assert "Make the open choices" in page


def test_a_rebuild_is_no_introduction(ines: Client, rebuilding: Character) -> None:
    url = f"/characters/{rebuilding.public_id}/"
    assert ines.get(f"{url}meet/")["Location"] == f"{url}build/"


def test_a_new_sheet_says_once_how_dice_are_rolled(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="starfighter-pilot")
    sheet = ines.post(url, {"go": "play", **field("name", "Oz", was=("",))})["Location"]
    assert "Press any dice to roll them." in ines.get(sheet).content.decode()
    assert "Press any dice to roll them." not in ines.get(sheet).content.decode()


def test_the_steps_say_at_their_head_who_is_being_made(ines: Client, field: Field) -> None:
    url = begun(ines, "hyperspace-d6", idea="repair-droid")
    step = ines.post(url, {"go": "gear", **field("name", "R9", was=("",))})["Location"]
    head = re.search(r'<p id="chosen"[^>]*>(.*?)</p>', ines.get(step).content.decode(), re.S)
    assert head
    kind = re.sub(r"<[^>]+>|\s+", " ", head[1]).split()
    assert kind == ["R9", "·", "Astromech", "droid", "Engineer"]
    answer = ines.post(step, field("appearance", "Rusty"), headers=HTMX).content.decode()
    assert '<p id="chosen" class="soft" hx-swap-oob="true">' in answer
