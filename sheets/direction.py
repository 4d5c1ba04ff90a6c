"""The direction of what players type: names and texts in Hebrew, Arabic and other scripts that run
from right to left stand in elements of their own, so that they turn no words beside them, and their
full stops stand at their left end.

A text alone in its element is one (`<bdi>`); in a sentence each run from right to left is, and each
name that stands alone elsewhere on the page, with the figure that it ends in; a block of players'
Markdown takes its own direction, and so do options of menus. Fields of forms have
`dir="auto"` in their templates. Pages without such letters are sent as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

# The first bytes of such letters in UTF-8, all others, and the letters.
_FIRST = frozenset((*range(0xD6, 0xE1), 0xEF, 0xF0))
_OTHERS = bytes(set(range(256)) - _FIRST)
_MAYBE = re.compile(rb"[\xd6-\xdf][\x80-\xbf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]|\xf0[\x90\x9e]")
_LEFTWARD = (
    "\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
)
_LETTER = re.compile(f"[{_LEFTWARD}]")
_ENTITY = r"&(?:[a-z]+|#x?[0-9a-f]+);"
_BRACKETS = r"\([^()<]*\)"
# A run: from one such letter to the last one before a letter of another direction, which may stand
# in brackets; and the number of one of several where a sentence or a part of it ends with that.
_LETTERS = (
    rf"[{_LEFTWARD}]"
    rf"(?:(?:[{_LEFTWARD}]|{_ENTITY}|{_BRACKETS}|\((?![^()<]*\))|[^\w<&(]|[\d_])*[{_LEFTWARD}])?"
)
_RUN = re.compile(rf"{_LETTERS}(?: \d{{1,2}}(?=[,;]|[.:!?)]*\s*$))?")
_APART = re.compile(f"{_ENTITY}|{_BRACKETS}")
_SMALL_WORD = re.compile(r"(?<![\w-])[a-z]{2,}(?![\w-])")
_APART_MARK = r"<bdi>\g<0></bdi>"
# How many names of a page are known in its sentences, and how long they may be.
MOST_NAMES, LONGEST_NAME = 100, 200
_TOKEN = re.compile(r"<!--.*?-->|<(?:\"[^\"]*\"|'[^']*'|[^>\"'])*>|[^<]+|<", re.DOTALL)
_TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)")
# What holds no elements, or has a direction of its own.
_WHOLE = frozenset({"script", "style", "textarea", "svg", "bdi", "template"})
_VOID = frozenset({"input", "img", "br", "hr", "link", "meta", "wbr", "source"})
# Elements that take the attribute, as none can stand in them; blocks of Markdown.
_TEXT_ALONE = frozenset({"option", "title"})
_BLOCKS = frozenset({"p", "li", "h3", "h4", "h5", "td", "th", "blockquote", "dd", "pre"})
# Elements whose parts stand in a row.
_ROWS = frozenset({"a", "button", "label", "summary"})
# Elements of a name: what stands alone in one is all of it, in whatever letters it ends.
_NAMES = frozenset({"a", "b", "strong", "h1", "h2", "h3", "td", "th", "dt", "dd", "cite", "small"})


def middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Gives each page its directions."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and _may_turn(response.content):
            response.content = with_directions(response.content.decode()).encode()
        return response

    return respond


def _may_turn(page: bytes) -> bool:
    """True if such letters may be in a page. To take out all other bytes is thirty times as fast as
    to look for these by an expression.
    """
    return bool(page.translate(None, _OTHERS)) and _MAYBE.search(page) is not None


def with_directions(html: str) -> str:
    """The page, in which everything from right to left has a direction.

    >>> with_directions("<p>Dodge: <b>נועה.</b></p>")
    '<p>Dodge: <b><bdi>נועה.</bdi></b></p>'
    """
    if not _LETTER.search(html):
        return html
    parts = list(_parts(html))
    alone = {part.text.strip() for part in parts if isinstance(part, _Text) and part.is_whole}
    names = {name for name in alone if not _is_sentence(name, alone)}
    runs = _runs(names)
    return "".join(part if isinstance(part, str) else part.marked(names, runs) for part in parts)


class _Text(NamedTuple):
    """A text between tags with such letters; it `is_whole` where it is all of a name. In a button
    or a link, whose parts stand in a row with a gap, it `is_part` of that row.
    """

    text: str
    is_whole: bool
    is_part: bool

    def marked(self, names: Container[str], runs: re.Pattern[str]) -> str:
        """The text with the whole of it, if that is one of the names, or each of the runs in an
        element.
        """
        bare = self.text.strip()
        is_name = self.is_whole and bare in names
        if not (is_name or self.is_part):
            return runs.sub(_APART_MARK, self.text)
        start = self.text.index(bare)
        direction = "" if is_name else ' dir="ltr"'
        marked = bare if is_name else runs.sub(_APART_MARK, bare)
        return f"{self.text[:start]}<bdi{direction}>{marked}</bdi>{self.text[start + len(bare) :]}"


def _runs(names: Iterable[str]) -> re.Pattern[str]:
    """The pattern of the parts of a sentence that stand apart: names that are more than a run, the
    longest first, and runs.
    """
    more = {
        name for name in names if len(name) <= LONGEST_NAME and not re.fullmatch(_LETTERS, name)
    }
    if not more:
        return _RUN
    known = "|".join(map(re.escape, sorted(more, key=len, reverse=True)[:MOST_NAMES]))
    return re.compile(rf"(?<!\w)(?:{known})(?!\w)|{_RUN.pattern}")


def _is_sentence(text: str, names: Iterable[str]) -> bool:
    """True for a text alone that says something of a name, by words of another direction: one that
    stands alone elsewhere, or any if such a word is in small letters.
    """
    is_mixed = not _is_leftward(text)
    small = is_mixed and _SMALL_WORD.search(_APART.sub("", text))
    return bool(small) or (is_mixed and any(name in text for name in names if name != text))


def _parts(html: str) -> Iterator[str | _Text]:
    tokens = _TOKEN.findall(html)
    # The element whose content stays as it is, and how deep it stands in itself; the element that
    # began just before a text.
    inside, depth, opened, is_prose, rows = "", 0, "", False, 0
    for place, token in enumerate(tokens):
        tag = _TAG.match(token)
        if tag is None:
            is_plain = inside or token.startswith("<") or not _LETTER.search(token)
            closes = place + 1 < len(tokens) and tokens[place + 1].startswith("</")
            is_whole = closes and _is_name(token, opened)
            yield token if is_plain else _Text(token, is_whole, rows > 0)
            opened = opened if inside or not token.strip() else ""
            continue
        is_end, name = bool(tag[1]), tag[2].lower()
        rows += (name in _ROWS) * (-1 if is_end else 1)
        if inside:
            depth += (name == inside) * (-1 if is_end else 1)
            inside = inside if depth else ""
        elif is_end:
            opened, is_prose = "", is_prose and name != "div"
        elif name in _WHOLE or (' dir="auto"' in token and name not in _VOID):
            inside, depth = name, 1
        elif name in _TEXT_ALONE or (is_prose and name in _BLOCKS):
            yield f'{token[: tag.end()]} dir="auto"{token[tag.end() :]}'
            inside, depth = name, 1
            continue
        else:
            opened, is_prose = name, is_prose or (name == "div" and 'class="prose' in token)
        yield token


def _is_name(text: str, alone_in: str) -> bool:
    """True for a text alone in an element that is all of a name; "" is no element."""
    return bool(alone_in) and (alone_in in _NAMES or _is_leftward(text))


def _is_leftward(text: str) -> bool:
    """True if all letters of a text run from right to left, but for those in brackets."""
    letters = [sign for sign in _APART.sub("", text) if sign.isalpha()]
    return bool(letters) and all(map(_LETTER.match, letters))
