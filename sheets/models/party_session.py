"""The sessions of a party: when each was played, its title, and what is written about it."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar, Self

from django.db import models
from django.utils import timezone

from sheets.models.markdown_texts import MarkdownTexts
from sheets.models.party import Party


class PartySessionQuerySet(models.QuerySet["PartySession"]):
    """Queries for sessions."""

    def newest_first(self) -> Self:
        """All of them, the newest first."""
        return self.order_by("-number")

    def without_html(self) -> Self:
        """As they were typed alone."""
        return self.defer(*(f"{name}_html" for name in PartySession.MARKDOWN))


class PartySession(MarkdownTexts):
    """One session of a party, numbered from 1.

    `began_at` is empty where nobody wrote it down, `ended_at` until the session ends. `played_on`
    is the day at the game master's place, or as it was corrected. `notes` are for all members,
    `gm_notes` for the game master and co-GMs.
    """

    party = models.ForeignKey(Party, models.CASCADE, related_name="session_rows")
    number = models.PositiveIntegerField()
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    played_on = models.DateField(null=True)
    title = models.CharField(max_length=120, blank=True)
    notes = models.TextField(blank=True)
    gm_notes = models.TextField(blank=True)
    notes_html = models.TextField(blank=True, default="")
    gm_notes_html = models.TextField(blank=True, default="")

    MARKDOWN = ("notes", "gm_notes")

    objects = PartySessionQuerySet.as_manager()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="session_number_is_taken_once", fields=["party", "number"]
            ),
        ]

    def __str__(self) -> str:
        return f"session {self.number} of {self.party_id}"

    @property
    def is_running(self) -> bool:
        """True until the session ends."""
        return self.ended_at is None

    @property
    def when(self) -> dt.date | dt.datetime | None:
        """The day it was played, or else the moment when it began or ended."""
        return self.played_on or self.began_at or self.ended_at

    @property
    def day(self) -> dt.date | None:
        """The day it was played, in the reader's zone where nobody wrote it down."""
        when = self.when
        return timezone.localdate(when) if isinstance(when, dt.datetime) else when

    @property
    def heading(self) -> str:
        """Its number, and its title if it has one: "Session 3: The Ambush"."""
        return f"Session {self.number}: {self.title}" if self.title else f"Session {self.number}"
