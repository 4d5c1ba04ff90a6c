"""What the game master's brief shows of a character, as the board does."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from sheets.parties.board import tags
from sheets.parties.board.board import Column
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.tags import CharacterLinks

register = template.Library()


@register.simple_tag
def places(row: PartyCharacter) -> CharacterLinks:
    """Knows the addresses of one character; made once for each."""
    return CharacterLinks(row)


@register.simple_tag
def brief_figure(there: CharacterLinks, column: Column) -> SafeString:
    """One number with its name; it leads to how it comes about."""
    return mark_safe(tags.figure_html(there, column))  # noqa: S308 (escaped)


@register.simple_tag
def brief_state(there: CharacterLinks) -> SafeString:
    """What is marked on the tracks, and what weighs on everything."""
    return mark_safe(tags.state_html(there))  # noqa: S308 (escaped)
