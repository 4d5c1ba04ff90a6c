"""Players' words stay words, whatever they look like in Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from rules.figures import dice
from rules.sheet.sections import Attack, Attacks, Passage, Prose, Sheet, Thing, Things
from sheets.text_export import as_markdown, as_plain
from tests.sheets.text_export.conftest import sheet

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
