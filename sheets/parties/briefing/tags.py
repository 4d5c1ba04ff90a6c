"""Template tags for the briefing. They draw a character as the board does."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from sheets.parties.board import tags
from sheets.parties.board.board import Column
from sheets.parties.board.characters import PartyCharacter
from sheets.parties.board.tags import CharacterLinks

register = template.Library()


@register.simple_tag(name="places")
def character_links(row: PartyCharacter) -> CharacterLinks:
    """The links of one character; made once for each."""
    return CharacterLinks(row)


@register.simple_tag(name="brief_figure")
def briefing_figure(links: CharacterLinks, column: Column) -> SafeString:
    """A figure with its name, linked to its explanation."""
    return mark_safe(tags.figure_html(links, column))  # noqa: S308 (escaped)


@register.simple_tag(name="brief_state")
def briefing_state(links: CharacterLinks) -> SafeString:
    """The marked levels of the tracks, and the current penalties."""
    return mark_safe(tags.state_html(links))  # noqa: S308 (escaped)
