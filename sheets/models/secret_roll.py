"""Rolls that a game master makes in secret for a character."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.party import Party


class SecretRoll(models.Model):
    """A check of a character that only game masters know of, until one of them reveals it: it then
    is an entry of the character's log, and no longer here. `content` is its outcome.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="secret_rolls")
    character = models.ForeignKey(Character, models.CASCADE, related_name="secret_rolls")
    note = models.TextField(blank=True)
    content = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["party", "-id"], name="newest_secret_rolls"),
        ]

    def __str__(self) -> str:
        return f"a secret roll of {self.character_id} in {self.party_id}"
