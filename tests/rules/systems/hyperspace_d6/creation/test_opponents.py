"""The form of an opponent: everything that its document can hold is typed or chosen there."""

from random import Random

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.opponents import remade
from rules.problems import RuleViolation
from rules.systems.hyperspace_d6.creation.opponents import OPPONENTS
from rules.systems.hyperspace_d6.document.build import Elite, Opponent

GAME = registry.get("hyperspace-d6")
KNIGHT = {
    "who": ("knight",),
    "name": ("Tavi Senn",),
    "elite": ("DEX", "FOR"),
    "armor": ("light-armor",),
    "weapons": ("vibroblade",),
    "gear": ("2 Frag Grenades, medpac",),
    "design": ("double-bladed-lightsaber",),
    "features": ("disguised",),
    "crystal": ("red",),
}
CAPTAIN = {
    "who": ("level.proficient",),
    "role": ("Captain",),
    "skills": ("blasters", "command"),
    "spread": ("DEX 4, for 2",),
    "armor": ("medium-armor",),
    "weapons": ("blaster-rifle",),
    "gear": ("Stun Grenade",),
}
TROOPERS = {"who": ("stormtrooper",), "members": ("5",), "recalculate": ("yes",)}


def opponent(values: dict[str, tuple[str, ...]]) -> Opponent:
    made = OPPONENTS.document(values).build.opponent
    assert isinstance(made, Opponent)
    return made


def refused(values: dict[str, tuple[str, ...]]) -> dict[str, str]:
    with pytest.raises(RuleViolation) as caught:
        OPPONENTS.document(values)
    return {problem.where: problem.message for problem in caught.value.problems}


def test_the_form_fills_every_member_of_an_opponent_and_of_an_elite() -> None:
    made = [opponent(values) for values in (KNIGHT, CAPTAIN, TROOPERS)]
    elites = [one.elite for one in made if one.elite]
    for kind, parts in ((Opponent, made), (Elite, elites)):
        usual = kind()
        for field in msgspec.structs.fields(kind):
            filled = [getattr(part, field.name) for part in parts]
            assert any(value != getattr(usual, field.name) for value in filled), field.name


def test_the_form_shows_again_everything_that_it_was_sent() -> None:
    for values in (KNIGHT, CAPTAIN, TROOPERS):
        shown = {field.id: field.values for field in OPPONENTS.fields(values)}  # type: ignore[union-attr]
        assert {name: shown[name] for name in values} == values


def test_a_knight_has_its_force_its_grenades_and_a_saber_of_its_design() -> None:
    document: Document = OPPONENTS.document(KNIGHT)
    knight = Character(GAME, document)
    assert knight.problems == ()
    numbers = knight.numbers
    assert numbers["attributes"]["FOR"] == 4
    assert numbers["skills"]["control"] == {"dice": 2, "total": 6}
    saber = next(row for row in numbers["weapons"] if row["item"] == "lightsaber")
    assert saber["damage"] == 5  # 4D and 1D of its red crystal
    grenades = numbers["explosives"]
    carried = {holding.item.name: holding.quantity for holding in knight.state.holdings.values()}
    assert carried["Frag Grenade"] == 2
    assert [row["item"] for row in grenades] == ["frag-grenade"]
    captain = Character(GAME, OPPONENTS.document(CAPTAIN))
    assert captain.problems == ()
    assert captain.numbers["attributes"]["FOR"] == 2
    assert captain.sheet.name == "Captain"


def test_what_cannot_be_taken_is_refused_at_its_field_all_at_once() -> None:
    wrong = refused(
        {
            "who": ("stormtrooper",),
            "members": ("1",),
            "skills": ("blasters",),
            "weapons": ("vibroblade",),
            "gear": ("Teapot, 99 Medpac",),
        }
    )
    assert {*wrong} == {"members", "skills", "weapons", "gear"}
    assert wrong["skills"] == (
        "The book says what it can do. Choose a level to name its skills and attributes."
    )
    assert wrong["gear"].startswith("No gear is called “")
    assert refused({"who": ("level.common",), "spread": ("DEX 3, dex 4",)}) == {
        "spread": "DEX is there twice. Name each attribute once."
    }
    assert refused({"design": ("double-bladed-lightsaber",)}) == {
        "who": "Choose one of the list, or a level."
    }


def test_only_a_lightsaber_has_a_design() -> None:
    thug = Character(
        GAME, OPPONENTS.document({"who": ("thug",), "design": ("double-bladed-lightsaber",)})
    )
    assert [(one.where, one.message) for one in thug.problems] == [
        (
            "build.opponent.design",
            "Only a lightsaber has a design, features and a crystal. Give it one first.",
        )
    ]
    unknown = {"who": ("knight",), "crystal": ("plaid",)}
    (problem,) = Character(GAME, OPPONENTS.document(unknown)).problems
    assert problem.where == "build.opponent.crystal"


def test_an_opponent_that_was_made_fills_its_form_again_and_that_makes_the_same_one() -> None:
    listed = [{"who": (row.id,)} for row in OPPONENTS.listed()]
    for values in (KNIGHT, CAPTAIN, TROOPERS, *listed):
        made = OPPONENTS.document(values)
        filled = OPPONENTS.filled(made)
        assert filled
        again = filled.document
        assert (again.name, again.build, again.marks) == (made.name, made.build, made.marks)
    assert OPPONENTS.written(OPPONENTS.document(KNIGHT))["gear"] == ("2 Frag Grenade, Medpac",)
    assert OPPONENTS.written(OPPONENTS.document(CAPTAIN))["spread"] == ("DEX 4, FOR 2",)


def test_a_character_fills_no_form_of_an_opponent() -> None:
    assert OPPONENTS.filled(GAME.random(Random(1))) is None


def test_an_opponent_with_more_than_the_form_has_keeps_it() -> None:
    captain = OPPONENTS.document(CAPTAIN)
    richer = msgspec.structs.replace(opponent(CAPTAIN), elite=Elite(attributes=("DEX", "STR")))
    build = msgspec.structs.replace(captain.build, opponent=richer)
    before = msgspec.structs.replace(captain, build=build)
    filled = OPPONENTS.filled(before)
    assert filled
    assert filled.left_out == tuple(
        f"Opponent, {one}" for one in ("armor", "weapons, blaster rifle", "gear, stun grenade")
    )
    made = OPPONENTS.document({**filled.values, "role": ("Warden",)})
    after = remade(OPPONENTS, before, made, group="members").build.opponent
    assert after == msgspec.structs.replace(richer, name="Warden")
