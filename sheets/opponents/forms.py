"""The forms of the roster: a name, and a folder."""

from __future__ import annotations

from django.http import HttpRequest

from sheets.forms import Form, TextField
from sheets.models import Character
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


def forms_of(row: Character, verb: str, request: HttpRequest) -> dict[str, Form]:
    """The forms of one opponent or craft by their verbs, with what was typed into the one that was
    sent.
    """
    sent = {verb: request.POST} if request.method == "POST" else {}
    return {
        "rename": NameForm(sent.get("rename"), initial={"name": row.name}),
        "folder": FolderForm(sent.get("folder"), initial={"folder": row.folder}),
    }
