"""A form shows a part of what is kept: what it was sent is merged into the rest."""

from typing import Any

import msgspec

from rules.merge import merged, unshown


class Gun(msgspec.Struct, frozen=True):
    name: str
    dice: int = 0
    range: str = ""


LONG, SHORT = Gun("Long", 4, "90"), Gun("Short", 2)


def test_what_was_not_shown_stays_and_what_was_edited_changes() -> None:
    kept: Any = (LONG, SHORT)
    shown = (Gun("Long", 4), SHORT)
    assert merged(kept, shown, shown) == kept
    assert merged(kept, shown, (Gun("Long", 5), SHORT)) == (Gun("Long", 5, "90"), SHORT)
    assert merged(kept, shown, (SHORT,)) == (SHORT,)
    assert merged(kept, shown, (*shown, Gun("New"))) == (LONG, SHORT, Gun("New"))
    assert merged(kept, (), (Gun("New"),)) == (Gun("New"), LONG, SHORT)


def test_two_rows_of_one_name_are_two() -> None:
    kept = (LONG, Gun("Long", 6, "120"))
    shown = (Gun("Long", 4), Gun("Long", 6))
    sent = (Gun("Long", 4), Gun("Long", 7))
    assert merged(kept, shown, sent) == (LONG, Gun("Long", 7, "120"))


def test_numbers_by_name_are_merged_one_by_one() -> None:
    kept, shown = {"aim": 3, "run": 2, "hide": 1}, {"aim": 3, "run": 1}
    assert merged(kept, shown, {"aim": 4, "run": 1}) == {"aim": 4, "run": 2, "hide": 1}
    assert merged(kept, shown, {"run": 1, "swim": 1}) == {"run": 2, "swim": 1, "hide": 1}
    # A row that the form has shown and nobody keeps is none.
    assert merged({"aim": 3}, {"aim": 3, "run": 1}, {"aim": 2, "run": 1}) == {"aim": 2}


def test_what_was_not_shown_is_named_by_members_and_rows() -> None:
    assert list(unshown((LONG, SHORT), (Gun("Long", 4),))) == [("Long", "range"), ("Short",)]
    assert list(unshown({"aim": 0, "run": 2}, {"aim": 1})) == [("aim",), ("run",)]
    assert list(unshown(("b", "a"), ("a", "b"))) == [()]
    assert list(unshown((), ("a",))) == []
