"""What is done with whole accounts: take a browser's characters over, sign browsers out, erase."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, models, transaction
from django.db.models import Q
from django.http import HttpRequest

from sheets.access import lock_characters
from sheets.accounts import sessions
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
)
from sheets.writes import ATTEMPTS, OVERTAKEN, Form, Overtaken, write

WHO_LEFT = "somebody who left"


def take_over(owner: Owner, browser: Identity, *, key: str) -> int:
    """Gives a user all that the visitor of a browser owns; how many characters that are.

    All or none, and once: whoever takes from the same browser meanwhile waits, and then finds
    nothing. What becomes of a form that the visitor sent before stays known.
    """

    def subject() -> Owner:
        Owner.objects.select_for_update(no_key=True).filter(browser.condition()).first()
        return owner

    def change(owner: Owner) -> int:
        left = Character.objects.belonging_to(browser).order_by("pk")
        characters = list(left.values_list("pk", flat=True))
        move(characters, owner)
        visitor = Owner.objects.filter(browser.condition(), kind=Owner.Kind.VISITOR).first()
        if visitor:
            _move_the_rest(visitor, owner)
        return len(characters)

    return write(subject, change, form=Form(key, ("take-over", browser.visitor_hash)))


def move(characters: Sequence[int], owner: Owner) -> None:
    """Makes these characters the owner's. Part of an operation."""
    Character.objects.filter(pk__in=characters).update(owner=owner)


def begin_session(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Puts down where the user has just signed in, and drops what has ended by itself."""
    known = UserSession.objects.filter(user=user)
    living = sessions.living(user, list(known.values_list("session_key", flat=True)))
    known.exclude(session_key__in=living).delete()
    UserSession.objects.create_from_request(request)


def end_sessions(user: User, *, keep: str | None, number: int | None = None) -> int:
    """Signs out the browser of that number, or all but the one with the session `keep`; how many
    that are."""
    with transaction.atomic():
        rows = UserSession.objects.filter(user=user).exclude(session_key=keep)
        if number is not None:
            rows = rows.filter(pk=number)
        ended = list(rows.values_list("session_key", flat=True))
        Session.objects.filter(session_key__in=ended).delete()
        rows.delete()
        return len(ended)


def in_the_way(user: User) -> list[Party]:
    """The parties that would be left without their game master, and somebody else in them."""
    led = Member.objects.filter(owner__user=user, role=Member.Role.GM).values("party")
    others = Member.objects.filter(party=models.OuterRef("pk")).exclude(owner__user=user)
    return list(Party.objects.filter(models.Exists(others), pk__in=led).order_by("name", "pk"))


def erase(user: User) -> None:
    """Deletes an account with all that is its: nothing stays but what it did in others' histories,
    where it has no name any more.

    Refused where it leads a party with others in it: that is handed over, or deleted, by a person.
    """
    for _ in range(ATTEMPTS):
        with suppress(Overtaken, IntegrityError), transaction.atomic(durable=True):
            _erase(user)
            return
    raise Conflict(OVERTAKEN)


def _erase(user: User) -> None:
    """Locks, in the one order in which all lock: the parties, the owner, the characters; Overtaken
    where it has a seat in another party by then.
    """
    seats = Member.objects.filter(owner__user=user)
    parties = Party.objects.filter(pk__in=list(seats.values_list("party", flat=True)))
    locked = {party.pk for party in parties.select_for_update(no_key=True).order_by("pk")}
    list(Owner.objects.select_for_update(no_key=True).filter(user=user))
    lock_characters(Character.objects.filter(Q(owner__user=user) | Q(party__in=locked)))
    if locked != set(seats.values_list("party", flat=True)):
        raise Overtaken
    if stuck := in_the_way(user):
        names = ", ".join(party.name for party in stuck)
        raise Refused({"party": f"You lead {names}. Hand over first, or delete the party."})
    parties.filter(members__owner__user=user, members__role=Member.Role.GM).delete()
    parties.update(version=models.F("version") + 1)
    _take_the_name_off(Owner.objects.filter(user=user))
    begun = UserSession.objects.filter(user=user).values("session_key")
    Session.objects.filter(session_key__in=begun).delete()
    User.objects.filter(pk=user.pk).delete()


def _move_the_rest(visitor: Owner, owner: Owner) -> None:
    """All else that says whose it is. Two forms with one key (nobody's of ours) are one."""
    known = Receipt.objects.filter(owner=owner).values("key")
    Receipt.objects.filter(owner=visitor, key__in=known).delete()
    for relation in Owner._meta.related_objects:
        name = relation.field.name
        relation.related_model._base_manager.filter(**{name: visitor}).update(**{name: owner})


def _take_the_name_off(owners: models.QuerySet[Owner]) -> None:
    """What they did with characters of others. The rows themselves stay, and their author goes
    with the account."""
    for entry in LedgerEntry.objects.filter(author__in=owners).iterator():
        entry.content = {**entry.content, "by": WHO_LEFT}
        entry.save(update_fields=["content"])
    PlayLogEntry.objects.filter(author__in=owners).update(by=WHO_LEFT)
    Comment.objects.filter(author__in=owners).update(name=WHO_LEFT)
    Review.objects.filter(decided_by__in=owners).update(by=WHO_LEFT)
    Award.objects.filter(author__in=owners).update(by=WHO_LEFT)
