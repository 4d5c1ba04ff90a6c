"""The tags and filters that templates load: they show declarations and figures, and decide nothing.

Templates are found by the kind of a field or a section, never by the game. What is repeated forty times
a page is put together in the neighbouring modules.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.problems import Problem
from rules.sheet import Figures, Level, Section, Sheet, Things, Traits
from rules.steps import Allot, Change, Choice, Field, Option, Pick, Shop, Sort, Step, Trait, Ware
from sheets import forms
from sheets.models import Character
from sheets.templatetags import answers, marks, options, showcase, traits, wares
from sheets.templatetags.explained import Explainer, short_sum

register = template.Library()
register.filter("slot", marks.slot)
register.filter("minus", marks.shown)
register.filter("short_sum", short_sum)
register.simple_tag(marks.icon, name="icon")
register.simple_tag(answers.answer)
register.simple_tag(answers.differences)
register.simple_tag(traits.trait_column)
register.simple_tag(showcase.best_pool)
register.simple_tag(showcase.best_sum)
register.simple_tag(showcase.steps_of)

Values = tuple[str, ...]


@register.filter
def token(values: Iterable[str]) -> str:
    """The short name of a field's values, sent along to tell later whether they were changed."""
    return forms.token(values)


@register.filter
def field_template(field: Field) -> str:
    """The template of a field's kind."""
    return f"fields/_{field.__struct_config__.tag}.html"


@register.filter
def section_template(section: Section) -> str:
    """The template of a section's kind."""
    return f"sections/_{section.__struct_config__.tag}.html"


@register.filter
def kind(declared: Field | Section) -> str:
    """The kind of a field or a section: "choice", "track"."""
    return str(declared.__struct_config__.tag)


@register.filter
def dice(figure: Figure, gain: int = 0) -> SafeString:
    """The dice code of a figure, with its squares."""
    return marks.dice(figure, gain)


@register.filter
def printed(figure: Figure) -> str:
    """A figure's number as it is printed, with a proper minus sign."""
    return marks.shown(figure.code)


@register.filter
def change(one: Change) -> SafeString:
    """What a choice would do to one number."""
    return mark_safe(marks.change(one))  # noqa: S308 (escaped there)


@register.filter
def profile(figures: Iterable[Figure]) -> SafeString:
    """Stacks of dice, one for each figure."""
    return mark_safe(marks.profile(figures))  # noqa: S308 (escaped there)


@register.filter
def silhouette(sheet: Sheet) -> SafeString:
    """A whole character as stacks of dice: the heads of its first columns of traits."""
    columns = next((s.columns for s in sheet.sections if isinstance(s, Traits)), ())
    figures = (_renamed(column.figure, column.abbreviation) for column in columns)
    return mark_safe(marks.profile(figures, with_codes=False))  # noqa: S308 (escaped there)


def _renamed(figure: Figure, label: str) -> Figure:
    return Figure(label, figure.value, figure.unit)


@register.filter
def of(mapping: Mapping[str, Any], key: str) -> Any:
    """What a mapping has under a key, or nothing."""
    return mapping.get(key, "") if mapping else ""


@register.simple_tag
def values(field: Field, typed: Mapping[str, Values] | None) -> Values:
    """The values to show in a field: what was typed and refused, or else what is saved."""
    kept: Values = getattr(field, "values", ())
    return typed.get(field.id, kept) if typed else kept


@register.simple_tag
def option_card(
    field: Choice, option: Option, shown: Values, compared: Collection[str], sort: Sort | None
) -> SafeString:
    """One option of a choice as a card."""
    return options.card(field, option, checked=option.id in shown, compared=compared, sort=sort)


@register.simple_tag
def option_row(kind: str, field: Choice | Pick, option: Option, shown: Values) -> SafeString:
    """One option as a row to choose (`radio`) or to pick (`checkbox`)."""
    return options.row(kind, field, option, checked=option.id in shown)


@register.simple_tag
def option_entry(option: Option, shown: Values) -> SafeString:
    """One option as an entry of a menu."""
    return options.entry(option, checked=option.id in shown)


@register.simple_tag
def comparison(compared: Collection[Option], sort: Sort | None) -> tuple[Any, ...]:
    """The rows of a comparison side by side."""
    return options.comparison(compared, sort)


@register.simple_tag
def sorted_by(field: Choice, id: str) -> Sort | None:
    """The order that was asked for, if the field offers it."""
    return next((sort for sort in field.sorts if sort.id == id and id), None)


@register.filter
def in_group(options: Iterable[Option], group: str) -> list[Option]:
    """The options that stand under one heading."""
    return [option for option in options if option.group == group]


@register.filter
def ungrouped(field: Choice | Pick) -> list[Option]:
    """The options that stand under none of the field's headings."""
    groups = {group.id for group in field.groups}
    return [option for option in field.options if option.group not in groups]


@register.simple_tag
def ware(one: Ware, typed: Mapping[str, Values] | None) -> SafeString:
    """One ware of a shop, without what it asks further."""
    kept = (typed or {}).get(one.field, one.values)
    return wares.ware(one, quantity=kept[0] if kept else "0", was=forms.token(one.values))


@register.simple_tag
def explaining(character: Character | None, sheet: Sheet) -> Explainer:
    """Knows the addresses of a sheet's explanations; made once a page."""
    return Explainer(character, sheet)


@register.simple_tag
def explain(explainer: Explainer, figure: Figure, words: str) -> SafeString:
    """Words that lead to a figure's explanation."""
    return explainer.link(figure, words)


@register.simple_tag
def why_address(explainer: Explainer, figure: Figure) -> str:
    """The address of a figure's explanation."""
    return explainer.address(figure)


@register.simple_tag
def leading(sheet: Sheet) -> Figures | None:
    """The first section of figures: those that are shown largest."""
    return next((section for section in sheet.sections if isinstance(section, Figures)), None)


@register.filter
def bar_lines(sheet: Sheet) -> list[Figure]:
    """What fits into a bar: the leading figures, and what is in the purse."""
    first = leading(sheet)
    found = [_renamed(line.figure, line.name) for line in first.lines] if first else []
    purses = (section.purse for section in sheet.sections if isinstance(section, Things))
    return [*found, *(purse for purse in purses if purse)]


@dataclass(frozen=True)
class Band:
    """Neighbouring sections that are laid out together: side by side, or one across the whole width."""

    wide: bool
    sections: list[Section]


@register.filter
def bands(sheet: Sheet) -> list[Band]:
    """The sections of a sheet in bands: columns of traits need the whole width, the others share it."""
    found: list[Band] = []
    for section in sheet.sections:
        wide = isinstance(section, Traits)
        if wide or not found or found[-1].wide:
            found.append(Band(wide, []))
        found[-1].sections.append(section)
    return found


@register.filter
def can_be_empty(field: Choice) -> bool:
    """Whether a menu needs an entry of its own for "nothing chosen"."""
    return all(option.id for option in field.options)


@register.filter
def tally_marks(field: Pick) -> str:
    """◆ for each pick made, ◇ for each still open."""
    left = min(max(field.left, 0), field.count)
    return "◆" * (field.count - left) + "◇" * left


@register.filter
def too_many(field: Pick) -> int:
    """How many picks have to be taken back."""
    return max(-field.left, 0)


@register.filter
def picked_names(field: Pick) -> str:
    """What is picked and counts, by name."""
    return ", ".join(o.name for o in field.options if o.chosen and not o.set_aside)


@register.simple_tag
def allotted(field: Allot, values: Values) -> list[tuple[Trait, str]]:
    """The traits with the number to show for each."""
    shown = values if len(values) == len(field.traits) else field.values
    return list(zip(field.traits, shown, strict=False))


@register.simple_tag
def pairs(values: Values) -> list[tuple[str, str]]:
    """Names and numbers as rows, and an empty one to add to."""
    return [*zip(values[::2], values[1::2], strict=False), ("", "")]


@register.filter
def spent(shop: Shop) -> int:
    """What went out of the purse, never more than was in it."""
    return min(max(shop.purse.value - shop.balance.value, 0), shop.purse.value)


@register.filter
def asks(ware: Ware) -> bool:
    """Whether an owned thing has something to decide that changes what it does."""
    return any(isinstance(field, Choice) for field in ware.fields)


@register.simple_tag
def stray_problems(
    steps: Iterable[Step], step: Step, problems: Iterable[Problem]
) -> list[Problem]:
    """The problems that no other step has as its own."""
    placed = {problem for one in steps if one.id != step.id for problem in one.problems}
    return [problem for problem in problems if problem not in placed]


@register.filter
def boxes(level: Level) -> str:
    """The boxes of a level, those marked filled."""
    marked = min(level.marked, level.boxes)
    return "■" * marked + "□" * (level.boxes - marked)


@register.filter
def spaced(amount: str) -> str:
    """An amount with room after its sign: "+ 3D"."""
    return f"{amount[0]} {amount[1:]}" if amount[:1] in ("+", "−") else amount
