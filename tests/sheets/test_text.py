"""The sheet as text: what is in it, and that players' words stay words."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pytest_django import DjangoAssertNumQueries

from rules.figures import dice, number
from rules.sheet import (
    Attack,
    Attacks,
    Column,
    Figures,
    Level,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
    Traits,
)
from sheets.models import Character
from sheets.text import as_markdown, as_plain

SECTIONS: tuple[Section, ...] = (
    Figures("defenses", "Defenses", (Line("d", "Dodge", number("Dodge", 13)),)),
    Figures("points", "Points", (Line("p", "Luck", number("Luck", 1), "once a day"),)),
    Attacks(
        "attacks",
        "Attacks",
        (
            Attack("a", "Blaster", "Shoot", dice("Shoot", 5), dice("", 4), ("Stuns",), 2),
            Attack("b", "Net", "Throw", dice("Throw", 3), None),
        ),
    ),
    Track(
        "harm",
        "Harm",
        (
            Level("Wounded", 3, 5, number("", 5), "-1D", boxes=3, marked=1),
            Level("Dead", 12, None, number("", 12), ""),
        ),
        "What gets through",
    ),
    Traits(
        "traits",
        "Traits",
        (
            Column(
                "x",
                "Wits",
                "WIT",
                dice("Wits", 3),
                (
                    Line("l", "Search", dice("Search", 4), trained=True),
                    Line("m", "Con", dice("Con", 3)),
                ),
            ),
        ),
        Column("f", "Force", "FOR", dice("Force", 1), ()),
    ),
    Things(
        "gear",
        "Gear",
        number("Credits", 1250),
        (Thing("v", "Vest", 1, "Soak +2", "worn"), Thing("r", "Rope", 3)),
    ),
    Prose("own", "Edges", (Passage("Luck", "Again.", "Edge", "It never asked.\n\nReally."),)),
)

PLAIN = """Vessa
Twilek · Spy
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

Twilek · Spy

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

HOSTILE = [
    "<script>alert(1)</script>",
    "**bold** _slanted_ ~~gone~~ `code`",
    "[here](https://example.org) ![x](https://example.org/x.png)",
    "| a | b |",
    "# heading",
    "- list",
    "+ list",
    "1. list",
    "2) list",
    "> quote",
    "---",
    "===",
    "***",
    "```",
    "~~~",
    "    code",
    "a\n\n# heading\n\n---",
    "a\n===",
    "https://example.org www.example.org me@example.org",
    "&lt;b&gt; &#35;",
    "\\# \\",
    "\u202eback \u2066",
    "[a]: https://example.org",
    "- [ ] task",
]


def sheet(words: str = "", *, sections: tuple[Section, ...] = SECTIONS) -> Sheet:
    return Sheet(
        "any-game",
        words or "Vessa",
        "Twilek Spy",
        words or "A smuggler's daughter",
        (("Species", words or "Twilek"), ("Profession", "Spy"), ("Pronouns", "")),
        sections,
        {},
        "By Ann",
    )


def with_words(words: str) -> Sheet:
    """A sheet with these words wherever a player may write some."""
    return sheet(
        words,
        sections=(
            Attacks("a", "Attacks", (Attack("a", words, "s", dice("s", 1), None, (words,)),)),
            Things("g", "Gear", None, (Thing("t", words, 2, words, words),)),
            Prose("p", "Who", (Passage(words, words, "Edge", words),)),
        ),
    )


def shape(markdown: str) -> list[tuple[str, str]]:
    """The elements that a Markdown reader finds, less the lines of words and of quotes."""
    reader = MarkdownIt("gfm-like", {"linkify": False}).enable(["table", "strikethrough"])
    found = []
    for token in reader.parse(markdown):
        for one in [token, *(token.children or ())]:
            if one.type not in ("inline", "text", "softbreak", "text_special", "hardbreak"):
                found.append((one.type, one.tag))
    return found


def test_plain_text_holds_every_kind_of_section() -> None:
    assert as_plain(sheet()) == PLAIN


def test_markdown_holds_every_kind_of_section() -> None:
    assert as_markdown(sheet()) == MARKDOWN


def test_sections_without_anything_in_them_are_left_out() -> None:
    bare = sheet(sections=(Prose("p", "Who", ()), Things("g", "Gear", None, ())))
    assert "Who" not in as_plain(bare) + as_markdown(bare)
    assert "GEAR" not in as_plain(bare)


@pytest.mark.parametrize("words", HOSTILE)
def test_what_a_player_wrote_makes_no_element_of_markdown(words: str) -> None:
    expected = shape(as_markdown(with_words("\n\n".join(["word"] * (words.count("\n\n") + 1)))))
    assert shape(as_markdown(with_words(words))) == expected


@pytest.mark.parametrize("words", [one for one in HOSTILE if "\u202e" not in one])
def test_what_a_player_wrote_is_read_as_it_was_written(words: str) -> None:
    said = " ".join(words.split())
    reader = MarkdownIt("commonmark")
    tokens = reader.parse(as_markdown(with_words(words)))
    title = next(token for token in tokens if token.type == "inline")
    text = "".join(child.content for child in title.children or ())
    assert text == said


@given(st.text(max_size=80))
def test_no_words_break_out_of_markdown(words: str) -> None:
    kinds = {kind for kind, _ in shape(as_markdown(with_words(words)))}
    usual = {kind for kind, _ in shape(as_markdown(with_words("word")))}
    assert kinds <= usual
    as_plain(with_words(words))


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
