"""The ids of the fields of a form, where another form of the page can have the same fields."""

import re

import pytest
from django.template.loader import render_to_string

from rules import registry
from rules.character import Character
from rules.forms.fields import Choice, Field, Number, Option, Pick, Text
from rules.turn import Turn
from sheets.play.tags import panel_template
from tests.sheets.every_game.characters import EVERY, by_chance

HELPED = (Option("aim", "Aim", detail="Adds a die."), Option("none", "Nothing"))
KINDS: tuple[Field, ...] = (
    Number(id="gm.dice", label="Dice", values=("1",), lowest=0, highest=9, hint="Given."),
    Number(id="gm.range", label="Range", values=("1",), lowest=0, highest=900),
    Choice(id="gm.against", label="Against", values=("aim",), options=HELPED, look="menu"),
    Pick(id="gm.ways", label="Ways", values=("aim",), options=HELPED, count=0, left=0),
    Text(id="gm.note", label="Note", values=("x",), hint="Short.", suggestions=("a", "b")),
)
NAMES = re.compile(r' (?:id|for|aria-labelledby|aria-describedby|list)="([^"]+)"')


def names(field: Field, within: str) -> list[str]:
    """The names of elements in a field: ids, and what refers to them."""
    shown = {"field": field, "top": False, "errors": {field.id: "Wrong."}, "within": within}
    page = render_to_string(panel_template(field), {**shown, "character": {"system": ""}})
    return [name for named in NAMES.findall(page) for name in named.split()]


@pytest.mark.parametrize("field", KINDS, ids=lambda field: field.id)
def test_every_name_of_a_field_tells_its_form(field: Field) -> None:
    plain, prefixed = names(field, ""), names(field, "attack-")
    assert plain
    assert len(prefixed) == len(plain)
    assert not set(plain) & set(prefixed)
    assert all("attack-gm-" in name for name in prefixed)


@EVERY
def test_roll_forms_have_no_other_kind_of_field(slug: str) -> None:
    opened = Character(registry.get(slug), by_chance(slug)).settled()
    fields = [
        field
        for group in opened.actions(Turn())
        for action in group.actions
        if not action.barred
        for field in opened.roll_form(Turn(), action.id, {}).fields
    ]
    assert fields
    assert {type(field) for field in fields} <= {type(field) for field in KINDS}
    assert not any(getattr(field, "groups", ()) for field in fields if isinstance(field, Pick))
