"""Templates can be read: by Django, and by people: no line is longer than an editor shows."""

import re
from pathlib import Path

from django.template import Engine

TEMPLATES = Path(__file__).parents[2] / "templates"
LONGEST = 140


def test_no_line_of_a_template_is_longer_than_140_characters() -> None:
    files = [path for path in TEMPLATES.rglob("*") if path.is_file()]
    assert len(files) > 200
    assert [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text().split("\n"), start=1)
        if len(line) > LONGEST
    ] == []


def test_every_template_can_be_read() -> None:
    """One that uses a filter it has not loaded fails only on the page that shows it."""
    for path in TEMPLATES.rglob("*.html"):
        Engine.get_default().get_template(str(path.relative_to(TEMPLATES)))


_BLOCK = re.compile(r"{% (block|endblock)(?: (\w+))? %}")
_PARENT = re.compile(r'{% extends "([^"]+)" %}')


def outer_blocks(text: str) -> set[str]:
    """The blocks of a template that stand in no other of its own."""
    found, depth = set(), 0
    for tag, name in _BLOCK.findall(text):
        if tag == "block" and not depth:
            found.add(name)
        depth += 1 if tag == "block" else -1
    return found


def test_every_block_of_a_page_is_one_of_what_it_extends() -> None:
    """A block that no template above has is left out without a word."""
    wrong = {}
    for path in TEMPLATES.rglob("*.html"):
        text, known = path.read_text(), set[str]()
        above = _PARENT.search(text)
        while above and (file := TEMPLATES / above[1]).exists():
            known |= {name for _, name in _BLOCK.findall(file.read_text())}
            above = _PARENT.search(file.read_text())
        if known and (lost := outer_blocks(text) - known):
            wrong[str(path.relative_to(TEMPLATES))] = lost
    assert wrong == {}


_BARE_CODE = re.compile(r">[^<]*{{ [\w.]*(?:figure|pool|target|evade|outcome)\.code }}")


def test_a_number_on_a_page_goes_through_the_filter_that_gives_it_a_minus_sign() -> None:
    """Paper has a way of its own, for all numbers at once."""
    bare = [
        f"{path.relative_to(TEMPLATES)}: {found}"
        for path in TEMPLATES.rglob("*.html")
        if not {"printing", "systems"} & {*path.relative_to(TEMPLATES).parts}
        for found in _BARE_CODE.findall(path.read_text())
    ]
    assert bare == []
