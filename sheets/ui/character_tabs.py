"""The row of a character's pages, with what can be done with it besides."""

import uuid
from typing import NamedTuple

from django.template import Context
from django.utils.safestring import SafeString

from sheets.models import Character
from sheets.ui.fragments import fragment


class _Tabbed(NamedTuple):
    """As much of a character as the row depends on."""

    public_id: uuid.UUID
    is_draft: bool
    is_archived: bool
    can_be_rebuilt: bool


def character_tabs(context: Context) -> SafeString:
    """The row for the `character` in the context; `here` is the page that it stands on."""
    character: Character = context["character"]
    here = context.get("here", "")
    values = {
        "character": _Tabbed(
            character.public_id,
            character.is_draft,
            character.is_archived,
            character.can_be_rebuilt,
        ),
        "here": here,
        "has_dice": here == "play" or (here == "sheet" and bool(context.get("now"))),
        **{name: bool(context.get(name)) for name in ("mine", "grows", "plans")},
    }
    return fragment(context, "characters/_tabs.html", tuple(values.values()), values)
