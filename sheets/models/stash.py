"""The stash of a party: gear and money that belong to all of it, and how they came and went."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.encounter import Combatant
from sheets.models.owner import Owner
from sheets.models.party import Party
from sheets.models.records import RecordQuerySet


class PortableRow(models.Model):
    """A thing that can change hands. `content` is the entry that brings one of it to a character,
    as a ledger holds it; equal things have equal contents. Money has a `unit`: what one is called.
    """

    name = models.CharField(max_length=200)
    unit = models.CharField(max_length=40, blank=True)
    content = models.JSONField()
    quantity = models.PositiveIntegerField()

    class Meta:
        abstract = True


class StashItem(PortableRow):
    """All that a party owns of one thing."""

    party = models.ForeignKey(Party, models.CASCADE, related_name="stash")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="a_stash_has_some_of_it", condition=models.Q(quantity__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.quantity} × {self.name} of {self.party_id}"


class StashActQuerySet(RecordQuerySet["StashAct"]):
    """Queries for what was done with a stash."""

    def newest_of(self, party: uuid.UUID) -> StashAct | None:
        """The newest of a party."""
        return self.filter(party__public_id=party).order_by("-pk").first()


class StashAct(models.Model):
    """One thing that somebody did with a stash, undone as a whole. `description` is a sentence
    without its period: "Vessa put in 2 × Medpac". `undone_by` is the name of who undid
    it, the `undoer`.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="stash_acts")
    description = models.TextField()
    at = models.DateTimeField()
    by = models.TextField(blank=True)
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="stash_acts")
    undone_at = models.DateTimeField(null=True)
    undone_by = models.TextField(blank=True)
    undoer = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="stash_undos")

    objects = StashActQuerySet.as_manager()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["party", "-id"], name="stash_act_by_row"),
        ]

    def __str__(self) -> str:
        return f"stash act {self.pk} in {self.party_id}"


class StashMove(PortableRow):
    """One thing that an act moved: `change` is how many more of it the stash has since, negative
    for fewer. `position` is the entry that it made in the ledger of a `character`, if it made one.
    What was taken from the fallen names the `combatant`.
    """

    act = models.ForeignKey(StashAct, models.CASCADE, related_name="moves")
    change = models.IntegerField(default=0)
    character = models.ForeignKey(Character, models.SET_NULL, null=True, related_name="stash_moves")
    position = models.PositiveIntegerField(null=True)
    combatant = models.ForeignKey(Combatant, models.SET_NULL, null=True, related_name="looted")

    def __str__(self) -> str:
        return f"{self.change} × {self.name} in act {self.act_id}"
