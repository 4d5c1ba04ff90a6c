"""What templates ask about words, texts and portraits."""

from django import template

from sheets import markdown, text_export
from sheets.models.notes import LONGEST
from sheets.portraits import MAX_BYTES, MIN_SIDE

register = template.Library()
register.filter("safe_markdown", markdown.safe_html)
register.filter("as_markdown", text_export.as_markdown)
register.filter("as_plain", text_export.as_plain)


@register.simple_tag
def longest_words() -> str:
    """How many characters each text may have."""
    return f"{LONGEST:,}"


@register.simple_tag
def largest_picture() -> int:
    """How many bytes a picture may have."""
    return MAX_BYTES


@register.simple_tag
def smallest_side() -> int:
    """How many pixels a picture, and what is shown of it, has at least across."""
    return MIN_SIDE
