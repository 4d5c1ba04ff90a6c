"""From a sheet to the markup of its pages: what is shown of it, fitted, in the template of its
game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.template import Engine
from django.template.loader import get_template, select_template

from rules.sheet import Sheet
from sheets.printing import cards, code, details, styles
from sheets.printing.accepted import with_accepted
from sheets.printing.edition import CARDS, FULL, NOTHING_MORE, Edition, Extras
from sheets.printing.faces import SCHEME
from sheets.printing.head import head
from sheets.printing.messages import Job
from sheets.printing.parts import Part, parts
from sheets.printing.share import share_out
from sheets.printing.styles import Styles

GENERAL, TO_CUT = "printing/sheet.html", "printing/cards.html"
PORTRAIT = SCHEME + "portrait"
ADVICE = {
    CARDS: "Shorten what is said of its weapons and gear, or print the classic sheet.",
    FULL: "Shorten its notes and descriptions, or print the classic sheet.",
}
ADVICE_ON_CLASSIC = "Shorten its descriptions, names and lists."


def compose(
    sheet: Sheet,
    edition: Edition,
    *,
    game: str,
    extras: Extras = NOTHING_MORE,
    blank: bool = False,
) -> Job:
    """The pages of a sheet, not yet laid out. `game` is the name of the game, for the title."""
    look = styles.for_game(sheet.system, kind=edition.kind, colour=edition.colour)
    full = edition.kind == FULL and not blank
    sheet, extras = with_accepted(sheet, extras, apart=full)
    corner = code.code(extras.link, look) if extras.link and edition.kind != CARDS else None
    context: dict[str, Any] = {
        "sheet": sheet,
        "head": head(sheet, look, game=game, extras=extras, blank=blank),
        "edition": edition,
        "blank": blank,
        "fillable": edition.fillable,
        "code": corner,
    }
    if edition.kind == CARDS:
        template = get_template(TO_CUT)
        context["rows"] = cards.rows(sheet, look)
    else:
        template = select_template([f"systems/{sheet.system}/print.html", GENERAL])
        context["more"] = details.more(sheet, extras) if full else None
        context["portrait"] = PORTRAIT
        context |= _first_page(context, look, edition)
    pictures = {PORTRAIT: extras.portrait} if context.get("more") and extras.portrait else {}
    drawings = {corner.source: code.picture(corner.address)} if corner else {}
    # A plain text again: a safe one is a type of Django's own.
    html = template.render(context) + ""
    css = (look.text, styles.page_rule(edition.paper))
    advice = ADVICE.get(edition.kind, ADVICE_ON_CLASSIC)
    fillable = edition.fillable and edition.kind != CARDS
    return Job(html, css, fillable, pictures, drawings, advice)


def _first_page(context: dict[str, Any], look: Styles, edition: Edition) -> dict[str, Any]:
    """The parts of the sheet, shared out, and what runs on behind them. Where everything is said
    in full afterwards, nothing runs on."""
    blank, more = context["blank"], context["more"]
    found: dict[str, Part] = parts(context["sheet"], look, blank=blank)
    share_out(
        found,
        look,
        paper=edition.paper,
        head=context["head"].height,
        blank=blank,
        whole=bool(more),
        code=context["code"],
    )
    return {
        "parts": {id.replace("-", "_"): part for id, part in found.items()},
        "flows": any(part.flows for part in found.values()),
        "continued": [part for part in found.values() if part.rest],
    }


def sources(slug: str) -> Iterator[str]:
    """The text of every template and stylesheet that a game's sheet may be made with."""
    general = Path(Engine.get_default().get_template(GENERAL).origin.name).parent
    for folder in (general, general.parent / "systems" / slug):
        for file in sorted(folder.glob("*")):
            yield file.read_text()
