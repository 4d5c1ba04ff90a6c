"""What a game master handed out at once, so that it can be taken back at once."""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models

from sheets.models.character import Character
from sheets.models.owner import Owner
from sheets.models.party import Party


class HandOutQuerySet(models.QuerySet["HandOut"]):
    """The question that is asked of hand-outs."""

    def newest(self, party: int) -> Self:
        """Those of a party, the newest first."""
        return self.filter(party=party).order_by("-pk")


class HandOut(models.Model):
    """One hand-out: an entry in the ledger of each of some characters, or a session that began for
    them. `said` is what that was, in a sentence. Of a session, `session_before` is when the one
    before it began.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="hand_outs")
    said = models.TextField()
    is_session = models.BooleanField(default=False)
    session_before = models.DateTimeField(null=True)
    at = models.DateTimeField()
    by = models.TextField(blank=True)
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="hand_outs")
    undone_at = models.DateTimeField(null=True)

    objects = HandOutQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["party", "-id"], name="hand_out_by_row"),
        ]

    def __str__(self) -> str:
        return f"hand-out {self.pk} in {self.party_id}"


class Handed(models.Model):
    """What one character got: the position of the entry in its ledger, and the marks that went with
    it, each as it was and as it became.
    """

    hand_out = models.ForeignKey(HandOut, models.CASCADE, related_name="handed")
    character = models.ForeignKey(Character, models.CASCADE, related_name="handed")
    position = models.PositiveIntegerField()
    marks = models.JSONField(default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="handed_once", fields=["hand_out", "character"]),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} in hand-out {self.hand_out_id}"
