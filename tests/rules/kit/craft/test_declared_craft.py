"""Craft that a game declares in a table: what is typed for one, and what a table may name."""

import shutil
from pathlib import Path

import pytest

from rules import registry
from rules.craft import CraftRules
from rules.kit.craft.declared import DeclaredCraft
from rules.problems import RuleViolation
from rules.systems.empire_ascendant.play.vehicles import DECLARED
from rules.systems.empire_ascendant.rulebook.book import FOLDER
from rules.tables import TableError

CODES: CraftRules = registry.get("empire-ascendant").craft  # type: ignore[assignment]
SUCCESSES: CraftRules = registry.get("storytelling-d10").craft  # type: ignore[assignment]
TYPED = {"name": ("Coin",), "kind": ("starfighter",), "hull": ("4d+1",)}


@pytest.mark.parametrize(
    ("typed", "weapons"),
    [
        ("Quad laser 6D", [("Quad laser", "6D", "")]),
        ("Ion cannon 3d+2, Concussion missiles 9", [("Ion cannon", "3D+2", "")]),
        ("Concussion missiles 9D", [("Concussion missiles", "9D", "torpedo")]),
        ("Lance 5D torpedo", [("Lance", "5D", "torpedo")]),
    ],
)
def test_weapons_are_typed_in_a_line(typed: str, weapons: list[tuple[str, str, str]]) -> None:
    sent = {**TYPED, "weapons": (typed,)}
    if typed.endswith("9"):
        with pytest.raises(RuleViolation):
            CODES.document(sent)
        return
    craft = CODES.document(sent).build.craft
    assert [(gun.name, gun.damage, gun.form) for gun in craft.weapons] == weapons
    assert craft.hull == "4D+1"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("kind", ""),
        ("kind", "airship"),
        ("hull", ""),
        ("hull", "many"),
        ("weapons", "Laser"),
        ("weapons", "Laser 5D spear"),
        ("crew", "-1"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_field(field: str, value: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        CODES.document({**TYPED, field: (value,)})
    assert [one.where for one in caught.value.problems] == [field]


def test_a_squad_and_guns_by_their_names() -> None:
    sent = {"name": ("Blue",), "kind": ("huge",), "members": ("4",), "weapons": ("Turbolaser 8",)}
    document = SUCCESSES.document(sent)
    (gun,) = document.build.craft.weapons
    assert (gun.damage, gun.form, document.marks.members) == (8, "turbolaser", 4)
    assert {field.id for field in SUCCESSES.fields({})} == {
        "name", "kind", "move", "armor", "shields", "crew", "members", "weapons",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ('stations = ["shields", "pilot"', 'stations = ["shield", "pilot"', "raise.stations"),
        ('takes = ["speed"]', 'takes = ["pace"]', "speed_hit.takes"),
        ('pilot = "pilot"', 'pilot = "driver"', "pilot"),
        ('unless = "adrift"', 'unless = "afloat"', "evade.unless"),
    ],
)
def test_a_table_that_names_what_is_not_there_is_refused(
    tmp_path: Path, right: str, wrong: str, place: str
) -> None:
    file = shutil.copy(FOLDER / "vehicles.toml", tmp_path)
    text = Path(file).read_text(encoding="utf-8")
    assert right in text
    Path(file).write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(TableError) as caught:
        DeclaredCraft("x", tmp_path, DECLARED.house_type, out=lambda _craft: "")
    assert caught.value.key == place
