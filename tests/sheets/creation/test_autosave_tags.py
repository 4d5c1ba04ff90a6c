"""Answers to an autosave."""

import msgspec

from rules.creation import Step
from rules.figures import number
from rules.forms.fields import (
    Choice,
    Coded,
    Codes,
    Field,
    Group,
    Option,
    Pick,
    Rows,
    Shelf,
    Shop,
    Text,
    Ware,
)
from sheets.creation import tags

NOTE = Text("edge.note", "Your own words", ("Old",))
EDGE = Choice("edge", "Edge", ("luck",), (Option("luck", "Luck", chosen=True),), fields=(NOTE,))
NAME = Text("name", "Name", ("Vessa",))
VEST = Text("gear_as.vest", "Custom name", ("",))
SHOP = Shop(
    "gear",
    "Gear",
    number("credits", 750),
    number("credits", 250),
    (
        Shelf(
            Group("armor", "Armor"),
            (Ware("gear.vest", "Vest", "", None, 1, fields=(VEST,), values=("1",)),),
        ),
    ),
    (Rows("typed", "Other gear", ()),),
)


def ids(fields: list[Field]) -> list[str]:
    return [field.id for field in fields]


def answer(*fields: Field, changed: tuple[str, ...]) -> tuple[list[str], list[str]]:
    found = tags.answer(Step("a", "A", "", fields), changed, {})
    return ids(found.anew), [field.id for field in found.typed_in]


def test_words_that_are_being_typed_are_left_alone() -> None:
    assert answer(NAME, EDGE, changed=("name",)) == ([], ["name"])
    assert answer(NAME, EDGE, changed=("edge.note",)) == ([], ["edge.note"])


def test_a_choice_shows_everything_anew_but_words() -> None:
    assert answer(NAME, EDGE, SHOP, changed=("edge",)) == (["edge", "gear"], [])


def test_a_choice_shows_codes_anew_since_a_preset_has_traits_of_its_own() -> None:
    codes = Codes("attributes", "Attributes", ("",), (Coded("MIG", "Might", ""),))
    assert answer(NAME, EDGE, codes, changed=("edge",)) == (["edge", "attributes"], [])
    assert answer(NAME, EDGE, codes, changed=("name",)) == ([], ["name"])
    assert answer(EDGE, codes, changed=("edge", "attributes")) == (["edge"], ["attributes"])
    found = tags.answer(Step("a", "A", "", (EDGE, codes)), ("edge",), {})
    assert found.worked_out == []
    found = tags.answer(Step("a", "A", "", (EDGE, codes)), ("attributes",), {})
    assert [field.id for field in found.worked_out] == ["attributes"]


def test_what_is_typed_about_a_ware_shows_the_shop_anew_because_it_may_rename_it() -> None:
    assert answer(SHOP, changed=("gear_as.vest",)) == (["gear"], [])
    assert answer(SHOP, changed=("typed",)) == ([], ["typed"])


def test_a_hint_is_sent_by_itself_only_where_its_rows_are_not_shown_anew() -> None:
    typed = Rows("typed", "Other gear", (), hint="No price, no rules.")
    shop = msgspec.structs.replace(SHOP, fields=(typed,))
    hinted = [
        ids(list(tags.answer(Step("a", "A", "", (NAME, shop)), (changed,), {}).hinted))
        for changed in ("name", "typed", "gear.vest")
    ]
    assert hinted == [["typed"], ["typed"], []]


def test_a_row_that_is_typed_shows_the_menus_beside_it_anew() -> None:
    typed = Rows("armor", "Armor", ())
    assert answer(typed, EDGE, NAME, changed=("armor",)) == (["edge"], ["armor"])
    assert answer(typed, EDGE, NAME, changed=("name",)) == ([], ["name"])


def test_two_versions_of_a_field_are_told_in_words() -> None:
    burdens = (Option("debt", "Debt"), Option("code", "Code"))
    burden = Choice("burden", "Burden", ("debt",), burdens)
    skills = Pick("skills", "Skills", ("a",), (Option("a", "Agility"), Option("b", "Brawl")))
    step = Step("a", "A", "", (NAME, burden, skills, SHOP))
    typed = {
        "name": ("Korr",),
        "burden": ("code",),
        "skills": ("a", "b"),
        "gear.vest": ("3",),
        "typed": ("Rope", "2"),
    }
    assert [(one.label, one.saved, one.typed) for one in tags.differences(step, typed)] == [
        ("Name", "Vessa", "Korr"),
        ("Burden", "Debt", "Code"),
        ("Skills", "Agility", "Agility, Brawl"),
        ("Other gear", "", "2 × Rope"),
        ("Vest", "1", "3"),
    ]
