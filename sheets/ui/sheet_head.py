"""Parts of a character's page that stay the same while its numbers and its name change: what stands
around the name, the portrait, and the notes.
"""

from typing import NamedTuple

from django.template import Context
from django.utils.safestring import SafeString

from sheets.models import Character, Notes
from sheets.ui.busts import bust
from sheets.ui.fragments import fragment


class _Portrait(NamedTuple):
    """As much of a portrait as its place on the page depends on."""

    digest: str
    across: int
    down: int
    alt: str


class _Notes(NamedTuple):
    """The notes that whoever looks may read."""

    shared: str
    private: str
    shared_html: str
    private_html: str


def sheet_facts(context: Context) -> SafeString:
    """The small portrait, and what the character is: its species, its profession, its party."""
    character: Character = context["character"]
    party = character.party
    values = {
        "id": character.public_id,
        "is_editable": _is_editable(context, character),
        "has_portrait": getattr(character, "portrait", None) is not None,
        "bust": bust(character, context["sheet"]),
        "facts": context["sheet"].facts,
        "party": party and (party.public_id, party.name),
    }
    return fragment(context, "characters/sheet/_facts.html", tuple(values.values()), values)


def sheet_actions(context: Context) -> SafeString:
    """The actions on the whole sheet, beside its name."""
    id, grows = context["character"].public_id, bool(context.get("grows"))
    values = {"id": id, "grows": grows}
    return fragment(context, "characters/sheet/_actions.html", (id, grows), values)


def sheet_person(context: Context) -> SafeString:
    """The portrait and the notes, of which only the owner reads the private ones."""
    character: Character = context["character"]
    is_owner = bool(context.get("mine"))
    portrait, notes = getattr(character, "portrait", None), getattr(character, "notes", None)
    values = {
        "id": character.public_id,
        "mine": is_owner,
        "is_editable": _is_editable(context, character),
        "portrait": portrait
        and _Portrait(portrait.digest, portrait.across, portrait.down, portrait.alt),
        "notes": _visible_notes(notes, mine=is_owner),
    }
    return fragment(context, "characters/sheet/_person.html", tuple(values.values()), values)


def _visible_notes(notes: Notes | None, *, mine: bool) -> _Notes:
    if notes is None:
        return _Notes("", "", "", "")
    private = (notes.private, notes.private_html) if mine else ("", "")
    return _Notes(notes.shared, private[0], notes.shared_html, private[1])


def sheet_keeping(context: Context) -> SafeString:
    """The owner's note on keeping the character: its files, and the browser that it is in."""
    character: Character = context["character"]
    values = {
        "id": character.public_id,
        "is_draft": character.is_draft,
        "owner_is_visitor": bool(context.get("owner_is_visitor")),
    }
    return fragment(context, "characters/sheet/_keeping.html", tuple(values.values()), values)


def _is_editable(context: Context, character: Character) -> bool:
    return bool(context.get("mine")) and not character.is_archived
