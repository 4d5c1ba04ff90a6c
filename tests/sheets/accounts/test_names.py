"""Names that only look like another's."""

import time
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from sheets.accounts import usernames
from tests.sheets.accounts.conftest import PASSWORD, said

SIGN_UP = "/account/signup/"
MIXED = "This name mixes alphabets. Use only one."
ODD = "This name has letters that imitate others or are invisible. Use everyday letters."
UNREADABLE = "Use letters and digits of any language, and . _ - + @, without spaces."
ALIKE = "This name looks like one that's taken. Choose another one."


def sign_up(name: str) -> str:
    fields = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    response = Client().post(SIGN_UP, fields)
    return "taken" if User.objects.filter(username=name).exists() else said(response)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("\u0430dmin", MIXED),  # Cyrillic a
        ("dor\u03b1", MIXED),  # Greek alpha
        ("d\u0585ra", MIXED),  # Armenian o
        ("dora\u0663", MIXED),  # an Arabic three
        ("adm\u200bin", UNREADABLE),  # a space of no width
        ("adm\u00adin", UNREADABLE),  # a hyphen that is seen at the end of a line only
        ("admin\u3164", ODD),  # a letter of Hangul that shows nothing
        ("\u1d00dmin", ODD),  # a small capital
        ("dor\u0251", ODD),  # a letter of phonetics
        ("\ua4d0\ua4f3", ODD),  # Lisu, that looks like BO
        ("do\u02c8ra", ODD),  # a mark that looks like an apostrophe
    ],
)
def test_letters_that_pass_for_others_are_refused(name: str, why: str) -> None:
    assert why in sign_up(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "дора",
            "δώρα",
            "dóra",
            "dōra",
            "łuk",
            "ægir",
            "田中taro",
            "たなか",
            "한글kim",
            "דורה",
            "مريم",
        ),
        "o_o.9+-@",
    ],
)
def test_names_of_every_language_are_welcome(name: str) -> None:
    assert sign_up(name) == "taken"


@pytest.mark.parametrize(
    ("taken", "alike"),
    [
        ("dora", "d0ra"),
        ("dora", "d\u00f3ra"),
        ("dora", "\u1e0dora"),  # a dot below the d
        ("ace", "\u0430\u0441\u0435"),  # Cyrillic, all of it
        ("\u0430\u0441\u0435", "ace"),
        ("pete1", "petel"),
        ("modem", "modern"),
        ("wendy", "vvendy"),
        ("avo", "\u03b1\u03bd\u03bf"),  # Greek, all of it
        ("\u53e3\u30ed", "\u30ed\u53e3"),  # Han and kana
    ],
)
def test_a_name_that_looks_like_one_that_is_taken_is_refused(taken: str, alike: str) -> None:
    assert sign_up(taken) == "taken"
    assert ALIKE in sign_up(alike)
    assert User.objects.count() == 1


def test_names_that_can_be_told_apart_stand_side_by_side() -> None:
    for name in ("dora", "dory", "nora", "dora2", "dora.k", "\u0434\u043e\u0440\u0430"):
        assert sign_up(name) == "taken"


def test_who_has_such_a_name_already_keeps_it(sign_in: Callable[..., Client]) -> None:
    for name in ("dora", "d0ra", "\u0430dmin", "\u1d00dmin"):
        User.objects.create_user(name, password=PASSWORD)
        assert sign_in(name).get("/account/").status_code == 200


def test_fullwidth_letters_are_the_ones_they_stand_for() -> None:
    assert sign_up("dora") == "taken"
    assert "This name is taken." in sign_up("\uff44\uff4f\uff52\uff41")


def test_looking_through_ten_thousand_names_takes_no_time() -> None:
    User.objects.bulk_create(User(username=f"somebody-{number}") for number in range(10_000))
    began = time.process_time()
    assert not usernames.looks_taken("dora")
    assert usernames.looks_taken("s0mebody-9999")
    assert time.process_time() - began < 1
