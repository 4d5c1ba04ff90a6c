"""Pages that are put together of kept paragraphs are the pages that WeasyPrint lays out."""

import re
from io import BytesIO
from itertools import product
from random import Random

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter
from pypdf import PdfReader

from rules import registry
from sheets.demo import all_pregens
from sheets.printing import PrintOptions, sheet_job
from sheets.printing.options import Extras, Note
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import Job
from tests.sampling import day
from tests.sheets.printing import pdf_readers

# Of 256 grays, how far a page may differ where 25 pixels at 100 dpi are taken together: a letter
# may stand a thousandth of a point beside the other's, and a reader then sets it a pixel further.
# A thin letter too many or too few makes 80.
TOLERANCE, AROUND = 64, 2
EDITIONS = (
    PrintOptions(),
    PrintOptions(fillable=True),
    PrintOptions(colour=True, paper="letter"),
    PrintOptions(kind="cards"),
    PrintOptions(kind="full"),
    PrintOptions(kind="tent"),
)
GAMES = list(registry.all_systems())
RANDOM, AT_ONCE = 200, 10
LISTS = (
    "<p>Before</p><ol><li>one</li><li>two</li></ol><ul><li>dot<ol><li>within</li></ol></li></ul>"
    '<ol start="4"><li><p>four</p><p>more</p></li><li>five</li></ol>'
    "<ul><li><ul><li><ul><li>deep</li></ul></li></ul></li></ul><p>After</p>"
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A random character of each game, another each day, or 200 of each, some at once."""
    if "seeds" in metafunc.fixturenames:
        first = day() % RANDOM
        chosen = [range(first, first + 1)]
        if metafunc.config.getoption("--soak"):
            chosen = [range(first, first + AT_ONCE) for first in range(0, RANDOM, AT_ONCE)]
        metafunc.parametrize("seeds", chosen, ids=lambda seeds: f"{seeds.start}-{seeds.stop - 1}")


def _other(game: str, place: int) -> PrintOptions:
    """The edition beside the plain one for a game's character of that place: each of them is met a
    day, and by each game in five days.
    """
    return EDITIONS[1 + (GAMES.index(game) + 2 * place + day()) % (len(EDITIONS) - 1)]


def _picture(pdf: bytes) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    return [page.render(scale=100 / 72, grayscale=True).to_pil() for page in document]


def _differs(one: bytes, other: bytes) -> int:
    """By how many grays two files differ at most, their page counts first."""
    ours, theirs = _picture(one), _picture(other)
    assert len(ours) == len(theirs)
    blurred = (
        ImageChops.difference(*(image.filter(ImageFilter.BoxBlur(AROUND)) for image in pair))
        for pair in zip(ours, theirs, strict=True)
    )
    return max(image.getextrema()[1] for image in blurred)


def _tags(pdf: bytes) -> tuple[str, list[tuple[str, str]]]:
    """The tag tree, and its texts; the names of headings without the number of their table."""
    tree = pdf_readers._poppler("pdfinfo", "-struct", pdf=pdf)
    tree = re.sub(r"[(<]\d+-(\d+-\d+)[)>]", r"(\1)", tree)
    return re.sub(r"Object \d+ 0", "Object", tree), pdf_readers.tagged(pdf)


def _fields(pdf: bytes) -> dict[str, tuple[object, ...]]:
    reader = PdfReader(BytesIO(pdf))
    return {
        str(field["/T"]): (
            field["/TU"],
            field["/V"],
            field.get("/Q"),
            field.get("/DA"),
            sorted(round(float(side)) for side in field["/Rect"]),
        )
        for page in reader.pages
        for field in (found.get_object() for found in page.get("/Annots", ()))
        if "/T" in field
    }


def _bookmarks(pdf: bytes) -> list[object]:
    def titles(marks: list[object]) -> list[object]:
        return [titles(it) if isinstance(it, list) else it["/Title"] for it in marks]

    return titles(PdfReader(BytesIO(pdf)).outline)


def _compare(job: Job) -> None:
    """Prints a sheet both ways and looks for differences."""
    kept, whole = worker.typeset(job), worker.lay_out(job)
    assert _differs(kept, whole) <= TOLERANCE
    assert _tags(kept) == _tags(whole)
    assert _fields(kept) == _fields(whole)
    assert _bookmarks(kept) == _bookmarks(whole)
    ours, theirs = pdf_readers.information(kept), pdf_readers.information(whole)
    assert {**ours, "File size": ""} == {**theirs, "File size": ""}


@pytest.mark.usefixtures("_takes_its_time")
def test_pictures_are_where_weasyprint_puts_them():
    document = all_pregens()["caldo-morrun"].document
    extras = Extras(
        link="https://hyperspace.example/s/abcdefgh/",
        return_link="https://hyperspace.example/r/ABCD1234/",
        portrait=_photograph(),
        portrait_alt="Noise",
        face=True,
    )
    _compare(sheet_job(document, PrintOptions(), extras))


def _photograph() -> bytes:
    photograph = BytesIO()
    Image.effect_noise((300, 400), 80).save(photograph, "PNG")
    return photograph.getvalue()


@pytest.mark.parametrize(
    ("game", "edition", "extras"),
    [
        # What is said of the code moves to a second page, before all is set closer.
        ("empire-ascendant", PrintOptions(), Extras(link="https://hyperspace.example/s/abcd/")),
        ("hyperspace-d6", PrintOptions(kind="full"), Extras(notes=(Note("Notes", LISTS),))),
        (
            "hyperspace-d6",
            PrintOptions(fillable=True),
            Extras(portrait=_photograph(), portrait_alt="Noise", face=True),
        ),
        # Headings with bars go around the portrait.
        (
            "hyperspace-d6",
            PrintOptions(kind="full"),
            Extras(portrait=_photograph(), portrait_alt="Noise"),
        ),
        # Items stand one below the other beside it.
        (
            "empire-ascendant",
            PrintOptions(kind="full"),
            Extras(portrait=_photograph(), portrait_alt="Noise"),
        ),
        # It begins the second page.
        (
            "storytelling-d10",
            PrintOptions(kind="full"),
            Extras(portrait=_photograph(), portrait_alt="Noise"),
        ),
    ],
    ids=["code", "lists", "face", "portrait", "portrait beside items", "portrait on page two"],
)
@pytest.mark.usefixtures("_takes_its_time")
def test_what_is_added_to_a_sheet_is_put_together_too(
    game: str, edition: PrintOptions, extras: Extras
):
    _compare(sheet_job(registry.get(game).random(Random(1)), edition, extras))


@pytest.mark.usefixtures("_takes_its_time")
def test_a_sheet_that_gets_no_shorter_is_not_set_closer():
    extras = Extras(
        link="https://hyperspace.example/s/abcdefgh/",
        return_link="https://hyperspace.example/r/ABCD1234/",
        return_code="ABC-D123",
    )
    document = all_pregens()["fyra-lorrimar"].document
    _compare(sheet_job(document, PrintOptions(fillable=True), extras))


@pytest.mark.usefixtures("_takes_its_time")
@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_kept_parts_is_the_page_that_weasyprint_lays_out(
    game: str, pytestconfig: pytest.Config
):
    ready = [it.document for it in all_pregens().values() if it.document.system == game]
    if pytestconfig.getoption("--soak"):
        asked = list(product(ready, EDITIONS))
    else:
        asked = [(ready[0], EDITIONS[0]), (ready[0], _other(game, 0))]
    for document, edition in asked:
        _compare(sheet_job(document, edition))


@pytest.mark.usefixtures("_takes_its_time")
@pytest.mark.parametrize("game", GAMES)
def test_a_page_of_kept_parts_is_the_same_for_whoever_is_made_by_chance(game: str, seeds: range):
    for seed in seeds:
        edition = EDITIONS[seed % len(EDITIONS)] if len(seeds) > 1 else _other(game, 1)
        _compare(sheet_job(registry.get(game).random(Random(seed)), edition))
