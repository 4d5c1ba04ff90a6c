"""Template tags for reviews."""

from django import template

from rules.forms.fields import Field
from sheets.models import Review
from sheets.reviews import reasons

register = template.Library()


@register.simple_tag
def reasons_at(review: Review | str | None, field: Field) -> list[tuple[str, str]]:
    """The reasons for which a field of a step, or one below it, was returned, each with its
    label.
    """
    return reasons.reasons_at(review, field) if isinstance(review, Review) else []


@register.filter
def typed_at(typed: dict[str, str], id: str) -> str:
    """The text that was typed in a field; "" for none."""
    return typed.get(id, "")
