"""Exports everything of a user's: characters with play logs, notes and portraits, and all other
rows.

Any table that refers to the user, their owner row or one of their characters is exported by itself;
the exceptions are listed here.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import IO
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
    SecretRoll,
    StashItem,
    StashMove,
)
from sheets.play_log import log
from sheets.release import PROGRAM

READ_ME = """{program}: everything that belonged to {name} on {day}.

account.json       the account
characters/        a folder for each character:
    document.json      the character file; you can import it again
    log.json           what happened at the table
    notes.md           your public and private notes
    portrait.webp      the portrait, whole and cropped
parties.json       your parties, their house rules, and what is in their stash
more.json          comments, reviews, and everything else about you or your characters

Not included: passwords, codes, passkeys, the keys of links, and what game masters roll in secret.
"""
# Relations that are exported as files of their own, and tables that are not exported.
IN_FILES: set[tuple[type[Model], str]] = {
    (Character, "owner"),
    (LedgerEntry, "character"),
    (Member, "owner"),
    (Owner, "user"),
    (Portrait, "character"),
    (PlayLogEntry, "character"),
    (Notes, "character"),
}
EXCLUDED: set[type[Model]] = {Authenticator, Receipt, SecretRoll, Session, UserSession}
# Rows of what the user did that name neither the user nor a character: things that the game master
# added to a stash.
PARTS: tuple[tuple[type[Model], str], ...] = ((StashMove, "act__author"),)
SECRETS = {"nonce", "digest", "password", "session_key", "visitor_hash"}
CHUNK_SIZE = 20


def write(user: User, file: IO[bytes]) -> None:
    """Writes the files as a ZIP."""
    with ZipFile(file, "w", ZIP_DEFLATED) as packed:
        for name, content in files(user):
            packed.writestr(name, content)


def files(user: User) -> Iterator[tuple[str, str | bytes]]:
    """Each file's name and content."""
    yield (
        "read-me.txt",
        READ_ME.format(
            program=PROGRAM, name=user.get_username(), day=f"{datetime.now(UTC):%Y-%m-%d}"
        ),
    )
    yield "account.json", _text(_account(user))
    characters = Character.documents.filter(owner__user=user).select_related("notes", "portrait")
    for character in characters.whole().order_by("pk").iterator(chunk_size=CHUNK_SIZE):
        yield from _character(character)
    yield "parties.json", _text(_parties(user))
    yield "more.json", _text(other_rows(user))


def other_rows(user: User) -> dict[str, list[dict[str, object]]]:
    """The rows of all other tables that refer to the user or a character of theirs, by table, each
    once.
    """
    owner = Owner.objects.filter(user=user)
    own = Character.documents.filter(owner__user=user)
    tables: dict[str, dict[int, dict[str, object]]] = {}
    related = [
        (relation.related_model, relation.field.name, targets)
        for model, targets in ((User, [user]), (Owner, owner), (Character, own))
        for relation in model._meta.related_objects
    ]
    for table, field, targets in (*related, *((*part, owner) for part in PARTS)):
        if table not in EXCLUDED and (table, field) not in IN_FILES:
            rows = tables.setdefault(table._meta.label_lower, {})
            for row in table._base_manager.filter(**{f"{field}__in": targets}).order_by("pk"):
                rows[row.pk] = _plain_row(row)
    return {table: list(rows.values()) for table, rows in sorted(tables.items()) if rows}


def _account(user: User) -> dict[str, object]:
    factors = Authenticator.objects.filter(user=user).exclude(
        type=Authenticator.Type.RECOVERY_CODES
    )
    return {
        "name": user.get_username(),
        "made": user.date_joined,
        "signed in last": user.last_login,
        "recovery codes left": recovery_codes.remaining(user),
        "factors": list(factors.values("type", "created_at", "last_used_at")),
        "signed in on": [
            {"browser": browser.browser, "address": browser.address, "since": browser.since}
            for browser in sessions.signed_in_browsers(user, here=None)
        ],
    }


def _parties(user: User) -> list[dict[str, object]]:
    return [
        {
            "party": membership.party.name,
            "game": membership.party.system,
            "you are": membership.get_role_display(),
            "since": membership.joined_at,
            "decided": membership.party.house,
            "stash": [
                {"name": row.name, "quantity": row.quantity, "entry": row.content}
                for row in StashItem.objects.filter(party=membership.party).order_by("pk")
            ],
            **({"notes": membership.party.gm_notes.text} if membership.leads else {}),
        }
        for membership in Member.objects.filter(owner__user=user)
        .select_related("party__notes")
        .order_by("pk")
    ]


def _character(character: Character) -> Iterator[tuple[str, str | bytes]]:
    short = str(character.public_id)[:8]
    folder = f"characters/{slugify(character.name)[:40] or 'nameless'}-{short}"
    yield f"{folder}/document.json", storage.download(character)
    if lines := [line.plain() for line in log.every(character)]:
        yield f"{folder}/log.json", _text({"format": "hyperspace-log/1", "lines": lines})
    notes = getattr(character, "notes", None)
    if notes and (notes.shared or notes.private):
        yield f"{folder}/notes.md", f"{notes.shared}\n\n---\n\n{notes.private}\n"
    if portrait := getattr(character, "portrait", None):
        yield f"{folder}/portrait.webp", bytes(portrait.picture)
        yield f"{folder}/portrait-shown.webp", bytes(portrait.shown)


def _plain_row(row: Model) -> dict[str, object]:
    return {name: value for name, value in database.pack_row(row).items() if name not in SECRETS}


def _text(plain: object) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=2, default=str) + "\n"
