"""The form for what is written about a session."""

from __future__ import annotations

from django import forms

from sheets.forms import Form, TextField
from sheets.models import PartySession
from sheets.parties.sessions.rows import TEXTS

LONGEST_TITLE = 120
LONGEST_NOTES = 10_000
LIMIT = f"In plain Markdown, up to {LONGEST_NOTES:,} characters."


class SessionTextsForm(Form):
    """Title and notes of a session, and a token of what they were (`was`) when the page was
    shown.
    """

    title = TextField(label="Title", limit=LONGEST_TITLE, required=False, id="session-title")
    notes = TextField(
        label="Notes for everyone",
        help_text=LIMIT,
        limit=LONGEST_NOTES,
        lines=8,
        markdown=True,
        required=False,
        id="session-notes",
    )
    gm_notes = TextField(
        label="Notes for the GMs",
        help_text="Only the game master and co-GMs see them.",
        limit=LONGEST_NOTES,
        lines=6,
        markdown=True,
        required=False,
        id="session-gm-notes",
    )
    was = forms.CharField(max_length=32, required=False, widget=forms.HiddenInput)


class SessionForm(SessionTextsForm):
    """All that is written about a session, and the day it was played."""

    played_on = forms.DateField(
        label="Played on",
        required=False,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        error_messages={"invalid": "Write the date like 2026-11-28."},
    )


def session_of(session: PartySession) -> dict[str, object]:
    """The values that a session's form shows, by field."""
    return {**texts_of(session), "played_on": session.day}


def texts_of(session: PartySession | None) -> dict[str, str]:
    """A session's texts, by field."""
    return {name: getattr(session, name, "") for name in TEXTS}
