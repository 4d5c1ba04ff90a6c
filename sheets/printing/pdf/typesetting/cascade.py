"""The computed styles of elements, kept from one document to the next.

Two elements have the same style if their parents have, and their tags, attributes and places among
siblings are the same, as far as the stylesheets can ask for these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from weasyprint import CSS, HTML
from weasyprint.css import StyleFor

from sheets.printing.pdf.typesetting.look import Look, NotKept

# Attributes that only say what is printed, unless a selector asks for them. What attr() takes from
# them ("who", "called") is read from the element, never from its kept style.
CONTENT = frozenset({"name", "title", "value", "alt", "src", "content"}) | frozenset(
    f"data-{name}"
    for name in ("frame", "path", "full", "credit", "who", "date", "field", "called", "value")
)
# Heights that the fitting writes on elements: of a style of its own each, or almost.
_HEIGHT = re.compile(r"\s*(min-height|height):\s*([0-9.]+)mm;?\s*")
# A stylesheet that does not let them.
_OVERRULING = re.compile(r"height[^;}]*!important")
_PRELUDE = re.compile(r"[^{};]*{")
_ATTRIBUTE = re.compile(r"\[\s*([a-z-]+)")
PX = 96 / 25.4
# So many styles are kept; then all are forgotten.
MOST = 20_000
PSEUDO = ("before", "after", "marker", "first-line", "first-letter")

Key = tuple[object, ...]
# The style of an element until it is known.
UNKNOWN: Any = object()


class Styled(NamedTuple):
    """An element's style, and the height written on it, by property, in CSS pixels."""

    look: Look
    height: tuple[str, float] | None = None


Styles = dict[Element, Styled]


class Cascade:
    """The styles of one set of stylesheets."""

    def __init__(self, sheets: list[CSS], texts: tuple[str, ...], fonts: Any, *, forms: bool):
        self._sheets, self._fonts, self._forms = sheets, fonts, forms
        self._looks: dict[Key, Look] = {}
        preludes = "".join(_PRELUDE.findall("".join(texts)))
        asked = set(_ATTRIBUTE.findall(preludes))
        self._content = CONTENT - asked
        self._overrules = bool(_OVERRULING.search("".join(texts)))
        self._counted, self._after = ":nth-" in preludes, "+" in preludes
        self.is_usable = not any(word in preludes for word in ("~", ":has(", ":empty"))

    def styles(self, html: HTML) -> Styles:
        """The style of each element of a document."""
        root: Element = html.etree_element
        heights = {} if self._overrules else _take_heights(root)
        if len(self._looks) > MOST:
            self._looks.clear()
        found, unknown = self._known(root)
        if unknown:
            found = self._learn(html, unknown)
        return {element: Styled(look, heights.get(element)) for element, look in found.items()}

    def _known(self, root: Element) -> tuple[dict[Element, Look], set[Element]]:
        """The kept style of each element, and the elements that have none yet."""
        found: dict[Element, Look] = {}
        unknown: set[Element] = set()
        looks = self._looks
        for element, key in self._keys(root, found):
            look = looks.get(key)
            if look is None:
                look = UNKNOWN
                unknown.add(element)
            found[element] = look
        return found, unknown

    def _keys(self, root: Element, found: dict[Element, Look]) -> Iterator[tuple[Element, Key]]:
        """Each element with its key, parents first; `found` gets the styles meanwhile."""
        yield root, (None, root.tag, tuple(root.attrib.items()))
        content, counted, after = self._content, self._counted, self._after
        pending = [root]
        while pending:
            parent = pending.pop()
            above = found[parent]
            last = len(parent) - 1
            for place, child in enumerate(parent):
                tag = child.tag
                if not isinstance(tag, str):
                    raise NotKept("a comment")
                attributes = tuple(
                    [item for item in child.attrib.items() if item[0] not in content]
                )
                where: Key = (place == 0, place == last)
                if tag == "input":  # WeasyPrint shows what is in a field
                    where = (*where, bool(child.get("value")))
                if counted:
                    where = (*where, place, last)
                if after:
                    before = (
                        (near.tag, near.get("class")) for near in parent[max(0, place - 2) : place]
                    )
                    where = (*where, *before)
                yield child, (above, tag, attributes, where)
                if len(child):
                    pending.append(child)

    def _learn(self, html: HTML, unknown: set[Element]) -> dict[Element, Look]:
        """Keeps the styles of these elements, as WeasyPrint computes them; returns those of all."""
        sheets = [
            *((sheet, "user agent", None) for sheet in html._ua_stylesheets(self._forms)),
            *((sheet, "user", None) for sheet in self._sheets),
        ]
        styles = StyleFor(
            _Branches(html, unknown),
            sheets,
            presentational_hints=False,
            font_config=self._fonts,
            target_collector=None,
        )
        found: dict[Element, Look] = {}
        for element, key in self._keys(html.etree_element, found):
            look = self._looks.get(key)
            if look is None:
                pseudo = {name: styles(element, name) for name in PSEUDO}
                look = Look(
                    styles(element), {name: it for name, it in pseudo.items() if it is not None}
                )
                self._looks[key] = look
            found[element] = look
        return found


class _Branches:
    """A document of which WeasyPrint goes through some elements only, and those around them."""

    def __init__(self, html: HTML, elements: set[Element]) -> None:
        self.etree_element: Element = html.etree_element
        self.base_url, self.wrapper_element = html.base_url, self
        self._root: Any = html.wrapper_element
        above = {child: parent for parent in self.etree_element.iter() for child in parent}
        self._elements: set[Element] = set()
        for element in elements:
            around: Element | None = element
            while around is not None and around not in self._elements:
                self._elements.add(around)
                around = above.get(around)

    def iter_subtree(self) -> Iterator[Any]:
        """These elements, parents first."""
        pending = [self._root]
        while pending:
            element = pending.pop()
            if element.etree_element in self._elements:
                yield element
                pending += element.iter_children()


def _take_heights(root: Element) -> dict[Element, tuple[str, float]]:
    """The heights written on elements, which lose them."""
    heights = {}
    for element in root.iter():
        style = element.get("style")
        if style and (match := _HEIGHT.fullmatch(style)):
            heights[element] = (match[1], float(match[2]) * PX)
            del element.attrib["style"]
    return heights
