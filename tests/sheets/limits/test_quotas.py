"""Quotas of a visitor and of an account."""

import threading
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from rules import registry
from sheets import form_data, quotas
from sheets.creation import operations
from sheets.errors import QuotaExceeded
from sheets.models import Character, Comment, Notes, Owner, PlayLogEntry, Portrait, ShareLink
from sheets.writes import Mine
from tests.sheets.accounts.conftest import said
from tests.sheets.cast import Person, in_party, party, people
from tests.sheets.concurrency.threads import at_once
from tests.sheets.example_characters import owner_of
from tests.sheets.parties.pages import confirm
from tests.sheets.portraits.conftest import plain, saved

__all__ = ("in_party", "party", "people")

GAME = "hyperspace-d6"
People = dict[str, Person]
Keeps = Callable[..., None]


def new(client: Client, **more: str) -> Any:
    return client.post("/characters/new/", {"system": GAME, "key": form_data.new_key(), **more})


def take_in(client: Client, pasted: str) -> Any:
    return client.post("/characters/import/", {"pasted": pasted, "key": form_data.new_key()})


def picture(client: Client, url: str, width: int = 40) -> Any:
    file = SimpleUploadedFile("me.png", saved(plain(width, 60)))
    return client.post(f"{url}portrait/", {"picture": file, "alt": "Me, in a helmet"})


@pytest.fixture
def without_room(keeps: Keeps, of_ines: str) -> None:
    """Ines has a character already, and room for no byte more."""
    keeps(mib=(0, 0))


# --- characters


@pytest.mark.parametrize("way", ["new", "by chance", "ready-made", "import", "copy"])
def test_one_character_more_than_there_may_be_is_refused(
    way: str, ines: Client, of_ines: str, keeps: Keeps, vessa: dict[str, Any], as_text: Any
) -> None:
    ways = {
        "new": lambda: new(ines),
        "by chance": lambda: new(ines, surprise="1"),
        "ready-made": lambda: new(ines, start="grawwa"),
        "import": lambda: take_in(ines, as_text({**vessa, "name": "<Vessa>"})),
        "copy": lambda: ines.post(f"{of_ines}duplicate/", {"key": form_data.new_key()}),
    }
    keeps(characters=(2, 9))
    assert ways[way]().status_code == 302
    answer = ways[way]()
    assert answer.status_code == 429
    assert "Retry-After" not in answer
    assert (
        "Without an account, you can store at most 2 characters. Delete some that you no longer"
        " need, or create an account: its limit is 9."
    ) in said(answer)
    assert Character.objects.count() == 2
    if way == "import":
        assert "Nothing was imported." in said(answer)
        assert "&lt;Vessa&gt;" in answer.content.decode()
    Character.objects.first().delete()  # type: ignore[union-attr]
    if way != "copy":
        assert ways[way]().status_code == 302


def test_what_is_put_away_counts_as_well(
    ines: Client, of_ines: str, archived: Character, keeps: Keeps
) -> None:
    keeps(characters=(2, 9))
    assert new(ines).status_code == 429


def test_an_account_keeps_more_and_is_told_of_none(people: People, keeps: Keeps) -> None:
    client = people["ines"].client
    keeps(characters=(0, 1))
    assert new(client).status_code == 302
    told = "An account can store at most 1 character. Delete some that you no longer need."
    assert told in said(new(client))


def test_where_nobody_makes_an_account_none_is_spoken_of(
    ines: Client, of_ines: str, keeps: Keeps, settings: Any
) -> None:
    keeps(characters=(1, 9))
    settings.SIGN_UP = False
    assert "account: its limit" not in said(new(ines))


def test_who_has_more_than_their_share_goes_on_with_it(
    ines: Client, of_ines: str, draft: Character, choose: Callable[..., None], keeps: Keeps
) -> None:
    keeps(characters=(1, 1), mib=(0, 0), links=(0, 0))
    for path in ("", "table/", "print/", "document.json"):
        assert ines.get(of_ines + path).status_code == 200
    choose(draft, "concept", "name", "Brakka", was="")
    award = {"key": form_data.new_key(), "version": "1", "entry": "kind=award", "award.cp": "3"}
    assert ines.post(f"{of_ines}archive/").status_code == 302
    assert ines.post(f"{of_ines}restore/").status_code == 302
    assert ines.post(f"{of_ines}session/", award).status_code in (200, 302, 409, 422)
    assert ines.post(f"{of_ines}delete/", {"key": form_data.new_key()}).status_code == 302


def test_what_a_browser_made_is_taken_over_however_much_it_is(
    ines: Client, of_ines: str, draft: Character, keeps: Keeps
) -> None:
    keeps(characters=(1, 1))
    user = User.objects.create_user("dora", password="x")
    ines.force_login(user)
    ines.post("/account/take-over/", {"key": form_data.new_key()})
    assert Character.objects.filter(owner__user=user).count() == 2


def test_the_demo_has_no_quota(keeps: Keeps) -> None:
    owner = Owner.objects.create(kind=Owner.Kind.DEMO)
    keeps(mib=(0, 0))
    quotas.check_room(owner, 1_000_000)


@pytest.mark.django_db(transaction=True)
def test_two_at_once_make_no_more_than_there_may_be(ines: Client, keeps: Keeps) -> None:
    keeps(characters=(1, 1))
    owner, document = owner_of("ines"), registry.get(GAME).empty()
    start = threading.Barrier(2)

    def begin() -> None:
        start.wait()
        way = operations.Beginning(GAME)
        operations.Start(Mine(owner), document=document, beginning=way).run()

    raised = at_once(begin, begin)
    assert [type(error) for error in raised] == [QuotaExceeded]
    assert Character.objects.count() == 1


# --- bytes


def test_what_is_kept_is_documents_portraits_notes_comments_and_lines(
    ines: Client, finished: Character, of_ines: str
) -> None:
    owner = finished.owner
    Character.objects.update(size=1_000)
    assert quotas.used_bytes(owner) == 1_000
    Notes.objects.create(character=finished, shared="x" * 200, private="y" * 50)
    assert quotas.used_bytes(owner) == 1_250
    Comment.objects.create(character=finished, author=owner, text="z" * 7)
    assert quotas.used_bytes(owner) == 1_257
    for number in (1, 2):
        PlayLogEntry.objects.create(
            character=finished, number=number, kind="harm", content={}, at=timezone.now()
        )
    assert quotas.used_bytes(owner) == 1_257 + 2 * 1_024
    cut = {"left": 0, "top": 0, "across": 9, "down": 9, "shape": "square", "digest": "0" * 64}
    Portrait.objects.create(
        character=finished, picture=b"p" * 300, shown=b"s" * 30, width=9, height=9, **cut
    )
    assert quotas.used_bytes(owner) == 1_257 + 2 * 1_024 + 330
    assert quotas.portrait_bytes(finished) == 330


def test_a_document_counts_for_the_bytes_of_its_file(
    ines: Client, vessa: Any, as_text: Any
) -> None:
    take_in(ines, as_text(vessa))
    row = Character.objects.get()
    assert row.size == len(ines.get(f"/characters/{row.public_id}/document.json").content)
    assert quotas.used_bytes(row.owner) == row.size


@pytest.mark.usefixtures("without_room")
def test_without_room_no_character_comes_in(ines: Client, vessa: Any, as_text: Any) -> None:
    answer = take_in(ines, as_text(vessa))
    assert answer.status_code == 429
    assert (
        "Without an account, you can store at most 0 MiB."
        " Delete characters or portraits that you no longer need"
    ) in said(answer)
    assert "create an account" in said(answer)
    assert Character.objects.count() == 1


def test_a_copy_and_an_export_read_back_need_room_for_all_that_is_in_them(
    ines: Client, portrayed: Character, of_ines: str, keeps: Keeps, monkeypatch: pytest.MonkeyPatch
) -> None:
    Notes.objects.create(character=portrayed, shared="x" * 3_000)
    Character.objects.update(size=0)
    monkeypatch.setattr(quotas, "BYTES", 1)
    kept = quotas.used_bytes(portrayed.owner)
    assert kept == 3_000 + quotas.portrait_bytes(portrayed)
    keeps(mib=(kept + 2_500, 0))  # a document is smaller than that
    assert new(ines).status_code == 302
    export = ines.get(f"{of_ines}export.zip").content

    def answers() -> list[int]:
        file = SimpleUploadedFile("me.zip", export)
        sent = ines.post("/characters/import/", {"document": file})
        return [ines.post(f"{of_ines}duplicate/").status_code, sent.status_code]

    assert answers() == [429, 429]
    keeps(mib=(3 * kept + 20_000, 0))
    assert answers() == [302, 302]


def test_a_portrait_needs_room_and_one_that_is_smaller_than_the_last_none(
    ines: Client, of_ines: str, keeps: Keeps
) -> None:
    assert picture(ines, of_ines, 400).status_code == 302
    keeps(mib=(0, 0))
    assert picture(ines, of_ines, 40).status_code == 302
    answer = picture(ines, of_ines, 400)
    assert answer.status_code == 429
    assert "can store at most" in said(answer)
    assert "Me, in a helmet" in answer.content.decode()


@pytest.mark.usefixtures("without_room")
def test_notes_may_grow_a_little_but_not_much(
    ines: Client, of_ines: str, field: Callable[..., dict[str, Any]]
) -> None:
    assert ines.post(f"{of_ines}words/", field("shared", "x" * 100, was=("",))).status_code == 302
    answer = ines.post(f"{of_ines}words/", field("private", "y" * 17_000, was=("",)))
    assert answer.status_code in (422, 429)
    assert "y" * 17_000 in answer.content.decode()
    assert "can store at most" in said(answer)
    assert Notes.objects.get().private == ""


@pytest.mark.usefixtures("without_room")
def test_so_may_a_document(
    ines: Client, draft: Character, step_of: Any, field: Callable[..., dict[str, Any]]
) -> None:
    Character.objects.filter(pk=draft.pk).update(size=16_000)
    url = step_of(draft, "appearance")
    assert ines.post(url, field("appearance", "Tall", was=("",))).status_code == 302
    Character.objects.filter(pk=draft.pk).update(size=100)
    story = "y" * 1_500
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quotas, "CHECK_STEP", 1_000)
        answer = ines.post(url, field("personality", story, was=("",)))
    assert answer.status_code == 422
    assert story in answer.content.decode()
    assert "can store at most" in said(answer)


@pytest.mark.usefixtures("without_room")
def test_a_ledger_grows_by_its_owner_only_while_there_is_room(
    ines: Client, finished: Character, of_ines: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "CHECK_STEP", 10)
    form = {"key": "0" * 32, "version": "1", "entry": "kind=session"}
    answer = ines.post(f"{of_ines}session/", form)
    assert "can store at most" in said(answer)
    assert not finished.entries.exists()


@pytest.mark.usefixtures("without_room")
def test_a_game_master_who_hands_out_meets_nobodys_quota(
    people: People, party: Any, in_party: Callable[..., Character], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotas, "CHECK_STEP", 10)
    row = in_party()
    sent = {"to": str(row.public_id), "entry": "offer=given.award&kind=award"}
    sent |= {"given.award.cp": "3", "key": form_data.new_key()}
    answer = confirm(people["greta"].client, f"/parties/{party.public_id}/hand-out/", sent)
    assert answer.status_code == 302, said(answer)
    assert [entry.content["kind"] for entry in row.entries.all()] == ["award"]


@pytest.mark.usefixtures("without_room")
def test_every_hundredth_line_of_a_log_asks_for_room(ines: Client, finished: Character) -> None:
    quotas.check_log_entries(finished, 99)
    with pytest.raises(QuotaExceeded):
        quotas.check_log_entries(finished, 100)


@pytest.mark.usefixtures("without_room")
def test_a_roll_without_room_says_so_and_is_not_made(
    ines: Client, finished: Character, of_ines: str
) -> None:
    for number in (1, 99):
        PlayLogEntry.objects.create(
            character=finished, number=number, kind="harm", content={}, at=timezone.now()
        )
    answer = ines.post(f"{of_ines}table/do/skills.stealth/", {"key": form_data.new_key()})
    assert answer.status_code in (422, 429)
    assert "can store at most" in answer.content.decode()
    assert PlayLogEntry.objects.count() == 2


def test_a_comment_needs_room(
    people: People, in_party: Callable[..., Character], keeps: Keeps
) -> None:
    keeps(mib=(0, 0))
    url = f"/characters/{in_party().public_id}/comments/"
    answer = people["ines"].client.post(url, {"text": "Is that so?", "key": form_data.new_key()})
    assert answer.status_code in (422, 429)
    assert "Is that so?" in answer.content.decode()
    assert not Comment.objects.exists()


# --- links and parties


def test_links_to_all_of_ones_characters_are_counted_together(
    ines: Client, finished: Character, played: Character, keeps: Keeps
) -> None:
    keeps(links=(2, 5))
    form = {"reach": "sheet", "lasts": "day"}
    for character in (finished, played):
        url = f"/characters/{character.public_id}/share/"
        assert ines.post(url, {**form, "key": form_data.new_key()}).status_code == 302
    answer = ines.post(url, {**form, "key": form_data.new_key()})
    assert answer.status_code == 429
    assert "Without an account, you can have at most 2 links. Revoke some" in said(answer)
    ShareLink.objects.filter(character=finished).update(expires_at=timezone.now())
    assert ines.post(url, {**form, "key": form_data.new_key()}).status_code == 302


def test_one_is_in_only_so_many_parties(
    people: People, invitation: dict[str, str], keeps: Keeps
) -> None:
    keeps(parties=(0, 1))
    otto = people["otto"].client
    sent = {"name": "Mine as well", "system": GAME, "key": form_data.new_key()}
    answer = otto.post("/parties/new/", sent)
    assert answer.status_code == 429
    assert "You can be in at most 1 party. Leave one first." in said(answer)
    assert "Mine as well" in answer.content.decode()
    answer = otto.post(f"/join/{invitation['code']}/", {"key": form_data.new_key()})
    assert answer.status_code == 429
    assert "Leave one first." in said(answer)


# --- the figures, and what they take


def test_forty_characters_with_portraits_are_within_the_quota(ines: Client) -> None:
    """A portrait of four megapixels takes a mebibyte, and a document eight kibibytes."""
    owner = owner_of("ines")
    each = 1024 * 1024 + 100 * 1024 + 8 * 1024
    rows = [Character(owner=owner, system=GAME, size=each) for _ in range(40)]
    Character.objects.bulk_create(rows)
    quotas.check_room(owner, each)
    quotas.check_character(owner)


@pytest.mark.parametrize("count", [1, 300])
def test_asking_what_is_kept_takes_as_many_questions_however_much_it_is(
    count: int, ines: Client, keeps: Keeps, django_assert_num_queries: Any
) -> None:
    owner = owner_of("ines")
    rows = [Character(owner=owner, system=GAME, public_id=uuid.uuid4()) for _ in range(count)]
    Character.objects.bulk_create(rows)
    with django_assert_num_queries(6):
        quotas.used_bytes(owner)
    # Lock, and how many characters.
    keeps(characters=(1_000, 1_000))
    with django_assert_num_queries(2):
        quotas.check_character(owner)
