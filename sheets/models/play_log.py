"""The play log: what happened to a character at the table."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import ClassVar, Self

from django.apps import apps
from django.db import models

from sheets.models.character import Character
from sheets.models.owner import Owner


class PlayLogQuerySet(models.QuerySet["PlayLogEntry"]):
    """Queries for the play log. Each uses an index of the entries' numbers."""

    def newest_first(self, *, before: int | None = None) -> Self:
        """All entries, or those older than the one with that number."""
        entries = self if before is None else self.filter(number__lt=before)
        return entries.order_by("-number")

    def oldest_first(self, *, after: int = 0) -> Self:
        """All entries, or those newer than the one with that number."""
        return self.filter(number__gt=after).order_by("number")

    def rolls(self) -> Self:
        """The entries for which dice were rolled, requested or not."""
        return self.filter(content__has_key="dice")

    def with_answers(self) -> Self:
        """Annotated with `is_answer`, whether the entry answers a roll request, and `is_in_attack`,
        whether it is part of an attack in a fight.
        """
        targets = apps.get_model("sheets", "RollRequestTarget")._default_manager
        attack = apps.get_model("sheets", "Attack")
        entry = models.OuterRef("pk")
        parts = reduce(or_, (models.Q(**{link: entry}) for link in attack.LINKS))
        return self.annotate(
            is_answer=models.Exists(targets.filter(entry=entry)),
            is_in_attack=models.Exists(attack._default_manager.filter(parts)),
        )

    def about(self, numbers: list[int]) -> list[tuple[int, int | None, int | None]]:
        """The entries that undid one of these or spent a point on it: number, takes_back, point_on.

        One query of two parts, since each part has an index of its own.
        """
        columns = ("number", "takes_back", "point_on")
        taking = self.filter(takes_back__in=numbers).values_list(*columns)
        pointing = self.filter(point_on__in=numbers).values_list(*columns)
        return list(taking.union(pointing, all=True))

    def standing(self, *, after: int) -> Self:
        """The entries after that number that were not undone and undid nothing."""
        taken = self.filter(takes_back__gt=after).values("takes_back")
        return self.filter(number__gt=after, takes_back=None).exclude(number__in=taken)


class PlayLogEntry(models.Model):
    """One entry of a character's log. Entries are appended, numbered from 1.

    `content` is the outcome with the marks it moved. `takes_back` is the number of the entry that
    this one undid, `point_on` the number of the roll that a point was spent on. An entry never
    changes, except that the question some dice ask is answered once, in `answer`. `author` is who
    did it where that is not the character's owner.
    """

    character = models.ForeignKey(Character, models.CASCADE, related_name="play_log")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    content = models.JSONField()
    by = models.TextField(blank=True)
    at = models.DateTimeField()
    answer = models.TextField(blank=True)
    takes_back = models.PositiveIntegerField(null=True)
    point_on = models.PositiveIntegerField(null=True)
    author = models.ForeignKey(Owner, models.SET_NULL, null=True, related_name="play_log_entries")

    objects = PlayLogQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="line_number_is_taken_once", fields=["character", "number"]
            ),
            models.UniqueConstraint(
                name="line_is_taken_back_once",
                fields=["character", "takes_back"],
                condition=models.Q(takes_back__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_point_on_a_line",
                fields=["character", "point_on"],
                condition=models.Q(point_on__isnull=False),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["character", "-id"], name="line_by_row"),
        ]

    def __str__(self) -> str:
        return f"{self.character_id}, entry {self.number}"
