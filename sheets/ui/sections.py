"""Filters for the templates of a sheet and its kinds of section: their order, and the leading
figures.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

import msgspec
from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.kit.play.harm_boxes import box_id
from rules.sheet.sections import (
    Attack,
    Column,
    Figures,
    Level,
    Line,
    Section,
    Sheet,
    Things,
    Track,
    Traits,
)
from sheets.ui.components import gauge, printed, profile
from sheets.ui.emblems import known_emblem
from sheets.ui.explain import Explainer, short_sum
from sheets.ui.fields import kind
from sheets.ui.roll_links import Roller, as_now, lost, roll_code

# A brief column of no more lines than that shows each.
MOST_IN_BRIEF = 3


def section_template(section: Section) -> str:
    """The template of a section's kind."""
    return f"ui/sections/_{kind(section)}.html"


def leading(sheet: Sheet) -> Figures | None:
    """The first section of figures: those that are shown largest."""
    return next((section for section in sheet.sections if isinstance(section, Figures)), None)


def bar_lines(sheet: Sheet) -> list[Figure]:
    """The figures that fit into a bar: the leading ones, and credits."""
    first = leading(sheet)
    figures = [_renamed(line.figure, line.name) for line in first.lines] if first else []
    purses = (section.purse for section in sheet.sections if isinstance(section, Things))
    return [*figures, *(purse for purse in purses if purse)]


def silhouette(sheet: Sheet) -> SafeString:
    """A whole character as stacks: the heads of its columns of traits as dice; where these have
    none, the traits of the first columns as dots.
    """
    columns = next((s.columns for s in sheet.sections if isinstance(s, Traits)), ())
    heads = [_renamed(column.figure, column.abbreviation) for column in columns if column.figure]
    if not heads:
        heads = [
            _renamed(line.figure, line.name[:3].upper())
            for column in columns
            for line in column.lines
        ]
    return profile(heads, with_codes=False)


def has_lost(section: Traits, roller: Roller | None) -> bool:
    """True if a pool of the section has lost dice just now."""
    columns = (*section.columns, section.row) if section.row else section.columns
    return bool(roller) and any(
        lost(line.figure, as_now(roller, line.key, line.figure))
        for column in columns
        for line in column.lines
    )


@dataclass(frozen=True)
class Band:
    """Neighbouring sections laid out together: side by side, or one across the whole width."""

    wide: bool
    sections: list[Section]


def bands(sheet: Sheet) -> list[Band]:
    """The sections in bands: columns of traits need the whole width, the others share it."""
    section_bands: list[Band] = []
    for section in sheet.sections:
        wide = isinstance(section, Traits)
        if wide or not section_bands or section_bands[-1].wide:
            section_bands.append(Band(wide, []))
        section_bands[-1].sections.append(section)
    return section_bands


def in_short(attack: Attack) -> str:
    """The special traits of an attack, by name alone: "Piercing, Reflective"."""
    return ", ".join(words.partition(":")[0] for words in attack.special)


def big_figure(explainer: Explainer, roller: Roller | str | None, line: Line) -> SafeString:
    """One of the leading figures as it is just now, with the sum that it is."""
    figure = as_now(roller, line.key, line.figure)
    is_same = figure is line.figure
    note = f'\n<span class="line-note">{escape(line.note)}</span>' if line.note and is_same else ""
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<li><a href="{explainer.address(line.figure)}{"" if is_same else "?now=1"}"\n'
        f'  data-why><span class="explains">{escape(line.name)}</span>'
        f' <span class="value">{escape(printed(figure))}</span>\n'
        f'<span class="sum">{escape(short_sum(figure))}</span>{note}</a></li>'
    )


def point(explainer: Explainer, line: Line) -> SafeString:
    """A figure in a row of others: points, movement."""
    drawn = f" {gauge(line.gauge)}" if line.gauge else ""
    note = f'\n<span class="line-note">{escape(line.note)}</span>' if line.note else ""
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<li><a href="{explainer.address(line.figure)}"\n'
        f'  data-why><span class="explains">{escape(line.name)}</span>\n'
        f'<span class="value amber">{escape(printed(line.figure))}</span>{drawn}{note}</a></li>'
    )


def trait_column(
    explainer: Explainer,
    column: Column,
    roller: Roller | str | None = None,
    *,
    brief: object = False,
    kind: str = "attribute",
) -> SafeString:
    """A head pool with the pools below it, each with its dice code; names explain, codes roll where
    there is a roller. Its emblem is of that kind, none for "". A `brief` column of many names
    untrained traits of the same pool in one line.
    """
    rolls = roller if isinstance(roller, Roller) else None
    is_brief = brief and len(column.lines) > MOST_IN_BRIEF
    lines = _brief_lines(explainer, column) if is_brief else _lines(explainer, column.lines, rolls)
    if column.figure:
        head = known_emblem(kind, column.key) + explainer.link(column.figure, column.name)
        code = roll_code(rolls, column.key, column.figure, column.name)
    else:
        head = mark_safe(  # noqa: S308 (escaped)
            f"{known_emblem('attribute', column.key)}<span>{escape(column.name)}</span>"
        )
        code = mark_safe(f'<span class="soft">{escape(column.note)}</span>')  # noqa: S308 (escaped)
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<section class="column"><h3>{head}{code}</h3><ul>{lines}</ul></section>'
    )


def is_boxed(track: Track) -> bool:
    """True if a track is a row of boxes: several of its levels have some to mark."""
    return sum(1 for level in track.levels if level.boxes) > 1


def is_dotted(traits: Traits) -> bool:
    """True if dots are drawn beside its lines, which takes more room."""
    return any(line.gauge for column in traits.columns for line in column.lines)


def boxes(level: Level) -> str:
    """The boxes of a level, those marked filled."""
    return "■" * level.ticked + "□" * (level.boxes - level.ticked)


def marks(track: Track, level: Level) -> SafeString:
    """The boxes of a level with its marks, to be seen and to be heard: of two kinds the worse ones
    are crossed twice.
    """
    if not track.kinds:
        drawn = boxes(level)
    else:
        worse = min(level.worse, level.ticked)
        signs = ("×",) * worse + ("/",) * (level.ticked - worse)
        rest = ("",) * (level.boxes - level.ticked)
        drawn = "".join(f'<i class="mark">{sign}</i>' for sign in (*signs, *rest))
    return mark_safe(  # noqa: S308 (numbers, and words of the game's own)
        f'<span class="boxes"><span class="unseen">{escape(track.told(level))}</span>'
        f'<span aria-hidden="true">{drawn}</span></span>'
    )


def boxes_to_press(track: Track, level: Level, number: int, address: str) -> SafeString:
    """The boxes of a level (`number` from 1) as buttons of the form around them: each marks or
    clears its own by hand. `address` is that of the form, which ends with "box/".
    """
    base = escape(address.removesuffix("box/"))
    count = max(1, level.boxes)
    worse = min(level.worse, level.ticked) if track.kinds else 0
    signs = [*["×"] * worse, *["/" if track.kinds else "■"] * (level.ticked - worse)]
    signs += ["" if track.kinds else "□"] * (count - level.ticked)
    buttons = "".join(
        f'<button class="box once" id="box-{number}-{box}"'
        f' formaction="{base}{box_id(number, box)}/"'
        f' aria-pressed="{"true" if box <= level.ticked else "false"}"'
        f' aria-label="{escape(_box_name(level, box))}">{_box(track, sign)}</button>'
        for box, sign in enumerate(signs, start=1)
    )
    name = escape(f"{level.name}: {track.told(level)}" if level.boxes else level.name)
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<span class="boxes" role="group" aria-label="{name}">{buttons}</span>'
    )


def _box(track: Track, sign: str) -> str:
    return f'<i class="mark">{sign}</i>' if track.kinds else sign


def _box_name(level: Level, box: int) -> str:
    return f"{level.name}, box {box} of {level.boxes}" if level.boxes > 1 else level.name


def _lines(explainer: Explainer, lines: Iterable[Line], roller: Roller | None) -> str:
    return "".join(_line(explainer, line, roller) for line in lines)


def _brief_lines(explainer: Explainer, column: Column) -> str:
    """The trained traits as lines; of the others the names alone, by their pools."""
    own = [line for line in column.lines if line.trained or line.note]
    others: dict[str, list[Line]] = {}
    for line in column.lines:
        if line not in own:
            others.setdefault(line.figure.code, []).append(line)
    rows = (
        f'<li class="skill untrained others">{escape(", ".join(one.name for one in lines))}'
        f' <b class="figures">{escape(printed(lines[0].figure))}</b></li>'
        for lines in others.values()
    )
    return _lines(explainer, own, None) + "".join(rows)


def _line(explainer: Explainer, line: Line, roller: Roller | None) -> str:
    untrained = "" if line.trained else " untrained"
    note = f'<span class="line-note">{escape(line.note)}</span>' if line.note else ""
    name = explainer.link(line.figure, line.name)
    code = roll_code(roller, line.key, line.figure, line.name)
    drawn = gauge(line.gauge) if line.gauge else ""
    return f'<li class="skill{untrained}"><span>{name}{note}</span>{drawn}{code}</li>'


def _renamed(figure: Figure, label: str) -> Figure:
    return msgspec.structs.replace(figure, label=label)
