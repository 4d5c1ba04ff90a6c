"""The form that asks for a table at a convention."""

from __future__ import annotations

from typing import Any, cast

from rules.convention import READY_MADE
from rules.game import Game
from rules.pregens import MOST_PLAYERS
from sheets.forms import Form, Label, NumberField, OptionField, TextField
from sheets.parties.convention import operations

LONGEST_SEED = 40
HOW_MANY = f"Type a whole number from 1 to {MOST_PLAYERS}."


class TableForm(Form):
    """The order of a convention table: the number of characters, their theme and level, and a
    seed.
    """

    players = NumberField(
        label="Characters",
        initial=6,
        min_value=1,
        max_value=MOST_PLAYERS,
        help_text=f"One for each player, at most {MOST_PLAYERS}.",
        error_messages={
            "required": HOW_MANY,
            "invalid": HOW_MANY,
            "min_value": HOW_MANY,
            "max_value": HOW_MANY,
        },
    )
    theme = OptionField(label="Theme", wrong="Choose one of these themes.")
    level = OptionField(label="Level", wrong="Choose one of these levels.")
    seed = TextField(
        label="Seed",
        limit=LONGEST_SEED,
        required=False,
        help_text="Optional. The same word makes the same characters again.",
    )

    def __init__(self, *arguments: Any, system: Game, **named: Any) -> None:
        super().__init__(*arguments, **named)
        if (convention := system.convention) is None:
            return
        themes = [(id, Label(row.name, row.does)) for id, row in convention.themes.items()]
        if ready := len(operations.ready_made(system)):
            about = f"The game’s own {ready}; more than that are made at random."
            themes.append((READY_MADE, Label("Ready-made characters", about)))
        levels = [(id, Label(row.name, row.does)) for id, row in convention.levels.items()]
        for name, choices in (("theme", themes), ("level", levels)):
            field = cast(OptionField, self.fields[name])
            field.choices = choices
            field.initial = field.usual = choices[0][0]
