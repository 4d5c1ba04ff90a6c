"""Operations on whole accounts: take over a browser's characters, sign out, delete."""

import time
from collections.abc import Sequence
from contextlib import suppress

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.http import HttpRequest

from sheets.access import lock_characters
from sheets.accounts import session_store, sessions
from sheets.chat import operations as chat
from sheets.errors import Conflict, Refused
from sheets.models import (
    Award,
    Character,
    Comment,
    Identity,
    LedgerEntry,
    Member,
    Owner,
    Party,
    PlayLogEntry,
    Receipt,
    Review,
    ShipUpgrade,
    StashAct,
    Takeover,
)
from sheets.parties.takeover import operations as takeover
from sheets.writes import ATTEMPTS, OVERTAKEN, Operation, Overtaken

FORMER_USER = "a former user"


class TakeOver(Operation[Owner, int]):
    """Gives a user everything that the browser's visitor owns; the number of characters.

    All or nothing, and once: a second take-over waits and finds nothing. The visitor's form
    receipts are kept.
    """

    verb = "take-over"
    visitor_hash: str

    def save(self) -> int:
        browser = Identity(visitor_hash=self.visitor_hash)
        Owner.objects.select_for_update(no_key=True).filter(browser.condition()).first()
        visitors = Character.documents.belonging_to(browser).order_by("pk")
        characters = list(visitors.values_list("pk", flat=True))
        move_characters(characters, self.row)
        visitor = Owner.objects.filter(browser.condition(), kind=Owner.Kind.VISITOR).first()
        if visitor:
            _move_other_rows(visitor, self.row)
        return len(characters)


def move_characters(characters: Sequence[int], owner: Owner) -> None:
    """Makes these characters the owner's. Part of an operation."""
    Character.documents.filter(pk__in=characters).update(owner=owner)


def record_session(*, request: HttpRequest, user: User, **_: object) -> None:
    """Records a new sign-in of the user, and drops ended sessions."""
    request.session[session_store.BEGAN] = int(time.time())
    recorded = UserSession.objects.filter(user=user)
    known = list(recorded.values_list("session_key", flat=True))
    if known and (ended := set(known) - set(sessions.active_sessions(user, known))):
        recorded.filter(session_key__in=ended).delete()
    UserSession.objects.create_from_request(request)


def end_sessions(user: User, *, keep: str | None, number: int | None = None) -> int:
    """Signs out the browser of that number, or all but the session `keep`; returns how many."""
    with transaction.atomic():
        rows = UserSession.objects.filter(user=user).exclude(session_key=keep)
        if number is not None:
            rows = rows.filter(pk=number)
        ended = list(rows.values_list("session_key", flat=True))
        Session.objects.filter(session_key__in=ended).delete()
        rows.delete()
        return len(ended)


def led_parties(user: User) -> list[Party]:
    """The parties that would lose their GM while others are still in them."""
    led = Member.objects.filter(owner__user=user, role=Member.Role.GM).values("party")
    others = Member.objects.filter(party=models.OuterRef("pk")).exclude(owner__user=user)
    return list(Party.objects.filter(models.Exists(others), pk__in=led).order_by("name", "pk"))


def erase(user: User) -> None:
    """Deletes an account with everything it owns; its entries in others' histories lose the name.

    Refused if it leads a party with others in it: hand the party over or delete it first.
    """
    for _ in range(ATTEMPTS):
        with suppress(Overtaken, IntegrityError), transaction.atomic(durable=True):
            _erase(user)
            return
    raise Conflict(OVERTAKEN)


def _erase(user: User) -> None:
    """Locks in the usual order (parties, owner, characters) and deletes. Overtaken if the user
    joined another party meanwhile.
    """
    seats = Member.objects.filter(owner__user=user)
    parties = Party.objects.filter(pk__in=list(seats.values_list("party", flat=True)))
    locked = {party.pk for party in parties.select_for_update(no_key=True).order_by("pk")}
    list(Owner.objects.select_for_update(no_key=True).filter(user=user))
    lock_characters(
        Character.documents.filter(Q(owner__user=user) | Q(party__in=locked) | Q(roster__in=locked))
    )
    if locked != set(seats.values_list("party", flat=True)):
        raise Overtaken
    if led := led_parties(user):
        names = ", ".join(party.name for party in led)
        raise Refused({"party": f"You lead {names}. Hand the party over or delete it first."})
    ending = parties.filter(members__owner__user=user, members__role=Member.Role.GM)
    Character.documents.fighting_copies(ending).delete()
    ending.delete()
    parties.update(version=models.F("version") + 1)
    _anonymize(Owner.objects.filter(user=user))
    sessions = UserSession.objects.filter(user=user).values("session_key")
    Session.objects.filter(session_key__in=sessions).delete()
    User.objects.filter(pk=user.pk).delete()


def _move_other_rows(visitor: Owner, owner: Owner) -> None:
    """Moves everything else the visitor owns. Two receipts with one key become one, and so do two
    memberships of one party. A webhook moves where the user has none.
    """
    Member.objects.filter(owner=visitor, party__in=owner.seats.values("party")).delete()
    known = Receipt.objects.filter(owner=owner).values("key")
    Receipt.objects.filter(owner=visitor, key__in=known).delete()
    for relation in Owner._meta.related_objects:
        name = relation.field.name
        relation.related_model._base_manager.filter(**{name: visitor}).update(**{name: owner})
    if visitor.chat_address and not owner.chat_address:
        owner.chat_address, owner.chat_error = visitor.chat_address, visitor.chat_error
        owner.save(update_fields=chat.FIELDS)
    chat.disconnect(visitor)
    visitor.save(update_fields=chat.FIELDS)


def _anonymize(owners: models.QuerySet[Owner]) -> None:
    """Removes the name from what they did with others' characters. The rows stay, without an
    author.
    """
    for entry in LedgerEntry.objects.filter(author__in=owners).iterator():
        entry.content = {**entry.content, "by": FORMER_USER}
        entry.save(update_fields=["content"])
    PlayLogEntry.objects.filter(author__in=owners).update(by=FORMER_USER)
    Comment.objects.filter(author__in=owners).update(name=FORMER_USER)
    Review.objects.filter(decided_by__in=owners).update(by=FORMER_USER)
    Award.objects.filter(author__in=owners).update(by=FORMER_USER)
    ShipUpgrade.objects.filter(author__in=owners).update(by=FORMER_USER)
    takeover.close_those_of(owners)
    Takeover.objects.filter(asker__in=owners).update(name=FORMER_USER)
    Takeover.objects.filter(ender__in=owners).update(by=FORMER_USER)
    StashAct.objects.filter(author__in=owners).update(by=FORMER_USER)
    StashAct.objects.filter(undoer__in=owners).update(undone_by=FORMER_USER)
