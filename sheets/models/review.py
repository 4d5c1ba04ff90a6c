"""Reviews and comments: what a game master and a player tell each other about a character.

Both belong to a party. The GMs of the character's next party do not see them.
"""

from __future__ import annotations

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q

from sheets.models.character import Character
from sheets.models.markdown_texts import MarkdownTexts
from sheets.models.owner import Owner
from sheets.models.party import Party


class ReviewQuerySet(models.QuerySet["Review"]):
    """Queries for reviews."""

    def in_party(self, party: int | None) -> Self:
        """The reviews of one party; none without a party."""
        return self.none() if party is None else self.filter(party=party)

    def latest_of_each(self, *states: str) -> Self:
        """The newest review of each character, of any state or of these states."""
        reviews = self.filter(state__in=states) if states else self
        newest = reviews.values("character").annotate(newest=models.Max("pk")).values("newest")
        return self.filter(pk__in=newest)


class Review(models.Model):
    """A character submitted to the game master of its party, and the decision.

    `document` is the character as it was decided on; later versions are compared with the last
    approved one. `reasons` say by field why it was returned. `asked` is false where a game master
    decided without a submission. `answer` and `reasons` stay when a decision is undone, for the
    next one.
    """

    class State(models.TextChoices):
        """The state of a review."""

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
    """Queries for comments."""

    def in_party(self, party: int | None) -> Self:
        """The comments of one party; none without a party."""
        return self.none() if party is None else self.filter(party=party)


class Comment(MarkdownTexts):
    """A comment of the player or a game master on a character, in plain Markdown. `name` is the
    author's name at that time.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="comments")
    party = models.ForeignKey(Party, models.SET_NULL, null=True, related_name="comments")
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="comments")
    name = models.TextField(blank=True)
    text = models.TextField()
    text_html = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    MARKDOWN = ("text",)

    objects = CommentQuerySet.as_manager()

    class Meta:
        ordering = ("created_at", "pk")

    def __str__(self) -> str:
        return f"comment {self.pk} on {self.character_id}"
