"""Links by which anybody may look at a character."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from sheets.models.character import Character


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    """The questions that are asked of links."""

    def standing(self) -> Self:
        """Those that have not ended, the newest first."""
        still = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(still).order_by("-created_at", "-pk")


class ShareLink(models.Model):
    """A link to look at one character until it ends or is revoked (then its row is gone).

    It leads to the sheet alone, or (`whole`) to all that may be looked at: history, notes and
    document. Its key can be told again from `nonce` with the site's own; kept is its digest.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="links")
    nonce = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    whole = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)

    objects = ShareLinkQuerySet.as_manager()

    def __str__(self) -> str:
        return f"link {self.pk} to {self.character_id}"
