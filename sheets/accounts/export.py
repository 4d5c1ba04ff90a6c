"""All that is a user's, as files: characters with their logs, notes and portraits, and the rest.

Whatever table names the user, the owner that the user is, or a character of theirs, comes along by
itself; what does not is named here.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Model
from django.utils.text import slugify

from sheets import storage
from sheets.accounts import recovery_codes, sessions
from sheets.backup import database
from sheets.models import (
    Character,
    LedgerEntry,
    Member,
    Notes,
    Owner,
    PlayLogEntry,
    Portrait,
    Receipt,
)
from sheets.play_log import log

READ_ME = """Hyperspace: all that belonged to {name} on {day}.

account.json       the account
characters/        a folder for each character:
    document.json      the character; it can be brought in again
    log.json           what happened at the table
    notes.md           what you wrote for all, and for you alone
    portrait.webp      the picture, and the part of it that is shown
parties.json       where you have a seat, and what was decided there
more.json          comments, reviews, and whatever else names you or your characters

What opens doors is not in here: passwords, codes, passkeys, and the keys of links.
"""
# In files of their own; and what only makes the site work.
IN_FILES: set[tuple[type[Model], str]] = {
    (Character, "owner"),
    (LedgerEntry, "character"),
    (Member, "owner"),
    (Owner, "user"),
    (Portrait, "character"),
    (PlayLogEntry, "character"),
    (Notes, "character"),
}
LEFT_OUT: set[type[Model]] = {Authenticator, Receipt, Session, UserSession}
SECRETS = {"nonce", "digest", "password", "session_key", "visitor_hash"}
AT_ONCE = 20


def write(user: User, file: IO[bytes]) -> None:
    """Writes the files, as a ZIP."""
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for name, content in files(user):
            packed.writestr(name, content)


def files(user: User) -> Iterator[tuple[str, str | bytes]]:
    """Each file with its name."""
    yield (
        "read-me.txt",
        READ_ME.format(name=user.get_username(), day=f"{datetime.now(UTC):%Y-%m-%d}"),
    )
    yield "account.json", _text(_account(user))
    characters = Character.objects.filter(owner__user=user).select_related("notes", "portrait")
    for character in characters.whole().order_by("pk").iterator(chunk_size=AT_ONCE):
        yield from _character(character)
    yield "parties.json", _text(_parties(user))
    yield "more.json", _text(more(user))


def more(user: User) -> dict[str, list[dict[str, Any]]]:
    """The rows of all other tables that name the user or a character of theirs, by table.

    A row that names them twice is there once.
    """
    owner = Owner.objects.filter(user=user)
    own = Character.objects.filter(owner__user=user)
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for model, whose in ((User, [user]), (Owner, owner), (Character, own)):
        for relation in model._meta.related_objects:
            table = relation.related_model
            if table in LEFT_OUT or (table, relation.field.name) in IN_FILES:
                continue
            told = found.setdefault(table._meta.label_lower, {})
            named = {f"{relation.field.name}__in": whose}
            for row in table._base_manager.filter(**named).order_by("pk"):
                told[row.pk] = _told(row)
    return {table: list(told.values()) for table, told in sorted(found.items()) if told}


def _account(user: User) -> dict[str, Any]:
    factors = Authenticator.objects.filter(user=user).exclude(
        type=Authenticator.Type.RECOVERY_CODES
    )
    return {
        "name": user.get_username(),
        "made": user.date_joined,
        "signed in last": user.last_login,
        "recovery codes left": recovery_codes.left(user),
        "factors": list(factors.values("type", "created_at", "last_used_at")),
        "signed in on": [
            {"browser": one.browser, "address": one.address, "since": one.since}
            for one in sessions.signed_in(user, here=None)
        ],
    }


def _parties(user: User) -> list[dict[str, Any]]:
    return [
        {
            "party": seat.party.name,
            "game": seat.party.system,
            "you are": seat.get_role_display(),
            "since": seat.joined_at,
            "decided": seat.party.house,
            **({"notes": seat.party.notes} if seat.leads else {}),
        }
        for seat in Member.objects.filter(owner__user=user).select_related("party").order_by("pk")
    ]


def _character(character: Character) -> Iterator[tuple[str, str | bytes]]:
    short = str(character.public_id)[:8]
    folder = f"characters/{slugify(character.name)[:40] or 'nameless'}-{short}"
    yield f"{folder}/document.json", storage.download(character)
    if lines := [line.plain() for line in log.every(character)]:
        yield f"{folder}/log.json", _text({"format": "hyperspace-log/1", "lines": lines})
    words = getattr(character, "notes", None)
    if words and (words.shared or words.private):
        yield f"{folder}/notes.md", f"{words.shared}\n\n---\n\n{words.private}\n"
    if portrait := getattr(character, "portrait", None):
        yield f"{folder}/portrait.webp", bytes(portrait.picture)
        yield f"{folder}/portrait-shown.webp", bytes(portrait.shown)


def _told(row: Model) -> dict[str, Any]:
    return {name: value for name, value in database.packed(row).items() if name not in SECRETS}


def _text(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=2, default=str) + "\n"
