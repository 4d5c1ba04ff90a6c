"""Forms of the roster: a name, and a file."""

from __future__ import annotations

from sheets.forms import Form, TextField
from sheets.opponents.operations import LONGEST_NAME


class NameForm(Form):
    """The name of an opponent or a craft."""

    name = TextField(label="Called", limit=LONGEST_NAME, required=False)
