"""A sheet has a further page only for what is worth one: none is blank, and none is for a line or
two that fit before it. One of many sheets is looked at daily, and all with `--soak`."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import msgspec
import pytest

from rules import registry
from rules.document import Document, Envelope
from sheets.demo import all_pregens, demo_party
from sheets.printing import PrintOptions
from sheets.printing.options import Extras
from sheets.printing.pdf import worker
from sheets.printing.sheet.compose import compose
from sheets.printing.sheet.first_page import passage_shares
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import SAMPLES, by_chance
from tests.sheets.printing import mupdf
from tests.sheets.printing.conftest import document as hyperspace

# The fewest lines of a further page, with its headings, and points between two of them.
LEAST, APART = 5, 3
# What a page to write on has at its head, the name that a page goes on with, and the headings of
# the lines to write on below its texts.
TO_WRITE_ON, RUNNING = "EXPERIENCE", ", continued"
NOTES = ("NOTES", "MORE NOTES", "SESSIONS AND NOTES")

CODED = Extras(
    date="November 30, 2026",
    return_code="XAD-MR2K",
    return_link="https://hyperspace.example.org/r/K7QM2XRT9PAB/",
)
LINKED = replace(
    CODED, player="Ines", link="https://hyperspace.example.org/s/K7QM2XRT9PABK7QM2XRT9PAB12/"
)
EDITIONS = {
    "classic": PrintOptions(),
    "form": PrintOptions(fillable=True),
    "full": PrintOptions(kind="full"),
    "full form": PrintOptions(kind="full", fillable=True),
    "large": PrintOptions(kind="large"),
    "frame": PrintOptions(kind="frame"),
}
PAPERS = ("a4", "letter")
# Rich, usual, and poor.
RICH = {**all_pregens(), **demo_party().characters}
PEOPLE = [*sorted(RICH), *product(SAMPLES, (7, 8, "poor"))]
EVERY = 120


@cache
def _document(who: str | tuple[str, int | str]) -> Document:
    if isinstance(who, str):
        return RICH[who].document
    slug, seed = who
    if isinstance(seed, int):
        return by_chance(slug, seed)
    nothing = {"build": {}, "player": "", "ledger": [], "marks": {}, "house": {}}
    return registry.from_envelope(Envelope(system=slug, name="Nobody yet", **nothing))


def _print(document: Document, edition: PrintOptions, extras: Extras) -> list[mupdf.Page]:
    """Made here, not in a worker: this is about pages."""
    sheet = registry.open(document).sheet
    return mupdf.pages(worker.make_pdf(compose(sheet, edition, game="Any", extras=extras)))


def _lines(page: mupdf.Page) -> int:
    """The lines of text on a page, without its running title and what is below its texts."""
    end = min((word[1] for word in page.words if word[4] in NOTES), default=page.high - mupdf.FOOT)
    lines, last = 0, 0.0
    for foot in sorted(it[3] for it in page.words if it[3] < end and RUNNING not in it[4]):
        lines += foot - last > APART
        last = foot
    return lines


def _scanty(pages: list[mupdf.Page]) -> Iterator[str]:
    """The text of each further page with few lines."""
    for page in pages[1:]:
        if _lines(page) < LEAST and TO_WRITE_ON not in page.text:
            yield page.text


@pytest.mark.parametrize(
    ("who", "edition", "paper", "extras"),
    sample(
        product(PEOPLE, EDITIONS, PAPERS, ("coded", "linked")), every=EVERY, first=draw() % EVERY
    ),
)
def test_no_further_page_is_for_a_line_or_two(
    who: str | tuple[str, int | str], edition: str, paper: str, extras: str
) -> None:
    options = replace(EDITIONS[edition], paper=paper)
    pages = _print(_document(who), options, LINKED if extras == "linked" else CODED)
    assert list(_scanty(pages)) == []


@pytest.mark.parametrize("edition", ["classic", "form"])
@pytest.mark.parametrize("name", ["neesha-vaanik", "shaali-mavessa", "ondo-teth"])
def test_a_rich_sheet_with_a_code_stays_on_one_page_of_letter(name: str, edition: str) -> None:
    options = replace(EDITIONS[edition], paper="letter")
    (page,) = _print(all_pregens()[name].document, options, LINKED)
    assert page.says_something


def _with_more(kind: str, count: int) -> Document:
    """A Jedi with so much more of something."""
    knives = [{"id": "vibroknife", "quantity": 1, "as": f"Knife {n}"} for n in range(count)]
    things = [{"name": f"Thing number {n}", "quantity": 1} for n in range(count)]
    build = {
        "concept": "Learner without a teacher",
        "species": "rodian",
        "profession": "jedi-padawan",
        "skills": ["melee", "control", "agility"],
        "appearance": "Wiry, moss-green, quick in every joint. " * 4,
        "edge": {"id": "favors", "note": "An archivist owed my teacher more than she could repay."},
        "burden": {"id": "wanted", "note": "They say that I began it. " * count * (kind == "text")},
        "gear": [
            {"id": "lightsaber", "quantity": 1, "granted": True, "crystal": "green"},
            *{"arms": knives, "things": things}.get(kind, ()),
        ],
    }
    return hyperspace("Neesha Vaanik", build)


def _one_too_many(kind: str, paper: str, extras: Extras) -> int:
    """The least of something that a first page cannot hold, even set tight, found without printing:
    what continues is in the text of the page to lay out.
    """
    low, high = 0, 160
    while high - low > 1:
        middle = (low + high) // 2
        sheet = registry.open(_with_more(kind, middle)).sheet
        job = compose(sheet, PrintOptions(paper=paper), game="Any", extras=extras)
        low, high = (low, middle) if 'class="continued' in job.html else (middle, high)
    return high


@pytest.mark.parametrize(
    ("kind", "paper", "edition", "extras"),
    sample(
        product(("text", "arms", "things"), PAPERS, ("classic", "form"), ("coded", "linked")),
        every=6,
        first=draw() % 6,
    ),
)
def test_what_is_a_little_too_much_is_set_tight_and_what_is_more_fills_some_lines(
    kind: str, paper: str, edition: str, extras: str
) -> None:
    options = replace(EDITIONS[edition], paper=paper)
    added = LINKED if extras == "linked" else CODED
    count = _one_too_many(kind, paper, added)
    assert len(_print(_with_more(kind, count - 1), options, added)) == 1
    pages = _print(_with_more(kind, count), options, added)
    assert len(pages) == 2
    assert list(_scanty(pages)) == []


@pytest.mark.parametrize("count", [17, 25, 60])
def test_a_short_edge_stays_whole_beside_a_burden_that_goes_on(count: int) -> None:
    sheet = registry.open(_with_more("text", count)).sheet
    job = compose(sheet, PrintOptions(paper="letter"), game="Any", extras=LINKED)
    here, there = job.html.replace("\u00a0", " ").split('class="continued')
    assert "An archivist owed my teacher more than she could repay." in here
    assert "The law is after you for something you did. Bounty hunters may be, too." in here
    assert "Favors" not in there


def test_passages_share_the_room_from_the_lowest_on() -> None:
    assert passage_shares([10, 30], 24, least=4) == [10, 14]
    assert passage_shares([30, 10], 44, least=4) == [30, 10]
    assert passage_shares([30, 10], 12, least=4) == [6, 6]
    assert passage_shares([30, 20, 10], 30, least=8) == [10, 10, 10]
    assert passage_shares([], 30, least=8) == []


@pytest.mark.parametrize("lines", sample([4, 8, 12], every=3, first=draw() % 3))
def test_a_full_sheet_with_no_room_for_its_code_takes_the_equipment_along(lines: int) -> None:
    """Texts, equipment, and credits fit the first page; the code and the lines beside it do not."""
    whole = all_pregens()["oz-12"].document
    looks = whole.build.appearance + "\nMore of it." * lines
    build = msgspec.structs.replace(whole.build, appearance=looks)
    document = msgspec.structs.replace(whole, build=build)
    pages = _print(document, PrintOptions(kind="full", paper="letter"), LINKED)
    assert len(pages) == 2
    assert list(_scanty(pages)) == []
    assert "GEAR" in pages[1].text
