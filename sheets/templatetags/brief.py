"""The sheet in brief as HTML, and the list of steps: what every autosave sends along."""

from collections.abc import Iterable, Iterator
from html import escape

from django.utils.safestring import SafeString, mark_safe

from rules.figures import Figure
from rules.sheet import Column, Figures, Things, Traits
from rules.steps import Step
from sheets.templatetags.explained import Explainer
from sheets.templatetags.marks import dice, shown

LONGEST_STATE = 80


def brief_traits(explainer: Explainer, section: Traits) -> SafeString:
    """The heads of the columns side by side, and below them the lines with dice of their own."""
    columns = (*section.columns, section.row) if section.row else section.columns
    heads = "".join(_head(explainer, column) for column in columns)
    lines = "".join(
        f"<li>{explainer.link(line.figure, line.name)}{dice(line.figure)}</li>"
        for column in columns
        for line in column.lines
        if line.trained
    )
    wide = " of-pips" if any(column.figure.pips for column in columns) else ""
    trained = f'<ul class="pane-rows">{lines}</ul>' if lines else ""
    return _safe(f'<ul class="brief-columns{wide}">{heads}</ul>{trained}')


def brief_leading(explainer: Explainer, section: Figures) -> SafeString:
    """The figures that matter most, large."""
    lines = "".join(
        f'<li><a href="{explainer.address(line.figure)}" data-why><span class="explains">'
        f'{escape(line.name)}</span> <span class="value">{shown(line.figure.code)}</span></a></li>'
        for line in section.lines
    )
    return _safe(f'<ul class="big-figures">{lines}</ul>')


def brief_figures(explainer: Explainer, section: Figures) -> SafeString:
    """Other figures, a row each."""
    lines = "".join(
        f"<li>{explainer.link(line.figure, line.name)}"
        f'<span class="figures amber">{shown(line.figure.code)}</span></li>'
        for line in section.lines
    )
    return _safe(f'<ul class="pane-rows">{lines}</ul>')


def brief_things(explainer: Explainer, section: Things) -> SafeString:
    """What is carried, and what is left in the purse."""
    return _safe(f'<ul class="pane-rows">{"".join(_things(explainer, section))}</ul>')


def step_buttons(steps: Iterable[Step], current: Step) -> SafeString:
    """A button for every step, with what is decided or open there. Pressing it saves this one."""
    return _safe("".join(_step(n, one, one.id == current.id) for n, one in enumerate(steps, 1)))


def _head(explainer: Explainer, column: Column) -> str:
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


def _step(position: int, step: Step, current: object) -> str:
    state = ""
    if step.open:
        wrong = any(not problem.unfinished for problem in step.problems)
        kind = "wrong" if wrong else "open"
        state = f' <span class="state {kind}">{escape(step.open)}</span>'
    elif step.state:
        words = step.state
        if len(words) > LONGEST_STATE:
            words = f"{words[: LONGEST_STATE - 1]}…"
        state = f' <span class="state">{escape(words)}</span>'
    here = ' aria-current="step"' if current else ""
    return (
        f'<li><button form="step-form" name="go" value="{escape(step.id)}"{here}>'
        f'<span class="number">{position}</span> <span class="name">{escape(step.name)}</span>'
        f"{state}</button></li>"
    )


def _safe(html: str) -> SafeString:
    return mark_safe(html)  # noqa: S308 (every text was escaped where it was put in)
