"""The portrait of a character in a list; where it has none its likeness, or its initials."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.sheet.sections import Sheet
from sheets.models import Character
from sheets.ui.components import monogram
from sheets.ui.likenesses import likeness


def bust(character: Character, sheet: Sheet | None = None) -> SafeString:
    """The small portrait of a character that was fetched with it, without its pixels. Without one
    the likeness of its `sheet`; its initials where that is not at hand.
    """
    portrait = getattr(character, "portrait", None)
    if portrait is None and sheet:
        return drawn_bust(sheet)
    if portrait is None:
        return format_html(
            '<span class="bust no-portrait" aria-hidden="true">{}</span>', monogram(character.name)
        )
    return format_html(
        '<img class="bust" src="{}?v={}" width="72" height="96" alt="{}" loading="lazy"'
        ' decoding="async">',
        reverse("character_portrait_small", args=[character.public_id]),
        portrait.digest,
        portrait.alt,
    )


def drawn_bust(sheet: Sheet) -> SafeString:
    """The likeness of a character, as small as its portrait would be."""
    return format_html('<span class="bust drawn">{}</span>', likeness(sheet))
