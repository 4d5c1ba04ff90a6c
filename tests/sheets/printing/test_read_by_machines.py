"""Text copied out of a print says what the sheet says: each name with its number beside it, in each
edition; on a form, each number in its field.
"""

import re
from collections.abc import Iterator
from io import BytesIO
from random import Random

import pytest
from pypdf import PdfReader

from rules import registry
from rules.document import Document
from rules.sheet.sections import Attacks, Figures, Line, Prose, Sheet, Things, Track, Traits
from sheets import printing
from sheets.printing import PrintOptions
from sheets.printing.pdf import worker
from sheets.printing.type.glyphs import typographic
from tests.sampling import draw
from tests.sheets.printing import pdf_readers

HOW_MANY, DAILY, AT_ONCE = 200, 1, 10
KINDS = ("classic", "full", "large")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Some of each game each day, or all of them."""
    if "seeds" not in metafunc.fixturenames:
        return
    first = DAILY * (draw() % (HOW_MANY // DAILY))
    chosen = [range(first, first + DAILY)]
    if metafunc.config.getoption("--soak"):
        chosen = [range(place, place + AT_ONCE) for place in range(0, HOW_MANY, AT_ONCE)]
    pairs = [(slug, seeds) for slug in registry.built_in() for seeds in chosen]
    metafunc.parametrize(
        ("slug", "seeds"), pairs, ids=[f"{slug}-{seeds.start}" for slug, seeds in pairs]
    )


def _plain(text: str) -> str:
    """A text without spaces and capitals: paper sets names in capitals, and breaks lines."""
    return re.sub(r"[\s\u00ad]+", "", typographic(text)).casefold()


def _row(line: Line) -> str:
    """A line as an expression: its name, a note, what is added to its head, and its number."""
    name, note = re.escape(_plain(line.name)), re.escape(_plain(line.note))
    added = r"(\+\d+d(\+\d)?)?" if line.figure.op == "pool" else ""
    return f"{name}({note})?[●○]*{added}{re.escape(_plain(line.figure.code))}"


def _expected(sheet: Sheet, kind: str) -> Iterator[str]:
    """Expressions for all that the text of a print has."""
    for section in sheet.sections:
        match section:
            case Figures():
                yield from map(_row, section.lines)
            case Traits():
                yield from _traits(section)
            case Prose() if kind != "classic":
                for it in section.passages:
                    yield from map(_text, (it.name, it.text, it.own_words))
            case Track() | Attacks() | Things():
                yield from map(_text, _named(section))


def _text(text: str) -> str:
    return re.escape(_plain(text))


def _traits(section: Traits) -> Iterator[str]:
    for column in (*section.columns, *([section.row] if section.row else [])):
        yield from map(_row, column.lines)
        if column.figure:
            yield _text(f"{column.abbreviation}{column.figure.code}")


def _named(section: Track | Attacks | Things) -> Iterator[str]:
    """The names of what stands in rows, and the pools of attacks."""
    if isinstance(section, Track):
        return (level.name for level in section.levels)
    if isinstance(section, Things):
        return (thing.name for thing in section.things)
    return (text for it in section.rows for text in (it.name, f"{it.attack.code}{it.skill}"))


def _made(slug: str, seed: int) -> Document:
    return registry.get(slug).random(Random(seed))


@pytest.mark.all_games
@pytest.mark.parametrize("kind", KINDS)
def test_every_figure_is_read_beside_its_name(slug: str, seeds: range, kind: str) -> None:
    for seed in seeds:
        document = _made(slug, seed)
        options = PrintOptions(kind=kind, paper=("a4", "letter")[seed % 2])
        pdf = worker.make_pdf(printing.sheet_job(document, options))
        text = _plain("".join(pdf_readers.pages(pdf)))
        for wanted in _expected(registry.open(document).sheet, kind):
            assert re.search(wanted, text), (seed, wanted)


@pytest.mark.all_games
def test_every_figure_of_a_form_is_in_its_field(slug: str, seeds: range) -> None:
    for seed in seeds:
        document = _made(slug, seed)
        pdf = worker.make_pdf(printing.sheet_job(document, PrintOptions(fillable=True)))
        fields = PdfReader(BytesIO(pdf)).get_fields() or {}
        for section in registry.open(document).sheet.sections:
            lines: list[Line] = []
            if isinstance(section, Figures):
                lines = [*section.lines]
            elif isinstance(section, Traits):
                lines = [line for column in section.columns for line in column.lines]
            for line in lines:
                name = line.key if line.key in fields else line.key.replace(".", "-")
                assert str(fields[name].value) == line.figure.code, (seed, line.key)
                if line.gauge and f"{name}-dots" in fields:
                    assert str(fields[f"{name}-dots"].value) == str(line.gauge.value)
