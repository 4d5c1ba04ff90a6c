"""A pasted text is read as it looks: in codes, numbers, names that are compared, and searches."""

import pytest

from rules import plain_text, search
from rules.dice import codes
from rules.forms import parsing
from rules.kit import typed
from rules.kit.play.answers import Answers, whole

CODES = [
    "3D+2",
    "\u00a03D\u202f+\u20092\u00a0",  # spaces of a PDF
    "３Ｄ＋２",  # full width
    "٣D+٢",  # Arabic-Indic
    "۳D+۲",  # Persian
    "३D+२",  # Devanagari
    "\u200f3D+2\u200e",  # marks of direction
    "3\u200bD\ufeff+2",  # nothing to see
    "\u20663D+2\u2069",
    "3d6 ➕ 2",
    "𝟑𝐃+𝟐",  # mathematical letters
]


@pytest.mark.parametrize("text", CODES)
def test_a_code_is_read_as_it_looks(text: str) -> None:
    assert codes.read(text) == (3, 2)
    assert parsing.code(text) == "3D+2"
    assert typed.damage(f"STR + {text}").written == "STR+3D+2"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1500", 1500),
        ("1,500", 1500),
        ("1\u00a0500", 1500),
        ("1\u202f500", 1500),
        ("1’500", 1500),
        ("١٬٥٠٠", 1500),
        ("１，５００", 1500),
        ("+7", 7),
        ("＋７", 7),
        *((f"{dash}7", -7) for dash in "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d"),
        ("3 4", None),
        ("1,50", None),
        ("²", 2),
        ("½", None),
        ("1" * 10, None),
        ("", None),
        ("one", None),
    ],
)
def test_a_number_is_read_as_it_looks(text: str, number: int | None) -> None:
    assert plain_text.number(text) == number
    assert whole(text, -9999, 9999) == number
    if number is not None:
        assert parsing.number(text, -9999, 9999) == number


def test_dice_at_the_table_are_read_as_they_look() -> None:
    answers = Answers({"dice": ("٤",), "code": ("\u200f٣D+٢",)})
    assert (answers.code("dice"), answers.code("code")) == ((4, 0), (3, 2))


@pytest.mark.parametrize(
    "name",
    [
        "Docker's Half-Ax",
        "Docker’s half‑ax",
        "DOCKER‘S HALF–AX",
        "docker＇s\u00a0half\u2014ax",
        "\u200eDocker`s half-ax",
    ],
)
def test_names_that_look_alike_are_the_same(name: str) -> None:
    assert plain_text.folded(name) == "docker's half-ax"
    assert typed.key(name) == "docker-s-half-ax"
    assert search.words(name) == ["dockers", "half", "ax"]


def test_letters_that_are_joined_by_what_nobody_sees_stay_other_letters() -> None:
    assert plain_text.plain("é\n한글 שלום") == "é\n한글 שלום"
    assert plain_text.plain("e\u0301") == "é"
    assert typed.key("한글") != typed.key("한")


def test_text_of_a_keyboard_is_the_same_text() -> None:
    text = "Tab\tand\nline, `quotes` and - dashes"
    assert plain_text.plain(text) is text
    assert plain_text.straight("  “x”  ") == '"x"'
