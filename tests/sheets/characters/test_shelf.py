"""The shelf: cards, search, and what is done with whole characters."""

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sheets import form_data, housekeeping
from sheets.characters import operations
from sheets.models import Character, LedgerEntry, Owner, ShareLink
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.example_characters import VESSA, store


def names(client: Client, query: str = "") -> list[str]:
    return [card.character.name for card in client.get(f"/characters/{query}").context["cards"]]


def test_a_card_says_what_is_open_and_an_archived_character_is_apart(
    ines: Client, draft: Character, finished: Character, archived: Character
) -> None:
    context = ines.get("/characters/").context
    by_id = {card.character.pk: card for card in context["cards"]}
    assert set(by_id) == {draft.pk, finished.pk}
    assert "Species" in by_id[draft.pk].open
    assert by_id[draft.pk].problems
    assert by_id[finished.pk].open == ()
    assert by_id[finished.pk].sheet.kind == "Twi'lek Spy"
    assert (context["stock"].listed, context["stock"].archived) == (2, 1)
    apart = ines.get("/characters/?archived=1").context["cards"]
    assert [card.character for card in apart] == [archived]


def test_a_draft_is_continued_and_a_finished_character_opened(
    ines: Client, draft: Character, finished: Character
) -> None:
    page = " ".join(ines.get("/characters/").content.decode().split())
    builder = reverse("character_build", args=[draft.public_id])
    sheet = reverse("character", args=[finished.public_id])
    assert re.search(rf'href="{builder}">Continue<', page)
    assert re.search(rf'href="{sheet}">Open<', page)


def test_what_was_touched_last_comes_first(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    first = make_character({**vessa, "name": "First"})
    make_character({**vessa, "name": "Second"})
    assert names(ines) == ["Second", "First"]
    first.save()
    assert names(ines) == ["First", "Second"]


def test_searching_finds_by_name_concept_and_kind(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    make_character(vessa)
    make_character({**vessa, "name": "Élan", "build": {"species": "wookiee"}})
    assert names(ines, "?q=vessa+KORR") == ["Vessa Korr"]
    assert names(ines, "?q=twilek") == ["Vessa Korr"]
    assert names(ines, "?q=smuggler") == ["Vessa Korr"]
    assert names(ines, "?q=élan") == names(ines, "?q=ÉLAN") == ["Élan"]
    assert names(ines, "?q=elan") == names(ines, "?q=Elan+WOOKIÉE") == ["Élan"]
    for nothing in ("%25", "_", "%5C", "vessa+elan", "%00vessa%00x", "%F0%9F%98%80"):
        assert names(ines, f"?q={nothing}") == []
    assert sorted(names(ines, "?q=+")) == ["Vessa Korr", "Élan"]


def test_searching_finds_what_somebody_is_by_now(
    ines: Client, draft: Character, choose: Callable[..., None]
) -> None:
    choose(draft, "concept", "name", "Ünal", was="")
    assert names(ines, "?q=unal") == ["Ünal"]
    choose(draft, "species", "species", "wookiee", was="")
    assert names(ines, "?q=unal+wookiee") == ["Ünal"]
    choose(draft, "concept", "concept", "Straße", was="")
    choose(draft, "concept", "name", "Femi", was="Ünal")
    assert names(ines, "?q=STRASSE") == ["Femi"]
    assert names(ines, "?q=unal") == []


def test_searching_finds_a_copy_an_import_and_a_rebuild(
    ines: Client,
    finished: Character,
    vessa: dict[str, Any],
    as_text: Callable[[Any], str],
    choose: Callable[..., None],
) -> None:
    url = f"/characters/{finished.public_id}/"
    ines.post(f"{url}duplicate/", {"key": form_data.new_key()})
    ines.post("/characters/import/", {"pasted": as_text({**vessa, "name": "Brakka"})})
    assert names(ines, "?q=copy") == ["Vessa Korr (copy)"]
    assert names(ines, "?q=brakka+spy") == ["Brakka"]
    ines.post(f"{url}rebuild/", {"key": form_data.new_key()})
    choose(finished, "species", "species", "wookiee", was="twilek")
    assert names(ines, "?q=wookiee") == []  # not before the rebuild is finished
    version = Character.objects.get(pk=finished.pk).version
    ines.post(f"{url}rebuild/finish/", {"version": str(version), "key": form_data.new_key()})
    assert names(ines, "?q=wookiee") == ["Vessa Korr"]


def test_searching_finds_nothing_of_others(ines: Client, tom: Client, finished: Character) -> None:
    assert names(tom, "?q=vessa") == []
    assert names(tom, "?q=brakka") == ["Brakka"]
    assert names(ines, "?q=brakka") == []


def test_many_characters_come_in_pages(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    for number in range(23):
        make_character({**vessa, "name": f"Number {number}"})
    assert len(names(ines)) == 20
    assert names(ines, "?page=2") == ["Number 2", "Number 1", "Number 0"]
    assert names(ines, "?page=99") == names(ines, "?page=2")
    assert len(names(ines, "?page=-1%00")) == 20
    assert len(names(ines, "?q=number&page=2")) == 3
    assert names(ines, "?sort=name&page=2") == ["Number 20", "Number 21", "Number 22"]


def test_names_are_sorted_without_case_and_accents_and_numbers_by_value(
    ines: Client, make_character: Callable[..., Character], vessa: dict[str, Any]
) -> None:
    for name in ("zoë", "Élan 10", "elan 9", "", "Ad", "Ad Ral"):
        make_character({**vessa, "name": name})
    make_character({**plain(by_chance("empire-ascendant")), "name": "Mara"})
    by_name = ["Ad", "Ad Ral", "elan 9", "Élan 10", "Mara", "zoë", ""]
    assert names(ines, "?sort=name") == by_name
    others = [name for name in by_name if name != "Mara"]
    assert names(ines, "?sort=game") == ["Mara", *others]


def test_filters_leave_one_game_or_party_and_are_kept_in_the_address(
    people: dict[str, Person], in_party: Callable[..., Character]
) -> None:
    """Nothing is to be chosen from where there is one game, or no party."""
    client, owner = people["ines"].client, people["ines"].owner
    store(owner, {**VESSA, "name": "Alone"})
    first = client.get("/characters/").context
    assert (first["game_choices"], first["party_choices"]) == ([], [])
    party = in_party("Together").party
    store(owner, {**plain(by_chance("empire-ascendant")), "name": "Mara"})
    store(owner, {**VESSA, "name": "Away"}, archived=True)
    assert party
    assert sorted(names(client, "?game=hyperspace-d6")) == ["Alone", "Together"]
    assert names(client, f"?party={party.public_id}") == ["Together"]
    assert sorted(names(client, "?party=none")) == ["Alone", "Mara"]
    assert names(client, "?party=none&game=empire-ascendant&q=mara") == ["Mara"]
    assert names(client, "?archived=1&game=hyperspace-d6") == ["Away"]
    page = client.get("/characters/?sort=game&game=hyperspace-d6&party=none&q=al")
    for field in ('name="q" value="al"', 'value="game" selected', 'value="hyperspace-d6" selected'):
        assert field in page.content.decode()
    assert page.context["party_choices"] == [
        ("", "All parties"),
        (str(party.public_id), party.name),
        ("none", "No party"),
    ]
    assert "1 of 3 match" in page.content.decode()
    # A party that one has left matches nobody; what cannot exist asks for nothing.
    left = client.get(f"/characters/?party={uuid.uuid4()}").content.decode()
    assert "Former party" in left
    assert "No characters match." in left
    assert len(names(client, "?party=chess&game=chess&sort=chess")) == 3


def test_a_character_that_cannot_be_read_has_a_card_all_the_same(
    ines: Client, damaged: Character, finished: Character
) -> None:
    cards = {card.character: card for card in ines.get("/characters/").context["cards"]}
    told = "The stored data is damaged. Species: a text is expected, not a whole number."
    assert cards[damaged].damage == told
    assert cards[finished].damage == ""
    assert sorted(names(ines, "?q=vessa")) == ["Vessa Korr", "Vessa Korr"]


def test_a_copy_is_a_character_of_its_own_with_the_same_ledger(
    ines: Client, played: Character
) -> None:
    response = ines.post(f"/characters/{played.public_id}/duplicate/")
    copy = Character.objects.exclude(pk=played.pk).get()
    assert response["Location"] == f"/characters/{copy.public_id}/"
    assert copy.name == "Vessa Korr (copy)"
    assert (copy.owner, copy.player) == (played.owner, "Ines")
    assert copy.build["edge"] == {"id": "luck", "note": "It never asked."}
    assert not copy.is_draft
    contents = [entry.content for entry in copy.entries.all()]
    assert contents == [entry.content for entry in played.entries.all()]


def test_pressing_duplicate_twice_makes_one_copy(ines: Client, finished: Character) -> None:
    form = {"key": form_data.new_key()}
    first = ines.post(f"/characters/{finished.public_id}/duplicate/", form)
    second = ines.post(f"/characters/{finished.public_id}/duplicate/", form)
    assert first["Location"] == second["Location"]
    assert Character.objects.count() == 2


def test_archived_is_out_of_the_way_and_can_be_brought_back(
    ines: Client, finished: Character
) -> None:
    url = f"/characters/{finished.public_id}/"
    assert ines.post(f"{url}archive/")["Location"] == "/characters/"
    assert names(ines) == []
    assert names(ines, "?archived=1") == ["Vessa Korr"]
    assert ines.get(url).status_code == 200
    finished.refresh_from_db()
    version = finished.version
    ines.post(f"{url}archive/")
    assert ines.post(f"{url}restore/")["Location"] == url
    assert names(ines) == ["Vessa Korr"]
    finished.refresh_from_db()
    assert finished.version == version + 1


def test_deleting_asks_first_and_can_be_undone(ines: Client, played: Character) -> None:
    url = f"/characters/{played.public_id}/delete/"
    asked = ines.get(url)
    assert asked.context["character"] == played
    assert Character.objects.exists()
    form = {"key": asked.context["key"]()}
    listed = f"/characters/?deleted={played.public_id}"
    before = Character.objects.values().get()
    assert ines.post(url, form)["Location"] == listed
    assert not Character.objects.exists()
    assert not Character.documents.exists()
    assert ines.post(url, form)["Location"] == listed
    assert ines.post(url, {"key": form_data.new_key()}).status_code == 404
    assert ines.get(url).status_code == 404
    # The list offers to undo it, and so does a page of its own; nobody else can.
    back = f"/characters/{played.public_id}/undelete/"
    assert back in ines.get(listed).content.decode()
    assert back in ines.get("/characters/deleted/").content.decode()
    assert back not in Client().get("/characters/deleted/").content.decode()
    assert Client().post(back).status_code == 404
    assert ines.post(back)["Location"] == f"/characters/{played.public_id}/"
    after = Character.objects.values().get()
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {"version", "updated_at"}
    assert LedgerEntry.objects.count() == played.entries.count() > 0
    assert ines.post(back).status_code == 302  # pressed twice


def test_what_was_deleted_is_gone_for_everybody_else(ines: Client, played: Character) -> None:
    ShareLink.objects.create(character=played, nonce="0" * 43, digest="0" * 64)
    ines.post(f"/characters/{played.public_id}/delete/")
    assert not ShareLink.objects.exists()
    for path in ("", "table/", "sheet.pdf", "document.json", "live/"):
        assert ines.get(f"/characters/{played.public_id}/{path}").status_code == 404
    # For good: by its owner, or by the clock.
    page = f"/characters/{played.public_id}/erase/"
    Client().post(page)
    assert Character.deleted.exists()
    later = timezone.now() + timedelta(days=29)
    housekeeping.clean(now=later)
    assert Character.deleted.exists()
    form = {"key": form_data.new_key()}
    for _ in range(2):
        assert ines.post(page, form)["Location"] == "/characters/deleted/"
    assert not Character.deleted.exists()
    assert ines.post(page, {"key": form_data.new_key()}).status_code == 404
    assert not LedgerEntry.objects.exists()


def test_the_clock_deletes_what_was_deleted_a_month_ago(ines: Client, played: Character) -> None:
    ines.post(f"/characters/{played.public_id}/delete/")
    housekeeping.clean(now=timezone.now() + timedelta(days=31))
    assert not Character.deleted.exists()
    assert ines.post(f"/characters/{played.public_id}/undelete/").status_code == 404


def test_only_so_many_deleted_characters_are_kept(
    ines: Client, played: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "MOST_DELETED", 1)
    ines.post(f"/characters/{played.public_id}/duplicate/")
    copy = Character.objects.exclude(pk=played.pk).get()
    for row in (played, copy):
        ines.post(f"/characters/{row.public_id}/delete/")
    assert [row.pk for row in Character.deleted.all()] == [copy.pk]


def test_a_shelf_of_sixty_characters_weighs_100_kib_at_most(
    ines: Client, ines_owner: Owner
) -> None:
    for seed in range(60):
        document = {**plain(by_chance("hyperspace-d6", seed)), "name": f"Vessa the {seed}th"}
        store(ines_owner, document, finished=True)
    page = ines.get("/characters/").content
    assert page.count(b'class="likeness"') == 20  # a page of them
    assert len(page) <= 100 * 1024, len(page)
