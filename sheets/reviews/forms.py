"""The forms of a review: a comment, a note to the game master, a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.house import MAX_REASON
from sheets.errors import Refused
from sheets.forms import Form, TextField
from sheets.reviews import comments, operations

# The prefix of the fields that hold a reason for returning a field.
RETURN = "reason."


class CommentForm(Form):
    """A comment on a character."""

    text = TextField(
        label="Comment",
        help_text=f"In plain Markdown, up to {comments.LONGEST_COMMENT:,} characters.",
        limit=comments.LONGEST_COMMENT,
        lines=4,
        markdown=True,
        error_messages={"required": "Write something first."},
    )


class SubmitForm(Form):
    """A note to the game master, sent with a submitted character."""

    note = TextField(
        label="Note to your GM",
        help_text=f"Optional. Up to {operations.LONGEST_TEXT:,} characters.",
        limit=operations.LONGEST_TEXT,
        lines=3,
        required=False,
    )


class DecideForm(Form):
    """A game master's decision: a message to the player, and a reason for each returned field
    ("reason.edge").
    """

    answer = TextField(
        label="Message to the player",
        help_text=f"About the whole character. Up to {operations.LONGEST_TEXT:,} characters.",
        limit=operations.LONGEST_TEXT,
        lines=3,
        required=False,
    )

    def __init__(self, data: Mapping[str, object] | None = None, **named: Any) -> None:
        super().__init__(data, **named)
        for name in data or ():
            if name.startswith(RETURN):
                self.fields[name] = TextField(limit=MAX_REASON, lines=2, required=False)

    @property
    def reasons(self) -> dict[str, str]:
        """The reasons by the ids of the character's fields."""
        sent = self.cleaned_data.items()
        return {name.removeprefix(RETURN): text for name, text in sent if name != "answer"}

    @property
    def by_field(self) -> dict[str, str]:
        """The errors by the ids of the character's fields, or "answer"."""
        return {name.removeprefix(RETURN): message for name, message in self.messages.items()}

    def refuse(self, fault: Refused) -> None:
        """Shows at the character's fields why an operation was refused."""
        for id, message in fault.errors.items():
            name = f"{RETURN}{id}"
            self.add_error(name if name in self.fields else id, message)
