"""The forms of a review: a comment, a note to the game master, an answer to the player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.house import REASON
from sheets.errors import Refused
from sheets.forms import Form, TextField
from sheets.reviews import comments, operations

# What the names of reasons to return a field begin with.
RETURN = "reason."


class CommentForm(Form):
    """A comment on a character."""

    text = TextField(
        label="Write",
        help_text=f"In plain Markdown, up to {comments.LONGEST:,} characters.",
        limit=comments.LONGEST,
        lines=4,
        error_messages={"required": "Write something first."},
    )


class SubmitForm(Form):
    """A note to the game master, with a character that is submitted."""

    note = TextField(
        label="A note to your GM",
        help_text=f"What they should know, if anything. Up to {operations.LONGEST:,} characters.",
        limit=operations.LONGEST,
        lines=3,
        required=False,
    )


class DecideForm(Form):
    """An answer to the player, and a reason at each field that is returned ("reason.edge")."""

    answer = TextField(
        label="To the player",
        help_text=f"About the whole. Up to {operations.LONGEST:,} characters.",
        limit=operations.LONGEST,
        lines=3,
        required=False,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, **named: Any) -> None:
        super().__init__(data, **named)
        for name in data or ():
            if name.startswith(RETURN):
                self.fields[name] = TextField(limit=REASON, lines=2, required=False)

    @property
    def reasons(self) -> dict[str, str]:
        """The reasons, by the ids of the character's fields."""
        sent = self.cleaned_data.items()
        return {name.removeprefix(RETURN): text for name, text in sent if name != "answer"}

    @property
    def by_field(self) -> dict[str, str]:
        """What is wrong, by the ids of the character's fields, or "answer"."""
        return {name.removeprefix(RETURN): said for name, said in self.messages.items()}

    def refuse(self, fault: Refused) -> None:
        """Say at the character's fields why nothing was decided."""
        for id, message in fault.errors.items():
            name = f"{RETURN}{id}"
            self.add_error(name if name in self.fields else id, message)
