"""The rules as a booklet, read with other eyes than those that made it."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from rules import registry
from rules.problems import InvalidDocument
from rules.reference.chapters import Chapter, Column, Table, Term
from rules.reference.search import Index
from sheets import printing
from sheets.printing import booklet
from sheets.printing.pdf.imposition import folding_order
from sheets.printing.type.glyphs import typographic
from tests.sheets.every_game.characters import EVERY
from tests.sheets.printing import pdf_readers

SLUG = "hyperspace-d6"
SHORT = "rules-sheet-d6"
# Points at the foot of a page.
FOOT = 40
CREDITS = {
    SHORT: "After the Star Wars D6 rules sheet by Bill Slavicsek",
    SLUG: "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA",
}
# The same words on another paper: one a day.
LETTER = pytest.mark.soak
# The shortest of the booklets a day, and one of three times as many pages with `--soak`.
BOTH = pytest.mark.parametrize("slug", [SHORT, pytest.param(SLUG, marks=pytest.mark.soak)])


# The shortest of the booklets a day, and all of them on each paper with `--soak`.
@pytest.mark.parametrize(
    ("slug", "paper"),
    [
        (SHORT, "a4"),
        pytest.param(SHORT, "letter", marks=LETTER),
        pytest.param(SLUG, "a4", marks=LETTER),
        pytest.param(SLUG, "letter", marks=LETTER),
        pytest.param("empire-ascendant", "a4", marks=LETTER),
        pytest.param("storytelling-d10", "a4", marks=LETTER),
    ],
)
def test_it_is_accessible(slug: str, paper: str) -> None:
    pdf = printing.booklet_pdf(slug, paper=paper)
    # The heads of tables at the top of several pages are no running heads: see the next test.
    assert [it for it in pdf_readers.complaints(pdf) if not it.startswith("PAG-001")] == []
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.undefined_glyphs(pdf) == 0


# In the last of them several tables begin or go on at the top of a page.
@pytest.mark.parametrize("slug", [SHORT, pytest.param("storytelling-d10", marks=pytest.mark.soak)])
def test_what_goes_on_of_a_table_is_a_table_with_a_head(slug: str) -> None:
    """Each table of the tags is on one page, so its head there is told for it, and not again."""
    reader = PdfReader(BytesIO(printing.booklet_pdf(slug)))
    tables = list(_tables(reader.trailer["/Root"]["/StructTreeRoot"]["/K"]))
    assert len(tables) > 5
    for table in tables:
        assert [str(kid.get_object()["/S"]) for kid in table["/K"]].count("/THead") == 1
        assert len(set(_pages(table))) == 1


def _kids(node: Any) -> Iterator[dict[str, Any]]:
    """The tags right in others."""
    node = node.get_object()
    kids = (kid.get_object() for kid in (node if isinstance(node, list) else [node]))
    return (kid for kid in kids if isinstance(kid, dict))


def _tables(node: Any) -> Iterator[Any]:
    """The tables among tags."""
    for kid in _kids(node):
        if kid.get("/S") == "/Table":
            yield kid
        elif "/K" in kid:
            yield from _tables(kid["/K"])


def _pages(node: Any) -> Iterator[int]:
    """The numbers of the pages that tags are on."""
    for kid in _kids(node):
        if "/Pg" in kid:
            yield kid.raw_get("/Pg").idnum
        if "/K" in kid:
            yield from _pages(kid["/K"])


@pytest.mark.parametrize(
    ("paper", "size"),
    [("a4", (148.5, 210)), pytest.param("letter", (139.7, 215.9), marks=LETTER)],
)
def test_a_page_is_half_a_sheet(paper: str, size: tuple[float, float]) -> None:
    box = PdfReader(BytesIO(printing.booklet_pdf(SHORT, paper=paper))).pages[0].mediabox
    millimetres = (float(box.width) / 72 * 25.4, float(box.height) / 72 * 25.4)
    assert millimetres == pytest.approx(size, abs=0.1)


@BOTH
def test_every_page_has_its_number_and_the_credit_and_something_on_it(slug: str) -> None:
    pages = pdf_readers.pages(printing.booklet_pdf(slug))
    assert len(pages) < 54
    assert "The rules" in pages[0]
    for number, page in enumerate(pages[1:-1], start=2):
        words = " ".join(page.split())
        assert CREDITS[slug] in words
        assert f"{number} / {len(pages)}" in words
        assert len(words) > 300, number


def bookmarks(reader: PdfReader) -> Iterator[tuple[str, int]]:
    """The first level of the outline: titles and the pages they lead to, from 1."""
    for mark in reader.outline:
        if not isinstance(mark, list):
            yield str(mark.title), reader.get_destination_page_number(mark) + 1


@BOTH
def test_contents_and_bookmarks_lead_to_every_chapter(slug: str) -> None:
    reader = PdfReader(BytesIO(printing.booklet_pdf(slug)))
    marks = dict(bookmarks(reader))
    chapters = [chapter.name for chapter in registry.get(slug).reference()]
    assert list(marks) == ["Contents", *chapters, "Index", "Sources"]
    contents = " ".join(reader.pages[1].extract_text().split())
    for name in (*chapters, "Index", "Sources"):
        assert f"{name} {marks[name]}" in contents


@pytest.mark.parametrize(
    ("slug", "name", "count"),
    [(SHORT, "Stamina", 2), pytest.param(SLUG, "Throw", 3, marks=pytest.mark.soak)],
)
def test_a_name_stands_once_in_the_index_with_every_page_of_it(
    slug: str, name: str, count: int
) -> None:
    words = " ".join(pdf_readers.text(printing.booklet_pdf(slug)).split())
    _, _, index = words.split("Index", 2)  # the first is in the contents
    (pages,) = re.findall(rf"\b{name} (\d+(?:, \d+)*)", index)
    assert len(set(pages.split(", "))) == count


def test_what_many_terms_have_in_common_is_said_once() -> None:
    """A ruling stands above them; their source is named without the name of each."""
    html = booklet._job("storytelling-d10", "a4").html
    assert html.count("The source prints no attribute for this ability") == 3
    assert "Animal ken ◆" in html
    assert "Merits and flaws, Ambidextrous" not in html


def test_the_index_counts_as_people_do_and_has_no_mere_numbers() -> None:
    terms = [Term("a", "Light side 10"), Term("b", "Light side 2"), Term("c", "1,290")]
    expected = [("Light side 2", ["b"], True), ("Light side 10", ["a"], False)]
    assert booklet._index(terms) == expected


def test_the_index_knows_a_name_by_its_first_word_of_weight() -> None:
    names = ("A turn", "The Force", "7. Gear", "Fame", "+1D in a skill")
    terms = [Term(str(place), name) for place, name in enumerate(names)]
    assert [(name, is_new) for name, _, is_new in booklet._index(terms)] == [
        ("+1D in a skill", False),
        ("Fame", True),
        ("Force, the", False),
        ("Gear", True),
        ("Turn, a", True),
    ]


def test_the_outer_side_of_each_page_has_its_number() -> None:
    pages = pdf_readers.words(printing.booklet_pdf(SHORT))
    for number, (width, high, words) in enumerate(pages[1:-1], start=2):
        lowest = [(left, text) for left, top, _, _, text in words if top > high - FOOT]
        (left,) = [left for left, text in lowest if text == str(number)]
        assert (left > width / 2) == bool(number % 2)


def _table(*lengths: int, columns: int = 1) -> Table:
    """A table with a row for each of the lengths of its texts."""
    rows = tuple(
        Term(f"t{place}", f"Term {place}", "word " * (length // 5), ("1D",) * columns)
        for place, length in enumerate(lengths)
    )
    return Table("t", "T", rows, tuple(Column(f"C{place}") for place in range(columns)))


def test_a_small_table_stays_whole_and_a_large_one_begins_with_two_rows() -> None:
    small = booklet._with_room(_table(50, 50, 50, 50), 120, 0)
    large = booklet._with_room(_table(*[50] * 12), 120, 0)
    # A head of 4 mm; a row of 5.4 mm, with 3.9 and 1 mm for a line of text.
    assert (small.room, small.is_whole) == (45.2, True)
    assert (large.room, large.is_whole) == (24.6, False)


def test_many_columns_are_equally_wide_and_in_the_same_places_throughout_a_chapter() -> None:
    tables = (_table(0, columns=5), _table(*[0] * 11, columns=5), _table(0, columns=2))
    printed = booklet._printed(Chapter("c", "C", "G", "", "", tables), 120)
    assert printed[0].names == printed[1].names > 10
    assert printed[2].names == 0


def test_a_long_figure_is_told_below_the_others() -> None:
    levels = "Bruised, Hurt, Injured, Wounded, Mauled"
    columns = tuple(map(Column, ("A", "B", "C", "D", "Health")))
    row = Term("x", "X-wing", "Fast.", ("1", "2", "3", "4", levels))
    narrow = booklet._narrow(Table("t", "T", (row,), columns))
    assert [column.name for column in narrow.columns] == ["A", "B", "C", "D"]
    assert narrow.rows[0].text == f"Health: {levels}. Fast."
    assert narrow.rows[0].figures == ("1", "2", "3", "4")


def test_the_contents_name_each_table_that_is_known_by_its_name() -> None:
    def named(id: str, name: str) -> Table:
        return Table(id, name, (), ())

    chapters = (
        Chapter("a", "Fights", "G", "", "", (named("1", "Armor"), named("2", "The numbers"))),
        Chapter("b", "The Force: Mind", "G", "", "", (named("1", "Mind"), named("2", "Paths"))),
        Chapter("c", "Ships", "G", "", "", (named("2", "The numbers"),)),
    )
    assert booklet._tables(chapters) == [("a-1", "Armor"), ("b-2", "Paths")]
    many = tuple(named(str(place), f"Table {place}") for place in range(43))
    assert booklet._tables([Chapter("d", "D", "G", "", "", many)]) == []


def test_each_side_of_a_sheet_to_fold_has_the_pages_that_lie_beside_each_other() -> None:
    assert list(folding_order(8)) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    assert list(folding_order(5)) == [(7, 0), (1, 6), (5, 2), (3, 4)]
    pages = pdf_readers.pages(printing.booklet_pdf(SHORT))
    sides = pdf_readers.pages(printing.folded(printing.booklet_pdf(SHORT)))
    assert len(sides) == 2 * -(-len(pages) // 4)
    assert "The rules" in sides[0]
    assert "Contents" in sides[1]
    box = PdfReader(BytesIO(printing.folded(printing.booklet_pdf(SHORT)))).pages[0].mediabox
    assert (round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) == (297, 210)


@BOTH
def test_every_term_is_told_with_its_figures_and_rulings(slug: str) -> None:
    told = pdf_readers.told(printing.booklet_pdf(slug)).replace(" ", "").replace("\u2009", "")
    for found in Index(registry.get(slug).reference()).terms.values():
        assert found.term
        rulings = (text.removesuffix("Our ruling.") for text in found.term.rulings)
        for text in (found.term.name, found.term.text, *rulings):
            assert typographic(text).replace(" ", "") in told, text


@BOTH
def test_the_file_says_what_it_is(slug: str) -> None:
    particulars = pdf_readers.information(printing.booklet_pdf(slug))
    titles = {SHORT: "The rules of Star Wars D6", SLUG: "The rules of HyperspaceD6"}
    assert particulars["Title"] == titles[slug]
    assert particulars["Author"] == CREDITS[slug]
    assert particulars["Tagged"] == "yes"


@pytest.mark.soak
@EVERY
def test_every_game_has_one(slug: str) -> None:
    assert registry.get(slug).name in pdf_readers.information(printing.booklet_pdf(slug))["Title"]


def test_it_is_made_once() -> None:
    assert printing.booklet_pdf(SHORT) is printing.booklet_pdf(SHORT)


def test_every_game_composes_one_of_its_own() -> None:
    games = registry.all_systems()
    assert len({printing.booklet_key(slug) for slug in games}) == len(games)


def test_each_paper_has_a_key_of_its_own() -> None:
    keys = {printing.booklet_key(SLUG, paper=paper) for paper in ("a4", "letter")}
    assert len(keys) == 2
    assert keys == {printing.booklet_key(SLUG, paper=paper) for paper in ("a4", "letter")}


def test_an_unknown_game_or_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="a4, letter"):
        printing.booklet_pdf(SLUG, paper="a5")
    with pytest.raises(InvalidDocument):
        printing.booklet_pdf("chess")
