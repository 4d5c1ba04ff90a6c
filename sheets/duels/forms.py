"""The forms of a duel: where it is, and what changes."""

from sheets.duels import operations
from sheets.forms import Form, TextField


class PlaceForm(Form):
    """Where the duel is."""

    place = TextField(label="Place", limit=operations.LONGEST_PLACE, required=False)


class RightForm(Form):
    """A change that a player makes with their Destiny Die."""

    text = TextField(label="What changes", limit=operations.LONGEST_CHANGE, required=False)
