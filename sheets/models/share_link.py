"""Links that let anyone view a character."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from sheets.models.character import PIXELS, Character


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    """Queries for share links."""

    def standing(self) -> Self:
        """The links that have not ended, the newest first."""
        not_ended = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(not_ended).order_by("-created_at", "-pk")

    def with_character(self) -> Self:
        """Those of characters that are there, with each character and its portrait, without the
        pixels, in one query.
        """
        there = {"character__kind": Character.Kind.CHARACTER, "character__deleted_at": None}
        pixels = [f"character__{name}" for name in PIXELS]
        return self.filter(**there).select_related("character__portrait").defer(*pixels)


class ShareLink(models.Model):
    """A link to view one character, until it ends or is revoked (then its row is deleted).

    It shows the sheet alone, or (`whole`) the history, the public notes and the character file too;
    then the player's name as well, if it `names_player`.
    Its key is computed from `nonce` and the site's key; only its digest is stored.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="links")
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    whole = models.BooleanField(default=False)
    names_player = models.BooleanField(default=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)

    objects = ShareLinkQuerySet.as_manager()

    def __str__(self) -> str:
        return f"link {self.pk} to {self.character_id}"
