"""The crew of a craft: stations, dice of the person and the craft, Evade, scale, and repairs."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.craft import ATTACK, FACING, CrewAction, CrewRules
from rules.document import FORMAT
from rules.fight import Defense, FightRules, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome, shifted
from rules.problems import RuleViolation

# DEX 4D, MEC 3D, TEC 3D; Pilot 4D, Gunnery and Vehicles 3D each without a die of their own.
SCOUNDREL = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "pilot"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
}


def opened(build: dict[str, Any], **parts: Any) -> Character:
    plain = {"format": FORMAT, "system": "hyperspace-d6", "name": "", "build": build, **parts}
    document = registry.read(json.dumps(plain))
    return Character(registry.rules_of(document), document)


def craft(id: str, **marks: int) -> Attempt[Any]:
    return Attempt(opened({"craft": {"id": id}}, marks=marks).state, {})


def crew() -> CrewRules[Any, Any]:
    rules = registry.get("hyperspace-d6").craft
    assert rules
    assert rules.crew
    return rules.crew


def fight() -> FightRules[Any]:
    rules = registry.get("hyperspace-d6").fight
    assert rules
    return rules


def offered(ship: Attempt[Any], station: str, *held: str) -> dict[str, CrewAction]:
    return {one.id: one for one in crew().actions(ship, station, held)}


@pytest.fixture
def vessa() -> Character:
    return opened(SCOUNDREL)


def roll(
    who: Character, action: CrewAction, values: FormValues | None = None, **turn: int
) -> tuple[str, str]:
    form = who.roll_form(turn, action.action, {**(values or {}), **action.values})
    assert form.pool
    return form.pool.code, form.chance


def test_a_yt_1300_has_seven_places_and_any_number_of_passengers() -> None:
    places = {one.id: one.places for one in crew().stations(craft("yt-1300").character)}
    assert places == {
        "pilot": 1,
        "gunner": 2,
        "sensors": 1,
        "shields": 1,
        "engineer": 1,
        "passenger": None,
    }
    names = [one.name for one in crew().stations(craft("speeder-bike").character)]
    assert names == ["Driver", "Gunner", "Sensors", "Engineer", "Passengers"]


def test_skill_and_the_dice_of_the_craft_less_what_is_damaged(vessa: Character) -> None:
    ship = craft("yt-1300", damaged=1)
    steer = offered(ship, "pilot", "gunner")["steer"]
    # Pilot 4D and Mobility 3D, less one system.
    assert roll(vessa, steer)[0] == "6D"
    form = vessa.roll_form({}, steer.action, steer.values)
    assert form.pool
    assert form.pool.why == "MEC 3D + Pilot 1D + Mobility 3D - 1 system damaged 1D"
    assert roll(vessa, steer, actions=2)[0] == "5D"
    fire = offered(ship, "gunner")["fire-quad-laser-turrets"]
    assert fire.needs == ATTACK
    # Gunnery 3D and Fire Control 2D, less one: half of all rolls of 4D show 14 or more, and a
    # tenth more than half.
    assert roll(vessa, fire, {"target": ("14",)}) == ("4D", "56%")


def test_whoever_steers_does_what_nobody_is_there_for() -> None:
    ship = craft("yt-1300")
    assert set(offered(ship, "pilot")) == {
        "outmaneuver",
        "steer",
        "fire-quad-laser-turrets",
        "fire-concussion-missiles",
        "scan",
        "jump",
        "angle",
        "repair",
    }
    assert set(offered(ship, "pilot", "gunner", "sensors", "shields", "engineer")) == {
        "outmaneuver",
        "steer",
    }
    assert offered(ship, "passenger") == {}
    assert offered(ship, "pilot")["outmaneuver"].needs == FACING


def test_pilot_dice_are_a_number_in_evade_for_those_with_a_die_in_the_skill(
    vessa: Character,
) -> None:
    ship, pilot = craft("yt-1300"), Attempt(vessa.state, {"actions": 2})
    turn = crew().flown(pilot, ship)
    # The whole code of Pilot counts for Evade; for initiative its present dice.
    assert turn == {"pilot": 3, "evade": 4}
    evade = crew().evade(ship.during(**turn))
    assert evade
    assert (evade.value, evade.why) == (14, "YT-1300 10 + 4 who steers")
    # Who is unconscious steers nothing.
    out = opened(SCOUNDREL, marks={"unconscious": 1, "wounds": 3})
    assert crew().flown(Attempt(out.state, {}), ship) == {"pilot": 0}
    # Drive has no die of its own: nothing for Evade.
    assert crew().flown(pilot, craft("landspeeder")) == {"pilot": 2}
    tie = crew().evade(craft("tie-fighter").during(**crew().crewed(5)))
    assert tie
    assert tie.value == 17


def test_the_damage_of_a_gun_is_rolled_by_its_gunner_and_keeps_its_scale(
    vessa: Character,
) -> None:
    fire = offered(craft("y-wing"), "gunner")["fire-ion-turret"]
    shot = vessa.resolve({}, fire.action, {**fire.values, "target": ("3",)}, Random(1))
    action, _, how = shot.hit.action.partition("?")
    assert (action, how) == (
        "aboard.damage",
        "craft_dice=4%20Ion%20Turret&scale=starship&nature=ion",
    )
    sent: FormValues = {"craft_dice": ("4 Ion Turret",), "scale": ("starship",), "nature": ("ion",)}
    damage = vessa.resolve({}, action, sent, Random(1))
    assert len(damage.dice) == 4
    harm = fight().harmed(Attempt(vessa.state, {}, sent), action, damage)
    assert harm == {"damage": (str(damage.total),), "scale": ("starship",), "nature": ("ion",)}


def test_scale_is_explained_before_the_roll(vessa: Character) -> None:
    person, bike, ship = Attempt(vessa.state, {}), craft("speeder-bike"), craft("x-wing")
    says = fight().says
    assert says(ship, "", [Target(person, 1)]) == (
        "Starship scale against character scale: damage × 4.",
    )
    assert says(person, "weapons.blaster-pistol.attack", [Target(bike, 1)]) == (
        "Character scale against speeder scale: damage ÷ 2, rounded down.",
    )
    assert says(ship, "", [Target(craft("tie-fighter"), 1)]) == ()


def test_a_person_shoots_at_evade_and_a_craft_at_dodge(vessa: Character) -> None:
    armed = opened({**SCOUNDREL, "gear": [{"id": "blaster-pistol"}]})
    pistol = "weapons.blaster-pistol.attack"
    bike = Target(craft("speeder-bike").during(evade=4), 1)
    assert fight().aim(Attempt(armed.state, {}), pistol, [bike]) == {"defense": ("16",)}
    damage = Outcome("", "", "damage", total=9)
    harm = fight().harmed(Attempt(armed.state, {}), "weapons.blaster-pistol.damage", damage)
    assert harm == {"damage": ("9",), "scale": ("character",)}
    # Dodge 14: 10, DEX 4D, and cover 5.
    hidden = Target(Attempt(vessa.state, {}), 1, ("cover",))
    gun = "weapons.laser-cannons.attack"
    assert fight().aim(craft("tie-fighter"), gun, [hidden]) == {
        "target": ("19",),
        "held": ("dodge",),
    }


@pytest.mark.parametrize(
    ("attacker", "action"),
    [("craft", "weapons.laser-cannons.attack"), ("crew", "aboard.gunnery")],
)
def test_whoever_defends_actively_rolls_against_the_guns_of_a_craft(
    attacker: str, action: str
) -> None:
    # HyperspaceD6, Active Defense: against Gunnery roll Agility, with cover +5 as Dodge has it.
    shooter = craft("tie-fighter") if attacker == "craft" else Attempt(opened(SCOUNDREL).state, {})
    rolls = Attempt(opened(SCOUNDREL, house={"active_defense": True}).state, {})
    shot = Outcome(action, "Shot", "check", total=15)
    (defense,) = fight().defend(shooter, action, Target(rolls, 1, ("cover",)), shot)
    assert defense == Defense("defend.gunnery", {"target": ("15",), "shelter": ("cover",)})
    stands = Attempt(opened(SCOUNDREL).state, {})
    assert fight().defend(shooter, action, Target(stands, 1), shot) == ()
    assert fight().defend(shooter, action, Target(craft("speeder-bike"), 1), shot) == ()


def test_an_opposed_maneuver_meets_the_other_pilot_and_mobility() -> None:
    tie = craft("tie-interceptor", damaged=1).during(**crew().crewed(5))
    # 5D and Mobility 4D, less one system.
    assert crew().opposed(tie) == {"opposed": ("8",)}


def test_a_repair_that_succeeds_helps_the_craft(vessa: Character) -> None:
    action = offered(craft("yt-1300", damaged=1), "engineer")["repair"]
    assert action.onto
    values = {**action.values, "target": ("3",)}
    done = vessa.resolve({}, action.action, values, Random(1))
    assert done.onto.action == "repair"
    missed = vessa.resolve({}, action.action, {**values, "target": ("60",)}, Random(1))
    assert missed.onto.action == ""


@pytest.mark.parametrize("typed", ["many Mobility", "3", "-99 rattled"])
def test_dice_of_a_craft_that_cannot_be_read_are_refused(vessa: Character, typed: str) -> None:
    with pytest.raises(RuleViolation, match="number and what gives them"):
        vessa.roll_form({}, "aboard.pilot", {"craft_dice": (typed,)})


def squadron(id: str, count: int) -> Character:
    return opened({"craft": {"id": id}}, marks={"members": count})


def after(one: Character, outcome: Outcome) -> Character:
    """A craft with the marks that an outcome moves."""
    marks = msgspec.structs.asdict(one.document.marks)
    for shift in outcome.shifts:
        marks[shift.mark] = shifted(marks, shift)
    return one.marked(type(one.document.marks)(**marks)).settled()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pair", [("tie-fighter", "x-wing"), ("tie-defender", "y-wing")])
def test_two_squadrons_fight_to_an_end_and_break_nothing(seed: int, pair: tuple[str, str]) -> None:
    """Each attacks once for each of its craft, at a side by chance, until one has none left."""
    rng, turn = Random(seed), crew().crewed(5)
    sides = [squadron(pair[0], 6), squadron(pair[1], 4)]
    for _ in range(400):
        for ours, theirs in ((0, 1), (1, 0)):
            sides[ours] = after(sides[ours], sides[ours].resolve(turn, "turn", {}, rng))
            for _ in range(sides[ours].state.members or 0):
                sides[theirs] = shot(sides[ours], sides[theirs], turn, rng)
                if not sides[theirs].state.members:
                    return
    pytest.fail("nobody won")


def shot(ours: Character, theirs: Character, turn: dict[str, int], rng: Random) -> Character:
    """One attack; whoever was attacked is a legal document afterwards."""
    weapon = rng.choice([one.id for one in ours.state.weapons])
    target = Target(Attempt(theirs.state, turn), 1)
    action = f"weapons.{weapon}"
    values = fight().aim(Attempt(ours.state, turn), f"{action}.attack", [target])
    if not ours.resolve(turn, f"{action}.attack", values, rng).success:
        return theirs
    damage = ours.resolve(turn, f"{action}.damage", {}, rng)
    harm = fight().harmed(Attempt(ours.state, turn), f"{action}.damage", damage)
    side = rng.choice(crew().sides).id
    before = sum(theirs.state.sections().values())
    hit = after(theirs, theirs.resolve(turn, "harm", {**harm, "section": (side,)}, rng))
    assert hit.problems == ()
    sections = hit.state.sections()
    assert min(sections.values()) >= 0
    assert sum(sections.values()) <= before
    assert (theirs.state.members or 0) - (hit.state.members or 0) in (0, 1)
    assert hit.state.marks.damaged == 0
    return hit
