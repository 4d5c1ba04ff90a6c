"""Taking all of it along, and leaving: nothing stays but deeds without a name."""

import json
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from zeal import zeal_ignore

from sheets.accounts import export
from sheets.models import (
    Character,
    Comment,
    LedgerEntry,
    Member,
    Notes,
    Owner,
    Party,
    PartyNotes,
    PlayLogEntry,
    Portrait,
    Receipt,
    Review,
    SecretRoll,
    ShareLink,
    StashAct,
    StashItem,
    StashMove,
)
from tests.sheets.accounts.conftest import ANOTHER, PASSWORD, said
from tests.sheets.example_characters import VESSA, store

ERASE, EXPORT = "/account/erase/", "/account/export/"
RIGHT = {"name": "Dora", "password": PASSWORD}


@pytest.fixture(autouse=True)
def _one_log_after_the_other() -> Iterator[None]:
    """So that an export does not hold all of them at once."""
    with zeal_ignore([{"model": "sheets.Character", "field": "play_log"}]):
        yield


@pytest.fixture
def dora_owner(dora: User) -> Owner:
    return Owner.objects.create(kind=Owner.Kind.USER, user=dora)


@pytest.fixture
def hers(dora_owner: Owner) -> Character:
    """A character of Dora's with everything that there can be about one."""
    document = {**VESSA, "name": "Mara / Jade", "ledger": [{"kind": "award", "cp": 4}]}
    character = store(dora_owner, document, finished=True)
    now = timezone.now()
    PlayLogEntry.objects.create(character=character, number=1, kind="harm", content={}, at=now)
    Notes.objects.create(character=character, shared="Seen by all", private="Seen by Dora")
    Portrait.objects.create(
        character=character,
        picture=b"whole",
        shown=b"part",
        digest="0" * 64,
        shape="square",
        **dict.fromkeys(("width", "height", "across", "down"), 1),
        left=0,
        top=0,
    )
    ShareLink.objects.create(character=character, nonce="n" * 32, digest="d" * 64)
    Comment.objects.create(character=character, name="greta", text="Said to Dora")
    Receipt.objects.create(owner=dora_owner, key="k", digest="0" * 64)
    return character


@pytest.fixture
def of_tom(tom: Client, dora_owner: Owner) -> Character:
    """Someone else's character, to which Dora has done something of every kind."""
    character = Character.objects.get(name="Brakka")
    now = timezone.now()
    content = {"kind": "award", "cp": 2, "by": "dora"}
    LedgerEntry.objects.create(character=character, position=0, content=content, author=dora_owner)
    PlayLogEntry.objects.create(
        character=character, number=1, kind="x", content={}, at=now, by="dora", author=dora_owner
    )
    PlayLogEntry.objects.create(
        character=character, number=2, kind="x", content={}, at=now, by="Tom"
    )
    Comment.objects.create(character=character, author=dora_owner, name="dora", text="Written")
    Review.objects.create(
        character=character, state="approved", decided_by=dora_owner, by="dora", answer="Yes"
    )
    return character


@pytest.fixture
def table(dora_owner: Owner) -> Party:
    """A party that Greta leads and Dora plays in."""
    party = Party.objects.create(name="The Long Watch", system="hyperspace-d6")
    PartyNotes.objects.create(party=party, text="Secret")
    greta = Owner.objects.create(kind=Owner.Kind.USER, user=User.objects.create(username="greta"))
    Member.objects.create(party=party, owner=greta, role=Member.Role.GM)
    Member.objects.create(party=party, owner=dora_owner, role=Member.Role.PLAYER)
    return party


@pytest.fixture
def stash(table: Party, dora_owner: Owner, hers: Character, of_tom: Character) -> Party:
    """The party's stash: Dora put in and added things, Greta undid that, Tom took something."""
    now, greta = timezone.now(), Owner.objects.get(user__username="greta")

    def act(description: str, author: Owner, by: str, **fields: Any) -> None:
        row = StashAct.objects.create(
            party=table,
            description=description,
            at=now,
            author=author,
            by=by,
            **fields.pop("act", {}),
        )
        content = {"kind": "take", "item": fields["name"].lower()}
        StashMove.objects.create(act=row, content=content, **fields)

    put = {"name": "Medpac", "quantity": 2, "change": 2, "character": hers, "position": 0}
    act("Mara put in 2 × Medpac", dora_owner, "dora", **put)
    undone = {"undone_at": now, "undoer": greta, "undone_by": "greta"}
    act("Torch added", dora_owner, "dora", name="Torch", quantity=1, change=1, act=undone)
    undone = {"undone_at": now, "undoer": dora_owner, "undone_by": "dora"}
    taken = {"name": "Rope", "quantity": 1, "change": -1, "character": of_tom, "act": undone}
    act("Somebody took Rope", greta, "greta", **taken)
    content = {"kind": "take", "item": "medpac"}
    StashItem.objects.create(party=table, name="Medpac", quantity=2, content=content)
    return table


def unpacked(answer: Any) -> dict[str, bytes]:
    packed = ZipFile(BytesIO(b"".join(answer.streaming_content)))
    assert packed.testzip() is None
    return {name: packed.read(name) for name in packed.namelist()}


# --- taking it along


def test_all_that_is_hers_comes_along(
    signed_in: Client, hers: Character, of_tom: Character, table: Party
) -> None:
    answer = signed_in.post(EXPORT)
    assert answer["Content-Disposition"] == 'attachment; filename="hyperspace-dora.zip"'
    files = unpacked(answer)
    folder = f"characters/mara-jade-{str(hers.public_id)[:8]}/"
    document = json.loads(files[f"{folder}document.json"])
    assert (document["name"], document["ledger"]) == ("Mara / Jade", [{"kind": "award", "cp": 4}])
    assert json.loads(files[f"{folder}log.json"])["lines"][0]["kind"] == "harm"
    assert "Seen by Dora" in files[f"{folder}notes.md"].decode()
    assert files[f"{folder}portrait.webp"] == b"whole"
    assert json.loads(files["account.json"])["name"] == "dora"
    (membership,) = json.loads(files["parties.json"])
    assert (membership["party"], membership["you are"]) == ("The Long Watch", "Player")
    more = json.loads(files["more.json"])
    assert [row["text"] for row in more["sheets.comment"]] == ["Written", "Said to Dora"]
    assert more["sheets.ledgerentry"][0]["content"]["by"] == "dora"
    assert more["sheets.review"][0]["answer"] == "Yes"


def test_a_document_of_it_can_be_brought_in_again(signed_in: Client, hers: Character) -> None:
    files = unpacked(signed_in.post(EXPORT))
    document = next(files[name] for name in files if name.endswith("document.json"))
    answer = Client().post("/characters/import/", {"pasted": document.decode()})
    assert answer.status_code == 302


def test_what_is_in_a_stash_and_all_that_she_did_with_it_come_along(
    signed_in: Client, stash: Party
) -> None:
    files = unpacked(signed_in.post(EXPORT))
    (membership,) = json.loads(files["parties.json"])
    medpacs = {"name": "Medpac", "quantity": 2, "entry": {"kind": "take", "item": "medpac"}}
    assert membership["stash"] == [medpacs]
    more = json.loads(files["more.json"])
    acts = [(row["description"], row["undone_by"]) for row in more["sheets.stashact"]]
    assert sorted(acts) == [
        ("Mara put in 2 × Medpac", ""),
        ("Somebody took Rope", "dora"),
        ("Torch added", "greta"),
    ]
    # The rope went to a character of Tom's, by an act of Greta's.
    assert sorted(row["name"] for row in more["sheets.stashmove"]) == ["Medpac", "Torch"]


def test_what_a_game_master_rolls_in_secret_stays_secret(
    signed_in: Client, hers: Character, table: Party
) -> None:
    SecretRoll.objects.create(party=table, character=hers, note="Ambush", content={"total": 7})
    assert b"Ambush" not in b"".join(unpacked(signed_in.post(EXPORT)).values())


def test_nothing_of_others_and_nothing_that_opens_doors_is_in_it(
    signed_in: Client, hers: Character, of_tom: Character, table: Party, codes: tuple[str, ...]
) -> None:
    everything = b"".join(unpacked(signed_in.post(EXPORT)).values()).decode()
    assert "Brakka" not in everything
    assert "Secret" not in everything  # the notes are for who leads
    for secret in ("n" * 32, "d" * 64, "md5$", *codes):
        assert secret not in everything
    assert str(signed_in.session.session_key) not in everything


def test_whatever_table_names_her_is_in_it_or_left_out_by_name(dora: User) -> None:
    """A table that is new comes along by itself."""
    named = {
        (relation.related_model, relation.field.name)
        for model in (User, Owner, Character)
        for relation in model._meta.related_objects
    }
    left_out = {table for table, _ in named} & export.EXCLUDED
    assert left_out == {Authenticator, Receipt, SecretRoll, UserSession}
    assert named >= export.IN_FILES


def test_an_account_with_nothing_is_a_file_as_well(signed_in: Client) -> None:
    assert set(unpacked(signed_in.post(EXPORT))) == {
        "read-me.txt",
        "account.json",
        "parties.json",
        "more.json",
    }


def test_a_damaged_character_comes_along_as_it_is(signed_in: Client, dora_owner: Owner) -> None:
    store(dora_owner, {**VESSA, "build": {"species": 7}})
    files = unpacked(signed_in.post(EXPORT))
    document = next(files[name] for name in files if name.endswith("document.json"))
    assert json.loads(document)["build"] == {"species": 7}


def test_it_is_not_made_all_day(signed_in: Client) -> None:
    for _ in range(6):
        assert "account.json" in unpacked(signed_in.post(EXPORT))
    assert signed_in.post(EXPORT).status_code == 429


# --- leaving


def test_erasing_leaves_nothing_of_hers(
    signed_in: Client, hers: Character, table: Party, codes: tuple[str, ...], dora: User
) -> None:
    EmailAddress.objects.create(user=dora, email="dora@example.org")
    answer = signed_in.post(ERASE, RIGHT)
    assert answer["Location"] == "/"
    assert "Your account and everything in it was deleted" in signed_in.get("/").content.decode()
    assert not User.objects.filter(username="dora").exists()
    empty: list[type[Model]] = [
        Character,
        LedgerEntry,
        PlayLogEntry,
        Notes,
        Portrait,
        ShareLink,
        Comment,
        Receipt,
        Authenticator,
        EmailAddress,
        UserSession,
    ]
    for model in empty:
        assert not model._default_manager.exists(), model
    assert Member.objects.get().owner.user == User.objects.get(username="greta")
    assert signed_in.get("/account/").status_code == 302


def test_what_she_did_for_others_stays_without_her_name(
    signed_in: Client, of_tom: Character
) -> None:
    signed_in.post(ERASE, RIGHT)
    entry, line = LedgerEntry.objects.get(), PlayLogEntry.objects.get(number=1)
    comment, review = Comment.objects.get(), Review.objects.get()
    assert entry.content == {"kind": "award", "cp": 2, "by": "a former user"}
    assert (line.by, comment.name, review.by) == ("a former user",) * 3
    assert (entry.author, line.author, comment.author, review.decided_by) == (None,) * 4
    assert (comment.text, review.answer) == ("Written", "Yes")
    assert PlayLogEntry.objects.get(number=2).by == "Tom"


def test_a_stash_keeps_what_she_gave_without_her(signed_in: Client, stash: Party) -> None:
    signed_in.post(ERASE, RIGHT)
    assert stash.stash.get().quantity == 2
    acts = StashAct.objects.order_by("pk").values_list("by", "author", "undone_by", "undoer")
    former, greta = "a former user", Owner.objects.get(user__username="greta").pk
    assert list(acts) == [
        (former, None, "", None),
        (former, None, "greta", greta),
        ("greta", greta, former, None),
    ]
    assert StashMove.objects.get(name="Medpac").character is None


def test_no_field_of_any_table_holds_her_name_afterwards(
    signed_in: Client, hers: Character, of_tom: Character, stash: Party
) -> None:
    signed_in.post(ERASE, RIGHT)
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            assert "dora" not in str(row).lower(), (model, row)


def test_every_session_ends_with_it(
    signed_in: Client, sign_in: Callable[..., Client], hers: Character
) -> None:
    other = sign_in()
    signed_in.post(ERASE, RIGHT)
    assert other.get("/account/").status_code == 302
    assert not any("_auth_user_id" in row.get_decoded() for row in Session.objects.all())


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"name": "dora"}, "This field is required."),
        ({"password": PASSWORD}, "This field is required."),
        ({"name": "nora", "password": PASSWORD}, "This isn't the name of your account."),
        ({"name": "dora", "password": ANOTHER}, "This isn't your password."),
        ({}, "This field is required."),
    ],
)
def test_without_name_and_password_nothing_goes(
    signed_in: Client, hers: Character, fields: dict[str, str], why: str
) -> None:
    answer = signed_in.post(ERASE, fields)
    assert answer.status_code == 422
    assert why in said(answer)
    assert ANOTHER not in answer.content.decode()
    assert Character.objects.count() == 1


def test_the_password_is_not_tried_all_day(signed_in: Client, dora: User) -> None:
    for _ in range(5):
        signed_in.post(ERASE, {"name": "dora", "password": ANOTHER})
    assert "Too many failed tries." in said(signed_in.post(ERASE, RIGHT))
    assert User.objects.filter(username="dora").exists()


def test_who_leads_a_party_with_others_in_it_hands_over_first(
    signed_in: Client, table: Party, dora_owner: Owner
) -> None:
    Member.objects.filter(role=Member.Role.GM).update(role=Member.Role.CO_GM)
    Member.objects.filter(owner=dora_owner).update(role=Member.Role.GM)
    for answer in (signed_in.get(ERASE), signed_in.post(ERASE, RIGHT)):
        assert "Not yet: you lead a party with others in it." in said(answer)
        assert "The Long Watch" in said(answer)
    assert User.objects.filter(username="dora").exists()
    Member.objects.filter(owner=dora_owner).update(role=Member.Role.PLAYER)
    assert signed_in.post(ERASE, RIGHT).status_code == 302
    assert Party.objects.get().version == 2


def test_a_party_with_nobody_else_in_it_goes_too(signed_in: Client, dora_owner: Owner) -> None:
    party = Party.objects.create(name="Alone", system="hyperspace-d6")
    Member.objects.create(party=party, owner=dora_owner, role=Member.Role.GM)
    signed_in.post(ERASE, RIGHT)
    assert not Party.objects.exists()


def test_looking_erases_nothing(signed_in: Client, hers: Character) -> None:
    page = said(signed_in.get(ERASE))
    assert "your 1 character with its logs, notes and portraits" in page
    assert Character.objects.count() == 1


def test_what_the_browser_had_of_its_own_stays_with_it(
    ines: Client, finished: Character, dora: User, sign_in: Callable[..., Client]
) -> None:
    sign_in(client=ines).post(ERASE, RIGHT)
    assert len(ines.get("/characters/").context["cards"]) == 1
