"""The companions of a character, as its sheet and its page of play name them."""

from dataclasses import dataclass

from django import template

from sheets import storage
from sheets.models import Character, Companion

register = template.Library()


@dataclass(frozen=True)
class CompanionRow:
    """A companion: what it is called, and what it is."""

    character: Character
    name: str
    kind: str = ""


@register.simple_tag
def companions_of(character: Character) -> list[CompanionRow]:
    """Those who go with a character, by row. One query, none for who is in no party."""
    if character.party_id is None or character.kind != Character.Kind.CHARACTER:
        return []
    ties = Companion.objects.present().filter(leader=character).select_related("character")
    rows = [tie.character for tie in ties.order_by("pk")]
    return [_row(row) for row in rows]


def _row(row: Character) -> CompanionRow:
    try:
        sheet = storage.worked_out(row, lambda opened: opened.summary)
    except storage.CorruptRow as damaged:
        return CompanionRow(row, row.name or "A companion", damaged.short)
    return CompanionRow(row, row.name or sheet.name, sheet.kind)
