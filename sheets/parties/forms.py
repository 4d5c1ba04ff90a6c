"""The forms by which parties are made, named, joined, and left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from rules import registry
from sheets.forms import Form, Label, NumberMenuField, OptionField, TextField
from sheets.models import Character
from sheets.parties import operations
from sheets.parties.operations import LASTS, LONGEST_NAME, LONGEST_NOTES

NAMELESS = {"required": "A party needs a name."}
NOBODY = Label("Nobody yet", "Take the seat, and bring or make a character there.")
# An invitation stands so long where nothing else is chosen.
USUAL_DAYS = 7


def _games() -> list[tuple[str, Label]]:
    systems = registry.all_systems()
    return [(slug, Label(system.name, system.about)) for slug, system in systems.items()]


def _name(character: Character) -> str:
    return character.name or "A nameless draft"


class NewPartyForm(Form):
    """The name of a party, and its game."""

    name = TextField(label="What it is called", limit=LONGEST_NAME, error_messages=NAMELESS)
    system = OptionField(label="What you play", choices=_games, wrong="There is no such game here.")

    def __init__(self, *arguments: Any, **named: Any) -> None:
        first = next(iter(registry.all_systems()))
        super().__init__(*arguments, **{"initial": {"system": first}, **named})


class RenameForm(Form):
    """Another name for a party."""

    name = TextField(label="What it is called", limit=LONGEST_NAME, error_messages=NAMELESS)


class JoinForm(Form):
    """The code of an invitation."""

    code = forms.CharField(
        label="The code",
        max_length=100,
        help_text="Twelve letters and digits. Capitals and dashes do not matter.",
        error_messages={"required": operations.NO_INVITATION},
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )


class SeatForm(Form):
    """Who comes along to a party, one of `characters` or nobody."""

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
        widget.choices = [("", NOBODY), *((one.public_id, _label(one)) for one in characters)]


def _label(character: Character) -> Label:
    return Label(_name(character), "A draft" if character.is_draft else "")


class BringForm(Form):
    """Which of one's own `characters` comes into the party."""

    character = forms.UUIDField(
        label="Bring one along",
        widget=forms.Select,
        error_messages={"invalid": operations.NOT_YOURS, "required": operations.NOT_YOURS},
    )

    def __init__(
        self, data: Any = None, *, characters: Iterable[Character] = (), **named: Any
    ) -> None:
        super().__init__(data, **named)
        self.choices = [(one.public_id, _name(one)) for one in characters]
        self.fields["character"].widget.choices = self.choices


class InviteForm(Form):
    """For how many days a new invitation stands."""

    days = NumberMenuField(
        label="A new invitation, for",
        choices=[(days, f"{days} day{'' if days == 1 else 's'}") for days in LASTS],
        initial=USUAL_DAYS,
        wrong="An invitation stands for a day, a week or thirty days.",
    )


class DissolveForm(Form):
    """The name of the party, typed by who deletes it."""

    name = forms.CharField(
        label="Type the party's name to confirm",
        error_messages={"required": "Type the party's name."},
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class NotesForm(Form):
    """The game master's notes, and what they were (`was`) when the page was shown."""

    notes = TextField(
        label="What you want at hand: scenes, names, numbers",
        help_text=f"In plain Markdown, up to {LONGEST_NOTES:,} characters.",
        limit=LONGEST_NOTES,
        lines=12,
        required=False,
        id="notes-text",
    )
    was = TextField(limit=LONGEST_NOTES, lines=12, required=False)
