"""Requests to lead a party whose game master is gone, with outcomes: members see them all."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q

from sheets.models.owner import Owner
from sheets.models.party import Party

# How many days a game master has to object.
DAYS = 14


class Takeover(models.Model):
    """A member (`name`) who asks to lead a party, or whom the site's operator made its game master.

    One that is open can be objected to for some days; then the `asker` may lead. `by` is who ended
    it, the `ender`.
    """

    class State(models.TextChoices):
        """The outcome."""

        ASKED = "asked"
        OBJECTED = "objected"
        WITHDRAWN = "withdrawn"
        LED = "led"
        APPOINTED = "appointed"

    party = models.ForeignKey(Party, models.CASCADE, related_name="takeovers")
    name = models.TextField(blank=True)
    asker = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="takeovers")
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.ASKED)
    ended_at = models.DateTimeField(null=True)
    by = models.TextField(blank=True)
    ender = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="takeovers_ended")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="one_takeover_at_a_time", fields=["party"], condition=Q(state="asked")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.party_id}: {self.state}"

    @property
    def leads_from(self) -> datetime:
        """From when on whoever asked may lead."""
        return self.asked_at + timedelta(days=DAYS)
