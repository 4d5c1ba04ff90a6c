"""The toast of a page: what was done, and the form that undoes it."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

_TOAST = re.compile(r'<aside class="toast" id="done".*?</aside>', re.DOTALL)
_FIELD = re.compile(r'<input type="hidden" name="([^"]*)" value="([^"]*)">')


@dataclass(frozen=True)
class Toast:
    """Its text, and the address and the fields of its Undo."""

    text: str
    address: str
    fields: dict[str, str]


def toast_of(page: Any) -> Toast | None:
    """The toast of an answer or of its HTML, announced as a status; None where there is none."""
    html = page if isinstance(page, str) else page.content.decode()
    toast = _TOAST.search(html)
    if toast is None:
        return None
    text = re.search(r'<p role="status">.*?<span>(.*?)</span>', toast[0], re.DOTALL)
    address = re.search(r'method="post" action="([^"]*)"', toast[0])
    assert text
    assert address
    assert re.search(r"<button [^>]*>.*?Undo</button>", toast[0], re.DOTALL)
    fields = {name: unescape(value) for name, value in _FIELD.findall(toast[0])}
    return Toast(unescape(text[1]), address[1], fields)
