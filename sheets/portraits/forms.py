"""The forms of a portrait: its description, and its crop."""

from __future__ import annotations

from typing import Any

from sheets.forms import Form, NumberField, OptionField, TextField
from sheets.models.portrait import LONGEST_ALT
from sheets.portraits.operations import CUSTOM, CropInput

WHOLE_NUMBER = "Enter a whole number."
_NUMBERS = ("left", "top", "across")


class AltForm(Form):
    """The description of a portrait."""

    alt = TextField(
        label="What it shows",
        help_text="In a few words, for people who can't see it.",
        limit=LONGEST_ALT,
        required=False,
    )


class PixelsField(NumberField):
    """A number of pixels. It is required only where the crop is custom."""

    def __init__(self, **named: Any) -> None:
        messages = {"invalid": WHOLE_NUMBER, "min_value": WHOLE_NUMBER, "max_value": WHOLE_NUMBER}
        super().__init__(
            required=False, min_value=0, max_value=999_999, error_messages=messages, **named
        )


class CropForm(AltForm):
    """The visible part of a portrait: a shape with a preset position, or (CUSTOM) with numbers."""

    shape = OptionField(
        label="Shape",
        choices=[("upright", "Upright, 3:4"), ("square", "Square")],
        wrong="Choose a shape.",
    )
    place = OptionField(
        label="Position",
        choices=[("top", "Top"), ("middle", "Middle"), ("bottom", "Bottom"), (CUSTOM, "Custom")],
        wrong="Choose a position.",
    )
    left = PixelsField(label="From left")
    top = PixelsField(label="From top")
    across = PixelsField(label="Width")

    def clean(self) -> dict[str, object]:
        """The fields; a custom crop needs all its numbers, a preset position none."""
        cleaned = super().clean() or self.cleaned_data
        for name in _NUMBERS:
            if cleaned.get("place") != CUSTOM:
                self.errors.pop(name, None)
            elif name not in self.errors and cleaned.get(name) is None:
                self.add_error(name, WHOLE_NUMBER)
        return cleaned

    @property
    def crop(self) -> CropInput:
        """The crop that a valid form asks for."""
        numbers = {name: self.cleaned_data.get(name) or 0 for name in _NUMBERS}
        return CropInput(self.cleaned_data["shape"], self.cleaned_data["place"], **numbers)
