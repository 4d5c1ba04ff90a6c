"""The forms of the roster: a name, and a folder."""

from __future__ import annotations

from sheets.forms import Form, TextField
from sheets.opponents.operations import LONGEST_FOLDER, LONGEST_NAME


class NameForm(Form):
    """The name of an opponent or a craft."""

    name = TextField(label="Name", limit=LONGEST_NAME, required=False)


class FolderForm(Form):
    """The folder of an opponent or a craft."""

    folder = TextField(
        label="Folder",
        limit=LONGEST_FOLDER,
        required=False,
        help_text="Those of one folder stand together in the list.",
    )
