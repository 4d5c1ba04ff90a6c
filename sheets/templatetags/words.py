"""What templates ask about words, texts and portraits."""

from django import template

from sheets import prose, text
from sheets.models.words import LONGEST
from sheets.portraits import MAX_BYTES, MIN_SIDE

register = template.Library()
register.filter("safe_markdown", prose.safe_html)
register.filter("as_markdown", text.as_markdown)
register.filter("as_plain", text.as_plain)


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
