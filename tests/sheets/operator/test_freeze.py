"""The operator freezes an owner or a character, and thaws them: what everybody sees meanwhile."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from sheets import storage
from sheets.characters.bulk import Selection, SetArchived
from sheets.guard import freezes
from sheets.models import Character, Identity, Owner, Party
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store
from tests.sheets.print_pages.pages import png

PAGE, FREEZE = "/account/site/", "/account/site/freeze/"
CHARACTER_FROZEN = "The operator of this site has frozen this character. Nothing is lost."


@pytest.fixture
def sam(client: Client) -> Client:
    """A browser of the site's staff."""
    client.force_login(User.objects.create(username="sam-of-staff", is_staff=True))
    return client


def words(client: Client, url: str) -> str:
    return " ".join(client.get(url).content.decode().replace("&#x27;", "'").split())


def test_the_operator_freezes_and_thaws_a_character_on_the_page(
    sam: Client, ines: Client, finished: Character
) -> None:
    sheet, name = f"/characters/{finished.public_id}/", f"character {finished.public_id}"
    file = reverse("character_document", args=[finished.public_id])
    before = ines.get(file).content
    sam.post(FREEZE, {"name": name, "verb": "freeze"})
    assert f"Frozen: {name}." in words(sam, PAGE)
    answer = ines.get(sheet)
    assert answer.status_code == 423
    assert CHARACTER_FROZEN in answer.content.decode()
    assert CHARACTER_FROZEN in words(ines, "/characters/")
    assert json.loads(ines.get(file).content)["build"]["species"] == "twilek"
    sam.post(FREEZE, {"name": name, "verb": "thaw"})
    assert f"Thawed: {name}." in words(sam, PAGE)
    assert ines.get(sheet).status_code == 200
    assert ines.get(file).content == before


def test_a_link_to_a_frozen_character_says_so(
    nobody: Client, held: dict[str, Any], finished: Character
) -> None:
    freezes.freeze(f"character {finished.public_id}")
    for name in ("shared", "shared_document", "shared_pdf", "shared_history"):
        answer = nobody.get(reverse(name, kwargs=held))
        assert answer.status_code == 423, name
        assert CHARACTER_FROZEN in answer.content.decode()


def test_a_fragment_shows_the_whole_page_that_says_so(ines: Client, finished: Character) -> None:
    freezes.freeze(f"character {finished.public_id}")
    url = f"/characters/{finished.public_id}/live/"
    answer = ines.get(url, headers={"HX-Request": "true"})
    assert answer.status_code == 423
    assert answer["HX-Retarget"] == "body"


def test_a_board_with_one_frozen_character_shows_the_others(
    people: dict[str, Person], party: Party
) -> None:
    frozen = store(people["ines"].owner, VESSA)
    store(people["femi"].owner, {**VESSA, "name": "Orrin Pell"})
    Character.objects.update(party=party, finished_at=timezone.now())
    freezes.freeze(f"character {frozen.public_id}")
    for name in (
        "party",
        "party_skills",
        "party_members",
        "party_brief",
        "party_pack",
        "party_log",
    ):
        answer = people["greta"].client.get(reverse(name, args=[party.public_id]))
        assert answer.status_code == 200, name
    board = words(people["greta"].client, reverse("party", args=[party.public_id]))
    assert "Orrin Pell" in board
    assert "Vessa Korr" in board
    assert "frozen by the site's operator" in board


def test_a_frozen_visitor_reads_their_list_and_exports_and_nothing_else(
    ines: Client, ines_owner: Owner, finished: Character
) -> None:
    sheet = f"/characters/{finished.public_id}/"
    freezes.freeze(f"visitor {(ines_owner.visitor_hash or '')[:16]}")
    assert ines.get("/characters/").status_code == 200
    assert "Vessa Korr" in words(ines, "/characters/")
    file = ines.get(reverse("character_document", args=[finished.public_id]))
    assert json.loads(file.content)["name"] == "Vessa Korr"
    refused = ines.post("/characters/new/", {"system": "hyperspace-d6"})
    assert refused.status_code == 423
    assert "The operator of this site has frozen what you can do here." in (
        refused.content.decode()
    )
    assert ines.get(reverse("character_pdf", args=[finished.public_id])).status_code == 423
    call_command("freeze", "visitor", (ines_owner.visitor_hash or "")[:16], "--thaw", verbosity=0)
    assert ines.get(sheet).status_code == 200


def test_the_list_is_as_before_after_thawing_even_where_its_page_was_kept(
    ines: Client, ines_owner: Owner, finished: Character
) -> None:
    name = f"visitor {ines_owner.visitor_hash}"
    freezes.freeze(name)
    for _ in range(3):
        assert "has frozen what you can do here" in words(ines, "/characters/")
    freezes.thaw(name)
    assert "has frozen" not in words(ines, "/characters/")


def test_the_command_freezes_and_says_what_it_does_not_know(
    finished: Character, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("freeze", "character", str(finished.public_id))
    assert capsys.readouterr().out == f"Frozen: character {finished.public_id}.\n"
    finished.refresh_from_db()
    assert finished.frozen_at is not None
    for name in ("account 999999", "visitor 3f9a", "visitor 0123456789abcdef", "character x", "x"):
        with pytest.raises(CommandError):
            call_command("freeze", name)


def test_nobody_but_the_staff_freezes(ines: Client, finished: Character) -> None:
    answer = ines.post(FREEZE, {"name": f"character {finished.public_id}", "verb": "freeze"})
    assert answer.status_code == 404
    finished.refresh_from_db()
    assert finished.frozen_at is None


def test_the_owner_of_a_frozen_character_changes_nothing_of_it_but_deletes_and_exports_it(
    ines: Client, finished: Character
) -> None:
    there = f"/characters/{finished.public_id}/"
    freezes.freeze(f"character {finished.public_id}")
    picture = SimpleUploadedFile("face.png", png(40), content_type="image/png")
    changes: dict[str, dict[str, Any]] = {
        "character_words": {"shared": "New", "shared.was": ""},
        "character_portrait": {"picture": picture, "alt": "Face"},
        "character_archive": {},
        "character_share": {"name": "For all"},
    }
    for name, sent in changes.items():
        answer = ines.post(reverse(name, args=[finished.public_id]), sent)
        assert answer.status_code == 423, name
        assert CHARACTER_FROZEN in answer.content.decode(), name
    printing = reverse("character_print", args=[finished.public_id])
    assert ines.get(printing, {"paper": "letter"}).status_code == 423
    assert ines.get(reverse("character_document", args=[finished.public_id])).status_code == 200
    assert ines.post(reverse("character_delete", args=[finished.public_id])).status_code == 302
    assert Character.deleted.get().pk == finished.pk
    assert there not in words(ines, "/characters/")


def test_several_are_archived_only_without_a_frozen_one(
    ines: Client, ines_owner: Owner, finished: Character
) -> None:
    freezes.freeze(f"character {finished.public_id}")
    access = Selection(Identity(visitor_hash=ines_owner.visitor_hash), (finished.public_id,))
    with pytest.raises(storage.Frozen):
        SetArchived(access, archived=True).run()


def test_no_page_that_was_kept_is_shown_to_who_is_frozen(
    ines: Client, ines_owner: Owner, finished: Character
) -> None:
    sheet = f"/characters/{finished.public_id}/"
    for _ in range(3):
        assert ines.get(sheet).status_code == 200
    name = f"visitor {ines_owner.visitor_hash}"
    freezes.freeze(name)
    for _ in range(3):
        assert ines.get(sheet).status_code == 423
    freezes.thaw(name)
    assert ines.get(sheet).status_code == 200
