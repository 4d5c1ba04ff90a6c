"""Who may see and who may change what. Nothing else decides that."""

import uuid
from dataclasses import dataclass
from typing import NoReturn

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django_htmx.middleware import HtmxDetails

from sheets.models import Character, Identity
from sheets.models.character import CharacterQuerySet
from sheets.visitors import Visitor


class Request(HttpRequest):
    """A request as the middleware leaves it."""

    visitor: Visitor
    htmx: HtmxDetails


@dataclass(frozen=True)
class Claim:
    """A character that somebody wants to change, before it is known whether they may."""

    who: Identity
    id: uuid.UUID

    def lock(self) -> Character:
        """The character, which nobody else changes until the transaction ends; 404 or 403 without.

        PostgreSQL locks the row. On SQLite the transaction, which is IMMEDIATE, has locked all.
        """
        return _own(Character.objects.select_for_update(of=("self",)), self.who, self.id)

    def check(self) -> None:
        """404 or 403 at once, before any work that is not done for just anybody."""
        if not Character.objects.belonging_to(self.who).filter(public_id=self.id).exists():
            _turn_away(self.who, self.id)


def claim(request: Request, id: uuid.UUID) -> Claim:
    """What an operation needs to change a character for whoever sent the request."""
    return Claim(request.visitor.identity, id)


def own_characters(request: Request) -> CharacterQuerySet:
    """All that the request may change."""
    return Character.objects.belonging_to(request.visitor.identity)


def get_own_character(request: Request, id: uuid.UUID) -> Character:
    """A character that the request may change. 404 where it cannot see it, 403 where it can."""
    return _own(Character.objects.with_words_and_portrait(), request.visitor.identity, id)


def get_character(request: Request, id: uuid.UUID) -> Character:
    """A character to look at: the request's own, or one of the demo. 404 for everybody else's."""
    return look_at(request, id)[0]


def look_at(request: Request, id: uuid.UUID) -> tuple[Character, bool]:
    """A character to look at, and whether it is the request's own, to be changed."""
    try:
        return get_own_character(request, id), True
    except PermissionDenied:
        visible = Character.objects.with_words_and_portrait().visible_to(request.visitor.identity)
        return visible.get(public_id=id), False


def _own(rows: CharacterQuerySet, who: Identity, id: uuid.UUID) -> Character:
    try:
        return rows.belonging_to(who).get(public_id=id)
    except Character.DoesNotExist:
        _turn_away(who, id)


def _turn_away(who: Identity, id: uuid.UUID) -> NoReturn:
    if Character.objects.visible_to(who).filter(public_id=id).exists():
        raise PermissionDenied from None
    raise Http404 from None
