"""The library that templates load: it shows declarations and figures, and decides nothing.

Templates are found by the kind of a field or a section, never by the game. What a page repeats
forty times is put together by the neighbouring modules.
"""

from collections.abc import Callable
from typing import Any

from django import template

from rules import registry
from sheets.templatetags import (
    answers,
    brief,
    comparing,
    explained,
    fields,
    marks,
    options,
    rows,
    sections,
    showcase,
    wares,
)

FILTERS: dict[str, Callable[..., Any]] = {
    "asks": fields.asks,
    "bands": sections.bands,
    "bar_lines": sections.bar_lines,
    "boxes": sections.boxes,
    "can_raise": fields.can_raise,
    "change": marks.change,
    "in_short": sections.in_short,
    "dice": marks.dice,
    "field_template": fields.field_template,
    "game_name": registry.name_of,
    "in_group": fields.in_group,
    "is_boxed": sections.is_boxed,
    "kind": fields.kind,
    "left_over": fields.left_over,
    "length_class": marks.length_class,
    "minus": marks.shown,
    "of": fields.of,
    "picked_names": fields.picked_names,
    "printed": marks.printed,
    "section_template": sections.section_template,
    "short_sum": explained.short_sum,
    "silhouette": sections.silhouette,
    "slot": marks.slot,
    "spaced": marks.spaced,
    "spent": fields.spent,
    "tally_marks": fields.tally_marks,
    "token": fields.token,
    "too_many": fields.too_many,
    "ungrouped": fields.ungrouped,
}
TAGS: dict[str, Callable[..., Any]] = {
    "allotted": fields.allotted,
    "answer": answers.answer,
    "best_pool": showcase.best_pool,
    "best_sum": showcase.best_sum,
    "brief_sections": brief.brief_sections,
    "coded": fields.coded,
    "comparison": comparing.comparison,
    "differences": answers.differences,
    "explain": explained.explain,
    "explaining": explained.explaining,
    "explaining_steps": explained.explaining_steps,
    "icon": marks.icon,
    "invalid": fields.invalid,
    "leading": sections.leading,
    "menu_entries": options.menu_entries,
    "option_card": options.option_card,
    "option_row": options.option_row,
    "record": fields.record,
    "sort_entries": options.sort_entries,
    "sorted_by": fields.sorted_by,
    "step_buttons": brief.step_buttons,
    "steps_of": showcase.steps_of,
    "stray_problems": fields.stray_problems,
    "trait_column": sections.trait_column,
    "typed_rows": rows.typed_rows,
    "values": fields.values,
    "why_address": explained.why_address,
}

register = template.Library()
for name, function in FILTERS.items():
    register.filter(name, function)
for name, function in TAGS.items():
    register.simple_tag(function, name=name)
register.simple_tag(wares.shelf_wares, takes_context=True)
