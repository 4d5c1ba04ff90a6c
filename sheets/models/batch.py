"""Work that takes longer than a page may: packs, a convention table, fights fought a thousand
times.
"""

from typing import ClassVar

from django.db import models

from sheets.models.owner import Owner


class Batch(models.Model):
    """Work that is done in steps, for the one who asked at `place`: a path with its query, in their
    time `zone`. Without an owner it is for everyone.

    Whoever does a step holds its `lease` until `leased_until`. `looked_at` is when its page asked
    for it last. `kept` is what the steps made so far, where they keep it here. Housekeeping deletes
    old ones.
    """

    class State(models.TextChoices):
        """A batch's state."""

        WAITING = "waiting"
        DONE = "done"
        CANCELED = "canceled"
        FAILED = "failed"

    owner = models.ForeignKey(Owner, models.CASCADE, null=True, related_name="batches")
    place = models.TextField()
    zone = models.CharField(max_length=40, default="UTC")
    digest = models.CharField(max_length=64)
    origin = models.CharField(max_length=300)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    kept = models.BinaryField(null=True)
    why = models.TextField(blank=True)
    lease = models.CharField(max_length=32, blank=True)
    leased_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    looked_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="batch_is_begun_once", fields=["owner", "digest"]),
            models.UniqueConstraint(
                name="batch_for_all_is_begun_once",
                fields=["digest"],
                condition=models.Q(owner=None),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["state", "looked_at"], name="batch_by_state"),
        ]

    def __str__(self) -> str:
        return self.place

    @property
    def path(self) -> str:
        """The page without its query."""
        return self.place.partition("?")[0]
