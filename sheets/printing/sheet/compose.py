"""Composes a printed sheet, with the problems that a game master accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from django.template import Engine
from django.template.loader import get_template, select_template
from django.utils.html import format_html, format_html_join

from rules.sheet.sections import Passage, Prose, Sheet
from sheets.printing import styles
from sheets.printing.options import (
    CARDS,
    FRAME,
    FULL,
    LARGE,
    LOOSE,
    NO_EXTRAS,
    TENT,
    Extras,
    Note,
    PrintOptions,
)
from sheets.printing.pdf.messages import Job
from sheets.printing.sheet import cards, details, framed, large, qr_code, return_code, tents
from sheets.printing.sheet.first_page import fit_first_page
from sheets.printing.sheet.head import head, with_code, with_face
from sheets.printing.sheet.sections import print_sections
from sheets.printing.sheet.stations import PrintedStation
from sheets.printing.sheet.text_columns import text_columns
from sheets.printing.sheet.totals import totals
from sheets.printing.sheet.typed import fill_fields
from sheets.printing.sheet.view_models import PrintSection
from sheets.printing.styles import Styles
from sheets.printing.type.fonts import SCHEME
from sheets.printing.type.glyphs import printable, typographic

ACCEPTED_HEADING = "Accepted by the GM"


def with_accepted(sheet: Sheet, extras: Extras, *, apart: bool) -> tuple[Sheet, Extras]:
    """The sheet with the accepted problems among its last texts; `apart`, the extras with them as a
    note.
    """
    if not extras.accepted:
        return sheet, extras
    if apart:
        items = format_html_join("", "<li>{}</li>", ((_line(*one),) for one in extras.accepted))
        note = Note(ACCEPTED_HEADING, format_html("<ul>{}</ul>", items) + "")  # a plain text again
        return sheet, replace(extras, notes=(note, *extras.notes))
    passages = tuple(Passage(ACCEPTED_HEADING, _line(*one)) for one in extras.accepted)
    return _with_passages(sheet, passages), extras


def _line(message: str, reason: str) -> str:
    return f"{message} “{reason}”" if reason else message


def _with_passages(sheet: Sheet, passages: tuple[Passage, ...]) -> Sheet:
    """The sheet with these passages among its last texts; unchanged if the game has none."""
    sections = list(sheet.sections)
    for place, section in reversed(list(enumerate(sections))):
        if isinstance(section, Prose):
            texts = (*section.passages, *passages)
            sections[place] = msgspec.structs.replace(section, passages=texts)
            break
    return msgspec.structs.replace(sheet, sections=tuple(sections))


SHEET_TEMPLATE, CARDS_TEMPLATE = "printing/sheet/sheet.html", "printing/cards/cards.html"
TENT_TEMPLATE, LARGE_TEMPLATE = "printing/tents/tents.html", "printing/large/large.html"
FRAME_TEMPLATE = "printing/frame/frame.html"
PORTRAIT = SCHEME + "portrait"
ADVICE = {
    CARDS: "Shorten the texts of its weapons and gear, or print the classic sheet.",
    FULL: "Shorten its notes and descriptions, or print the classic sheet.",
}
ADVICE_ON_CLASSIC = "Shorten its descriptions, names and lists."


def compose(
    sheet: Sheet,
    edition: PrintOptions,
    *,
    game: str,
    extras: Extras = NO_EXTRAS,
    blank: bool = False,
    held: str = "",
    stations: Sequence[PrintedStation] = (),
    texts: Mapping[str, str] = cards.NO_TEXTS,
) -> Job:
    """The pages of a sheet, not yet laid out. `game` is the name of the game, for the title, and
    `held` what is on the sheet if that is no character: "craft", with its `stations`. Cards say
    the `texts` of things that say nothing themselves.
    """
    look = styles.for_game(sheet.system, kind=edition.kind, colour=edition.colour, held=held)
    full = edition.kind == FULL and not blank
    if edition.kind != FRAME:  # nobody hangs that up
        sheet, extras = with_accepted(sheet, extras, apart=full)
    has_face = bool(extras.face and extras.portrait) and edition.kind not in LOOSE and not blank
    has_link = bool(extras.link) and edition.kind not in LOOSE
    in_head = has_link and not has_face and look.has("head-code")
    look = with_face(look) if has_face else with_code(look) if in_head else look
    corner = qr_code.qr_code(extras.link, look) if has_link else None
    context: dict[str, Any] = {
        "sheet": sheet,
        "head": head(sheet, look, game=game, extras=extras, blank=blank),
        "face": PORTRAIT if has_face else "",
        "face_alt": printable(extras.portrait_alt).strip()
        or f"Portrait of {printable(sheet.name)}",
        "edition": edition,
        "blank": blank,
        "fillable": edition.fillable,
        "code": None if in_head else corner,
        "head_code": corner if in_head else None,
        "stations": stations,
        "return_code": extras.return_code,
        "line": look.number("prose-line"),
    }
    if edition.kind == CARDS:
        template = get_template(CARDS_TEMPLATE)
        context["sides"] = cards.sides(
            sheet,
            look,
            paper=edition.paper,
            backs=edition.backs,
            stations=stations,
            texts=texts,
        )
    elif edition.kind == LARGE:
        template = get_template(LARGE_TEMPLATE)
        parts = print_sections(sheet, look, blank=False)
        context["sections"] = large.large_sections(parts, look)
    elif edition.kind == FRAME:
        template = get_template(FRAME_TEMPLATE)
        parts = print_sections(sheet, look, blank=False)
        height = styles.page_height(edition.paper)
        context["framed"] = framed.framed(sheet, parts, look, extras, height=height)
        context["portrait"] = PORTRAIT if extras.portrait else ""
        context |= {"height": height, "corners": framed.corners(height)}
    elif edition.kind == TENT:
        template = get_template(TENT_TEMPLATE)
        context["tent"] = tents.tent(sheet, look, extras)
        context["portrait"] = PORTRAIT if extras.portrait else ""
    else:
        template = select_template(
            [f"systems/{sheet.system}/{held or 'print'}.html", SHEET_TEMPLATE]
        )
        context["more"] = details.detail_pages(sheet, extras) if full else None
        context["portrait"] = PORTRAIT
        page, look = _first_page(context, look, edition)
        context |= page
    has_portrait = context.get("more") or edition.kind in (TENT, FRAME) or has_face
    pictures = {PORTRAIT: extras.portrait} if has_portrait and extras.portrait else {}
    drawings = {corner.source: qr_code.qr_png(corner.address)} if corner else {}
    # A plain text again: a safe one is a type of Django's own.
    html = typographic(template.render(context) + "")
    rule = (
        cards.cards_rule(look, paper=edition.paper)
        if edition.kind == CARDS
        else styles.page_rule(edition.paper)
    )
    css: tuple[str, ...] = (look.text, rule)
    if extras.return_link and edition.kind not in LOOSE:
        drawings[return_code.SOURCE] = return_code.png(extras.return_link)
        css = (*css, return_code.RULE)
    advice = ADVICE.get(edition.kind, ADVICE_ON_CLASSIC)
    fillable = edition.fillable and edition.kind not in LOOSE
    # A blank sheet keeps its rows to write on, and only sets them closer.
    tight = (
        () if edition.kind in LOOSE else styles.tight(sheet.system, held)[: 1 if blank else None]
    )
    if context.get("more"):
        tight = (styles.tight_details(), *tight)
    if edition.kind == LARGE:
        tight = (styles.tight_large(),)
    added_up = totals(sheet.system, context["parts"].values(), blank=blank) if fillable else ()
    return Job(
        html,
        css,
        fillable,
        pictures,
        drawings,
        advice,
        tight=tight,
        reach=tuple(map(float, look.words("reach")[: len(tight)])),
        pages=int(look.number("pages")),
        totals=added_up,
    )


def _first_page(
    context: dict[str, Any], look: Styles, edition: PrintOptions
) -> tuple[dict[str, Any], Styles]:
    """The sections of the sheet, fitted to the first page, what continues after it, and the styles
    of both: tight ones where they save a page. Details take the place of all that would be fitted,
    so nothing stands on two pages.
    """
    blank, sheet = context["blank"], context["sheet"]
    sections: dict[str, PrintSection] = print_sections(sheet, look, blank=blank)

    def fits(sections: dict[str, PrintSection], look: Styles) -> bool:
        return fit_first_page(
            sections,
            look,
            paper=edition.paper,
            head=context["head"].height,
            blank=blank,
            code=context["code"],
        )

    if not (context["more"] and look.has("bands")) and not fits(sections, look):
        tight = styles.for_game(
            sheet.system, kind=edition.kind, colour=edition.colour, is_tight=True
        )
        tight = with_face(tight) if context["face"] else tight
        closer = print_sections(sheet, tight, blank=blank)
        if fits(closer, tight):
            sections, look = closer, tight
    if edition.fillable:
        fill_fields(sections.values(), look, code=context["code"])
    return {
        "text_columns": text_columns(sections, look, blank=blank, paper=edition.paper),
        "parts": {id.replace("-", "_"): part for id, part in sections.items()},
        "flows": any(part.flows for part in sections.values()),
        "continued": [part for part in sections.values() if part.rest],
    }, look


def sources(slug: str) -> Iterator[str]:
    """The text of every template and stylesheet that a game's sheet may use."""
    general = Path(Engine.get_default().get_template(SHEET_TEMPLATE).origin.name).parent
    others = [general.parent / name for name in ("cards", "tents", "large", "frame")]
    for folder in (general, *others, general.parents[1] / "systems" / slug):
        for file in sorted(folder.glob("*")):
            yield file.read_text()
