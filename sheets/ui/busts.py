"""The portrait of a character in a list, or its initials where it has none."""

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from sheets.models import Character
from sheets.ui.components import monogram


def bust(character: Character) -> SafeString:
    """The small portrait of a character that was fetched with it, without its pixels."""
    portrait = getattr(character, "portrait", None)
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
