"""The computed styles of elements, kept from one document to the next.

Two elements have the same style if their parents have, and their tags, attributes and places among
siblings are the same, as far as the stylesheets can ask for these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from weasyprint import CSS, DEFAULT_OPTIONS, HTML
from weasyprint.css import get_all_computed_styles
from weasyprint.css.counters import CounterStyle

from sheets.printing.pdf.typesetting.look import Look, NotKept

# Attributes that only say what is printed, unless a selector asks for them. What attr() takes from
# them ("who", "called") is read from the element, never from its kept style.
CONTENT = frozenset({"name", "title", "value", "alt", "src", "content"}) | frozenset(
    f"data-{name}" for name in ("frame", "path", "full", "credit", "who", "date", "field", "called")
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
        keyed = self._keyed(root)
        if keyed is None:
            self._learn(html)
            keyed = self._keyed(root)
        if keyed is None:
            raise NotKept("a style is not found again")
        return {element: Styled(look, heights.get(element)) for element, look in keyed.items()}

    def _keyed(self, root: Element) -> dict[Element, Look] | None:
        """The kept style of each element; None if one is missing."""
        found: dict[Element, Look] = {}
        looks = self._looks
        for element, key in self._keys(root, found):
            look = looks.get(key)
            if look is None:
                return None
            found[element] = look
        return found

    def _keys(self, root: Element, found: dict[Element, Look]) -> Iterator[tuple[Element, Key]]:
        """Each element with its key, parents first; `found` gets the styles meanwhile."""
        yield root, (None, root.tag, tuple(root.attrib.items()))
        content, counted, after = self._content, self._counted, self._after
        pending = [root]
        while pending:
            parent = pending.pop()
            above = id(found[parent])
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

    def _learn(self, html: HTML) -> None:
        """Keeps the styles of a document's elements, as WeasyPrint computes them."""
        if len(self._looks) > MOST:
            self._looks.clear()
        options = {**DEFAULT_OPTIONS, "pdf_forms": self._forms}
        styles = get_all_computed_styles(
            html,
            self._sheets,
            options["presentational_hints"],
            self._fonts,
            CounterStyle(),
            {},
            [],
            [],
            None,
            self._forms,
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


def _take_heights(root: Element) -> dict[Element, tuple[str, float]]:
    """The heights written on elements, which lose them."""
    heights = {}
    for element in root.iter():
        style = element.get("style")
        if style and (match := _HEIGHT.fullmatch(style)):
            heights[element] = (match[1], float(match[2]) * PX)
            del element.attrib["style"]
    return heights
