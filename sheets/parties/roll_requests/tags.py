"""What the pages of called rolls load: what can be called for, as a menu."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.sheet.sections import Line
from sheets.parties.board.characters import TraitGroup
from sheets.parties.roll_requests.form import CallForm

register = template.Library()


@register.simple_tag
def call_rolls(groups: Iterable[TraitGroup], chosen: str, first: str = "Choose") -> SafeString:
    """What can be called for, as the entries of a menu, below what heads it."""
    found = [f'<option value="">{escape(first)}</option>']
    for group in groups:
        entries = "".join(_entry(line, chosen) for line in group.members)
        found.append(f'<optgroup label="{escape(group.name)}">{entries}</optgroup>')
    return mark_safe("".join(found))  # noqa: S308 (escaped)


@register.simple_tag
def typed_call(form: CallForm, kind: str) -> CallForm:
    """What stands in the form of one kind of call."""
    return form.of(kind)


def _entry(line: Line, chosen: str) -> str:
    selected = " selected" if line.key == chosen else ""
    return f'<option value="{escape(line.key)}"{selected}>{escape(line.name)}</option>'
