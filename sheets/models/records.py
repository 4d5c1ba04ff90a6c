"""Queries for records: rows of what somebody did in a party, each undone as a whole. Awards are
some, and the acts of a stash.
"""

from typing import Self, TypeVar

from django.db import models

Record_co = TypeVar("Record_co", bound=models.Model, covariant=True)


class RecordQuerySet(models.QuerySet[Record_co]):
    """Rows with a party, a `description`, and the time at which they were undone, if they were."""

    def newest(self, party: int) -> Self:
        """All of a party, the newest first."""
        return self.filter(party=party).order_by("-pk")

    def newest_number(self, party: int) -> int:
        """The number of a party's newest; 0 before the first."""
        return self.newest(party).values_list("pk", flat=True).first() or 0

    def standing(self) -> Self:
        """Those that were not undone."""
        return self.filter(undone_at=None)

    def again(self, party: int, description: str, *, since: int | None) -> Record_co | None:
        """The same once more, done after the one of that number; None if there is none, or if
        nobody knows since when.
        """
        same = self.newest(party).standing().filter(description=description)
        return None if since is None else same.filter(pk__gt=since).first()
