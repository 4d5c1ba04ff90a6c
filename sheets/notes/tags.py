"""Template tags for notes, text export and portraits."""

from django import template

from sheets import markdown, text_export
from sheets.models.notes import LONGEST
from sheets.portraits import MAX_BYTES, MIN_SIDE

register = template.Library()
register.filter("safe_markdown", markdown.safe_html)
register.simple_tag(markdown.prose, name="prose")
register.filter("as_markdown", text_export.as_markdown)
register.filter("as_plain", text_export.as_plain)


@register.simple_tag(name="longest_words")
def longest_note() -> str:
    """The most characters in each note."""
    return f"{LONGEST:,}"


@register.simple_tag(name="largest_picture")
def max_upload_bytes() -> int:
    """The most bytes in an uploaded picture."""
    return MAX_BYTES


@register.simple_tag(name="smallest_side")
def min_picture_side() -> int:
    """The least pixels on each side of a picture and its crop."""
    return MIN_SIDE
