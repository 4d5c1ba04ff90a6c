"""What chance decided last of a character, so that it can be undone."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character


class Surprise(models.Model):
    """The last time that chance decided something of a build that is being made.

    `key` is that of the form that asked for it, `step` what was asked for (a step, or all of them),
    `replaced` whether chance took the place of what was there. `before` is how it was: the members
    of the document that are built, and what was set aside. `after` is the digest of what came of
    it: once the build is another, it can no longer be undone.
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
