"""Players' Markdown as HTML that is safe on our pages.

HTML in it is shown as it was typed, pictures are not shown, links lead to the web or to a mailbox
and nowhere else. The only place that imports markdown-it and nh3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import nh3
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
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


@lru_cache(maxsize=256)
def safe_html(words: str) -> SafeString:
    """The words as HTML, "" for none."""
    html = nh3.clean(
        _reader().render(words),
        tags=_TAGS,
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes=set(SCHEMES),
        link_rel="noopener nofollow",
    )
    return mark_safe(html.strip())  # noqa: S308 (made from known elements only)


def _reader() -> MarkdownIt:
    """A fresh one each time: what reads untrusted words keeps nothing of them."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 (slow: a server starts without it)

    class Reader(MarkdownIt):
        def validateLink(self, url: str) -> bool:  # noqa: N802 (its own name)
            return url.lower().startswith(tuple(f"{scheme}:" for scheme in SCHEMES))

    reader = Reader("commonmark", {"html": False, "breaks": True})
    reader.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline"])
    reader.core.ruler.push("levels", _set_levels)
    return reader


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
