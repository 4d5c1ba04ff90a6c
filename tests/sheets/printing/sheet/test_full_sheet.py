"""The full sheet: after the page to play from, everything there is to say."""

from collections import Counter
from dataclasses import replace
from functools import cache
from io import BytesIO

import pymupdf
import pytest
from PIL import Image
from pypdf import PdfReader

from rules import registry
from rules.document import Document
from rules.sheet.sections import Prose
from sheets import printing
from sheets.demo import all_pregens
from sheets.markdown import safe_html
from sheets.printing import Extras, Note, PrintOptions
from sheets.printing.type.glyphs import typographic
from tests.sampling import draw, sample
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.printing import mupdf, pdf_readers
from tests.sheets.printing.conftest import document

FULL = PrintOptions(kind="full")
# Those with the most to say of each game a day, and all with `--soak`.
WORDY = ("murgha-doorfall", "brugga-tal", "dax-penhallow", "brakk-stroud")
OF_EACH_GAME = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in WORDY else pytest.mark.soak)
        for name in sorted(all_pregens())
    ],
)
WORDS = """# The first session
We met in the **hold** of the [Wayward](https://example.org/wayward).

- Owes us 300
  1. or more

* One

* - - Two

> She said nothing.

| Who | Where |
|---|---|
| Sool | Docks |

    a code

<b>& not bold</b>
"""


@cache
def portrait() -> bytes:
    made = BytesIO()
    Image.new("RGB", (900, 1200), (60, 80, 120)).save(made, "WEBP")
    return made.getvalue()


@pytest.fixture
def extras() -> Extras:
    notes = (Note("What I know", safe_html(WORDS)), Note("Private", safe_html("Only mine.")))
    return Extras("November 22, 2026", "Inés", portrait(), "A face in the dark", notes)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("colour", [False, True])
def test_it_is_accessible(scoundrel: Document, extras: Extras, paper: str, *, colour: bool):
    edition = PrintOptions(kind="full", paper=paper, colour=colour, fillable=colour)
    pdf = printing.sheet_pdf(scoundrel, edition, extras)
    # An address in a player's own words is no link.
    complaints = [it for it in pdf_readers.complaints(pdf) if not it.startswith("LNK-010")]
    assert complaints == []
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.undefined_glyphs(pdf) == 0
    assert len(pdf_readers.pages(pdf)) == 2


@EVERY
def test_what_is_said_stands_beside_the_portrait(slug: str, extras: Extras):
    """Not below it, beside a hole."""
    pdf = printing.sheet_pdf(by_chance(slug), FULL, replace(extras, notes=()))
    with pymupdf.open(stream=pdf) as pages:
        (page,) = (page for page in pages if page.get_image_info())
        left, top, _, bottom = page.get_image_info()[0]["bbox"]
        beside = {
            word[4] for word in page.get_text("words") if word[0] < left and top < word[1] < bottom
        }
    assert len(beside) > 20


@EVERY
def test_a_portrait_stands_on_page_one_where_it_is_wanted(slug: str, extras: Extras):
    pdf = printing.sheet_pdf(by_chance(slug), extras=replace(extras, face=True))
    assert pdf_readers.complaints(pdf) == []
    assert pdf_readers.out_of_place(pdf) == []
    with pymupdf.open(stream=pdf) as pages:
        (image,) = pages[0].get_image_info()
    left, top, _, _ = (side * 25.4 / 72 for side in image["bbox"])
    assert round(left) == 12
    assert 10 < top < 13  # a head with rings on its rule begins lower, and its portrait with it


@pytest.mark.parametrize("face", sample([False, True], every=2, first=draw() % 2))
@OF_EACH_GAME
def test_no_word_lies_under_the_portrait(name: str, extras: Extras, *, face: bool):
    pdf = printing.sheet_pdf(all_pregens()[name].document, FULL, replace(extras, face=face))
    with pymupdf.open(stream=pdf) as pages:
        ((page, image),) = ((page, it) for page in pages for it in page.get_image_info())
        portrait = pymupdf.Rect(image["bbox"])
        hidden = [
            word[4]
            for word in page.get_text("words")
            if portrait.intersects(pymupdf.Rect(word[:4]))
        ]
    assert hidden == []


@OF_EACH_GAME
def test_nothing_is_said_twice_and_two_pages_have_it_all(name: str, extras: Extras):
    """Of a usual character, with a portrait and a timeline, in every game."""
    character = all_pregens()[name].document
    sessions = Note("Sessions", safe_html("- October 16, 2026: Out of the mine\n- Later: Landfall"))
    printed = replace(extras, notes=(), timeline=(sessions,))
    pages = pdf_readers.pages(printing.sheet_pdf(character, FULL, printed))
    assert len(pages) <= 2
    said = "".join("".join(pages).split())
    texts = ["".join(typographic(text).split())[:40] for text in texts_of(character)]
    assert {text: said.count(text) for text in texts} == Counter(texts)
    assert said.count("Outofthemine") == 1
    assert "SESSIONSANDNOTES" not in said


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_jedi_with_all_there_is_and_six_sessions_takes_two_pages(paper: str):
    events = (
        "Out of the mine",
        "The clerk of the docks",
        "Adrift, and a beacon that nobody had lit",
    )
    lines = "".join(f"- October {day}, 2026: {event}\n" for day, event in enumerate(events * 2, 16))
    extras = Extras(
        "November 22, 2026", "Inés", portrait(), "A face in the dark",
        notes=(Note("What I know", safe_html("Sool wants the ledger.\n\n- Owes us 300\n- Knows")),),
        timeline=(Note("Sessions", safe_html(lines)),),
    )  # fmt: skip
    jedi = all_pregens()["tamsel-okara"].document
    edition = PrintOptions(kind="full", paper=paper)
    first, last = mupdf.pages(printing.sheet_pdf(jedi, edition, extras))
    assert mupdf.out_of_place([first, last]) == []
    assert "Passion Knowledge" in " ".join(last.text.split())
    assert "October 21, 2026: Adrift" in " ".join(last.text.split())


def texts_of(character: Document) -> list[str]:
    """The texts of a character that are longer than a word or two."""
    sections = registry.open(character).sheet.sections
    told = [it for section in sections if isinstance(section, Prose) for it in section.passages]
    return [text for it in told for text in (it.text, it.own_words) if len(text) > 20]


def test_each_further_page_has_the_name_at_its_head(hoarder: Document, extras: Extras):
    pdf = printing.sheet_pdf(hoarder, FULL, extras)
    with pymupdf.open(stream=pdf) as pages:
        heads = [page.get_text(clip=(0, 0, page.rect.width, 54)).strip() for page in pages]
    assert len(heads) > 2
    said = {" ".join(head.split()) for head in heads[1:]}
    name = "Arrakkatuk of the Twelve Quiet Moons, Arrakkatuk of the Twelve Quiet Moo…"
    assert said == {name}


def test_gear_goes_on_over_the_page_with_two_rows_on_each() -> None:
    character = all_pregens()["neesha-vaanik"].document
    first, second = mupdf.pages(printing.sheet_pdf(character, replace(FULL, paper="letter")))
    assert "Gear, continued" in second.text
    for row in ("Hunter’s leathers", "Two-person tent", "Backpack", "Rations"):
        assert row in first.text
    for row in ("Glowrod", "Breath Mask", "A book of exercises"):
        assert row in second.text


@pytest.mark.parametrize("fillable", [False, True])
def test_what_stays_free_of_a_page_is_ruled_except_in_a_form(*, fillable: bool) -> None:
    """No merit is divided, and a portrait stands beside the first of them: all go over the page."""
    options = replace(FULL, paper="letter", fillable=fillable)
    character = all_pregens()["brakk-stroud"].document
    page, *_ = mupdf.pages(printing.sheet_pdf(character, options, Extras(portrait=portrait())))
    last = max(word[3] for word in page.words if word[1] < page.high - mupdf.FOOT)
    ruled = [rule[1] for rule in page.rules if rule[1] > last + 12]
    assert len(ruled) == (0 if fillable else 10)
    assert not ruled or page.high - mupdf.FOOT - max(ruled) < 20


def test_everything_is_said_once(scoundrel: Document, extras: Extras):
    pages = pdf_readers.pages(printing.sheet_pdf(scoundrel, FULL, extras))
    whole = " ".join(" ".join(pages).split())
    for said in (
        "Call it fate if you like.", "It never asked.", "Twelve thousand, to Mother Sool.",
        "A burn across the left hand.", "Quiet until the plan falls apart.", "WHAT I KNOW",
        "Owes us 300", "PRIVATE", "Blaster Pistol", "Medpac", "Marked sabacc deck",
        "750 − 700 gear", "ATTACKS", "GEAR", "CREDITS",
    ):  # fmt: skip
        assert whole.count(said) == 1, said
    for said in (
        "Luck", "Call it fate if you like.", "It never asked.", "Debt",
        "Twelve thousand, to Mother Sool.", "Appearance", "A burn across the left hand.",
        "Personality", "Quiet until the plan falls apart.", "WHAT I KNOW", "The first session",
        "hold of the Wayward (https://example.org/wayward).", "Owes us 300", "or more",
        "She said nothing.", "Sool", "Docks", "a code", "<b>& not bold</b>", "PRIVATE",
        "Only mine.", "Blaster Pistol", "5D Blasters", "DEX 4D + Blasters 1D", "Unarmed",
        "Medpac", "×2", "Marked sabacc deck", "50", "750 − 700 gear", "Dask Orrin",
        "November 22, 2026", "Matt Click",
    ):  # fmt: skip
        assert said in whole, said


def test_it_is_heard_in_the_order_in_which_one_reads(scoundrel: Document, extras: Extras):
    told = pdf_readers.told(printing.sheet_pdf(scoundrel, FULL, extras))
    order = [
        "Dask Orrin", "CHARACTER POINTS", "DEX 4D", "DODGE", "ATTACKS", "Blaster Pistol",
        "DEX 4D + Blasters 1D", "EDGE AND BURDEN", "Luck", "It never asked.", "Debt", "ABOUT",
        "Appearance", "Personality", "WHAT I KNOW", "The first session", "She said nothing.",
        "PRIVATE", "GEAR", "Medpac", "CREDITS",
    ]  # fmt: skip
    place = 0
    for word in order:
        assert word in told[place:], word
        place = told.index(word, place)


def test_the_portrait_is_there_and_described(scoundrel: Document, extras: Extras):
    pdf = printing.sheet_pdf(scoundrel, FULL, extras)
    assert _pictures(pdf) == [1, 0]
    with pymupdf.open(stream=pdf) as opened:
        said = [opened.xref_get_key(number, "Alt")[1] for number in range(1, opened.xref_length())]
    assert "A face in the dark" in said


def test_a_portrait_that_cannot_be_read_is_left_out(scoundrel: Document):
    for bad in (b"no picture", portrait()[:200]):
        pdf = printing.sheet_pdf(scoundrel, FULL, Extras(portrait=bad, portrait_alt="x"))
        assert _pictures(pdf) == [0]


def _pictures(pdf: bytes) -> list[int]:
    """The number of pictures on each page."""
    with pymupdf.open(stream=pdf) as opened:
        return [len(page.get_image_info()) for page in opened]


def test_a_list_in_notes_has_its_bullets(scoundrel: Document):
    notes = (Note("Crew", safe_html("- A pilot\n- A droid")),)
    text = pdf_readers.text(printing.sheet_pdf(scoundrel, FULL, Extras(notes=notes)))
    assert text.count("•") == 2


def test_bookmarks_lead_to_its_parts(scoundrel: Document, extras: Extras):
    reader = PdfReader(BytesIO(printing.sheet_pdf(scoundrel, FULL, extras)))
    first, below = reader.outline
    assert first.title == "Dask Orrin"
    assert [mark.title for mark in below] == [
        "Points", "Attributes and skills", "Defenses", "Damage", "Attacks", "Edge and burden",
        "About", "What I know", "Private", "Gear", "Credits", "Sessions and notes",
    ]  # fmt: skip


def test_who_has_nothing_to_say_gets_no_second_page():
    system = next(iter(registry.all_systems().values()))
    assert len(pdf_readers.pages(printing.sheet_pdf(system.empty(), FULL))) == 1
    empty_note = Extras(notes=(Note("Notes", " "),))
    assert len(pdf_readers.pages(printing.sheet_pdf(system.empty(), FULL, empty_note))) == 1


def test_of_a_hoard_everything_is_there_once(hoarder: Document, extras: Extras):
    pages = pdf_readers.pages(printing.sheet_pdf(hoarder, FULL, extras))
    assert "1 / " not in " ".join(pages[0].split())
    rest = " ".join(" ".join(pages).split())
    assert all(rest.count(f"Thing {n:02}!") == 1 for n in range(40))
    assert all(rest.count(f"Knife {n:02}!") == 1 for n in range(20))
    assert all(rest.count(f"Sentence {n:03}!") == 1 for n in range(60))


def test_a_table_too_wide_for_a_page_becomes_lines(scoundrel: Document):
    cells = " | ".join(f"c{n}" for n in range(30))
    words = f"| {cells} |\n|{'---|' * 30}\n| {cells} |"
    pdf = printing.sheet_pdf(scoundrel, FULL, Extras(notes=(Note("Notes", safe_html(words)),)))
    assert "c0 · c1 · c2" in pdf_readers.text(pdf)
    assert pdf_readers.out_of_place(pdf) == []
    assert pdf_readers.complaints(pdf) == []


def test_notes_and_portrait_are_for_the_full_sheet_only(scoundrel: Document, extras: Extras):
    kinds = {"full": True, "classic": False, "cards": False}
    for kind, is_there in kinds.items():
        job = printing.sheet_job(scoundrel, PrintOptions(kind=kind), extras)
        assert ("Only\u00a0mine." in job.html, bool(job.pictures)) == (is_there, is_there), kind


def test_without_the_state_of_play_boxes_are_empty_and_points_are_left_to_fill_in():
    build = {"species": "human", "profession": "scoundrel", "skills": ["blasters", "deceive"]}
    hurt = document("Dask", build, marks={"wounds": 1, "force_points": 0, "stunned": 1})
    marked = pdf_readers.text(printing.sheet_pdf(hurt))
    assert "1 of 2 marked" in marked
    assert "0 left" in marked
    empty = pdf_readers.text(printing.sheet_pdf(hurt, PrintOptions(state=False)))
    assert "marked" not in empty.lower()
    assert "0 left" not in empty
    assert "CHARACTER POINTS of 5" in empty
    assert "FORCE POINTS of 1" in empty
    fields = PdfReader(BytesIO(printing.sheet_pdf(hurt, PrintOptions(state=False, fillable=True))))
    values = {name: field.value for name, field in (fields.get_fields() or {}).items()}
    assert (values["character_points"], values["wounded-1"]) == ("", "/Off")


@pytest.mark.parametrize("kind", ["classic", "full", "cards"])
def test_plain_ink_is_black_and_grey_and_colour_is_not(scoundrel: Document, kind: str):
    plain = printing.sheet_pdf(scoundrel, PrintOptions(kind=kind))
    colour = printing.sheet_pdf(scoundrel, PrintOptions(kind=kind, colour=True))
    assert _colours(plain) == set()
    assert len(_colours(colour)) >= 2
    assert all(_contrast(colour) >= 4.5 for colour in _colours(colour))


def _colours(pdf: bytes) -> set[tuple[int, int, int]]:
    """The colours in the middle of letters and lines, by MuPDF's reckoning."""
    found = set()
    with pymupdf.open(stream=pdf) as opened:
        for page in opened:
            for span in page.get_texttrace():
                red, green, blue = (
                    round(255 * part) for part in (*span["color"], *span["color"])[:3]
                )
                if not red == green == blue:
                    found.add((red, green, blue))
    return found


def _contrast(colour: tuple[int, int, int]) -> float:
    """With white, as WCAG 2.2 defines it."""
    parts = [part / 255 for part in colour]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 1.05 / (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05)


def _background(paragraphs: int) -> Extras:
    text = "Whatever happens next, the ship comes first; nobody else has the keys.\n\n"
    return Extras(notes=(Note("Background", safe_html(text * paragraphs) + ""),))


def test_a_page_says_at_its_head_which_section_goes_on() -> None:
    made = all_pregens()["tamsel-okara"].document
    first, second, third = pdf_readers.pages(printing.sheet_pdf(made, FULL, _background(40)))[:3]
    assert "continued" not in first
    assert "Tamsel Okara · Force abilities, continued" in second
    assert "Tamsel Okara · Background, continued" in third


@pytest.mark.parametrize(("paragraphs", "columns"), [(2, 1), (12, 2)])
def test_a_long_note_has_two_columns(paragraphs: int, columns: int) -> None:
    made = all_pregens()["caldo-morrun"].document
    pdf = printing.sheet_pdf(made, FULL, _background(paragraphs))
    with pymupdf.open(stream=pdf) as opened:
        words = [word for page in opened for word in page.get_text("words")]
    assert len({round(word[0]) for word in words if word[4] == "Whatever"}) == columns


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_note_longer_than_a_page_begins_below_its_heading(paper: str) -> None:
    note = Note("Private notes", safe_html("Endless words of a night. " * 770))
    options = PrintOptions(kind="full", paper=paper)
    pages = mupdf.pages(
        printing.sheet_pdf(by_chance("hyperspace-d6"), options, Extras(notes=(note,)))
    )
    (begun,) = (page for page in pages if "PRIVATE NOTES" in page.text)
    assert begun.text.partition("PRIVATE NOTES")[2].strip().startswith("Endless words")
