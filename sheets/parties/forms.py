"""The forms for creating, renaming, joining, and leaving a party."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from rules import registry
from sheets.forms import Form, Label, NumberMenuField, OptionField, TextField
from sheets.models import Character
from sheets.models.character import NAMELESS
from sheets.parties import operations
from sheets.parties.operations import INVITATION_DAYS, LONGEST_NAME, LONGEST_NOTES

NAME_REQUIRED = {"required": "A party needs a name."}
NO_CHARACTER = Label("No character yet", "Join now, and bring or build a character later.")
# The default number of days.
USUAL_DAYS = 7


def _games() -> list[tuple[str, Label]]:
    systems = registry.all_systems()
    return [(slug, Label(system.name, system.about)) for slug, system in systems.items()]


def _character_name(character: Character) -> str:
    return character.name or NAMELESS


class NewPartyForm(Form):
    """The name of a new party, and its game."""

    name = TextField(label="Party name", limit=LONGEST_NAME, error_messages=NAME_REQUIRED)
    system = OptionField(label="Game", choices=_games, wrong="Choose one of the games.")

    def __init__(self, *arguments: Any, **named: Any) -> None:
        first = next(iter(registry.all_systems()))
        super().__init__(*arguments, **{"initial": {"system": first}, **named})


class RenameForm(Form):
    """A new name for a party."""

    name = TextField(label="Party name", limit=LONGEST_NAME, error_messages=NAME_REQUIRED)


class JoinForm(Form):
    """The code of an invitation."""

    code = forms.CharField(
        label="Invitation code",
        max_length=100,
        help_text="Twelve letters and digits. Capitals and dashes don't matter.",
        error_messages={"required": operations.NO_INVITATION},
        widget=forms.TextInput(
            {
                "dir": "auto",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class BringAlongForm(Form):
    """The character to bring when joining: one of `characters`, or none yet."""

    character = forms.UUIDField(
        label="Who comes along?",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid": operations.NOT_YOURS},
    )

    def __init__(
        self, data: Any = None, *, characters: Iterable[Character] = (), **named: Any
    ) -> None:
        super().__init__(data, **{"initial": {"character": ""}, **named})
        widget = self.fields["character"].widget
        widget.choices = [
            ("", NO_CHARACTER),
            *((character.public_id, _character_label(character)) for character in characters),
        ]


def _character_label(character: Character) -> Label:
    return Label(_character_name(character), "A draft" if character.is_draft else "")


class BringForm(Form):
    """The character to bring into the party, one of the member's own `characters`."""

    character = forms.UUIDField(
        label="Bring one along",
        widget=forms.Select,
        error_messages={"invalid": operations.NOT_YOURS, "required": operations.NOT_YOURS},
    )

    def __init__(
        self, data: Any = None, *, characters: Iterable[Character] = (), **named: Any
    ) -> None:
        super().__init__(data, **named)
        self.choices = [
            (character.public_id, _character_name(character)) for character in characters
        ]
        self.fields["character"].widget.choices = self.choices


class InviteForm(Form):
    """The number of days that a new invitation lasts."""

    days = NumberMenuField(
        label="New invitation, valid for",
        choices=[(days, f"{days} day{'' if days == 1 else 's'}") for days in INVITATION_DAYS],
        initial=USUAL_DAYS,
        wrong="Choose 1, 7, or 30 days.",
    )


class DeletePartyForm(Form):
    """The party's name, typed to delete it."""

    name = forms.CharField(
        label="Type the party's name to confirm",
        error_messages={"required": "Type the party's name."},
        widget=forms.TextInput({"autocomplete": "off", "dir": "auto"}),
    )


class NotesForm(Form):
    """The game master's notes, and what they were (`was`) when the page was shown."""

    notes = TextField(
        label="Notes: scenes, names, numbers",
        help_text=f"In plain Markdown, up to {LONGEST_NOTES:,} characters.",
        limit=LONGEST_NOTES,
        lines=12,
        markdown=True,
        required=False,
        id="notes-text",
    )
    was = TextField(limit=LONGEST_NOTES, lines=12, required=False)
