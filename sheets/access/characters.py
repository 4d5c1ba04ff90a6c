"""The right to change, play or see a character."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.http import Http404

from sheets import secret_codes
from sheets.access.request import Request
from sheets.models import Character, Identity, Party, ShareLink
from sheets.models.character import STAMP, CharacterQuerySet
from sheets.models.compiled import CompiledQuery


@dataclass(frozen=True)
class CharacterAccess:
    """A request to change a character, before it is checked.

    `plays` also admits the GM and co-GMs of the character's party.
    """

    who: Identity
    id: uuid.UUID
    plays: bool = False

    @property
    def receipt_id(self) -> tuple[str, ...]:
        """The id that stands for the character in a form receipt."""
        return (str(self.id),)

    def read(self) -> Character:
        """The character; 404 or 403 if access is denied."""
        return self._first(self._queries.read)

    def lock(self) -> Character:
        """The character, locked until the transaction ends; 404 or 403.

        PostgreSQL locks the row. On SQLite the transaction, which is IMMEDIATE, has locked
        everything.
        """
        return self._first(self._queries.lock)

    def lock_again(self) -> Character:
        """Locks a character that was read before, and reads only what shows whether it has changed
        since (`writes.stored`).
        """
        return self._first(self._queries.lock_again)

    def check(self) -> None:
        """404 or 403 at once, before expensive work."""
        if not self._queries.rows(self.who, self.id).exists():
            _refuse(self.who, self.id)

    @property
    def _queries(self) -> "_Queries":
        return _PLAYED if self.plays else _CHANGED

    def _first(self, query: CompiledQuery[Character]) -> Character:
        return query.first(self.who, self.id) or _refuse(self.who, self.id)


class _Queries:
    """The queries for a character by who wants to change it, and its id."""

    def __init__(self, rows: Callable[[Identity, uuid.UUID], CharacterQuerySet]) -> None:
        def locked(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
            return rows(who, id).select_for_update(of=("self",), no_key=True)

        self.rows = rows
        self.read = CompiledQuery[Character](rows)
        self.lock = CompiledQuery[Character](locked)
        self.lock_again = CompiledQuery[Character](lambda who, id: locked(who, id).only(*STAMP))


_CHANGED = _Queries(lambda who, id: Character.objects.filter(public_id=id).belonging_to(who))
_PLAYED = _Queries(lambda who, id: Character.documents.filter(public_id=id).playable_by(who))


@dataclass(frozen=True)
class SeveralAccess:
    """A request about several of one's own characters, before it is checked whether they are."""

    who: Identity
    ids: tuple[uuid.UUID, ...]

    def rows(self) -> CharacterQuerySet:
        """Those of them that are one's own, by row id."""
        own = Character.objects.belonging_to(self.who)
        return own.filter(public_id__in=self.ids).order_by("pk")

    def lock_rows(self) -> list[Character]:
        """Those rows, locked until the transaction ends: as much of them as shows a change."""
        return list(self.rows().only(*STAMP).select_for_update(of=("self",), no_key=True))


def character_access(request: Request, id: uuid.UUID) -> CharacterAccess:
    """Access to change a character, for an operation."""
    return CharacterAccess(request.visitor.identity, id)


def playing_access(request: Request, id: uuid.UUID) -> CharacterAccess:
    """Access to play a character: its owner, or a GM or co-GM of its party."""
    return CharacterAccess(request.visitor.identity, id, plays=True)


def own_characters(request: Request) -> CharacterQuerySet:
    """The characters that the request may change."""
    return Character.objects.belonging_to(request.visitor.identity)


def visitors_characters(request: Request) -> CharacterQuerySet:
    """The characters that this browser made before its user signed in."""
    return Character.objects.belonging_to(request.visitor.browser)


def visible_characters(request: Request, *, plays: bool = False) -> CharacterQuerySet:
    """The characters that the request may see, or with `plays` may play."""
    identity = request.visitor.identity
    characters = Character.objects
    return characters.playable_by(identity) if plays else characters.visible_to(identity)


def get_own_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may change; 404 if it cannot see it, 403 if it can."""
    who = request.visitor.identity
    return _BUILT.first(who, id) or _refuse(who, id)


def get_own_with_notes(request: Request, id: uuid.UUID) -> Character:
    """As `get_own_character`, with its notes in the same query."""
    who = request.visitor.identity
    return _WRITTEN.first(who, id) or _refuse(who, id)


def _seen(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    return Character.documents.visible_to(who).filter(public_id=id)


def _built(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    return _CHANGED.rows(who, id).with_portrait().knowing_first()


def _whole_sheet(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    rows = _seen(who, id).with_portrait().with_newest_line()
    return rows.select_related("owner", "party")


def _own(who: Identity, id: uuid.UUID) -> CharacterQuerySet:
    return Character.documents.belonging_to(who).filter(public_id=id)


_BUILT = CompiledQuery[Character](_built)
_WRITTEN = CompiledQuery[Character](lambda who, id: _built(who, id).select_related("notes"))
_AT_TABLE = CompiledQuery[Character](
    lambda who, id: _PLAYED.rows(who, id).with_portrait().select_related("owner", "party")
)
_SEEN = CompiledQuery[Character](_whole_sheet)
_READ = CompiledQuery[Character](lambda who, id: _whole_sheet(who, id).select_related("notes"))
_SEEN_STAMP = CompiledQuery[Character](
    lambda who, id: _seen(who, id).select_related("party").only(*STAMP, "party__version")
)
_OWN = CompiledQuery[Character](_own)
_OWN_STAMP = CompiledQuery[Character](lambda who, id: _own(who, id).only(*STAMP))


def get_played_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may play: its own, or one of a party it leads. Else
    404 or 403.
    """
    who = request.visitor.identity
    return _AT_TABLE.first(who, id) or _refuse(who, id)


def get_reviewed_character(request: Request, id: uuid.UUID) -> Character:
    """A character whose review the request takes part in: its own, or one of a party it leads.

    404 for everyone else: a review is between the player and the GMs.
    """
    identity = request.visitor.identity
    try:
        return Character.objects.playable_by(identity).get(public_id=id)
    except Character.DoesNotExist:
        raise Http404 from None


def get_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may see; else 404."""
    return get_with_ownership(request, id)[0]


def get_stamp(request: Request, id: uuid.UUID) -> Character:
    """As `get_character`, but no more of it than shows whether it has changed (`STAMP`). One's own,
    which most are, takes one small query.
    """
    who = request.visitor.identity
    row = (_OWN_STAMP.first(who, id) if who.is_somebody else None) or _SEEN_STAMP.first(who, id)
    if row is None:
        raise Http404
    return row


def get_with_party(request: Request, id: uuid.UUID) -> Character:
    """As `get_character`, without notes and portrait; one's own by one small query."""
    who = request.visitor.identity
    own = _OWN.first(who, id) if who.is_somebody else None
    return own or get_character(request, id)


def get_with_ownership(request: Request, id: uuid.UUID) -> tuple[Character, bool]:
    """A character that the request may see, and whether it is its own; else 404."""
    return _with_ownership(_SEEN, request, id)


def get_with_notes(request: Request, id: uuid.UUID) -> tuple[Character, bool]:
    """As `get_with_ownership`, with the notes in the same query."""
    return _with_ownership(_READ, request, id)


def owns(request: Request, character: Character) -> bool:
    """True if the character is the request's own."""
    return _owns(request.visitor.identity, character)


def get_shared_character(key: str) -> tuple[ShareLink, Character]:
    """A valid share link and its character; 404 for any other key."""
    digest = secret_codes.digest(secret_codes.LINK, key)
    link = ShareLink.objects.standing().filter(digest=digest).with_character().first()
    if link is None:
        raise Http404
    return link, link.character


def deleted_characters(who: Identity) -> CharacterQuerySet:
    """The characters that a user deleted and can still restore, the last deleted first."""
    own = Character.deleted.belonging_to(who).filter(kind=Character.Kind.CHARACTER)
    return own.order_by("-deleted_at", "-pk")


def lock_characters(rows: CharacterQuerySet) -> list[Character]:
    """The characters, locked in the order of their rows until the transaction ends.

    If the party is locked, too, lock it first.
    """
    return list(to_lock(rows))


def to_lock(rows: CharacterQuerySet) -> CharacterQuerySet:
    """The rows as `lock_characters` asks for them."""
    return rows.select_for_update(of=("self",), no_key=True).order_by("pk")


def characters_of(party: Party, ids: Sequence[uuid.UUID]) -> list[Character]:
    """These characters of a party, with their ledgers; 404 unless all of them are in it."""
    rows = Character.objects.filter(party=party, public_id__in=ids)
    characters = list(rows.whole().order_by("pk"))
    if len(characters) != len(set(ids)):
        raise Http404
    return characters


def _with_ownership(
    query: CompiledQuery[Character], request: Request, id: uuid.UUID
) -> tuple[Character, bool]:
    who = request.visitor.identity
    character = query.first(who, id)
    if character is None:
        raise Http404
    return character, _owns(who, character)


def _owns(who: Identity, character: Character) -> bool:
    owner = character.owner
    if who.user is not None:
        return owner.user_id == who.user
    return who.visitor_hash != "" and owner.visitor_hash == who.visitor_hash


def _refuse(who: Identity, id: uuid.UUID) -> NoReturn:
    if Character.documents.visible_to(who).filter(public_id=id).exists():
        raise PermissionDenied from None
    raise Http404 from None
