"""The form of the words for a portrait."""

from sheets.forms import Form, TextField
from sheets.models.portrait import LONGEST_ALT


class AltForm(Form):
    """What a portrait shows, in words."""

    alt = TextField(
        label="What it shows",
        help_text="In a few words, for those who cannot see it.",
        limit=LONGEST_ALT,
        required=False,
    )
