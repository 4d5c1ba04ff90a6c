"""The last random choices for a character, stored so that they can be undone."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character


class Surprise(models.Model):
    """The last time that random choices were made in a build.

    `key` is the key of the form, `step` the step it asked for (or all of them), `replaced` whether
    earlier choices were replaced. `before` holds the build and the fields set aside before it.
    `after` is the digest of the result: once the build has changed, it can no longer be undone.
    """

    character = models.OneToOneField(Character, models.CASCADE, related_name="surprise")
    key = models.CharField(max_length=64)
    step = models.CharField(max_length=80)
    replaced = models.BooleanField(default=False)
    before = models.JSONField()
    after = models.CharField(max_length=64)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(name="surprise_has_a_key", condition=~models.Q(key="")),
        ]

    def __str__(self) -> str:
        return f"surprise of {self.character_id}: {self.step}"
