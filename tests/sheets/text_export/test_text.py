"""The sheet as text: what is in it, and where it is to be had."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rules.figures import dice
from rules.sheet.sections import Attack, Attacks, Level, Prose, Things
from sheets.models import Character
from sheets.text_export import as_markdown, as_plain, lines
from sheets.ui import sections
from tests.sheets import imaginary_game
from tests.sheets.text_export.conftest import sheet

PLAIN = """Vessa
Twi'lek · Spy
A smuggler's daughter

DEFENSES
Dodge 13

POINTS
Luck  1 (once a day)

ATTACKS
Blaster ×2  5D   damage 4D
    Stuns
Net         3D   damage –

HARM
What gets through:
3–5  Wounded ☒☐☐: -1D
12+  Dead

TRAITS
Wits   3D   Search 4D
Force  1D

GEAR
- Vest (worn): Soak +2
- Rope ×3
- Credits 1,250

EDGES
Edge: Luck. Again.
    It never asked.

    Really.

By Ann
"""

MARKDOWN = """# Vessa

Twi'lek · Spy

*A smuggler's daughter*

## Defenses

**Dodge** 13

## Points

**Luck** 1 (once a day)

## Attacks

| Weapon | To hit | Damage | Remarks |
|:--|--:|--:|:--|
| Blaster ×2 | 5D | 4D | Stuns |
| Net | 3D | – |  |

## Harm

What gets through:

- 3–5 **Wounded** ☒☐☐: \\-1D
- 12+ **Dead**

## Traits

- **Wits 3D**: Search 4D
- **Force 1D**

## Gear

- Vest (worn): Soak +2
- Rope ×3
- **Credits** 1,250

## Edges

**Edge: Luck.** Again.

> It never asked.
>
> Really.

---

By Ann
"""


def test_plain_text_holds_every_kind_of_section() -> None:
    assert as_plain(sheet()) == PLAIN


def test_markdown_holds_every_kind_of_section() -> None:
    assert as_markdown(sheet()) == MARKDOWN


def test_sections_without_anything_in_them_are_left_out() -> None:
    bare = sheet(sections=(Prose("p", "Who", ()), Things("g", "Gear", None, ())))
    assert "Who" not in as_plain(bare) + as_markdown(bare)
    assert "GEAR" not in as_plain(bare)


def test_columns_stay_straight_whatever_the_letters() -> None:
    rows = [
        Attack(str(i), name, "", dice("", 3), None)
        for i, name in enumerate(["漢字", "été", "abcd"])
    ]
    text = as_plain(sheet(sections=(Attacks("a", "Attacks", tuple(rows)),)))
    assert "漢字  3D" in text
    assert "été   3D" in text
    assert "abcd  3D" in text


def test_a_long_name_pushes_nothing_else_aside() -> None:
    rows = [Attack(str(i), name, "", dice("", 3), None) for i, name in enumerate(["x" * 200, "a"])]
    text = as_plain(sheet(sections=(Attacks("a", "Attacks", tuple(rows)),)))
    assert "\na  3D   damage –\n" in text


def test_the_addresses_give_text_under_the_characters_name(
    ines: Client, finished: Character
) -> None:
    url = f"/characters/{finished.public_id}/"
    for path, kind in (("sheet.md", "text/markdown"), ("sheet.txt", "text/plain")):
        answer = ines.get(url + path)
        assert answer["Content-Type"] == f"{kind}; charset=utf-8"
        assert answer["Content-Disposition"] == f'inline; filename="Vessa Korr.{path[6:]}"'
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "Vessa Korr" in answer.content.decode()
        assert "It never asked." in answer.content.decode()


def test_a_draft_has_a_text_and_a_damaged_character_says_so(
    ines: Client, draft: Character, damaged: Character
) -> None:
    assert ines.get(f"/characters/{draft.public_id}/sheet.txt").status_code == 200
    assert ines.get(f"/characters/{damaged.public_id}/sheet.md").status_code == 422


@pytest.mark.parametrize("length", [1, 300])
def test_a_text_asks_twice_however_long_the_ledger(
    length: int,
    ines: Client,
    make_character: Callable[..., Character],
    vessa: dict[str, Any],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    vessa["ledger"] = [{"kind": "award", "cp": 1}] * length
    url = f"/characters/{make_character(vessa, finished=True).public_id}/"
    for path in ("sheet.md", "sheet.txt"):
        with django_assert_num_queries(2):
            ines.get(url + path)


def test_codes_with_pips_stand_in_their_column_and_a_level_may_have_no_lower_end() -> None:
    text = as_plain(imaginary_game.sheet())
    for said in (
        "Blaster pistol  4D+2 damage 4D",
        "Strength    3D   Stamina 4D",
        "Technical   2D+1",
        "under 10  Stunned ☒☒☐: each mark: 1 less on every roll",
        "30+       Mortally wounded ☐☐☐: ",
    ):
        assert said in text, said
    assert "- under 10 **Stunned** ☒☒☐: each mark" in as_markdown(imaginary_game.sheet())


@pytest.mark.parametrize(
    ("boxes", "marked", "shown"),
    [(0, 2**31 - 1, "☒"), (0, -(2**31) + 1, ""), (3, 2**31 - 1, "☒☒☒"), (3, -(2**31) + 1, "☐☐☐")],
)
def test_a_level_has_no_more_boxes_than_it_has_whatever_is_stored(
    boxes: int, marked: int, shown: str
) -> None:
    level = Level("Dead", 12, None, dice("dead", 0), "", boxes, marked)
    assert lines.boxes(level) == shown
    assert sections.boxes(level) == shown.replace("☒", "■").replace("☐", "□")
