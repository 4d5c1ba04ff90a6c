"""Options to pick as HTML, under the headings that they stand under: a step has seven and more."""

from collections.abc import Collection, Sequence
from html import escape

from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from rules.forms.fields import Group, Option, Pick
from sheets.ui.components import dice, icon, slot
from sheets.ui.fields import game_of
from sheets.ui.option_cards import is_tiled, option_list
from sheets.ui.options import option_rows

# A pick from more than so many shows its groups folded.
MOST_UNFOLDED = 40


def pick_groups(context: Context, field: Pick, given: Collection[str]) -> SafeString:
    """The groups of a pick, each under its heading."""
    groups = []
    for group in field.groups:
        if those := [option for option in field.options if option.group == group.id]:
            drawn = _folded if len(field.options) > MOST_UNFOLDED else _open
            groups.append(drawn(context, field, group, those, given))
    return mark_safe("".join(groups))  # noqa: S308 (every text is escaped where it is put in)


def pick_group(
    context: Context, field: Pick, those: Sequence[Option], given: Collection[str], heading: str
) -> SafeString:
    """The options under one heading, as tiles or as rows."""
    finder, left_out = context.get("finder"), context.get("left_out") or ""
    if finder and is_tiled(field):
        look = "" if finder.numbers else " in-short"
        inner = f'<ol class="card-list{look}">\n{option_list(context, field, given, those)}</ol>'
    else:
        in_short = finder is not None and not finder.numbers
        inner = option_rows(
            game_of(context),
            "checkbox",
            field,
            those,
            given,
            in_short=in_short,
            left_out=left_out,
        )
    return mark_safe(  # noqa: S308 (escaped)
        f'<fieldset><legend class="unseen">{escape(heading)}</legend>\n{inner}</fieldset>\n'
    )


def _open(
    context: Context, field: Pick, group: Group, those: Sequence[Option], given: Collection[str]
) -> str:
    pool = dice(group.pool) if group.pool else ""
    note = f"<p>{escape(group.note)}</p>" if group.note else ""
    return (
        '\n<div class="entry pick-group">\n'
        f'<div class="entry-head"><h2 aria-hidden="true">{escape(group.name)}</h2>\n{pool}{note}'
        f"</div>\n{pick_group(context, field, those, given, group.name)}</div>"
    )


def _folded(
    context: Context, field: Pick, group: Group, those: Sequence[Option], given: Collection[str]
) -> str:
    """A group that opens by its heading, which says how many of it can be picked."""
    finder = context.get("finder")
    is_found = bool(finder and (finder.q or finder.numbers))
    state = " open" if is_found or any(option.id in given for option in those) else ""
    pool = dice(group.pool) if group.pool else ""
    note = f"{escape(group.note)} " if group.note else ""
    free = sum(not option.barred for option in those) or "None"
    return (
        f'\n<details class="entry pick-group folds" id="fold-{slot(field.id)}-{slot(group.id)}"\n'
        f'  {state}>\n<summary class="entry-head"><h2>{escape(group.name)}</h2>{pool}\n'
        f"<p>{note}{free} of {len(those)} within reach {icon('chevron-down')}</p></summary>\n"
        f"{pick_group(context, field, those, given, group.name)}</details>"
    )
