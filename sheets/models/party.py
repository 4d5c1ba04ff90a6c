"""Parties, their members, and invitations."""

from __future__ import annotations

import uuid
from copy import copy
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from sheets.models.markdown_texts import MarkdownTexts
from sheets.models.owner import Identity, Owner


class Party(models.Model):
    """A group that plays one game. `house` are its house rules, as its characters' documents hold
    them. `session_at` is when the last session began, `fighting` whether one of its encounters is
    running, `dueling` whether a duel is, `lead_asked_at` since when a member asks to lead.
    `chat_address` is the webhook that its rolls are posted to, a secret; `chat_error` why nothing
    is posted there any more.

    `version` is raised by every change to the party as a whole: its rules, members, characters,
    roll requests, and reviews.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=120)
    system = models.CharField(max_length=80)
    house = models.JSONField(default=dict)
    sessions = models.PositiveIntegerField(default=0)
    session_at = models.DateTimeField(null=True)
    fighting = models.BooleanField(default=False)
    dueling = models.BooleanField(default=False)
    chat_address = models.CharField(max_length=250, blank=True)
    chat_error = models.CharField(max_length=200, blank=True)
    lead_asked_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "parties"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="party_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def gm_notes(self) -> PartyNotes:
        """The notes of its game masters; empty and unsaved where there are none."""
        return getattr(self, "notes", None) or PartyNotes(party=self)


class PartyNotes(MarkdownTexts):
    """The notes of a party's game masters, in Markdown. A row of their own: nearly every page reads
    the party, and one shows them.
    """

    party = models.OneToOneField(Party, models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)
    text_html = models.TextField(blank=True, default="")

    MARKDOWN = ("text",)

    class Meta:
        verbose_name_plural = "notes of parties"

    def __str__(self) -> str:
        return f"notes of {self.party_id}"


class MemberQuerySet(models.QuerySet["Member"]):
    """Queries for members."""

    def of(self, who: Identity) -> Self:
        """The memberships of a user, and the seats of a guest while their session lasts. A visitor
        without an account has a guest's seat at most: browser cookies are too easily lost.
        """
        if not who.is_somebody:
            return self.none()
        members = self.filter(who.condition(prefix="owner__")).present()
        return members if who.user is not None else members.guests()

    def present(self) -> Self:
        """Without the guests of sessions that have ended."""
        return self.filter(guest_of__ended_at=None)

    def guests(self) -> Self:
        """Those with a seat for a session, present or not."""
        return self.filter(guest_of__isnull=False)

    def leading(self) -> Self:
        """The game masters and co-GMs."""
        return self.filter(role__in=Member.LEADING)

    def counted(self) -> Self:
        """With their parties and the numbers of members and characters, by the party's name."""
        members = self.select_related("party").annotate(
            members=models.Count("party__members", distinct=True),
            characters=models.Count("party__characters", distinct=True),
        )
        return members.order_by("party__name", "party__pk")

    def seated(self) -> Self:
        """With party and account: the game master first, then in order of joining."""
        rank = models.Case(
            *(models.When(role=role, then=place) for place, role in enumerate(Member.Role)),
        )
        members = self.select_related("party", "owner__user")
        return members.order_by(rank, "joined_at", "pk")


class Member(models.Model):
    """A user's membership in a party, and their role.

    A guest has a seat for one session, `guest_of`, which ends with it. Without an account they go
    by their `guest_name`.
    """

    class Role(models.TextChoices):
        """A member's role. A party has one game master. Co-GMs may do the same, except hand over
        the role or delete the party.
        """

        GM = "gm", "Game master"
        CO_GM = "co-gm", "Co-GM"
        PLAYER = "player", "Player"

    LEADING: ClassVar[tuple[Role, ...]] = (Role.GM, Role.CO_GM)

    party = models.ForeignKey(Party, models.CASCADE, related_name="members")
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="seats")
    role = models.CharField(max_length=10, choices=Role.choices)
    joined_at = models.DateTimeField(auto_now_add=True)
    guest_of = models.ForeignKey(
        "sheets.PartySession", models.CASCADE, null=True, related_name="guests"
    )
    guest_name = models.CharField(max_length=60, blank=True)

    objects = MemberQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="one_seat_a_member", fields=["party", "owner"]),
            models.UniqueConstraint(
                name="one_game_master_a_party", fields=["party"], condition=Q(role="gm")
            ),
            models.CheckConstraint(
                name="a_guest_is_a_player", condition=Q(guest_of=None) | Q(role="player")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner} in {self.party}"

    @property
    def name(self) -> str:
        """The name of the member's account, or of a guest."""
        return self.owner.user.get_username() if self.owner.user else self.guest_name

    @property
    def is_guest(self) -> bool:
        """True if the seat is for one session."""
        return self.guest_of_id is not None

    @property
    def is_kept(self) -> bool:
        """True if the membership is stored; the demo's party is viewed through one that isn't."""
        return self.pk is not None

    @property
    def leads(self) -> bool:
        """True if the member is the game master or a co-GM."""
        return self.role in self.LEADING

    def as_player(self) -> Member:
        """The same seat, unsaved, with what a player sees and plays: one's own."""
        seat = copy(self)
        seat.role = self.Role.PLAYER
        return seat

    @property
    def is_gm(self) -> bool:
        """True if the member is the game master."""
        return self.role == self.Role.GM


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Queries for invitations."""

    def standing(self) -> Self:
        """The invitations that have not ended, the oldest first."""
        return self.filter(expires_at__gt=timezone.now()).order_by("pk")

    def for_members(self) -> Self:
        """Those that make whoever accepts them a member."""
        return self.standing().filter(guests_of=None)

    def for_guests(self) -> Self:
        """Those to a seat for a session that has not ended; at a convention, whose codes are
        printed, to a seat in whichever session is played.
        """
        goes_on = models.Q(guests_of__ended_at=None) | models.Q(party__convention__isnull=False)
        return self.standing().filter(goes_on, guests_of__isnull=False)


class Invitation(models.Model):
    """An invitation to a party, until it ends or is revoked (then its row is deleted). With
    `guests_of` it leads to a guest's seat for that session, at a convention for later ones as well.

    Its code is computed from `nonce` and the site's key; only its digest is stored.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    uses = models.PositiveIntegerField(default=0)
    guests_of = models.ForeignKey(
        "sheets.PartySession", models.CASCADE, null=True, related_name="guest_invitations"
    )

    objects = InvitationQuerySet.as_manager()

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.party}"
