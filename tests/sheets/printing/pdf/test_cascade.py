"""The styles of elements are worked out once, whatever the next document says in them."""

import json
from typing import Any

import pytest
from weasyprint import CSS
from weasyprint.css import StyleFor

from rules import document as documents
from rules import registry
from rules.document import Document
from sheets.demo import all_pregens
from sheets.printing import PrintOptions, sheet_job
from sheets.printing.pdf import worker
from sheets.printing.pdf.fetcher import FETCHER
from sheets.printing.pdf.typesetting import cascade
from sheets.printing.pdf.typesetting.cascade import Cascade

EDITIONS = (
    PrintOptions(),
    PrintOptions(fillable=True),
    PrintOptions(kind="full"),
    PrintOptions(kind="full", fillable=True),
    PrintOptions(kind="cards"),
    PrintOptions(kind="tent"),
)


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tags of elements whose style WeasyPrint computes."""
    tags: list[str] = []

    def counted(html: Any, *arguments: Any, **named: Any) -> StyleFor:
        tags.extend(element.etree_element.tag for element in html.wrapper_element.iter_subtree())
        return StyleFor(html, *arguments, **named)

    monkeypatch.setattr(cascade, "StyleFor", counted)
    return tags


def _spelled_backwards(value: Any) -> Any:
    """The same with each word of each sentence spelled backwards; what rules know is shorter."""
    if isinstance(value, dict):
        return {key: _spelled_backwards(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_spelled_backwards(inner) for inner in value]
    if isinstance(value, str) and value.count(" ") > 2:
        return " ".join(word[::-1] for word in value.split(" "))
    return value


def _with_other_texts(document: Document) -> Document:
    written = json.loads(documents.dump(document))
    changed = {"name": written["name"][::-1], "build": _spelled_backwards(written["build"])}
    return registry.read(json.dumps(written | changed))


@pytest.mark.usefixtures("_takes_its_time")
@pytest.mark.parametrize("edition", EDITIONS, ids=lambda it: f"{it.kind} {it.fillable}")
@pytest.mark.parametrize("game", list(registry.all_systems()))
def test_other_texts_take_no_other_styles(game: str, edition: PrintOptions, computed: list[str]):
    first = next(it.document for it in all_pregens().values() if it.document.system == game)
    other = _with_other_texts(first)
    assert other != first
    worker.typeset(sheet_job(first, edition))
    computed.clear()
    worker.typeset(sheet_job(other, edition))
    assert computed == []


def _page(inside: str) -> Any:
    return worker._read(f"<html><body>{inside}</body></html>", FETCHER)


def test_only_elements_of_unknown_style_are_looked_at(computed: list[str]):
    text = "p { color: red } p + p.new b { color: blue }"
    styles = Cascade([CSS(string=text)], (text,), worker.FONTS, forms=False)
    styles.styles(_page("<h1>One</h1><p><b>Two</b></p><p>Three</p>"))
    assert sorted(computed) == ["b", "body", "h1", "html", "p", "p"]
    computed.clear()
    html = _page('<h1>One</h1><p><b>Two</b></p><p class="new">Three <b>bold</b></p>')
    found = {element: styled.look.style for element, styled in styles.styles(html).items()}
    assert sorted(computed) == ["b", "body", "html", "p"]
    old, new = html.etree_element.iter("b")
    assert [tuple(found[it]["color"])[:3] for it in (old, new)] == [(1, 0, 0), (0, 0, 1)]
