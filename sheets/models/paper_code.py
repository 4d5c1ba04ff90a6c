"""The codes on printed sheets: what a character was when it was printed."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from sheets.models.character import Character


class PaperCode(models.Model):
    """The code on a printed sheet. It opens nothing for whoever may not play the character.

    `moment` is how many entries the ledger had, `marks` what was marked; `digest` tells one state
    of a character from another.
    """

    code = models.CharField(max_length=8, unique=True)
    character = models.ForeignKey(Character, models.CASCADE, related_name="paper_codes")
    moment = models.PositiveIntegerField()
    marks = models.JSONField(default=dict)
    digest = models.CharField(max_length=32)
    printed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="one_code_a_state", fields=["character", "digest"]),
        ]

    def __str__(self) -> str:
        return self.code
