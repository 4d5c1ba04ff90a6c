"""Points over traits as HTML: a row for each, with its stepper and what it comes to. A step has
forty, and in Python they take microseconds.
"""

from collections.abc import Container
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import DOTS
from rules.forms.fields import Allot, Trait
from rules.forms.parsing import Values
from sheets.ui.components import dice, dots, icon, slot
from sheets.ui.emblems import drawn, known_emblem
from sheets.ui.fields import trait_id


def allot_rows(field: Allot, values: Values, left_out: Container[str] | None = None) -> SafeString:
    """A row for each trait with the number to show, hidden where a search leaves it out."""
    shown = values if len(values) == len(field.traits) else field.values
    kind = drawn("attribute", field.traits)
    rows = (
        f"<li{' hidden' if trait_id(field, trait) in (left_out or ()) else ''}>"
        f"{_row(field, trait, value, kind)}</li>"
        for trait, value in zip(field.traits, shown, strict=False)
    )
    return mark_safe("".join(rows))  # noqa: S308 (every text is escaped where it is put in)


def _row(field: Allot, trait: Trait, value: str, kind: str) -> str:
    id, name = f"{slot(field.id)}-{slot(trait.id)}", escape(trait.name)
    result = dots(trait.value, trait.highest) if field.unit == DOTS else ""
    result += f"\n{dice(trait.result)}" if trait.result else ""
    least, most = trait.value <= trait.lowest, trait.value >= trait.highest
    return (
        f'<label for="{id}">{known_emblem(kind, trait.id)}{name}</label>\n<span class="stepper">'
        f'<button type="button" class="less with-js" id="less-{id}" data-step="-1"'
        f' aria-label="{name} less"{" disabled" if least else ""}>{icon("minus")}</button>'
        f'<input type="number" id="{id}" name="{escape(field.id)}" value="{escape(value)}"'
        f' min="{trait.lowest}" max="{trait.highest}" inputmode="numeric">'
        f'<button type="button" class="more with-js" id="more-of-{id}" data-step="1"'
        f' aria-label="{name} more"{" disabled" if most else ""}>{icon("plus")}</button></span>'
        + (f'\n<span class="allot-result">{result}</span>' if result else "")
    )
