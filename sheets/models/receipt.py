"""Receipts of submitted forms."""

from typing import ClassVar

from django.db import models

from sheets.models.owner import Owner


class Receipt(models.Model):
    """The outcome of one form, found by the key that the form carried. Housekeeping deletes old
    ones.
    """

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="receipts")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    outcome = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="receipt_key_is_used_once", fields=["owner", "key"]),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["created_at"], name="receipt_by_age"),
        ]

    def __str__(self) -> str:
        return self.key
