"""Nothing printed differs from the screen: what stands beside a name is read off the page and off
the PDF, and compared. Neither is compared with the sheet both are made of."""

import html
import re
from collections.abc import Iterator

import pytest
from django.test import Client

from rules import registry
from rules.sheet.sections import Attacks, Figures, Sheet, Traits
from sheets.printing import PrintOptions
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from tests.sampling import sample
from tests.sheets.every_game.characters import EVERY, by_chance, plain
from tests.sheets.every_game.pages import address
from tests.sheets.example_characters import owner_of, store
from tests.sheets.printing import pdf_readers

_TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]+>", re.DOTALL)
# A number that what is worn or suffered changes just now; paper names the cause beside the others.
_NOW = re.compile(r"<li\b(?:(?!</li>).)*(?:\?now=1| less now)(?:(?!</li>).)*</li>", re.DOTALL)
# On the screen, dice and dots stand between a name and its code; on paper, added dice do.
DRAWN = r"(?:[□■⊟ ]|\+\d+D(?:\+\d)? |\d+ of \d+ )*"
CODE = r"(\d[\d,]*½?D?(?:[+−]\d+)?)(?![\d+–])"


def _names(sheet: Sheet) -> Iterator[str]:
    """The names beside which both show a number. What a weapon's row says in the same word may
    stand before a number of its own, or of the next row.
    """
    attacks = (section.rows for section in sheet.sections if isinstance(section, Attacks))
    said = {word for rows in attacks for attack in rows for word in attack.special}
    for section in sheet.sections:
        if isinstance(section, Figures):
            yield from (line.name for line in section.lines)
        elif isinstance(section, Traits):
            for column in section.columns:
                yield from (line.name for line in column.lines if line.name not in said)


def _read(text: str, names: Iterator[str]) -> dict[str, set[str]]:
    """The codes that follow each name: a skill and a defense may share one."""
    plain = " ".join(text.split()).replace("/ ", "/")
    found = {
        name: set(re.findall(rf"\b{re.escape(name)} {DRAWN}{CODE}", plain, re.IGNORECASE))
        for name in names
    }
    return {name: codes for name, codes in found.items() if codes}


def _printed(sheet: Sheet) -> str:
    pdf = worker.make_pdf(compose(sheet, PrintOptions(), game="Any"))
    return pdf_readers.told(pdf).replace("\u2009", " ").replace("\u2007", " ")


@EVERY
@pytest.mark.all_games
@pytest.mark.parametrize("seed", sample(range(200), every=200, first=11))
def test_every_number_printed_is_the_number_shown(slug: str, seed: int, ines: Client) -> None:
    document = by_chance(slug, seed)
    sheet = registry.get(slug).sheet(document)
    character = store(owner_of("ines"), plain(document), finished=True)
    page = _NOW.sub(" ", ines.get(address(character)).content.decode())
    printed = _read(_printed(sheet), _names(sheet))
    shown = _read(html.unescape(_TAGS.sub(" ", page)), _names(sheet))
    # Paper explains a number with others of the same name: "10 + Agility 1D".
    differing = {name: codes for name, codes in shown.items() if not codes <= printed[name]}
    assert not differing
    assert len(shown) > len(list(_names(sheet))) * 0.5
