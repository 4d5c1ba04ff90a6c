"""Random choices: they fill empty fields, ask before they replace any, and can be undone."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from rules import registry
from rules.character import Character as OpenCharacter
from rules.creation import inputs
from sheets import form_data
from sheets.models import Character, Surprise
from tests.sheets.every_game.characters import EVERY, by_chance, filled, opens, plain
from tests.sheets.example_characters import VESSA, owner_of, store
from tests.sheets.pages import markup

StepOf = Callable[[Character, str], str]
Stored = Callable[[Character], dict[str, Any]]
Field = Callable[..., dict[str, Any]]


def press(client: Client, page: str, button: str, **sent: Any) -> Any:
    """Presses a button that goes with the form of the step, as a browser without scripts does."""
    found = re.search(rf'<button[^>]*id="{button}"[^>]*>', page) or re.search(
        rf"<button[^>]*>(?:<svg.*?</svg>)? ?{button}", page
    )
    assert found, button
    address = re.search(r'formaction="([^"]*)"', found[0])
    key = re.search(r'value="([0-9a-f]{32})"', found[0])
    assert address
    assert key
    return client.post(unescape(address[1]), {"key": key[1], **sent})


def shown(client: Client, address: str) -> str:
    return str(opens(client, address).content.decode())


@pytest.fixture
def typed(ines: Client) -> Character:
    """A name and a species; nothing else."""
    build = {"species": "bith"}
    return store(owner_of("ines"), {**VESSA, "name": "Vessa Korr", "build": build})


def test_only_what_is_empty_in_a_step_is_filled(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored
) -> None:
    page = shown(ines, step_of(typed, "concept"))
    answer = press(ines, page, "surprise")
    assert answer["Location"].startswith(f"{step_of(typed, 'concept')}?surprised=")
    assert stored(typed)["name"] == "Vessa Korr"
    assert stored(typed)["build"]["species"] == "bith"
    assert stored(typed)["build"]["concept"]
    assert "filled in at random" in shown(ines, answer["Location"])


def test_the_rest_is_filled_around_what_is_there(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored
) -> None:
    answer = press(ines, shown(ines, step_of(typed, "skills")), "surprise-all")
    assert answer["Location"].startswith(f"{step_of(typed, 'review')}?surprised=")
    assert (stored(typed)["name"], stored(typed)["build"]["species"]) == ("Vessa Korr", "bith")
    page = ines.get(answer["Location"])
    assert page.context["problems"] == ()
    assert "The rest was filled in at random." in page.content.decode()


@EVERY
def test_a_full_step_asks_first_and_nothing_is_replaced_until_then(
    ines: Client, slug: str, step_of: StepOf, stored: Stored
) -> None:
    draft = store(owner_of("ines"), plain(by_chance(slug)))
    before = stored(draft)
    for step in OpenCharacter(registry.get(slug), by_chance(slug)).steps():
        if not step.can_surprise:
            continue
        answer = press(ines, shown(ines, step_of(draft, step.id)), "surprise")
        if "surprised=" in answer["Location"]:  # gear: there was money left
            before = stored(draft)
            continue
        assert answer["Location"] == f"{step_of(draft, step.id)}?replace={step.id}"
        page = shown(ines, answer["Location"])
        assert f"<b>Replace your {step.name.lower()}?</b>" in page
        assert stored(draft) == before


@EVERY
def test_a_step_is_replaced_after_it_was_asked_and_undone_to_the_letter(
    ines: Client, slug: str, step_of: StepOf, stored: Stored
) -> None:
    draft = store(owner_of("ines"), plain(by_chance(slug)))
    for step in OpenCharacter(registry.get(slug), by_chance(slug)).steps():
        if not step.can_surprise:
            continue
        before = stored(draft)
        page = shown(ines, f"{step_of(draft, step.id)}?replace={step.id}")
        answer = press(ines, page, "Replace")
        assert f"{step_of(draft, step.id)}?surprised=" in answer["Location"]
        assert {**stored(draft), "version": 0} != {**before, "version": 0}
        page = shown(ines, answer["Location"])
        assert f"{step.name}: replaced at random." in unescape(markup(page))
        answer = press(ines, page, "undo")
        assert answer["Location"] == step_of(draft, step.id)
        assert {**stored(draft), "version": 0} == {**before, "version": 0}
        assert "Undone. Everything is as it was." in shown(ines, answer["Location"])
    assert not Surprise.objects.exists()


@EVERY
def test_a_whole_character_is_filled_replaced_and_undone(
    ines: Client, slug: str, step_of: StepOf, stored: Stored
) -> None:
    system = registry.get(slug)
    draft = store(owner_of("ines"), {**plain(system.empty()), "player": "Ines"})
    first = OpenCharacter(system, system.empty()).steps()[0].id
    empty = stored(draft)
    filled_in = press(ines, shown(ines, step_of(draft, first)), "surprise-all")["Location"]
    once = stored(draft)
    assert once["player"] == "Ines"
    page = shown(ines, filled_in)
    asks = press(ines, page, "surprise-all")["Location"]
    assert asks == f"{step_of(draft, 'review')}?replace=all"
    page = shown(ines, asks)
    assert "<b>Replace the whole character?</b>" in page
    replaced = press(ines, page, "Replace")["Location"]
    assert (stored(draft)["name"], stored(draft)["build"]) != (once["name"], once["build"])
    assert stored(draft)["player"] == "Ines"
    assert (
        OpenCharacter(
            system, registry.from_envelope(registry.documents.envelope(as_document(draft)))
        ).problems
        == ()
    )
    press(ines, shown(ines, replaced), "undo")
    assert {**stored(draft), "version": 0} == {**once, "version": 0}
    # Only what chance decided last is kept: what it did before that stays.
    assert "toast" in shown(ines, filled_in)
    assert "Undo</button>" not in shown(ines, filled_in)
    assert once != empty


def as_document(row: Character) -> dict[str, Any]:
    row.refresh_from_db()
    names = ("system", "name", "player", "build", "marks", "house")
    return {"format": "hyperspace-character/1", **{name: getattr(row, name) for name in names}}


def test_undoing_is_refused_once_something_has_changed(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    made = press(ines, shown(ines, step_of(typed, "concept")), "surprise")["Location"]
    page = shown(ines, made)
    ines.post(step_of(typed, "concept"), field("name", "Another", was=("Vessa Korr",)))
    changed = stored(typed)
    answer = press(ines, page, "undo")
    assert answer.status_code == 409
    assert "Not undone: something has changed since." in answer.content.decode()
    assert stored(typed) == changed
    assert "Undo</button>" not in shown(ines, made)
    ines.post(step_of(typed, "concept"), field("name", "Vessa Korr", was=("Another",)))
    assert "Undo</button>" in shown(ines, made)


def test_what_was_typed_with_the_button_is_saved_first(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    """Without scripts nothing is saved yet when the button is pressed."""
    page = shown(ines, step_of(typed, "concept"))
    sent = {**field("name", "Mo Vale", was=("Vessa Korr",)), **field("concept", "Fixer")}
    made = press(ines, page, "surprise", **sent)["Location"]
    assert (stored(typed)["name"], stored(typed)["build"]["concept"]) == ("Mo Vale", "Fixer")
    assert stored(typed)["build"]["pronouns"]
    press(ines, shown(ines, made), "undo")
    assert stored(typed)["name"] == "Mo Vale"
    assert "pronouns" not in stored(typed)["build"]


def test_what_was_typed_before_it_asks_is_saved_too(
    ines: Client, complete: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    complete.build = {**complete.build, "pronouns": "she/her"}
    complete.save()
    page = shown(ines, step_of(complete, "concept"))
    sent = field("name", "Mo Vale", was=("Vessa Korr",))
    asks = press(ines, page, "surprise", **sent)["Location"]
    assert "replace=concept" in asks
    assert stored(complete)["name"] == "Mo Vale"


def test_what_cannot_be_saved_stops_chance_and_comes_back_as_it_was_typed(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    before, page = stored(typed), shown(ines, step_of(typed, "concept"))
    for button in ("surprise", "surprise-all"):
        sent = field("name", "x" * 300, was=("Vessa Korr",))
        answer = press(ines, page, button, **sent)
        assert answer.status_code == 422
        assert f'value="{"x" * 300}"' in answer.content.decode()
        stale = field("name", "Mine", was=("Somebody",))
        answer = press(ines, page, button, **stale)
        assert answer.status_code == 409
        assert 'value="Mine"' in answer.content.decode()
    assert stored(typed) == before


def test_what_was_typed_since_is_saved_instead_of_undoing(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    made = press(ines, shown(ines, step_of(typed, "concept")), "surprise")["Location"]
    concept = stored(typed)["build"]["concept"]
    page = shown(ines, made)
    answer = press(ines, page, "undo", **field("name", "Mo Vale", was=("Vessa Korr",)))
    assert stored(typed)["name"] == "Mo Vale"
    assert stored(typed)["build"]["concept"] == concept
    assert "Not undone: what you typed since is saved" in shown(ines, answer["Location"])


def test_a_question_that_is_out_of_date_is_asked_again(
    ines: Client, complete: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    """Another tab chose another species while the question stood."""
    page = shown(ines, f"{step_of(complete, 'species')}?replace=species")
    ines.post(step_of(complete, "species"), field("species", "bith", was=("twilek",)))
    changed = stored(complete)
    answer = press(ines, page, "Replace")
    assert answer["Location"] == f"{step_of(complete, 'species')}?replace=species"
    assert stored(complete) == changed


def test_what_chance_replaces_it_replaces_with_something_else(
    ines: Client, complete: Character, step_of: StepOf, stored: Stored
) -> None:
    """One in 22 species is the one that is there."""
    for _ in range(60):
        before = stored(complete)["build"]["species"]
        page = shown(ines, f"{step_of(complete, 'species')}?replace=species")
        assert "surprised=" in press(ines, page, "Replace")["Location"]
        assert stored(complete)["build"]["species"] != before


def test_words_of_ones_own_come_back_with_the_choice_they_were_about(
    ines: Client, complete: Character, step_of: StepOf, stored: Stored, field: Field
) -> None:
    own = {"name": "Marsh folk", "attributes": {"DEX": 3, "STR": 3}, "focus": "swim"}
    complete.build = {**complete.build, "species": own}
    complete.save()
    page = shown(ines, f"{step_of(complete, 'species')}?replace=species")
    made = press(ines, page, "Replace")["Location"]
    species = stored(complete)["build"]["species"]
    assert isinstance(species, str)
    ines.post(step_of(complete, "species"), field("species", "own", was=(species,)))
    assert stored(complete)["build"]["species"]["name"] == "Marsh folk"
    assert "Undo</button>" not in shown(ines, made)


def test_the_same_form_surprises_once_and_another_can_still_be_undone(
    ines: Client, typed: Character, step_of: StepOf, stored: Stored
) -> None:
    address, form = step_of(typed, "concept") + "surprise/", {"key": form_data.new_key()}
    first = ines.post(address, form)["Location"]
    once = stored(typed)
    assert ines.post(address, form)["Location"] == first
    assert stored(typed) == once
    page = shown(ines, first)
    press(ines, page, "undo")
    undone = stored(typed)
    again = press(ines, page, "undo")
    assert again["Location"] == step_of(typed, "concept")
    assert stored(typed) == undone


def test_nobody_undoes_with_the_key_of_another_character(
    ines: Client, tom: Client, typed: Character, step_of: StepOf, stored: Stored
) -> None:
    made = press(ines, shown(ines, step_of(typed, "concept")), "surprise")["Location"]
    key, before = made.partition("surprised=")[2], stored(typed)
    other = store(owner_of("ines"), {**VESSA, "name": "Other"})
    for address in (step_of(other, "concept"), step_of(typed, "concept")):
        client = ines if address == step_of(other, "concept") else tom
        answer = client.post(f"{address}surprise/undo/?of={key}", {"key": form_data.new_key()})
        assert answer.status_code in (404, 409)
    assert stored(typed) == before
    assert "Undo</button>" not in shown(ines, f"{step_of(other, 'concept')}?surprised={key}")


def test_what_is_finished_is_not_undone_and_what_was_before_is_forgotten(
    ines: Client, complete: Character, step_of: StepOf, stored: Stored
) -> None:
    page = shown(ines, f"{step_of(complete, 'concept')}?replace=concept")
    page = shown(ines, press(ines, page, "Replace")["Location"])
    ines.post(f"/characters/{complete.public_id}/finish/")
    before = stored(complete)
    assert press(ines, page, "undo").status_code == 409
    assert stored(complete) == before
    assert not Surprise.objects.exists()


def test_a_rebuild_is_left_to_chance_asked_about_and_undone_as_well(
    ines: Client, played: Character, step_of: StepOf, stored: Stored
) -> None:
    ines.post(f"/characters/{played.public_id}/rebuild/")
    played.refresh_from_db()
    kept = played.rebuilding
    asks = press(ines, shown(ines, step_of(played, "species")), "surprise")["Location"]
    assert asks.endswith("?replace=species")
    made = press(ines, shown(ines, asks), "Replace")["Location"]
    played.refresh_from_db()
    assert played.rebuilding != kept
    assert stored(played)["build"]["species"] == "twilek"
    press(ines, shown(ines, made), "undo")
    played.refresh_from_db()
    assert played.rebuilding == kept


@pytest.mark.parametrize("asked", ["../x", "species/x", "defenses", "concept", "", "none"])
def test_an_address_that_asks_about_nothing_asks_nothing(
    ines: Client, complete: Character, step_of: StepOf, asked: str
) -> None:
    for query in ({"replace": asked}, {"surprised": asked}):
        page = ines.get(step_of(complete, "species"), query)
        assert page.status_code == 200
        assert "Replace" not in page.content.decode()


def test_a_step_that_is_none_is_404_there_too(
    ines: Client, complete: Character, step_of: StepOf
) -> None:
    assert ines.post(f"{step_of(complete, 'starship')}surprise/undo/").status_code == 404
    address = f"{step_of(complete, 'all')}surprise/?at=starship"
    assert ines.post(address).status_code == 302
    assert ines.get(ines.post(address)["Location"]).status_code == 404


@EVERY
def test_every_field_that_was_sent_untouched_stays_untouched(
    ines: Client, slug: str, step_of: StepOf, stored: Stored
) -> None:
    """A browser sends the whole step with the button."""
    draft = store(owner_of("ines"), plain(by_chance(slug)))
    before = stored(draft)
    for step in filled(registry.get(slug), by_chance(slug)):
        sent: dict[str, Any] = {}
        for id, values in inputs(step).items():
            sent |= {f"was.{id}": form_data.token(values), id: list(values)}
        if step.can_surprise:
            page = shown(ines, step_of(draft, step.id))
            answer = press(ines, page, "surprise", **sent)
            if "replace=" in answer["Location"]:
                assert stored(draft) == before
            before = stored(draft)
