"""Letters of other alphabets: shown in a fallback face, or spelled out where no face has them."""

from collections import defaultdict

import pymupdf
import pytest

from rules.document import Document
from sheets import printing
from sheets.printing import Extras
from sheets.printing.type.direction import direction_class
from sheets.printing.type.glyphs import (
    printable,
    typographic,
    with_minus,
    without_glyph,
    without_widows,
)
from tests.sampling import draw, sample
from tests.sheets.printing import pdf_readers
from tests.sheets.printing.conftest import document

NAME = "Łódź Ἀλέξανδρος Всеволод 星野 🚀"


def _named(scoundrel: Document, name: str) -> bytes:
    return printing.sheet_pdf(document(name, {"concept": name}))


def test_greek_cyrillic_chinese_and_emoji_are_shown(scoundrel: Document):
    pdf = _named(scoundrel, NAME)
    # It may take two lines.
    text = "".join(pdf_readers.text(pdf).split())
    assert text.count("".join(NAME.split())) == 2
    assert pdf_readers.undefined_glyphs(pdf) == 0
    assert pdf_readers.complaints(pdf) == []


# Words whose letters join in their script.
WORDS = {
    "Korean": "한국어",
    "Devanagari": "क्षत्रिय",
    "Bengali": "ক্ষত্রিয়",
    "Gujarati": "ક્ષત્રિય",
    "Gurmukhi": "ਪੰਜਾਬੀ",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മലയാളം",
    "Oriya": "ଓଡ଼ିଆ",
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
}


@pytest.mark.parametrize("script", sample(WORDS, every=3, first=draw() % 3))
def test_the_scripts_of_korea_and_south_asia_are_shown(scoundrel: Document, script: str):
    word = WORDS[script]
    assert without_glyph(word) == ""
    pdf = _named(scoundrel, word)
    assert pdf_readers.undefined_glyphs(pdf) == 0
    assert "".join(pdf_readers.text(pdf).split()).count(word) == 2


@pytest.mark.parametrize("name", ["\u200b", "\u200b\u2060 \ufeff", "\u3164\u3164", "\u2800"])
@pytest.mark.parametrize("kind", ["classic", "large", "frame", "cards", "tent"])
def test_a_name_that_shows_nothing_is_none(name: str, kind: str):
    assert printable(name).strip() == ""
    unnamed = document(name, {"species": {"name": name}, "pronouns": name})
    pdf = printing.sheet_pdf(unnamed, printing.PrintOptions(kind=kind), Extras(player=name))
    text = pdf_readers.text(pdf)
    assert "Nameless" in text
    assert "Played by" not in text
    if kind == "frame":
        assert "Pronouns" not in text


def test_our_own_faces_have_the_letters_of_europe(scoundrel: Document):
    pdf = _named(scoundrel, "Łukasz Žižka Őry Þórr Çağlar")
    assert "Łukasz Žižka Őry Þórr Çağlar" in pdf_readers.text(pdf)
    fonts = pdf_readers.fonts(pdf)
    assert {name.partition("-")[0] for name in fonts} == {"Hyperspace"}


def test_a_letter_without_a_glyph_is_spelled_out(scoundrel: Document):
    pdf = _named(scoundrel, "Ur \U00012000 \ue000")
    assert "Ur [U+12000] [U+E000]" in pdf_readers.text(pdf)
    assert pdf_readers.undefined_glyphs(pdf) == 0


def test_a_letter_keeps_few_marks():
    assert printable("e" + "\u0316" * 40 + "x") == "e" + "\u0316" * 4 + "x"


def test_a_mark_without_a_letter_gets_a_circle_to_stand_on():
    assert printable("x \u0316y") == "x ◌\u0316y"


def test_what_turns_text_around_is_left_out():
    assert printable("evil\u202etxt.pdf\u2028end") == "eviltxt.pdf end"


def test_joined_emoji_stay_joined():
    assert printable("👩‍🚀") == "👩‍🚀"


def test_a_name_of_nothing_visible_is_said_to_be_none(scoundrel: Document):
    assert pdf_readers.text(_named(scoundrel, " \u202e ")).startswith("Nameless")


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("Vessa", ""),
        ("", ""),
        ("12!", ""),
        ("שלום Vessa", "rtl"),
        ("12 שלום", "rtl"),
        ("مرحبا", "rtl"),
        ("Vessa שלום", ""),
        ("漢字", ""),
    ],
)
def test_a_text_runs_as_its_first_letter_does(text: str, runs: str):
    assert direction_class(text) == runs


HEBREW = "הלילה ארוך, והספינה קטנה."


@pytest.mark.parametrize("kind", ["classic", "full", "cards"])
def test_hebrew_is_read_from_the_right_and_ends_at_the_left(kind: str):
    gear = [{"name": HEBREW, "quantity": 1}]
    build = {"appearance": HEBREW, "gear": gear}
    pdf = printing.sheet_pdf(document("Dana", build), printing.PrintOptions(kind=kind))
    lines: dict[tuple[int, int], list[tuple[float, str]]] = defaultdict(list)
    with pymupdf.open(stream=pdf) as opened:
        for page in opened:
            for span in page.get_texttrace():
                for code, _, (x, y), _ in span["chars"]:
                    lines[page.number, round(y)].append((x, chr(code)))
    shown = ["".join(char for _, char in sorted(line)) for line in lines.values()]
    found = [line for line in shown if "הלילה"[::-1] in line]
    assert found
    assert all(HEBREW[::-1] in line for line in found)


def test_paper_has_one_apostrophe():
    assert typographic("<p title=\"Nobody&#x27;s\">It's 5' high</p>") == (
        '<p title="Nobody’s">It’s 5\' high</p>'
    )


def test_setup_brings_fonts_for_every_large_script_and_what_none_has_is_named():
    assert without_glyph("Łódź ไทย हिन्दी עברית عربي 漢字 😀") == ""
    assert without_glyph("a𒀀b𒀀") == "𒀀"


def test_a_short_last_word_stays_with_the_word_before_it():
    assert without_widows("All around you.\nOn a bus\nOn  a\nAll of them, whichever") == (
        "All around\u00a0you.\nOn a\u00a0bus\nOn  a\nAll of them, whichever"
    )


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        ("-4,275", "−4,275"),
        ("12D-1", "12D−1"),
        ("-1D", "−1D"),
        ("10 + DEX 3D-1 - 2 Heavy Armor", "10 + DEX 3D−1 − 2 Heavy Armor"),
        ("-2 wounds + 3D", "−2 wounds + 3D"),
        ("STR 3D + R2D-2 1D", "STR 3D + R2D-2 1D"),
        ("10 + 2 Well-worn x-2 -3", "10 + 2 Well-worn x-2 -3"),
    ],
)
def test_a_figure_has_minus_signs_and_the_names_in_it_keep_their_hyphens(
    code: str, printed: str
) -> None:
    assert with_minus(code) == printed
