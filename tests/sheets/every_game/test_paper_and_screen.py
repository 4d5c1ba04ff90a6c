"""Nothing printed differs from the screen: what stands beside a name is read off the page and off
the PDF, and compared. Neither is compared with the sheet both are made of."""

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from rules import registry
from rules.character import Character
from rules.figures import Figure
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Line,
    Sheet,
    Things,
    Track,
    Traits,
)
from sheets.printing import PrintOptions
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY, by_chance, plain
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import owner_of, store
from tests.sheets.printing import pdf_readers

RANDOM = 200

_TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
# A number that what is worn or suffered changes just now; paper names the cause beside the others.
_NOW = re.compile(r"<(li|tr)\b(?:(?!</\1>).)*(?:\?now=1| less now)(?:(?!</\1>).)*</\1>", re.DOTALL)
# What a weapon does besides, between its name and its codes.
_SPECIAL = re.compile(r'<span\s+class="in-short">.*?</ul>', re.DOTALL)
# On the screen, dice and dots stand between a name and its code; on paper, added dice do.
DRAWN = r"(?:[□■⊟ ]|\+\d+D(?:\+\d)? |\d+ of \d+ )*"
CODE = r"(\d[\d,]*½?D?(?:[+−]\d+)?)(?![\d+–])"
REACH = r"(under \d[\d,]*|\d[\d,]*(?:\+|–\d[\d,]*)?|–)"


def _lines(sheet: Sheet) -> Iterator[Line]:
    """The lines in which both show a name and a number. What a weapon's row says in the same word
    may stand before a number of its own, or of the next row.
    """
    attacks = (section.rows for section in sheet.sections if isinstance(section, Attacks))
    said = {word for rows in attacks for attack in rows for word in attack.special}
    for section in sheet.sections:
        if isinstance(section, Figures):
            yield from section.lines
        elif isinstance(section, Traits):
            for column in section.columns:
                yield from (line for line in column.lines if line.name not in said)


def _read(text: str, lines: Iterator[Line]) -> dict[str, set[str]]:
    """The codes that follow each name: a skill and a defense may share one."""
    found = {}
    for line in lines:
        note = rf"(?:{re.escape(_plain(line.note))} )?" if line.note else ""
        found[line.name] = _all(text, rf"\b{re.escape(line.name)} {note}{DRAWN}{CODE}")
    return found


def _all(text: str, pattern: str) -> set[str]:
    return set(re.findall(pattern, text, re.IGNORECASE))


def _otherwise_placed(sheet: Sheet) -> Iterator[tuple[str, str, str]]:
    """Figures that a page and paper show in another order: a name, and a pattern for each."""
    for section in sheet.sections:
        match section:
            case Traits(columns=columns, row=row):
                heads = (*columns, row) if row else columns
                yield from (_head(column) for column in heads if column.figure)
            case Attacks(rows=rows):
                yield from map(_attack, rows)
            case Track(levels=levels, kinds=()):  # two kinds of marks have boxes alone
                yield from (_level(level.name) for level in levels if level.reach)
            case Things(name=name, purse=Figure(label=label)):
                yield label, rf"\b{name} ([\d,]+) {label}\b", rf"\b{label} ([\d,]+)"


def _head(column: Column) -> tuple[str, str, str]:
    name, short = re.escape(column.name), re.escape(column.abbreviation)
    return column.name, rf"\b{name} {DRAWN}{CODE}", rf"\b{short} {CODE}"


def _attack(row: Attack) -> tuple[str, str, str]:
    name = rf"\b{re.escape(row.name)} (×[\d,]+ )?"
    thrown = r"(?:\w+ \d+D(?:\+\d)? )?" if row.throw else ""
    on_screen = rf"{name}{thrown}{DRAWN}{CODE} {DRAWN}(?:{CODE}|none)"
    return row.name, on_screen, rf"{name}{CODE} (?:{re.escape(row.skill)} )?(?:{CODE}|–)"


def _level(level: str) -> tuple[str, str, str]:
    name = re.escape(level)
    return level, rf"{REACH} {name}\b", rf"\b{name} {REACH}"


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").split()).replace("/ ", "/")


def _printed(sheet: Sheet) -> str:
    pdf = worker.make_pdf(compose(sheet, PrintOptions(), game="Any"))
    return _plain(pdf_readers.told_by_poppler(pdf))


def _shown(page: str) -> str:
    """A page's text, without the numbers that are others just now."""
    return _plain(html.unescape(_TAGS.sub(" ", _SPECIAL.sub(" ", _NOW.sub(" ", page)))))


@EVERY
@pytest.mark.all_games
@pytest.mark.parametrize("seed", sample(range(RANDOM), every=RANDOM, first=draw() % RANDOM))
def test_every_number_printed_is_the_number_shown(slug: str, seed: int, ines: Client) -> None:
    document = by_chance(slug, seed)
    sheet = Character(registry.get(slug), document).sheet
    character = store(owner_of("ines"), plain(document), finished=True)
    raw = ines.get(address(character)).content.decode()
    page, paper = _shown(raw), _printed(sheet)
    found = _read(page, _lines(sheet)), _read(paper, _lines(sheet))
    compared = [(name, found[0][name], found[1][name]) for name in found[0]] + [
        (name, _all(page, on_screen), _all(paper, on_paper))
        for name, on_screen, on_paper in _otherwise_placed(sheet)
    ]
    # Paper explains a number with others of the same name: "10 + Agility 1D".
    assert [one for one in compared if not one[1] <= one[2]] == []
    not_shown = [name for name, shown, _ in compared if not shown]
    assert not_shown == [] or _NOW.search(raw)
