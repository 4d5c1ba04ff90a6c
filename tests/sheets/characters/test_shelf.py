"""The shelf: cards, search, and what is done with whole characters."""

from collections.abc import Callable
from typing import Any

from django.test import Client

from sheets import form_data
from sheets.models import Character, LedgerEntry


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
    assert by_id[finished.pk].sheet.kind == "Twilek Spy"
    assert context["archived_count"] == 1
    apart = ines.get("/characters/?archived=1").context["cards"]
    assert [card.character for card in apart] == [archived]


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
    for number in range(53):
        make_character({**vessa, "name": f"Number {number}"})
    assert len(names(ines)) == 50
    assert names(ines, "?page=2") == ["Number 2", "Number 1", "Number 0"]
    assert names(ines, "?page=99") == names(ines, "?page=2")
    assert len(names(ines, "?page=-1%00")) == 50
    assert len(names(ines, "?q=number&page=2")) == 3


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


def test_deleting_asks_first_and_then_takes_everything_along(
    ines: Client, played: Character
) -> None:
    url = f"/characters/{played.public_id}/delete/"
    asked = ines.get(url)
    assert asked.context["character"] == played
    assert Character.objects.exists()
    form = {"key": asked.context["key"]()}
    assert ines.post(url, form)["Location"] == "/characters/"
    assert not Character.objects.exists()
    assert not LedgerEntry.objects.exists()
    assert ines.post(url, form)["Location"] == "/characters/"
    assert ines.post(url, {"key": form_data.new_key()}).status_code == 404
    assert ines.get(url).status_code == 404
