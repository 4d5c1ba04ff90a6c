"""The form by which a guest takes a seat."""

from __future__ import annotations

from typing import Any, cast

from django import forms

from sheets.demo import all_pregens
from sheets.forms import Form, Label, TextField
from sheets.models import Party
from sheets.parties.convention.seats import free_seats
from sheets.parties.guests import operations

# Instead of a pregenerated character: to build one.
NEW = "new"


class SeatForm(Form):
    """A guest's name, and the character: one of the free seats of a convention table; without
    these, a pregenerated one of the game; or a new one.
    """

    name = TextField(
        label="Your name",
        limit=operations.LONGEST_NAME,
        error_messages={"required": operations.NO_NAME},
    )
    pregen = forms.ChoiceField(
        label="Your character",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose a character, or build a new one.",
            "invalid_choice": operations.NO_PREGEN,
        },
    )

    def __init__(self, *arguments: Any, party: Party, has_account: bool, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if has_account:
            del self.fields["name"]
        cast(forms.ChoiceField, self.fields["pregen"]).choices = [
            *(_seats(party) or _pregens(party)),
            (NEW, Label("A new character", "Build one from an idea, or at random.")),
        ]


def _seats(party: Party) -> list[tuple[str, Label]]:
    return [(seat.id, Label(seat.name, seat.about)) for seat in free_seats(party)]


def _pregens(party: Party) -> list[tuple[str, Label]]:
    return [
        (slug, Label(pregen.name, f"{pregen.kind}. {pregen.concept}".strip(". ")))
        for slug, pregen in all_pregens().items()
        if pregen.document.system == party.system
    ]
