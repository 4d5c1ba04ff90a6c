"""What a game master and a player say of a character: reviews, and comments.

Both were said in a party, and stay there: whoever leads the character's next one reads none of it.
"""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q

from sheets.models.character import Character
from sheets.models.owner import Owner
from sheets.models.party import Party


class ReviewQuerySet(models.QuerySet["Review"]):
    """The questions that are asked of reviews."""

    def in_party(self, party: int | None) -> Self:
        """Those of one party; of none there are none."""
        return self.none() if party is None else self.filter(party=party)

    def latest_of_each(self, *states: str) -> Self:
        """The newest of each character, whatever became of it or of these states alone."""
        found = self.filter(state__in=states) if states else self
        newest = found.values("character").annotate(newest=models.Max("pk")).values("newest")
        return self.filter(pk__in=newest)


class Review(models.Model):
    """A character put before the game master of its party, and what became of that.

    `document` is the character as it was when it was decided on: the last one that was approved is
    what later ones are held against. `reasons` are, field by field, why it was returned. One that
    nobody `asked` for was decided on all the same. Where a decision is undone, `answer` and
    `reasons` stay, for who decides anew.
    """

    class State(models.TextChoices):
        """How far it is."""

        SUBMITTED = "submitted"
        APPROVED = "approved"
        RETURNED = "returned"

    character = models.ForeignKey(Character, models.CASCADE, related_name="reviews")
    party = models.ForeignKey(Party, models.SET_NULL, null=True, related_name="reviews")
    state = models.CharField(max_length=10, choices=State.choices)
    asked = models.BooleanField(default=True)
    note = models.TextField(blank=True)
    document = models.JSONField(null=True)
    reasons = models.JSONField(default=dict)
    answer = models.TextField(blank=True)
    submitted_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="decisions")
    by = models.TextField(blank=True)

    objects = ReviewQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="one_open_review_a_character",
                fields=["character"],
                condition=Q(state="submitted"),
            ),
        ]

    def __str__(self) -> str:
        return f"review {self.pk} of {self.character_id}: {self.state}"


class CommentQuerySet(models.QuerySet["Comment"]):
    """The questions that are asked of comments."""

    def in_party(self, party: int | None) -> Self:
        """Those of one party; of none there are none."""
        return self.none() if party is None else self.filter(party=party)


class Comment(models.Model):
    """What the player or a game master wrote on a sheet, in plain Markdown. `name` is who wrote it,
    as they were called then.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="comments")
    party = models.ForeignKey(Party, models.SET_NULL, null=True, related_name="comments")
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="comments")
    name = models.TextField(blank=True)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    objects = CommentQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"comment {self.pk} on {self.character_id}"
