"""Reads the HTML of a job, without what costs a layout time and is seen on no page.

WeasyPrint gives each element a style for its marker and for five kinds of notes, and lays each row
that ends with a space out twice: with the space, and without it.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from cssselect2 import ElementWrapper
from weasyprint import CSS, HTML
from weasyprint.css.counters import CounterStyle
from weasyprint.html import UA, UA_FORM_STYLESHEET

from sheets.printing.pdf.fetcher import LocalFiles
from sheets.printing.pdf.light_fields import take_out

# A rule for something that every element has, such as `::marker { … }`.
_FOR_ALL = re.compile(r"^::[^{}]*\{[^{}]*\}\n", re.MULTILINE)
_DEFAULTS = CSS(string=_FOR_ALL.sub("", UA), counter_style=CounterStyle())
# Elements in which there is no text between others, and those that begin and end a line.
_AROUND = frozenset({"table", "thead", "tbody", "tr"})
_LINES = frozenset({"h1", "h2", "li", "td", "th"})
_SPACE = " \n"


class WellFormed(HTML):  # type: ignore[misc]  # WeasyPrint comes without types
    """HTML that is well-formed XML, as our templates make it: parsed eight times as fast."""

    def __init__(self, source: str, fetcher: LocalFiles) -> None:
        self.base_url, self.url_fetcher, self.media_type = None, fetcher, "print"
        root = ET.fromstring(source)  # noqa: S314 (made by us, without a doctype of its own)
        _drop_space(root)
        self.taken_out = take_out(root)
        self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
        self.etree_element = self.wrapper_element.etree_element

    def _ua_stylesheets(self, forms: bool = False) -> list[CSS]:  # noqa: FBT001, FBT002 (WeasyPrint's)
        return [_DEFAULTS, UA_FORM_STYLESHEET] if forms else [_DEFAULTS]


def read(markup: str, fetcher: LocalFiles) -> HTML:
    """The HTML of a job, whether it is well-formed or not."""
    try:
        return WellFormed(markup, fetcher)
    except ET.ParseError:
        return HTML(string=markup, url_fetcher=fetcher)


def _drop_space(root: ET.Element) -> None:
    """Drops the space between rows and cells, and at both ends of a line."""
    for element in root.iter():
        if element.tag in _AROUND:
            element.text = None
            for child in element:
                child.tail = None
        elif element.tag in _LINES:
            element.text = (element.text or "").lstrip(_SPACE)
            if len(element):
                element[-1].tail = (element[-1].tail or "").rstrip(_SPACE)
            else:
                element.text = element.text.rstrip(_SPACE)
