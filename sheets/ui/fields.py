"""Filters and tags for the templates of the kinds of field: values to show, errors, counts."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape

import msgspec
from django.template import Context, Engine
from django.utils.safestring import SafeString, mark_safe

from rules.creation import Step
from rules.dice import codes
from rules.figures import DOTS, Figure
from rules.forms import parsing
from rules.forms.fields import (
    Allot,
    Breakdown,
    Cell,
    Choice,
    Coded,
    Codes,
    Field,
    Option,
    Pick,
    Place,
    Ranking,
    Rows,
    Shop,
    Trait,
)
from rules.forms.parsing import Values
from rules.problems import InvalidDocument, Problem
from rules.sheet.sections import Section
from rules.text_cache import text_cache
from sheets import form_data
from sheets.ui.components import slot

# Points over more traits than that fold.
MOST_ALLOTTED = 9
# More bytes than a field of the books has: the design of a lightsaber takes 14,500.
LONGEST_FIELD = 16_384


def kind(declared: Field | Section) -> str:
    """The kind of a field or a section: "choice", "track"."""
    return str(declared.__struct_config__.tag)


def field_template(field: Field) -> str:
    """The template of a field's kind."""
    return f"ui/fields/_{kind(field)}.html"


def drawn_field(context: Context, field: Field) -> SafeString:
    """A field of a form, as its template draws it."""
    with context.push(field=field, top=False):
        return Engine.get_default().get_template(field_template(field)).render(context)


def nested_field(context: Context, field: Field) -> SafeString:
    """A field that belongs to what another one has chosen, as HTML: kept by what it holds, unless
    something of the form was refused.
    """
    typed, errors = context.get("typed") or {}, context.get("errors") or {}
    return nested_html(game_of(context), field, typed, errors)


def game_of(context: Context) -> str:
    """The game of the character that a page shows; "" without one."""
    character = context.get("character")
    if isinstance(character, dict):
        return str(character["system"])
    return str(getattr(character, "system", ""))


def nested_html(
    slug: str, field: Field, typed: Mapping[str, Values], errors: Mapping[str, str]
) -> SafeString:
    """As `nested_field`, of a game."""
    if typed or errors:
        return _nested(slug, field, typed, errors)
    return _kept(slug, msgspec.msgpack.encode(field))


# Each answer to a change shows the fields that were not changed, too.
@text_cache(512, longest=LONGEST_FIELD)
def _kept(slug: str, field: bytes) -> SafeString:
    """The HTML of a field of which nothing was refused."""
    return _nested(slug, msgspec.msgpack.decode(field, type=Field), {}, {})


def _nested(
    slug: str, field: Field, typed: Mapping[str, Values], errors: Mapping[str, str]
) -> SafeString:
    template = Engine.get_default().get_template(field_template(field))
    character = {"system": slug}  # all that the template of a field asks of one
    shown = {"character": character, "field": field, "top": False}
    return template.render(Context({**shown, "typed": typed, "errors": errors}))


def token(values: Iterable[str]) -> str:
    """The short name of a field's values, sent along to tell later whether they were changed."""
    return form_data.token(values)


def values(field: Field, typed: Mapping[str, Values] | None) -> Values:
    """The values to show in a field: what was typed and refused, or else what is saved."""
    kept: Values = getattr(field, "values", ())
    return typed.get(field.id, kept) if typed else kept


def record(
    field: Field,
    errors: Mapping[str, str] | None,
    how: str = "",
    values: Values = (),
    *,
    within: str = "",
) -> SafeString:
    """A field's error, the places in `values` that cause it, and the token of the saved value.

    `how` is "loose" if the two come by themselves and have to find their places on the page;
    `within` is what the ids of the field begin with.
    """
    id, swap = slot(f"{within}{field.id}"), ' hx-swap-oob="true"' if how == "loose" else ""
    error = escape(errors.get(field.id, "")) if errors else ""
    was = token(getattr(field, "values", ()))
    places = escape(" ".join(wrong_places(field, values))) if error else ""
    where = f' data-wrong="{places}"' if places else ""
    return mark_safe(  # noqa: S308 (escaped)
        f'<p class="error" id="error-{id}" role="alert"{where}{swap}>{error}</p>'
        f'<input type="hidden" id="was-{id}" name="was.{escape(field.id)}" value="{was}"{swap}>'
    )


def ungrouped(field: Choice | Pick) -> list[Option]:
    """The options that stand under none of the field's headings."""
    groups = {group.id for group in field.groups}
    return [option for option in field.options if option.group not in groups]


def tally_marks(field: Pick) -> str:
    """◆ for each pick made, ◇ for each still open."""
    left = min(max(field.left, 0), field.count)
    return "◆" * (field.count - left) + "◇" * left


def too_many(field: Pick) -> int:
    """The number of picks to uncheck."""
    return max(-field.left, 0)


def picked_names(field: Pick) -> str:
    """The names of the picks that count."""
    return ", ".join(o.name for o in field.options if o.chosen and not o.set_aside)


def trait_id(field: Allot, trait: Trait) -> str:
    """The name of a trait among all that a step asks."""
    return f"{field.id}.{trait.id}"


def ranked(field: Ranking, values: Values) -> list[tuple[Place, str]]:
    """The places with the option to show in each."""
    shown = values if len(values) == len(field.places) else field.values
    shown = (*shown, *("",) * len(field.places))
    return list(zip(field.places, shown, strict=False))


@dataclass(frozen=True)
class Fold:
    """A list that opens on demand: whether it is open, and what a closed one says."""

    is_open: bool
    summary: str


def allot_fold(context: Context, field: Allot) -> Fold | None:
    """The fold of points over many traits, None for few. Of a step's the first with points left is
    open, one with an error, and all where something is looked for; a closed one says which
    traits have points.
    """
    if len(field.traits) <= MOST_ALLOTTED:
        return None
    step, errors = context.get("step"), context.get("errors") or {}
    fields = step.fields if step is not None else (field,)
    at = next((one.id for one in fields if isinstance(one, Allot) and one.left), "")
    finder = context.get("finder")
    is_found = bool(finder and finder.q)
    raised = [f"{one.name} {one.value}" for one in field.traits if one.value > one.lowest]
    summary = ", ".join(raised) or f"{len(field.traits)} to choose from"
    return Fold(field.id == at or field.id in errors or is_found, summary)


def amount(count: int, unit: str) -> str:
    """So many of what is allotted, with its unit: "3D", "1 dot", "6 dots"."""
    if unit != DOTS:
        return f"{count}{unit}"
    return f"{count} dot" if abs(count) == 1 else f"{count} dots"


def coded(field: Codes, values: Values) -> list[tuple[Coded, str]]:
    """The traits with the code to show for each: as it was typed."""
    shown = values if len(values) == len(field.traits) else field.values
    return list(zip(field.traits, shown, strict=False))


def invalid(field: Field, values: Values, error: str, id: str) -> SafeString:
    """The attributes of an input whose field was refused."""
    return mark_safe(marker(field, values, error)(id))  # noqa: S308 (no words of players)


def left_over(left: Figure) -> str:
    """The dice left to assign, in words: "1D+2 left", "2D too many"."""
    if not left.weight:
        return "None left"
    dice, pips = codes.carry(abs(left.value), abs(left.pips))
    amount = codes.written(dice, pips) if dice else f"{pips} pip{'' if pips == 1 else 's'}"
    return f"{amount} too many" if left.weight < 0 else f"{amount} left"


def can_raise(field: Breakdown) -> bool:
    """True if a breakdown names anything that would raise its figures."""
    return any(entry.raises for entry in field.entries)


def spent(shop: Shop) -> int:
    """The credits spent, never more than there were."""
    return min(max(shop.purse.value - shop.balance.value, 0), shop.purse.value)


def stray_problems(steps: Iterable[Step], step: Step, problems: Iterable[Problem]) -> list[Problem]:
    """The problems that no other step has as its own."""
    placed = {
        problem
        for other_step in steps
        if other_step.id != step.id
        for problem in other_step.problems
    }
    return [problem for problem in problems if problem not in placed]


def of(mapping: Mapping[str, str] | None, key: str) -> str:
    """The mapping's text under a key, or ""."""
    return mapping.get(key, "") if mapping else ""


def wrong_places(field: Field, values: Values) -> tuple[str, ...]:
    """The ids of the inputs in which nothing that can be read was typed; none if that cannot be
    told.
    """
    id = slot(field.id)
    if isinstance(field, Codes) and len(values) == len(field.traits):
        pairs = zip(field.traits, values, strict=True)
        return tuple(f"{id}-{slot(trait.id)}" for trait, text in pairs if not _is_code(text))
    if isinstance(field, Rows):
        wide = len(field.cells)
        rows = [values[at : at + wide] for at in range(0, len(values), wide)]
        return tuple(
            f"{id}-{number}-{slot(cell.id)}"
            for number, row in enumerate(rows, start=1)
            for cell in _wrong_cells(field, row)
        )
    return ()


def _wrong_cells(field: Rows, row: Values) -> Iterator[Cell]:
    """The cells of a row that are wrong: its name, where that lacks; what cannot be read."""
    if parsing.is_nameless(row):
        yield field.cells[0]
    elif row[0].strip():
        pairs = zip(field.cells, row, strict=False)
        yield from (cell for cell, text in pairs if parsing.unread(cell, text))


def marker(field: Field, values: Values, error: str) -> Callable[[str], str]:
    """Says of an input by its id what it says of itself: wrong, where its field was refused and it
    is no other one that is wrong.
    """
    wrong = wrong_places(field, values) if error else ()
    return lambda id: ' aria-invalid="true"' if error and (not wrong or id in wrong) else ""


def _is_code(text: str) -> bool:
    try:
        parsing.code(text)
    except InvalidDocument:
        return False
    return True
