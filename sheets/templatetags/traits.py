"""A column of traits as HTML: a head pool with the pools below it. A sheet shows forty of these lines."""

from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.sheet import Column, Line
from sheets.templatetags.explained import Explainer
from sheets.templatetags.marks import dice


def trait_column(explainer: Explainer, column: Column) -> SafeString:
    """The head with its dice code, and every line with its own; names explain."""
    lines = "".join(_line(explainer, line) for line in column.lines)
    head = explainer.link(column.figure, column.name)
    return mark_safe(  # noqa: S308 (every text is escaped where it is put in)
        f'<section class="column"><h3>{head}{dice(column.figure)}</h3><ul>{lines}</ul></section>'
    )


def _line(explainer: Explainer, line: Line) -> str:
    untrained = "" if line.trained else " untrained"
    note = f'<span class="line-note">{escape(line.note)}</span>' if line.note else ""
    name = explainer.link(line.figure, line.name)
    return f'<li class="skill{untrained}"><span>{name}{note}</span>{dice(line.figure)}</li>'
