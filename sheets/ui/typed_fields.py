"""Fields to type into, text and numbers, as HTML. A page of gear has sixty, and in Python they take
microseconds.
"""

from collections.abc import Mapping
from html import escape

from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Number, Text
from rules.forms.parsing import Values
from sheets.ui.components import slot
from sheets.ui.fields import record, values

Typed = Mapping[str, Values]
Errors = Mapping[str, str]


def typed_field(context: Context, field: Text | Number) -> SafeString:
    """The field with what was typed into it, or is saved, and its error; ids begin with the
    `within` of the page.
    """
    within = context.get("within") or ""
    return field_html(field, context.get("typed"), context.get("errors"), within=within)


def field_html(
    field: Text | Number, typed: Typed | None, errors: Errors | None, *, within: str = ""
) -> SafeString:
    """As `typed_field`, of what was `typed` and is wrong."""
    id, error = slot(f"{within}{field.id}"), (errors or {}).get(field.id, "")
    given = next(iter(values(field, typed)), None)
    value = escape("" if given is None else str(given))
    hint = f'\n<p class="hint" id="hint-{id}">{escape(field.hint)}</p>' if field.hint else ""
    named = f'id="{id}" name="{escape(field.id)}"'
    told = f' aria-describedby="{f"hint-{id} " if hint else ""}error-{id}"'
    told += ' aria-invalid="true"' if error else ""
    if isinstance(field, Number):
        bounds = f'min="{field.lowest}" max="{field.highest}" inputmode="numeric"'
        look, drawn = "number", f'<input type="number" {named} value="{value}" {bounds}{told}>'
    else:
        look, drawn = "words", _text(field, id, value, told)
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<div class="field {look}" id="field-{id}">\n'
        f'<label for="{id}">{escape(field.label)}</label>{hint}\n{drawn}\n'
        f"{record(field, errors, within=within)}</div>"
    )


def _text(field: Text, id: str, value: str, told: str) -> str:
    named = f'id="{id}" name="{escape(field.id)}"'
    limit = f'data-limit="{field.limit}"{told}'
    limit += f' placeholder="{escape(field.placeholder)}"' if field.placeholder else ""
    if field.lines > 1:
        rows = f'rows="{field.lines}"'
        return f'<textarea dir="auto" {named} {rows} {limit}>\n{value}</textarea>'
    drawn = f'<input type="text" dir="auto" {named} value="{value}" {limit}'
    if not field.suggestions:
        return f"{drawn}>"
    options = "".join(f'<option value="{escape(one)}"></option>' for one in field.suggestions)
    return f'{drawn} list="list-{id}"><datalist id="list-{id}">{options}</datalist>'
