"""From a sheet to the markup of its pages: what is shown of it, fitted, in the template of its
game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.template import Engine
from django.template.loader import select_template

from rules.sheet import Sheet
from sheets.printing import styles
from sheets.printing.coverage import printable
from sheets.printing.measure import BOLD, CONDENSED, TEXT, count_lines, shorten, typed
from sheets.printing.messages import Job
from sheets.printing.parts import parts
from sheets.printing.share import share_out
from sheets.printing.styles import Styles

GENERAL = "printing/sheet.html"
NAMELESS = "Nameless"
# Millimetres for the name at the foot of a page (at 7 points), and in a file's particulars (at 10).
RUNNING_MEASURE, PARTICULARS_MEASURE = 68, 250
TALL = 100


@dataclass(frozen=True)
class Head:
    """The head of a sheet: particulars of the file, words with the classes of their sizes, and its
    height in millimetres.

    A `tall` one breaks like text and has pages of its own; `running` is the name at the foot of
    further pages; a `typed` name can be held by a field.
    """

    title: str
    about: str
    name: str
    concept: str
    name_class: str
    facts: tuple[tuple[str, str, str], ...]
    height: float
    running: str
    tall: bool
    typed: bool


def compose(
    sheet: Sheet, *, game: str, paper: str, fillable: bool = False, blank: bool = False
) -> Job:
    """The pages of a sheet, not yet laid out. `game` is the name of the game, for the title."""
    look = styles.for_game(sheet.system)
    found = parts(sheet, look, blank=blank)
    head = _head(sheet, look, game=game, blank=blank)
    share_out(found, look, paper=paper, head=head.height, blank=blank)
    context: dict[str, Any] = {
        "sheet": sheet,
        "head": head,
        "parts": {id.replace("-", "_"): part for id, part in found.items()},
        "flows": any(part.flows for part in found.values()),
        "continued": [part for part in found.values() if part.rest],
        "blank": blank,
        "fillable": fillable,
    }
    template = select_template([f"systems/{sheet.system}/print.html", GENERAL])
    html = template.render(context) + ""  # a plain text again: a safe one is a type of Django's own
    return Job(html, (look.text, styles.page_rule(paper)), fillable)


def sources(slug: str) -> Iterator[str]:
    """The text of every template and stylesheet that a game's sheet may be made with."""
    general = Path(Engine.get_default().get_template(GENERAL).origin.name).parent
    for folder in (general, general.parent / "systems" / slug):
        for file in sorted(folder.glob("*")):
            yield file.read_text()


def _head(sheet: Sheet, look: Styles, *, game: str, blank: bool) -> Head:
    """A name shrinks in steps to stay on one line, and wraps at the last."""
    name = "" if blank else printable(sheet.name).strip() or NAMELESS
    concept = "" if blank else printable(sheet.concept).strip()
    measure, sizes = look.number("name-measure"), [float(size) for size in look.words("name-sizes")]
    step = next(
        (i for i, size in enumerate(sizes) if count_lines(name, size, measure, BOLD) <= 1),
        len(sizes) - 1,
    )
    name_lines = max(1, count_lines(name, sizes[step], measure, BOLD))
    concept_lines = max(1, count_lines(concept, look.number("concept-size"), measure, TEXT))
    facts, fact_lines = _facts(sheet, look, blank=blank)
    height = (
        max(look.number("name-row"), name_lines * look.number("name-line"))
        + concept_lines * look.number("concept-line")
        + max(
            look.number("fact-row"),
            look.number("fact-head") + fact_lines * look.number("fact-line"),
        )
        + look.number("head-between")
    )
    title = "Blank character sheet" if blank else _line(name)
    return Head(
        title=f"{title} – {game}",
        about=_line(concept),
        name=name,
        concept=concept,
        name_class=f"name-{step + 1}",
        facts=facts,
        height=0.0 if height > TALL else max(height, look.number("head-least")),
        running=shorten(" ".join(name.split()), 7, RUNNING_MEASURE, CONDENSED),
        tall=height > TALL,
        typed=typed(name) and name_lines == 1,
    )


def _line(text: str) -> str:
    """A text for one line of a file's particulars."""
    return shorten(" ".join(text.split()), 10, PARTICULARS_MEASURE, TEXT)


def _facts(
    sheet: Sheet, look: Styles, *, blank: bool
) -> tuple[tuple[tuple[str, str, str], ...], int]:
    """Label, text and class of each fact, and the most lines that one takes when set small."""
    measure, facts, most = look.number("fact-measure"), [], 0
    for label, text in sheet.facts:
        shown = "" if blank else printable(text).strip()
        small = count_lines(shown, look.number("fact-size"), measure, CONDENSED) > 1
        if small:
            most = max(most, count_lines(shown, look.number("fact-small"), measure, CONDENSED))
        facts.append((label, shown, "fact tight" if small else "fact"))
    return tuple(facts), most
