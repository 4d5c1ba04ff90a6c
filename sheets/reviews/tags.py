"""What the pages of reviews ask: which reasons are about a field, what was typed where."""

from django import template

from rules.forms.fields import Field
from sheets.models import Review
from sheets.reviews import reasons

register = template.Library()


@register.simple_tag
def reasons_at(review: Review | str | None, field: Field) -> list[tuple[str, str]]:
    """Why a field of a step was returned, and whatever is below it; each with its label."""
    return reasons.at(review, field) if isinstance(review, Review) else []


@register.filter
def counted(number: int) -> str:
    """A number as it is printed: "2,000"."""
    return f"{number:,}"


@register.filter
def typed_at(typed: dict[str, str], id: str) -> str:
    """What was typed under an id, "" where nothing was."""
    return typed.get(id, "")
