"""Template tags for the forms of roll requests."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.sheet.sections import Line
from sheets.parties.board.characters import TraitGroup
from sheets.parties.roll_requests.form import RollRequestForm

register = template.Library()


@register.simple_tag(name="call_rolls")
def trait_options(groups: Iterable[TraitGroup], chosen: str, first: str = "Choose") -> SafeString:
    """The attributes and skills as options of a menu, grouped by attribute."""
    options = [f'<option value="">{escape(first)}</option>']
    for group in groups:
        entries = "".join(_entry(line, chosen) for line in group.members)
        options.append(f'<optgroup label="{escape(group.name)}">{entries}</optgroup>')
    return mark_safe("".join(options))  # noqa: S308 (escaped)


@register.simple_tag(name="typed_call")
def form_of_kind(form: RollRequestForm, kind: str) -> RollRequestForm:
    """The form of that kind of roll request, with what was typed in it."""
    return form.of(kind)


def _entry(line: Line, chosen: str) -> str:
    selected = " selected" if line.key == chosen else ""
    return f'<option value="{escape(line.key)}"{selected}>{escape(line.name)}</option>'
