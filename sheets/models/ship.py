"""The ship of a party: who is at which station, and improvements that several characters pay for
together and that are undone together.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.owner import Owner


class ShipPost(models.Model):
    """A character at a station of its party's ship, outside of fights. `station` is its id in the
    game, and `number` tells several places of one station apart.
    """

    ship = models.ForeignKey(Character, models.CASCADE, related_name="crew")
    member = models.OneToOneField(Character, models.CASCADE, related_name="ship_post")
    station = models.CharField(max_length=40)
    number = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="one_at_each_place_aboard", fields=["ship", "station", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} at {self.station} of {self.ship_id}"


class ShipUpgrade(models.Model):
    """One payment for a ship: what it bought, or that points were put aside. `positions` are the
    entries that it made in the ledger of the ship, in their order.
    """

    ship = models.ForeignKey(Character, models.CASCADE, related_name="upgrades")
    description = models.TextField()
    positions = models.JSONField(default=list)
    at = models.DateTimeField()
    by = models.TextField(blank=True)
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="ship_upgrades")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["ship", "-id"], name="upgrade_by_row"),
        ]

    def __str__(self) -> str:
        return f"upgrade {self.pk} of {self.ship_id}"


class ShipUpgradeShare(models.Model):
    """One character's share of an upgrade: the position of the entry in its ledger, and the points
    paid.
    """

    upgrade = models.ForeignKey(ShipUpgrade, models.CASCADE, related_name="shares")
    character = models.ForeignKey(Character, models.CASCADE, related_name="ship_shares")
    position = models.PositiveIntegerField()
    points = models.PositiveIntegerField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="one_share_each", fields=["upgrade", "character"]),
        ]

    def __str__(self) -> str:
        return f"{self.character_id} pays {self.points} of {self.upgrade_id}"
