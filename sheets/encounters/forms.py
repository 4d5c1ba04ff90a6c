"""The forms of an encounter: its name and notes, a combatant's name, a trigger."""

from __future__ import annotations

from django import forms

from sheets.encounters import lineup, operations, screen
from sheets.forms import Form, TextField

NAME_REQUIRED = {"required": "An encounter needs a name."}


class NewEncounterForm(Form):
    """A new encounter."""

    name = TextField(label="Name", limit=lineup.LONGEST_NAME, error_messages=NAME_REQUIRED)
    place = TextField(
        label="Place",
        limit=operations.LONGEST_PLACE,
        required=False,
        help_text="Players read name and place once the fight runs.",
    )


class EncounterForm(NewEncounterForm):
    """An encounter's name, folder, and notes."""

    folder = TextField(
        label="Folder",
        limit=operations.LONGEST_FOLDER,
        required=False,
        help_text="Encounters of one folder stand together in the list.",
    )
    notes = TextField(
        label="Your notes",
        limit=operations.LONGEST_NOTES,
        lines=5,
        required=False,
        help_text="Only game masters read these.",
    )
    hides_numbers = forms.BooleanField(label="Hide target numbers from players", required=False)


class CombatantForm(Form):
    """A combatant's name, and a check box that hides it from players."""

    name = TextField(label="Name", limit=lineup.LONGEST_NAME, required=False)
    hidden = forms.BooleanField(label="Hidden from players", required=False)


class TriggerForm(Form):
    """The trigger of a held action."""

    trigger = TextField(label="When this happens", limit=200, required=False)


class ScreenForm(Form):
    """The text of the second screen, and what stands for its picture."""

    text = TextField(
        label="Text", limit=screen.LONGEST_TEXT, lines=4, required=False, help_text="Set large."
    )
    alt = TextField(
        label="What the picture shows",
        help_text="In a few words, for people who can't see it.",
        limit=screen.LONGEST_ALT,
        required=False,
    )
    kept = forms.BooleanField(label="Keep the picture that is shown", required=False)
