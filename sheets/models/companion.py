"""Companions: droids, mounts and hirelings of a party's roster that go with a character."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import F

from sheets.models.character import Character
from sheets.models.owner import Identity


class CompanionQuerySet(models.QuerySet["Companion"]):
    """Queries for companions."""

    def present(self) -> Self:
        """Those in the roster of the party that their leader is in."""
        return self.filter(leader__party=F("character__roster"), character__deleted_at=None)

    def of(self, who: Identity) -> Self:
        """Those of a user's own characters."""
        return self.present().filter(who.condition(prefix="leader__owner__"))


class Companion(models.Model):
    """An opponent or a craft of a party's roster, the `character`, that goes with one of the
    party's characters, its `leader`: whoever owns that sees and plays it, and it comes along into
    encounters.
    """

    leader = models.ForeignKey(Character, models.CASCADE, related_name="companions")
    character = models.OneToOneField(Character, models.CASCADE, related_name="companionship")

    objects = CompanionQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.character_id} goes with {self.leader_id}"
