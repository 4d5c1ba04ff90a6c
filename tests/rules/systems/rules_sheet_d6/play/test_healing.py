"""Healing: every row at its edges, and what can be used."""

import pytest

from rules.forms.fields import Choice
from rules.problems import RuleViolation
from tests.dice import Fixed
from tests.rules.systems.rules_sheet_d6.examples import moved, panel, resolve, soldier

ROWS = {
    "wounds": {2: 0, 3: 1, 5: 1, 6: 2, 8: 2, 9: 3, 12: 3, 13: 4, 16: 4, 17: 4, 99: 4},
    "incapacitated": {5: 0, 6: 1, 10: 1, 11: 2, 15: 2, 16: 3, 20: 3, 21: 4, 25: 4, 26: 4},
    "mortal": {10: 0, 11: 1, 15: 1, 16: 2, 20: 2, 21: 3, 25: 3, 26: 4, 30: 4, 31: 4},
}


@pytest.mark.parametrize(
    ("mark", "total", "healed"),
    [(mark, total, healed) for mark, rows in ROWS.items() for total, healed in rows.items()],
)
def test_medicine_heals_by_the_rows_of_the_worst_box(mark: str, total: int, healed: int) -> None:
    # STR 6D: a box takes six marks, so that four are there to be healed.
    hurt = soldier(attributes={"STR": "6D"}, marks={"wounds": 5, mark: 5})
    outcome = resolve(hurt, "treated", Fixed(), total=str(total))
    assert moved(outcome) == ({mark: -healed} if healed else {})
    assert outcome.success is (healed > 0)


@pytest.mark.parametrize(
    ("faces", "healed"),
    [
        ((1, 1, 1, 2), 0),
        ((1, 1, 1, 3), 1),
        ((1, 2, 2, 5), 1),
        ((1, 2, 3, 5), 2),
        ((3, 3, 4, 5), 2),
        ((3, 4, 4, 5), 3),
        ((5, 5, 5, 5), 3),
        ((6, 6, 6, 6), 3),
    ],
)
def test_stamina_heals_by_its_rows(faces: tuple[int, ...], healed: int) -> None:
    # STR 5D, of which a wound takes a die.
    hurt = soldier(attributes={"STR": "5D"}, marks={"wounds": 4})
    outcome = resolve(hurt, "stamina", Fixed(*faces), {"stamina": 1})
    assert moved(outcome) == ({"wounds": -healed} if healed else {})
    assert outcome.situation == {"stamina": 0}


def test_a_second_stamina_check_is_refused() -> None:
    hurt = soldier(marks={"wounds": 2})
    first = resolve(hurt, "stamina", Fixed(1, 1), {"stamina": 1})
    with pytest.raises(RuleViolation):
        resolve(hurt, "stamina", Fixed(6, 6), first.situation)


def test_what_is_carried_is_known_by_its_name_and_comes_first() -> None:
    gear = [{"name": "Medpac", "quantity": 2}, {"name": "Rope"}, {"name": "Field Medkit"}]
    for marks, tools in (
        ({"wounds": 1}, ["own-medpac", "own-field-medkit", "other-medpac", "other-medkit"]),
        ({"incapacitated": 1}, ["own-medpac", "other-medpac"]),
    ):
        field = panel(soldier(marks=marks, gear=gear), "medicine").fields[0]
        assert isinstance(field, Choice)
        assert [option.id for option in field.options] == tools
        assert field.values == ("own-medpac",)


def test_who_is_treated_is_treated_with_what_the_other_brings() -> None:
    field = panel(soldier(marks={"mortal": 1}), "treated").fields[1]
    assert isinstance(field, Choice)
    assert [option.id for option in field.options] == ["other-medpac", "own-medpac"]
    assert field.values == ("other-medpac",)


def test_a_medpac_of_ones_own_is_used_up_by_its_name() -> None:
    hurt = soldier(marks={"wounds": 1}, gear=[{"name": "Medpac (old)", "quantity": 3}])
    (entry,) = resolve(hurt, "medicine", Fixed(6, 6, 6)).entries
    assert (entry.item, entry.quantity, entry.note) == ("Medpac (old)", 1, "Medicine")


def test_what_somebody_rolled_has_to_be_typed() -> None:
    hurt = soldier(marks={"wounds": 1, "unconscious": 1})
    for action in ("treated", "wake"):
        with pytest.raises(RuleViolation) as caught:
            resolve(hurt, action, Fixed())
        assert [(one.code, one.where) for one in caught.value.problems] == [("missing", "total")]


def test_nobody_heals_themselves_unconscious() -> None:
    out = soldier(marks={"wounds": 1, "unconscious": 1})
    assert panel(out, "medicine").barred.startswith("Unconscious")
    assert panel(out, "stamina", {"stamina": 1}).barred.startswith("Unconscious")
    assert panel(out, "treated", total="9").barred == ""
