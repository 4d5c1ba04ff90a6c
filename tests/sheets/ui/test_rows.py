"""Fields whose codes and rows are typed by hand, as they stand in a form."""

import re
from typing import Any

from django.template.loader import render_to_string

from rules.creation import Step
from rules.figures import dice
from rules.forms.fields import Cell, Choice, Coded, Codes, Field, Option, Rows, Text
from sheets.creation import tags
from sheets.form_data import token
from sheets.ui import fields
from tests.sheets.pages import markup

TRAITS = (
    Coded("DEX", "Dexterity", "3d+1", dice("DEX", 3, pips=1)),
    Coded("STR", "Strength", ""),
)
CODES = Codes("attributes", "Attributes", ("3d+1", ""), TRAITS, "Typed as you write them.")
MENU = (Option("", "Attribute"), Option("DEX", "Dexterity"), Option("STR", "Strength"))
SKILLS = Rows(
    "skills",
    "Skills",
    ("Blaster", "DEX", "4D", "2"),
    (
        Cell("name", "Skill", suggestions=("Blaster", "Dodge")),
        Cell("attribute", "Attribute", "menu", options=MENU),
        Cell("code", "Code", "code"),
        Cell("times", "How many", "number", lowest=1, highest=9),
    ),
)


def shown(field: Field, kind: str, **context: Any) -> str:
    return render_to_string(f"ui/fields/_{kind}.html", {"field": field, "top": True, **context})


def test_each_code_has_a_label_and_what_it_comes_to() -> None:
    html = markup(shown(CODES, "codes"))
    assert re.search(
        '<label for="attributes-DEX"><svg class="emblem".*?</svg>Dexterity</label>', html
    )
    assert re.search(
        r'<input type="text" dir="auto" id="attributes-DEX" name="attributes" value="3d\+1"', html
    )
    assert re.search(r'id="result-attributes-DEX"><span class="dice still">.*3D\+1', html)
    assert '<span class="allot-result" id="result-attributes-STR"></span>' in html
    assert f'name="was.attributes" value="{token(("3d+1", ""))}"' in html


def test_what_was_typed_and_refused_stays_with_its_error() -> None:
    wrong = {"typed": {"attributes": ("3X", "2D")}, "errors": {"attributes": "“3X” is no code"}}
    html = shown(CODES, "codes", **wrong)
    assert 'value="3X"' in html
    assert 'value="2D"' in html
    assert "“3X” is no code" in html
    assert re.findall(r'id="([^"]*)"[^>]*aria-invalid="true"', html) == ["attributes-DEX"]
    assert 'data-wrong="attributes-DEX"' in html
    assert f'name="was.attributes" value="{token(("3d+1", ""))}"' in html


def test_what_is_left_of_a_sum_is_told() -> None:
    told = {
        (2, 1): "2D+1 left",
        (0, 2): "2 pips left",
        (0, 1): "1 pip left",
        (0, 0): "None left",
        (-1, -2): "1D+2 too many",
        (0, -1): "1 pip too many",
    }
    for (value, pips), words in told.items():
        assert fields.left_over(dice("of 18D", value, pips=pips)) == words


def test_a_sum_that_is_kept_to_stands_above_the_codes() -> None:
    left = Codes("attributes", "Attributes", ("3d+1", ""), TRAITS, left=dice("of 18D", 2, pips=1))
    assert '<b class="amber">2D+1 left</b> of 18D' in shown(left, "codes")
    assert "left" not in re.sub(r"<[^>]*>", "", shown(CODES, "codes"))


def test_a_row_has_a_cell_of_each_kind_and_an_empty_row_follows() -> None:
    html = shown(SKILLS, "rows")
    assert html.count("<li>") == 2
    for cell in (
        '<input type="text" dir="auto" data-limit="200" value="Blaster" class="of-text"'
        ' id="skills-1-name"',
        '<option value="DEX" selected>Dexterity</option>',
        'autocapitalize="characters" value="4D" class="of-code"',
        '<input type="number" min="1" max="9" inputmode="numeric" value="2"',
        'aria-label="Skill 1"',
        'aria-label="Skill 1, attribute"',
        'aria-label="Skill 2, how many"',
        '<datalist id="list-skills-name"><option value="Blaster"></option>',
        'id="skills-2-code" data-cell="code" name="skills"',
        '<option value="" selected>Attribute</option>',
    ):
        assert cell in html, cell
    assert html.count('name="skills"') == 8


def test_a_row_that_was_refused_keeps_every_cell_also_one_that_no_menu_has() -> None:
    typed = ("Blaster", "LUCK", "many", "0", "Dodge", "DEX")
    html = shown(SKILLS, "rows", typed={"skills": typed}, errors={"skills": "No such attribute."})
    assert html.count("<li>") == 3
    assert '<option value="LUCK" selected>LUCK</option>' in html
    assert 'value="many"' in html
    assert "No such attribute." in html


def test_of_rows_that_were_refused_only_what_cannot_be_read_and_the_missing_name_are_marked() -> (
    None
):
    typed = ("Blaster", "DEX", "4D", "2", "Dodge", "DEX", "3X", "1", "", "", "5", "0")
    html = shown(SKILLS, "rows", typed={"skills": typed}, errors={"skills": "Dodge: no code."})
    assert re.findall(r'id="([^"]*)"[^>]*aria-invalid="true"', html) == [
        "skills-2-code",
        "skills-3-name",
    ]
    assert 'data-wrong="skills-2-code skills-3-name"' in html


def test_where_nothing_shows_what_was_refused_every_cell_is_marked() -> None:
    html = shown(SKILLS, "rows", errors={"skills": "Too many."})
    assert html.count('aria-invalid="true"') == 8
    assert "data-wrong" not in html


def test_a_menu_without_an_empty_entry_begins_with_nothing_chosen() -> None:
    cells = (Cell("name", "Skill"), Cell("attribute", "Attribute", "menu", options=MENU[1:]))
    html = shown(Rows("skills", "Skills", (), cells), "rows")
    assert '><option value=""></option><option value="DEX">Dexterity</option>' in html
    assert "selected" not in html


def test_codes_are_left_alone_while_they_are_typed_and_what_they_come_to_is_not() -> None:
    step = Step("a", "A", "", (CODES, SKILLS, Text("name", "Name", ("",))))
    found = tags.answer(step, ("attributes",), {})
    assert (found.anew, found.typed_in) == ([], [CODES])
    assert found.worked_out == [CODES]
    assert tags.answer(step, ("skills",), {}).worked_out == [CODES]
    html = render_to_string("ui/fields/_codes_worked_out.html", {"field": CODES, "oob": True})
    assert html.count('hx-swap-oob="true"') == 3
    assert "<input" not in html


def test_what_rows_have_left_is_said_anew_while_they_are_typed() -> None:
    field = Rows("skills", "Skills", (), SKILLS.cells, "7D left of 7D.")
    assert tags.answer(Step("a", "A", "", (field, CODES)), ("skills",), {}).hinted == [field]
    hint = render_to_string("ui/fields/_hint.html", {"field": field, "oob": True})
    assert '<p class="hint" id="hint-skills" hx-swap-oob="true">7D left of 7D.</p>' in hint
    assert "hx-swap-oob" not in shown(field, "rows")


def test_a_menu_finds_its_place_again_when_it_is_shown_anew() -> None:
    worn = Choice("worn", "You wear", ("",), (Option("", "Nothing", chosen=True),), look="menu")
    assert 'id="field-worn" hx-swap-oob="true"' in shown(worn, "choice", oob=True)
    assert "hx-swap-oob" not in shown(worn, "choice")


def test_two_versions_of_codes_and_of_rows_are_told_in_words() -> None:
    step = Step("a", "A", "", (CODES, SKILLS))
    typed = {"attributes": ("3D", "2D+2"), "skills": ("Dodge", "DEX", "5D+1", "1", "Stealth")}
    assert tags.differences(step, typed) == [
        tags.Difference("Attributes", "Dexterity 3d+1", "Dexterity 3D, Strength 2D+2"),
        tags.Difference("Skills", "Blaster DEX 4D 2", "Dodge DEX 5D+1, Stealth"),
    ]
