"""Players' Markdown as HTML that is safe on our pages, worked out within a budget.

HTML in it is shown as it was typed, pictures are not shown, links lead to the web or to a mailbox
and nowhere else. The only place that imports markdown-it and nh3.

The budget is of the text as a whole, and counted, so that it is the same on every machine. First
what can be counted in the text itself: lines, list items, bars of tables, long runs of marks, and
brackets. Then cells of tables that nobody typed, lines that may belong to a quote, depth, and the
length of the HTML. What is over it is refused where it is saved (`refusal`). `kept` is the HTML
with a mark of its text, which is stored beside it, so that readers only read (`html`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import nh3
from django.utils.html import linebreaks
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

SCHEMES = ("http", "https", "mailto")
# Headings stand below those of the page: h1 is its name, h2 the place where the words stand.
HIGHEST, LOWEST = 3, 5
_TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "a"),
    *("ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td"),
    *(f"h{level}" for level in range(HIGHEST, LOWEST + 1)),
}
# Of what makes HTML of a text: raise it where the HTML of a text becomes another.
VERSION = 1
# How deep elements stand in each other. markdown-it shows nothing of what is deeper.
DEEPEST = 20
# So often a line is looked at for a quote; each line after a quote may belong to it.
MOST_LOOKS, LOOKS_MORE = 6, 500
# The most of these in a text. A line takes some 10 µs, a list item 40, a bar of a table 12, and a
# mark of emphasis 6.
MOST_LINES, MOST_ITEMS, MOST_BARS, MOST_IN_RUNS = 2_500, 1_500, 8_500, 5_000
_LINE_END = re.compile(r"\r\n?|\n")
_ITEM = re.compile(r"[-+*.)](?=\s)")
# What stands before the words of a line: quotes, and the items of lists that it begins.
_BEFORE = re.compile(r"^(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])(?=\s)[ \t\r\n])+", re.MULTILINE)
# A run that is longer than any emphasis.
_RUN = re.compile(r"\*{5,}|_{5,}|~{5,}")
# At most so many opening brackets: one for so many characters, and so many more. Each may begin a
# link, so the rest of its paragraph is looked through.
BRACKET_EACH, BRACKETS_MORE = 8, 500
# Rows of a table may be shorter than its head; so many cells a text may leave out.
MOST_LEFT_OUT = 300
_TYPED_EMPTY = re.compile(r"\|[ \t]*(?=\|)")
# The HTML is at most so many times as long as the text, and so many characters more.
GROWTH, MORE = 8, 4_000

TOO_MANY_CELLS = (
    f"Its tables leave out more than {MOST_LEFT_OUT} cells. Shorten them, or type each row in full."
)
TOO_MANY_LINES = f"It has more than {MOST_LINES:,} lines. Put short lines together."
TOO_MANY_ITEMS = f"Its lists have more than {MOST_ITEMS:,} items. Shorten them."
TOO_MANY_BARS = f"Its tables have more than {MOST_BARS:,} bars (|). Shorten them."
TOO_MANY_IN_RUNS = "It has too many *, _, or ~ in a row. Shorten those runs."
TOO_DEEP = "Its lists, quotes, or emphasis are nested too deep. Use fewer levels."
TOO_MIXED = "Its quotes and other lines alternate too often. Leave a blank line after each quote."
TOO_MANY_BRACKETS = "It has too many opening brackets. Remove those that begin no link."
TOO_LONG = "It gets far too long on a page. Shorten its links and tables."
AS_TYPED = "This text is shown as it was typed."


class _OverBudget(Exception):
    """A text that costs too much, and what to shorten in it."""


class _Made(NamedTuple):
    """The HTML of a text, and why it may not be saved, "" where it may."""

    html: str
    refusal: str


def safe_html(words: str) -> SafeString:
    """The words as HTML, "" for none; as they were typed where they cost too much."""
    return mark_safe(_made(words).html)  # noqa: S308 (made from known elements only)


def refusal(words: str) -> str:
    """The sentence that says what to shorten before these words can be saved; "" if they can."""
    return _made(words).refusal


def kept(words: str) -> str:
    """The HTML of the words with their mark, as it is stored beside them."""
    return _mark(words) + _made(words).html if words else ""


def is_kept(words: str, stored: str) -> bool:
    """True if the stored text is the HTML of these words, made by this version."""
    return stored.startswith(_mark(words)) if words else not stored


def html(words: str, stored: str) -> SafeString:
    """The HTML as it is stored beside the words; made now where it is missing or of others."""
    if not is_kept(words, stored):
        return safe_html(words)
    return mark_safe(stored.partition("\n")[2])  # noqa: S308 (made from known elements only)


def prose(row: object, name: str) -> SafeString:
    """A text of a row that keeps its HTML (`sheets.models.markdown_texts.MarkdownTexts`)."""
    return html(getattr(row, name), getattr(row, f"{name}_html"))


def _mark(words: str) -> str:
    digest = blake2b(words.encode("utf-8", "surrogatepass"), digest_size=12)
    return f"{VERSION}.{digest.hexdigest()}\n"


# A text is refused or not while nothing is locked, and kept under the lock: at most two texts of
# each of four threads.
@lru_cache(maxsize=8)
def _made(words: str) -> _Made:
    try:
        return _Made(_render(words), "")
    except _OverBudget as over:
        return _Made(
            f"{linebreaks(words, autoescape=True)}\n<p><em>{AS_TYPED} {over}</em></p>", str(over)
        )


def _render(words: str) -> str:
    """The words as HTML; raises _OverBudget."""
    _check_parts(words)
    reader, room = _reader(words), GROWTH * len(words) + MORE
    tokens = reader.parse(words)
    # What a link of a reference leads to stands there once, and in the HTML with each such link.
    if sum(map(_length, tokens)) > room:
        raise _OverBudget(TOO_LONG)
    cleaned = nh3.clean(
        reader.renderer.render(tokens, reader.options, {}),
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes=set(SCHEMES),
        link_rel="noopener nofollow",
    ).strip()
    if len(cleaned) > room:
        raise _OverBudget(TOO_LONG)
    return cleaned


def _check_parts(words: str) -> None:
    """Refuses what is too much in the text itself, before any of it is worked out."""
    items = _ITEM.findall("".join(_BEFORE.findall(words)))
    for count, most, refused in (
        (len(_LINE_END.findall(words)), MOST_LINES, TOO_MANY_LINES),
        (len(items), MOST_ITEMS, TOO_MANY_ITEMS),
        (words.count("|"), MOST_BARS, TOO_MANY_BARS),
        (sum(map(len, _RUN.findall(words))), MOST_IN_RUNS, TOO_MANY_IN_RUNS),
        (words.count("["), len(words) // BRACKET_EACH + BRACKETS_MORE, TOO_MANY_BRACKETS),
    ):
        if count > most:
            raise _OverBudget(refused)


class _Tokens(list["Token"]):
    """The tokens of a text's blocks, counted while they are made."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._room = len(_TYPED_EMPTY.findall(words)) + MOST_LEFT_OUT

    def append(self, token: Token, /) -> None:
        if token.nesting > 0 and token.level + 1 >= DEEPEST:
            raise _OverBudget(TOO_DEEP)
        if token.type == "td_close" and not self[-1].content:
            self._room -= 1
            if self._room < 0:
                raise _OverBudget(TOO_MANY_CELLS)
        super().append(token)


def _reader(words: str) -> MarkdownIt:
    """A fresh one each time: what reads untrusted words keeps nothing of them."""
    # Slow: a server starts without them.
    from markdown_it import MarkdownIt  # noqa: PLC0415
    from markdown_it.rules_block import blockquote  # noqa: PLC0415

    looks = iter(range(MOST_LOOKS * (words.count("\n") + 1) + LOOKS_MORE))

    class Reader(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: N802 (its own name)
            return url.lower().startswith(tuple(f"{scheme}:" for scheme in SCHEMES))

    def count(state: StateCore) -> None:
        state.tokens = _Tokens(words)

    def quote(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001 (theirs)
        if next(looks, None) is None:
            raise _OverBudget(TOO_MIXED)
        return blockquote(state, start, end, silent)

    reader = Reader("commonmark", {"html": False, "breaks": True, "maxNesting": DEEPEST})
    reader.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline"])
    reader.block.ruler.at(
        "blockquote", quote, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    reader.core.ruler.before("block", "counted", count)
    reader.core.ruler.push("levels", _set_levels)
    reader.core.ruler.push("depth", _check_depth)
    return reader


def _length(token: Token) -> int:
    """The length of all addresses that a token's links lead to: the longest part of its HTML."""
    return sum(len(str(child.attrs.get("href", ""))) for child in token.children or ())


def _check_depth(state: StateCore) -> None:
    """Refuses emphasis in emphasis in emphasis."""
    for token in state.tokens:
        depth = token.level
        for child in token.children or ():
            depth += child.nesting
            if depth > DEEPEST:
                raise _OverBudget(TOO_DEEP)


def _set_levels(state: StateCore) -> None:
    """Headings begin at the highest level that may be, and skip none on the way down."""
    before = HIGHEST - 1
    for opening, closing in _headings(state.tokens):
        before = min(int(opening.tag[1:]) + HIGHEST - 1, before + 1, LOWEST)
        opening.tag = closing.tag = f"h{before}"


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, Token]]:
    for position, token in enumerate(tokens):
        if token.type == "heading_open":
            yield token, tokens[position + 2]
