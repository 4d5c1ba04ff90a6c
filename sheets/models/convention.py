"""A table at a convention: what was asked for, and its seats with pregenerated characters."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.party import Party


class Convention(models.Model):
    """The table of a party. `theme` and `level` are ids of its game; the same `seed` makes the same
    characters again.
    """

    party = models.OneToOneField(Party, models.CASCADE, related_name="convention")
    seed = models.CharField(max_length=40)
    players = models.PositiveSmallIntegerField()
    theme = models.CharField(max_length=80)
    level = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"convention table of {self.party_id}"


class ConventionSeat(models.Model):
    """A seat with its pregenerated character: a document, and the id of the idea it was made from.
    `character` is the one that a player made of it, None while the seat is free. `code` is on its
    paper, empty for seats of before there were any: it is that character's once the seat is taken.
    """

    convention = models.ForeignKey(Convention, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField()
    idea = models.CharField(max_length=80, blank=True)
    document = models.JSONField()
    code = models.CharField(max_length=8, blank=True)
    character = models.ForeignKey(
        Character, models.SET_NULL, null=True, related_name="convention_seats"
    )

    class Meta:
        ordering = ("position",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="one_seat_a_position", fields=["convention", "position"]),
            models.UniqueConstraint(
                name="one_seat_a_code", fields=["code"], condition=~models.Q(code="")
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.position + 1} of {self.convention}"
