"""The forms of a duel: where it is, and what changes."""

import uuid
from contextlib import suppress

from rules import duel as duels
from sheets import form_data
from sheets.duels import operations
from sheets.forms import Form, TextField


class PlaceForm(Form):
    """Where the duel is."""

    place = TextField(label="Place", limit=operations.LONGEST_PLACE, required=False)


class BeginForm(PlaceForm):
    """The sides of a new duel, one field for each candidate, and where it is."""

    @property
    def sides(self) -> dict[uuid.UUID, int]:
        """The side that each was put on, by public id; malformed ones are dropped."""
        sides = {}
        for name, value in self.data.items():
            side = form_data.number(value) if name.startswith("side-") else None
            if side in duels.SIDES:
                with suppress(ValueError):
                    sides[uuid.UUID(name.removeprefix("side-"))] = side
        return sides

    def on(self, side: int) -> list[uuid.UUID]:
        """All on a side."""
        return [id for id, chosen in self.sides.items() if chosen == side]


class RightForm(Form):
    """A change that a player makes with their Destiny Die."""

    text = TextField(label="What changes", limit=operations.LONGEST_CHANGE, required=False)
