"""The sheet in brief as HTML: every autosave sends it along."""

from collections.abc import Iterable, Iterator
from functools import partial
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.sheet.sections import (
    Attack,
    Attacks,
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
from sheets.ui.components import dice, gauge, shown
from sheets.ui.explain import Explainer
from sheets.ui.sections import leading


def brief_sections(explainer: Explainer, sheet: Sheet) -> SafeString:
    """Every section of a sheet in brief; none of which there is nothing to show."""
    first = leading(sheet)
    return _safe(
        "".join(_section(explainer, section, leads=section is first) for section in sheet.sections)
    )


def _section(explainer: Explainer, section: Section, *, leads: bool) -> str:
    """A section under its name, which figures need for those alone who listen."""
    match section:
        case Traits():
            inner = _traits(explainer, section)
        case Figures() if leads:
            inner = _leading(explainer, section)
        case Figures():
            inner = _rows(map(partial(_figure, explainer), section.lines))
        case Attacks():
            inner = _attacks(explainer, section)
        case Track():
            inner = _rows(map(partial(_level, explainer), section.levels))
        case Things():
            inner = _rows(_things(explainer, section))
        case _:
            inner = ""
    if not inner:
        return ""
    return f"<section>{'' if isinstance(section, Attacks) else _name(section)}{inner}</section>"


def _name(section: Section) -> str:
    look = ' class="unseen"' if isinstance(section, Figures) else ""
    return f"<h3{look}>{escape(section.name)}</h3>"


def _rows(rows: Iterable[str]) -> str:
    inner = "".join(rows)
    return f'<ul class="pane-rows">{inner}</ul>' if inner else ""


def _traits(explainer: Explainer, section: Traits) -> str:
    """The heads of the columns side by side, and below them the lines with dice of their own."""
    columns = (*section.columns, section.row) if section.row else section.columns
    heads = "".join(_head(explainer, column) for column in columns)
    lines = (
        f"<li>{explainer.link(line.figure, line.name)}{_drawn(line)}{dice(line.figure)}</li>"
        for column in columns
        for line in column.lines
        if line.trained
    )
    heads_of = [column.figure for column in columns if column.figure]
    wide = " of-pips" if any(figure.pips for figure in heads_of) else ""
    brief = f'<ul class="brief-columns{wide}">{heads}</ul>' if heads else ""
    return f"{brief}{_rows(lines)}"


def _drawn(line: Line) -> str:
    return gauge(line.gauge) if line.gauge else ""


def _leading(explainer: Explainer, section: Figures) -> str:
    """The figures that matter most, large."""
    lines = "".join(
        f'<li><a href="{explainer.address(line.figure)}" data-why><span class="explains">'
        f'{escape(line.name)}</span> <span class="value">{shown(line.figure.code)}</span></a></li>'
        for line in section.lines
    )
    return f'<ul class="big-figures">{lines}</ul>'


def _figure(explainer: Explainer, line: Line) -> str:
    return (
        f"<li>{explainer.link(line.figure, line.name)}"
        f'<span class="figures amber">{shown(line.figure.code)}</span></li>'
    )


def _level(explainer: Explainer, level: Level) -> str:
    return (
        f"<li>{explainer.link(level.figure, level.name)}"
        f'<span class="figures">{shown(level.reach)}</span></li>'
    )


def _attacks(explainer: Explainer, section: Attacks) -> str:
    """The attacks, each with its dice to hit and its damage."""
    rows = "".join(_attack(explainer, row) for row in section.rows)
    heads = '<th scope="col">to hit</th><th scope="col">damage</th>'
    return (
        f'<table class="pane-attacks"><thead><tr><td>{_name(section)}</td>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table>"
        if rows
        else ""
    )


def _attack(explainer: Explainer, row: Attack) -> str:
    times = f' <span class="times">×{row.quantity}</span>' if row.quantity != 1 else ""
    name = f'<th scope="row">{escape(row.name)}{times}</th>'
    hit = explainer.link(row.attack, shown(row.attack.code))
    damage = explainer.link(row.damage, shown(row.damage.code)) if row.damage else "–"
    return f"<tr>{name}<td>{hit}</td><td>{damage}</td></tr>"


def _head(explainer: Explainer, column: Column) -> str:
    if column.figure is None:
        return ""
    name = explainer.link(column.figure, column.abbreviation)
    return (
        f'<li><span class="label">{name}</span> '
        f'<span class="code">{shown(column.figure.code)}</span></li>'
    )


def _things(explainer: Explainer, section: Things) -> Iterator[str]:
    for thing in section.things:
        note = ""
        if thing.quantity != 1:
            note = f'<span class="figures">×{thing.quantity}</span>'
        elif thing.state:
            note = f'<span class="soft">{escape(thing.state)}</span>'
        yield f"<li><span>{escape(thing.name)}</span>{note}</li>"
    if section.purse:
        yield _purse(explainer, section.purse)


def _purse(explainer: Explainer, purse: Figure) -> str:
    name = explainer.link(purse, purse.label.capitalize())
    debt = " harm" if purse.value < 0 else ""
    return f'<li>{name}<span class="figures{debt}">{shown(purse.code)}</span></li>'


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 (every text was escaped where it was put in)
