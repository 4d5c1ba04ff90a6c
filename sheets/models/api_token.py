"""Tokens by which programs read and write in the name of an account."""

from __future__ import annotations

import hmac
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from sheets.models.character import Character
from sheets.models.owner import Owner


def digest(token: str, secret: str) -> str:
    """The hash that a token is stored and found by."""
    return hmac.new(secret.encode(), f"sheets.api:{token}".encode(), "sha256").hexdigest()


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Queries for tokens."""

    def standing(self) -> Self:
        """The tokens that have not ended, the newest first."""
        not_ended = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(not_ended).order_by("-created_at", "-pk")


class ApiToken(models.Model):
    """A token of an account, until it ends or is revoked (then its row is deleted).

    Only the `digest` of a token is stored, and its first letters (`start`) to tell it from others.
    With a `character` it reaches nothing but that one. `reads_until` and `writes_until`, in seconds
    of the epoch, are up to when its allowance is used (`sheets.api.tokens.spend`).
    """

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="api_tokens")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="api_tokens")
    name = models.CharField(max_length=80)
    start = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    can_write = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    used_on = models.DateField(null=True)
    reads_until = models.FloatField(default=0)
    writes_until = models.FloatField(default=0)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="api_token_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name
