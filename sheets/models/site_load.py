"""Requests for the operator's eyes: those that cost much, and those that ended their worker."""

from typing import ClassVar

from django.db import models

from sheets.models.character import Character
from sheets.models.owner import Owner


class Cost(models.Model):
    """The processor time that one process spent in about a minute before `at` on the requests of
    one `owner` (none: nobody we know), or on one `character`, for one view. Old rows are deleted.
    """

    at = models.DateTimeField()
    owner = models.ForeignKey(Owner, models.CASCADE, null=True, related_name="costs")
    character = models.ForeignKey(Character, models.CASCADE, null=True, related_name="costs")
    view = models.CharField(max_length=80)
    requests = models.PositiveIntegerField()
    milliseconds = models.PositiveIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["at"], name="cost_at")]

    def __str__(self) -> str:
        return f"{self.view}: {self.milliseconds} ms"


class WorkerDeath(models.Model):
    """A request that a worker was at when it ended.

    `page` is a keyed hash of the method, the address, and what it is asked: addresses may hold
    secrets. `route` is the pattern of the address, `about` the ids in it. It `counts` until the
    same page is answered, or the operator releases it. Old rows are deleted.
    """

    key = models.CharField(max_length=32, unique=True)
    at = models.DateTimeField()
    page = models.CharField(max_length=64)
    method = models.CharField(max_length=10)
    route = models.CharField(max_length=200)
    about = models.CharField(max_length=200)
    who = models.CharField(max_length=40)
    request_id = models.CharField(max_length=128)
    seconds = models.FloatField()
    ended_by = models.CharField(max_length=20)
    counts = models.BooleanField(default=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["at"], name="worker_death_at")
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.route}: {self.ended_by}"
