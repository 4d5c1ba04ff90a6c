"""Rolls that a game master calls for."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.party import Party
from sheets.models.play_log import TableLine


class Call(models.Model):
    """A roll called for: by all that it names against a number, by two against each other, or by
    one with the help of others. Its answers are lines of their logs.
    """

    class Kind(models.TextChoices):
        """Who rolls, against what."""

        CHECK = "check", "Each rolls"
        OPPOSED = "opposed", "One against the other"
        COMBINED = "combined", "One rolls, the others help"

    party = models.ForeignKey(Party, models.CASCADE, related_name="calls")
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
        return f"call {self.number} of {self.party_id}: {self.name}"


class Called(models.Model):
    """One character that a call names: what it rolls, or that it helps; and the line that answers,
    once it has rolled. `tries` counts how often it was asked: a game master may ask again, and may
    have the `earlier` answer stand after all.
    """

    call = models.ForeignKey(Call, models.CASCADE, related_name="called")
    character = models.ForeignKey(Character, models.CASCADE, related_name="called")
    action = models.CharField(max_length=120)
    name = models.TextField()
    helps = models.BooleanField(default=False)
    line = models.OneToOneField(TableLine, models.SET_NULL, null=True, related_name="answers")
    tries = models.PositiveIntegerField(default=1)
    earlier = models.ForeignKey(TableLine, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="called_once_a_call", fields=["call", "character"]),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} in call {self.call_id}"
