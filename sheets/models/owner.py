"""Whom characters belong to: a visitor's browser, a user, or the demo."""

from dataclasses import dataclass
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q


@dataclass(frozen=True)
class Identity:
    """The identity of a visitor, before any row is looked up: a user, a browser's visitor, or (by
    default) a stranger with neither.
    """

    user: int | None = None
    visitor_hash: str = ""

    @property
    def is_somebody(self) -> bool:
        """True if the identity can own something: it is a user or a browser's visitor."""
        return self.user is not None or self.visitor_hash != ""

    def condition(self, *, prefix: str = "") -> Q:
        """The condition for the owner with this identity; `prefix` leads to it from another
        model.
        """
        if self.user is not None:
            return Q(**{f"{prefix}user": self.user})
        return Q(**{f"{prefix}visitor_hash": self.visitor_hash})


class Owner(models.Model):
    """A visitor (known by the hash of a key that only their browser has), a user, or the demo.

    What the demo owns is everybody's to look at and nobody's to change. `chat_address` is the
    webhook that the owner's own rolls are posted to, a secret; `chat_error` why nothing is posted
    any more, "" while it is. `frozen_at` is since when the operator has it frozen, if so.
    """

    class Kind(models.TextChoices):
        """The kind of owner."""

        VISITOR = "visitor"
        USER = "user"
        DEMO = "demo"

    kind = models.CharField(max_length=10, choices=Kind.choices)
    visitor_hash = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 (unique where there is one)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    chat_address = models.CharField(max_length=250, blank=True)
    chat_error = models.CharField(max_length=200, blank=True)
    frozen_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="owner_is_what_its_kind_says",
                condition=Q(kind="visitor", visitor_hash__isnull=False, user__isnull=True)
                | Q(kind="user", visitor_hash__isnull=True, user__isnull=False)
                | Q(kind="demo", visitor_hash__isnull=True, user__isnull=True),
            ),
            models.UniqueConstraint(
                name="there_is_one_demo", fields=["kind"], condition=Q(kind="demo")
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["frozen_at"], name="owner_frozen", condition=Q(frozen_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
