"""The library that templates load: it shows declarations and figures, and decides nothing.

Templates are found by the kind of a field or a section, never by the game. What a page repeats
forty times is put together by the neighbouring modules.
"""

from collections.abc import Callable

from django import template

from rules import registry
from rules.problems import condensed
from sheets.ui import (
    allotted,
    balance,
    busts,
    character_tabs,
    comparison,
    components,
    emblems,
    explain,
    fields,
    frame,
    likenesses,
    option_cards,
    options,
    picks,
    rows,
    sections,
    sheet_head,
    sheet_section,
    shop,
    summary,
    times,
    typed_fields,
    undo,
)

FILTERS: dict[str, Callable[..., object]] = {
    "adds_up": balance.adds_up,
    "bar_lines": sections.bar_lines,
    "can_raise": fields.can_raise,
    "bust": busts.bust,
    "likeness": likenesses.likeness,
    "likeness_of_idea": likenesses.of_idea,
    "change": components.change,
    "counted": components.counted,
    "has_lost": sections.has_lost,
    "in_short": sections.in_short,
    "dice": components.dice,
    "field_template": fields.field_template,
    "game_name": registry.name_of,
    "gauge": components.gauge,
    "is_tiled": option_cards.is_tiled,
    "are_cards": rows.are_cards,
    "is_boxed": sections.is_boxed,
    "is_dotted": sections.is_dotted,
    "kind": fields.kind,
    "amount": fields.amount,
    "left_over": fields.left_over,
    "length_class": components.length_class,
    "minus": components.shown,
    "condensed": condensed,
    "day": times.day,
    "moment": times.moment,
    "of": fields.of,
    "picked_names": fields.picked_names,
    "points_left": balance.points_left,
    "printed": components.printed,
    "short_sum": explain.short_sum,
    "silhouette": sections.silhouette,
    "slot": components.slot,
    "spaced": components.spaced,
    "spent": fields.spent,
    "tally_marks": fields.tally_marks,
    "token": fields.token,
    "too_many": fields.too_many,
    "undo_of": undo.undo_of,
    "ungrouped": fields.ungrouped,
}
TAGS: dict[str, Callable[..., object]] = {
    "allot_rows": allotted.allot_rows,
    "brief_sections": summary.brief_sections,
    "coded": fields.coded,
    "comparison": comparison.comparison,
    "control_of": comparison.control_of,
    "emblem": emblems.emblem,
    "emblem_path": emblems.drawing,
    "drawn": emblems.drawn,
    "known_emblem": emblems.known_emblem,
    "explain": explain.explain,
    "explaining": explain.explaining,
    "explaining_steps": explain.explaining_steps,
    "icon": components.icon,
    "invalid": fields.invalid,
    "leading": sections.leading,
    "big_figure": sections.big_figure,
    "point": sections.point,
    "dots": components.dots,
    "marks": sections.marks,
    "boxes_to_press": sections.boxes_to_press,
    "menu_entries": options.menu_entries,
    "option_row": options.option_row,
    "option_rows": options.option_rows,
    "owned_wares": shop.owned_wares,
    "place_entries": options.place_entries,
    "ranked": fields.ranked,
    "record": fields.record,
    "shelf_links": shop.shelf_links,
    "sort_entries": options.sort_entries,
    "stray_problems": fields.stray_problems,
    "trait_column": sections.trait_column,
    "typed_rows": rows.typed_rows,
    "values": fields.values,
    "why_address": explain.why_address,
}

register = template.Library()
for name, function in FILTERS.items():
    register.filter(name, function)
for name, function in TAGS.items():
    register.simple_tag(function, name=name)
register.simple_tag(character_tabs.character_tabs, takes_context=True)
register.simple_tag(frame.masthead, takes_context=True)
register.simple_tag(frame.theme_buttons, takes_context=True)
register.simple_tag(sheet_head.sheet_actions, takes_context=True)
register.simple_tag(sheet_head.sheet_facts, takes_context=True)
register.simple_tag(sheet_head.sheet_keeping, takes_context=True)
register.simple_tag(sheet_head.sheet_person, takes_context=True)
register.simple_tag(sheet_section.section_html, takes_context=True)
register.simple_tag(sheet_section.sheet_sections, takes_context=True)
register.simple_tag(shop.shop_shelves, takes_context=True)
register.simple_tag(balance.balance_list, takes_context=True)
register.simple_tag(option_cards.option_list, takes_context=True)
register.simple_tag(balance.side_fold, takes_context=True)
register.simple_tag(fields.allot_fold, takes_context=True)
register.simple_tag(fields.nested_field, takes_context=True)
register.simple_tag(typed_fields.typed_field, takes_context=True)
register.simple_tag(picks.pick_group, takes_context=True)
register.simple_tag(picks.pick_groups, takes_context=True)
