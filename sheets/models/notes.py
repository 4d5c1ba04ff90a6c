"""What a player writes about a character besides its document."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character

LONGEST = 20_000


class Words(models.Model):
    """Notes on a character in plain Markdown: for all who see its sheet, and for the owner alone.

    They are no part of the character document; an export holds both.
    """

    character = models.OneToOneField(Character, models.CASCADE, related_name="words")
    shared = models.TextField(blank=True)
    private = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "words"

    FIELDS: ClassVar[tuple[str, ...]] = ("shared", "private")

    def __str__(self) -> str:
        return f"words about {self.character_id}"
