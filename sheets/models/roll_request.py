"""Rolls that a game master asks for."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.party import Party
from sheets.models.play_log import PlayLogEntry


class RollRequest(models.Model):
    """A roll that a game master asks for: of each character against a target number, of two against
    each other, or of one helped by others. The answers are entries of their play logs.
    """

    class Kind(models.TextChoices):
        """The kind of roll: each for themselves, two against each other, or one with help."""

        CHECK = "check", "Each rolls"
        OPPOSED = "opposed", "One against the other"
        COMBINED = "combined", "One rolls, the others help"

    party = models.ForeignKey(Party, models.CASCADE, related_name="roll_requests")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    name = models.TextField()
    target = models.PositiveIntegerField(null=True)
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="call_number_is_taken_once", fields=["party", "number"]),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["party"], name="open_call", condition=models.Q(closed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"roll request {self.number} of {self.party_id}: {self.name}"


class RollRequestTarget(models.Model):
    """One character of a roll request: what it rolls, or that it helps, and the play log entry that
    answers. An opponent is `called` so. `values` are those of its roll form that the request fixes
    besides, such as the dice of a craft. `tries` counts how often it was asked: the game master may
    ask again, or let the `earlier` answer stand after all.
    """

    request = models.ForeignKey(RollRequest, models.CASCADE, related_name="targets")
    character = models.ForeignKey(Character, models.CASCADE, related_name="roll_request_targets")
    action = models.CharField(max_length=120)
    name = models.TextField()
    called = models.TextField(blank=True)
    helps = models.BooleanField(default=False)
    values = models.JSONField(default=dict)
    entry = models.OneToOneField(
        PlayLogEntry, models.SET_NULL, null=True, related_name="answered_target"
    )
    tries = models.PositiveIntegerField(default=1)
    earlier = models.ForeignKey(PlayLogEntry, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="asked_once_a_request", fields=["request", "character"]),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} in roll request {self.request_id}"
