"""What the game master's brief shows of a character, as the board does."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from sheets.parties.board import tags
from sheets.parties.board.board import Column
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.tags import Places

register = template.Library()


@register.simple_tag
def places(row: PartyCharacter) -> Places:
    """Knows the addresses of one character; made once for each."""
    return Places(row)


@register.simple_tag
def brief_figure(there: Places, column: Column) -> SafeString:
    """One number with its name; it leads to how it comes about."""
    return mark_safe(tags.number(there, column))  # noqa: S308 (escaped)


@register.simple_tag
def brief_state(there: Places) -> SafeString:
    """What is marked on the tracks, and what weighs on everything."""
    return mark_safe(tags.state(there))  # noqa: S308 (escaped)
