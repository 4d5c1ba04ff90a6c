"""The form for a token."""

from typing import Any

from django import forms

from sheets.forms import Form, Label, OptionField, TextField

READ, WRITE = "read", "write"
RIGHTS = (
    (READ, Label("Read", "Characters, sheets, exports, parties you lead.")),
    (WRITE, Label("Read and write", "Also create, change, advance, and play characters.")),
)
LASTING_CHOICES = (
    ("month", Label("A month")),
    ("year", Label("A year")),
    ("never", Label("Until I revoke it")),
)


class TokenForm(Form):
    """A new token: its name, its rights, its end, and the character it is for."""

    name = TextField(
        limit=80,
        label="Name",
        help_text="What uses it: “Discord bot”.",
        error_messages={"required": "Name it, so you know later what uses it."},
    )
    rights = OptionField(
        label="What it may do",
        choices=RIGHTS,
        usual=READ,
        wrong="Choose read, or read and write.",
        drawn_by="sharing/_choice.html",
    )
    lasts = OptionField(
        label="How long it lasts",
        choices=LASTING_CHOICES,
        usual="year",
        wrong="Choose how long it lasts.",
        drawn_by="sharing/_choice.html",
    )
    character = forms.ChoiceField(label="For", required=False)

    def __init__(self, *args: Any, characters: list[tuple[str, str]], **named: Any) -> None:
        super().__init__(*args, **named)
        self.fields["character"].choices = [("", "All my characters and parties"), *characters]  # type: ignore[attr-defined]
        self.fields["character"].error_messages["invalid_choice"] = "Choose one of your characters."
