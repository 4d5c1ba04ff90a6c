"""The text of an edge or a burden once the trait is chosen that it asks for."""

from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import Document, Envelope
from rules.forms.fields import Choice
from rules.sheet.sections import Prose

SYSTEM = registry.get("hyperspace-d6")
SEARCH = (
    ("cybernetics", "Part of you is machine, and it serves you well: +1D to Search."),
    (
        "heirloom",
        "You carry something precious, with a history: +1D to Search whenever you use it for that.",
    ),
    ("trained", "Someone taught you well: +1D to Search."),
)
INJURY = "An old injury. Roll 1D every 24 hours: on a 1 or 2, −1D to all rolls with Strength."


def _document(**build: Any) -> Document:
    build = {"species": "human", "profession": "scout", **build}
    members = {"player": "", "ledger": [], "marks": {}, "house": {}}
    return registry.from_envelope(Envelope(system=SYSTEM.slug, name="Dask", build=build, **members))


def _on_the_sheet(document: Document) -> list[str]:
    section = Character(SYSTEM, document).sheet.section("edge-and-burden")
    assert isinstance(section, Prose)
    return [passage.text for passage in section.passages]


def _in_the_step(document: Document, field: str) -> str:
    """The text of the chosen one in its step."""
    fields = [
        found
        for step in Character(SYSTEM, document).steps(only="edge-and-burden")
        for found in step.fields
    ]
    (choice,) = [one for one in fields if isinstance(one, Choice) and one.id == field]
    return next(option.detail for option in choice.options if option.chosen)


@pytest.mark.parametrize(("edge", "said"), SEARCH)
def test_an_edge_with_its_skill_asks_for_none(edge: str, said: str):
    document = _document(edge={"id": edge, "skill": "search"}, burden={"id": "code"})
    assert _on_the_sheet(document)[0] == said
    assert _in_the_step(document, "edge") == said


@pytest.mark.parametrize("edge", [edge for edge, _ in SEARCH])
def test_an_edge_without_a_skill_asks_for_one(edge: str):
    document = _document(edge={"id": edge})
    assert "Choose a skill" in _on_the_sheet(document)[0]
    assert "Choose a skill" in _in_the_step(document, "edge")


def test_a_burden_with_its_attribute_asks_for_none():
    document = _document(burden={"id": "wounded", "attribute": "STR"})
    assert _on_the_sheet(document) == [INJURY]
    assert _in_the_step(document, "burden") == INJURY
    assert "Choose an attribute" in _on_the_sheet(_document(burden={"id": "wounded"}))[0]
