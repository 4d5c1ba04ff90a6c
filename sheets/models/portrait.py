"""A character's portrait, stored in the database so that it is backed up and deleted with the
character.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from sheets.models.character import Character

LONGEST_ALT = 300


class Portrait(models.Model):
    """A portrait and its visible crop, both WebP, made by `sheets.portraits`.

    `picture` is the uploaded image, `width` × `height` pixels, kept for another crop. `left`,
    `top`, `across` and `down` are the crop. `digest` is that of the cropped image in `shown`, which
    `small` is for lists. `alt` describes it in words.
    """

    character = models.OneToOneField(Character, models.CASCADE, related_name="portrait")
    picture = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    shape = models.CharField(max_length=10)
    left = models.PositiveIntegerField()
    top = models.PositiveIntegerField()
    across = models.PositiveIntegerField()
    down = models.PositiveIntegerField()
    shown = models.BinaryField()
    small = models.BinaryField(default=bytes)
    digest = models.CharField(max_length=64)
    alt = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="portrait_has_a_size",
                condition=Q(width__gte=1, height__gte=1, across__gte=1, down__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"portrait of {self.character_id}"
