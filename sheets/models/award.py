"""Awards: what a game master gives several characters at once, and can undo at once."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.owner import Owner
from sheets.models.party import Party
from sheets.models.party_session import PartySession
from sheets.models.records import RecordQuerySet


class AwardQuerySet(RecordQuerySet["Award"]):
    """Queries for awards."""


class Award(models.Model):
    """One award: entries in the ledger of each recipient, or a session that began for them.

    `description` is a sentence: "3 Character Points to Vessa". A session keeps in `session_before`
    when the one before it began. `session` is the one in which the award was given, `begins` the
    one that began with it. `session_changes` is what else it did to `session`: texts by field,
    each before and after, and whether it recorded ("recorded") or ended it ("ended").
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="awards")
    description = models.TextField()
    is_session = models.BooleanField(default=False)
    session_before = models.DateTimeField(null=True)
    session = models.ForeignKey(PartySession, models.SET_NULL, null=True, related_name="awards")
    begins = models.ForeignKey(PartySession, models.SET_NULL, null=True, related_name="begun_by")
    session_changes = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.TextField(blank=True)
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="awards")
    undone_at = models.DateTimeField(null=True)

    objects = AwardQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["party", "-id"], name="hand_out_by_row"),
        ]

    def __str__(self) -> str:
        return f"award {self.pk} in {self.party_id}"


class AwardRecipient(models.Model):
    """One award to one character: the position of a ledger entry, and the marks that changed with
    it, each before and after. A character with several awards has a row for each.
    """

    award = models.ForeignKey(Award, models.CASCADE, related_name="recipients")
    character = models.ForeignKey(Character, models.CASCADE, related_name="awards_received")
    position = models.PositiveIntegerField()
    marks = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="awarded_once", fields=["award", "character", "position"]),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} in award {self.award_id}"
