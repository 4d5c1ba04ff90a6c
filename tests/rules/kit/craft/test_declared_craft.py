"""Craft that a game declares in a table: what is typed for one, and what a table may name."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.craft import CraftRules
from rules.declared.craft.tables import CodedCraftTables
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.declared import DeclaredCraft
from rules.problems import RuleViolation
from rules.systems.empire_ascendant.play.craft import DECLARED
from rules.systems.empire_ascendant.rulebook.book import FOLDER
from rules.tables import Reader, TableError

CODES: CraftRules = registry.get("empire-ascendant").craft  # type: ignore[assignment]
DICE: CraftRules = registry.get("hyperspace-d6").craft  # type: ignore[assignment]
SUCCESSES: CraftRules = registry.get("storytelling-d10").craft  # type: ignore[assignment]
TYPED = {"name": ("Coin",), "kind": ("starfighter",), "hull": ("4d+1",)}
WHOLE = {"name": ("Moth",), "scale": ("starship",), "hull": ("4",)}
LONG = "Laser " * 20


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


@pytest.mark.parametrize(
    ("typed", "weapons"),
    [
        (
            "Laser cannons 4D, Ion cannon 3D ion",
            [("Laser cannons", 4, False), ("Ion cannon", 3, True)],
        ),
        # The word alone makes it ion, not its name.
        ("Ion cannon 3d", [("Ion cannon", 3, False)]),
        ("Laser cannons 4 D", [("Laser cannons", 4, False)]),
        ("Mark 4 cannon 5D", [("Mark 4 cannon", 5, False)]),
        ("Laser 50D", [("Laser", 50, False)]),
    ],
)
def test_weapons_with_whole_dice_are_typed_in_a_line(
    typed: str, weapons: list[tuple[str, int, bool]]
) -> None:
    craft = DICE.document({**WHOLE, "weapons": (typed,)}).build.craft
    assert [(gun.name, gun.damage, gun.ion) for gun in craft.weapons] == weapons


@pytest.mark.parametrize(
    "typed", ["Laser 4", "Laser", "4D", "Laser 51D", "Laser 3D+2", "Gun 4Dion"]
)
def test_weapons_without_whole_dice_are_refused(typed: str) -> None:
    with pytest.raises(RuleViolation, match="Laser cannons 4D, Ion cannon 3D ion"):
        DICE.document({**WHOLE, "weapons": (typed,)})


@pytest.mark.parametrize(
    ("rules", "sent"),
    [
        (CODES, {**TYPED, "weapons": (f"{LONG}5D",)}),
        (DICE, {**WHOLE, "weapons": (f"{LONG}5D",)}),
        (SUCCESSES, {"name": ("B",), "kind": ("huge",), "weapons": (f"{LONG}5",)}),
    ],
)
def test_no_game_reads_a_weapon_of_more_than_120_letters(
    rules: CraftRules, sent: dict[str, tuple[str, ...]]
) -> None:
    with pytest.raises(RuleViolation) as caught:
        rules.document(sent)
    assert [problem.where for problem in caught.value.problems] == ["weapons"]


@pytest.mark.parametrize(
    ("rules", "sent"),
    [
        (CODES, TYPED),
        (DICE, WHOLE),
        (DICE, {"who": ("x-wing",)}),
        (SUCCESSES, {"name": ("B",), "kind": ("huge",)}),
    ],
)
def test_craft_of_every_game_are_of_one_engine(
    rules: CraftRules, sent: dict[str, tuple[str, ...]]
) -> None:
    document = rules.document(sent)
    craft = Character(registry.rules_of(document), document)
    assert isinstance(craft.state, TypedCraft)
    assert craft.problems == ()


def test_damage_beyond_its_dice_leaves_a_craft_0d_in_its_form() -> None:
    document = DICE.document({**WHOLE, "hull": ("9",), "sensors": ("1",)})
    marks = type(document.marks)(damaged=9)
    craft = Character(registry.rules_of(document), document).marked(marks)
    form = craft.roll_form({}, "sensors", {})
    assert form.pool
    assert (form.pool.code, form.pool.why) == ("0D", "Sensors -8D, at least 0")
    assert form.barred.startswith("0D: impossible.")


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
    known = Reader(tmp_path).file("vehicles.toml", CodedCraftTables)
    with pytest.raises(TableError) as caught:
        DeclaredCraft("x", tmp_path, DECLARED.house_type, out=lambda _craft: "", known=known)
    assert caught.value.key == place


FULL = {
    "empire-ascendant": {
        **TYPED,
        "speed": ("5D",),
        "crew": ("2",),
        "weapons": ("Quad laser 6D, Ion gun 4D",),
    },
    "storytelling-d10": {"name": ("Moth",), "kind": ("colossal",), "weapons": ("Lasers 4",)},
}


def damaged(slug: str, **marks: int) -> Character:
    """A craft with typed numbers and these marks."""
    game = registry.get(slug)
    assert game.craft
    opened = registry.open(game.craft.document(FULL[slug]))
    return opened.marked(replace(opened.document.marks, **marks))


@pytest.mark.parametrize(
    ("slug", "marks", "told"),
    [
        ("empire-ascendant", {"level": 1}, ("Lightly damaged",)),
        (
            "empire-ascendant",
            {"level": 3, "adrift": 1},
            ("Severely damaged", "It can’t move anymore."),
        ),
        ("empire-ascendant", {}, ()),
        ("storytelling-d10", {"damage": 1}, ("Bruised",)),
        ("storytelling-d10", {"damage": 2}, ("Hurt: −1 die",)),
        ("storytelling-d10", {"damage": 4}, ("Wounded: −2 dice",)),
        ("storytelling-d10", {}, ()),
    ],
)
def test_everybody_reads_how_badly_a_craft_is_damaged(
    slug: str, marks: dict[str, int], told: tuple[str, ...]
) -> None:
    assert damaged(slug, **marks).play_state({}).remarks == told


@pytest.mark.parametrize(
    ("marks", "fires", "barred"),
    [
        ({}, 2, ""),
        ({"weapons_out": 1}, 2, ""),
        ({"weapons_out": 2}, 0, "Every weapon is dead."),
        ({"weapons_dead": 1}, 0, "Every weapon is dead."),
    ],
)
def test_a_craft_whose_weapons_are_all_out_fires_none(
    marks: dict[str, int], fires: int, barred: str
) -> None:
    craft = damaged("empire-ascendant", **marks)
    assert CODES.crew
    offered = CODES.crew.actions(craft.attempt({"rounds": 1}), "gunner", ("gunner",))
    assert sum(one.action == "gunnery" for one in offered) == fires
    form = craft.roll_form({"crew": 4}, "weapons.quad-laser.attack", {})
    assert form.barred == barred
    steers = CODES.crew.actions(craft.attempt({"rounds": 1}), "pilot", ("pilot",))
    assert "evade" in {one.id for one in steers}


@pytest.mark.parametrize(
    ("rules", "sent"),
    [(CODES, TYPED), (DICE, WHOLE), (SUCCESSES, {"name": ("B",), "kind": ("huge",)})],
)
def test_a_hazard_has_an_answer_whatever_ails_a_craft(
    rules: CraftRules, sent: dict[str, tuple[str, ...]]
) -> None:
    assert rules.crew
    document = rules.document(sent)
    whole = Character(registry.rules_of(document), document)
    assert rules.crew.hazard(whole.attempt({})).barred == ""
    barred = set()
    for mark in document.marks.__struct_fields__:
        if getattr(document.marks, mark) is not None:
            hurt = whole.marked(replace(document.marks, **{mark: 1}))
            barred.add(rules.crew.hazard(hurt.attempt({})).barred)
    assert ("It can’t move anymore." in barred) == (rules is CODES)


def test_a_destroyed_craft_takes_no_more_and_no_torpedo_is_told_of() -> None:
    form = damaged("empire-ascendant", level=4).roll_form({}, "harm", {"damage": ("9",)})
    assert form.barred == "Destroyed: nothing more happens to it."
    assert form.foreseen == ()
