"""The text and the picture that a game master shows everybody on a second screen."""

from __future__ import annotations

from django.db import models

from sheets.models.owner import Owner
from sheets.models.party import Party


class Screen(models.Model):
    """The text and the picture on a party's second screen, each empty for none. `picture` is WebP,
    `width` × `height` pixels, `digest` is its own, and `alt` describes it. `owner` showed it: it
    counts for them.
    """

    party = models.OneToOneField(Party, models.CASCADE, related_name="screen")
    owner = models.ForeignKey(Owner, models.CASCADE, related_name="screens")
    text = models.TextField(blank=True)
    picture = models.BinaryField(default=bytes)
    width = models.PositiveIntegerField(default=0)
    height = models.PositiveIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    alt = models.CharField(max_length=300, blank=True)

    def __str__(self) -> str:
        return f"screen of {self.party_id}"
