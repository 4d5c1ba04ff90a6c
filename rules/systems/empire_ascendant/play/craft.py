"""Vehicles and starships, for the game master: gunnery, shields, damage, chases."""

from __future__ import annotations

from random import Random

from rules.figures import Figure, bonus, carried, dice, number
from rules.forms.fields import Field, Text
from rules.kit.answers import Answers, number_field
from rules.play import Action, Outcome, TurnState
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.attacks import range_of
from rules.systems.empire_ascendant.play.rolls import (
    MOST_DAMAGE,
    DiceRoll,
    Plan,
    average,
    code_text,
    plain,
    procedure,
    rows_menu,
    text,
    yes,
)
from rules.systems.empire_ascendant.play.tools import (
    CODE,
    TYPED,
    lacking,
    skill_roll,
    span_of,
    told,
    totals,
    winner,
)
from rules.systems.empire_ascendant.rulebook import CraftLevel, Target, rulebook

GUN, TORPEDO = "gun", "torpedo"
WEAPONS = {GUN: "Gun", TORPEDO: "Torpedo or missile"}
CRAFT = {"ship": "Starship", "vehicle": "Vehicle"}
IONIZED, BLOWN, MOST_SHIELDS = "controls-ionized", "shields-blown", 50


def _code(answers: Answers, name: str, label: str) -> tuple[tuple[int, int] | None, Field]:
    found = answers.code(name)
    typed = code_text(found) if found else answers.text(name)
    return found, Text(name, label, (typed[:CODE],), limit=CODE, placeholder="3D")


def _craft_dice(label: str, code: tuple[int, int] | None) -> Figure:
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


def _space(answers: Answers) -> tuple[Target | None, Field]:
    """The range, from Short up (our ruling)."""
    return range_of(answers, first=rulebook().craft.nearest)


def _gunnery(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """Starship Gunnery less dice lost, then fire control (Empire Ascendant, First Fire Segment)."""
    rules = rulebook().craft
    row, field = _space(answers)
    (evade, speed), fields = totals(answers, ("evade", "Their evade"), ("speed", "Their Speed"))
    control, control_field = _code(answers, "fire_control", "Fire Control")
    weapon, weapon_field = rows_menu(answers, "weapon", "Weapon", WEAPONS, usual=GUN)
    target, barred, source = None, "", rules.fire["attack"].source if "attack" in rules.fire else ""
    if row:
        base = number(row.name, row.number, source=row.source)
        more = [bonus("evade", evade, source=source)] if evade else []
        if weapon == TORPEDO and speed:
            more.append(bonus("Speed", speed, source=source))
        target = checks.labeled(base, *more)
        if weapon == TORPEDO and row.id != rules.torpedo_range:
            barred = modifiers.said("short_only")
    more_dice = (_craft_dice("Fire Control", control),) if control else ()
    roll, code_field = skill_roll(
        character, situation, answers, "starship-gunnery", *more_dice, target=target
    )
    return Plan(
        fields=(field, fields[0], control_field, weapon_field, fields[1], code_field),
        roll=roll,
        target=target,
        barred=barred,
        missing=lacking(range=row),
    )


def _ship_damage(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    """Damage dice, fewer from farther away."""
    code, damage = _code(answers, "damage", "Damage")
    row, field = _space(answers)
    less = rulebook().craft.range_damage.get(row.id) if row else None
    more = (dice(less.name, less.dice, source=less.source),) if less and less.dice else ()
    roll = DiceRoll(character, {}, _craft_dice("Damage", code), *more, kind="plain")
    said = (average(roll),) if code and not roll.barred() else ()
    return Plan(
        fields=(damage, field),
        roll=roll if code else None,
        foreseen=said,
        missing=lacking(damage=code),
    )


def rolled(
    _character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """What was rolled."""
    return text(outcome, f"{outcome.name}: {outcome.total}")


def _shields(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """Starship Shields against a number by range."""
    row, field = _space(answers)
    found = rulebook().craft.shields.get(row.id) if row else None
    target = (
        number(checks.rung(found.number).name, found.number, source=found.source) if found else None
    )
    roll, code_field = skill_roll(character, situation, answers, "starship-shields", target=target)
    return Plan(
        fields=(field, code_field),
        roll=roll,
        target=target,
        missing=lacking(range=row),
    )


def _ship_soak(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    """Hull, and shields that are up."""
    hull, hull_field = _code(answers, "hull", "Hull or Body Strength")
    shields, shields_field = _code(answers, "shields", "Shields")
    is_up, box = yes(answers, "deployed", "Shields are up")
    pool = _craft_dice("Hull", hull)
    if is_up and shields:
        ruling = rulebook().combat.rulings["carried"]
        pool = carried("Soak", pool, _craft_dice("Shields", shields), ruling=ruling)
    return Plan(
        fields=(hull_field, shields_field, box),
        roll=DiceRoll(character, {}, pool, kind="plain") if hull else None,
        missing=lacking(hull=hull),
    )


# --- what a hit does to a craft


def level_after(before: str, hit: str) -> str:
    """The level of a craft after a hit: any more damage to one that is heavily damaged makes it
    severe, to one that is severely damaged destroys it (Empire Ascendant, Damage Level; our
    ruling).
    """
    levels = rulebook().craft.levels
    was, now = levels[before], levels[hit]
    if not now.rank:
        return before if was.rank else hit
    heavy = levels["heavily-damaged"].rank
    if was.rank >= heavy and now.rank <= was.rank:
        return next(row.id for row in levels.values() if row.rank == was.rank + 1)
    return hit if now.rank >= was.rank else before


def _ship_harm(character: Character, _situation: TurnState, answers: Answers) -> Plan:
    levels = rulebook().craft.levels
    craft, craft_field = rows_menu(answers, "craft", "Craft", CRAFT, usual="ship")
    damage, soak = (answers.number(name, 0, MOST_DAMAGE) for name in ("damage", "soak"))
    names = {id: row.name for id, row in levels.items()}
    level, level_field = rows_menu(answers, "level", "It is", names, usual=next(iter(names)))
    shields = answers.number("shields", 0, MOST_SHIELDS)
    barred = "It's destroyed already." if level == "destroyed" else ""
    hit = ""
    if damage is not None and soak is not None:
        hit = _hit(damage - soak, shields or 0)
    row = level_after(level, hit) if hit and not barred else level
    return Plan(
        fields=(
            craft_field,
            number_field("damage", "Damage rolled", damage, 0, MOST_DAMAGE),
            number_field("soak", "Its Soak", soak, 0, MOST_DAMAGE),
            level_field,
            number_field("shields", "Dice of shields left", shields, 0, MOST_SHIELDS),
        ),
        roll=_system(character, levels[row]) if hit and levels[hit].rank else None,
        foreseen=(f"{levels[row].name}. {levels[row].does}",) if hit else (),
        barred=barred,
        missing=lacking(damage=damage, soak=soak),
        given=(craft, hit, row),
    )


def _hit(margin: int, shields: int) -> str:
    """What damage over Soak comes to; a craft without shields has its controls ionized."""
    rows = rulebook().craft.margins.values()
    row = next((one for one in reversed(rows) if margin >= one.low), None)
    if row is None:
        return "none"
    return IONIZED if row.id == BLOWN and not shields else row.id


def _system(character: Character, level: CraftLevel) -> DiceRoll | None:
    """The die that says which system is hit."""
    if not level.table:
        return None
    return plain(character, rulebook().craft.system_dice, "System", source=level.source)


def _harmed(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    rules = rulebook().craft
    craft, hit, row = plan.given
    level, result = rules.levels[row], rules.levels[hit]
    said = [f"{result.name}. {result.does}"]
    if row != hit:
        said.append(f"It is {level.name.lower()} now. {level.does}" if result.rank else "")
        said.append(level.ruling if result.rank else "")
    if outcome.dice and level.table:
        found = span_of(dict(rules.hits[f"{craft}-{level.table}"]), outcome.total)
        said += [f"{outcome.total}: {found.does}", found.ruling]
    return text(outcome, *said, row=row)


# --- chases


def _race(answers: Answers) -> Plan:
    (mine, theirs), fields = totals(answers, ("mine", "Your total"), ("theirs", "Their total"))
    return Plan(
        fields=tuple(fields), missing=lacking(mine=mine, theirs=theirs), given=(mine, theirs)
    )


def _chase(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    said = tuple(row.does for row in rulebook().craft.chases.values())
    return _with(_race(answers), said)


def _speed(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    said = tuple(row.does for row in rulebook().craft.segments.values())
    return _with(_race(answers), said)


def _crash(_character: Character, _situation: TurnState, answers: Answers) -> Plan:
    return _with(_race(answers), ("Both roll at −1D for a second action.",))


def _with(plan: Plan, said: tuple[str, ...]) -> Plan:
    return Plan(fields=plan.fields, foreseen=said, missing=plan.missing, given=plan.given)


CHOOSES = {
    "mine": "You choose: one range closer, one farther, or the same.",
    "theirs": "They choose: one range closer, one farther, or the same.",
    "tie": "A tie: the range stays as it is.",
}
CRASHES = {
    "mine": "They crash.",
    "theirs": "They keep control.",
    "tie": "A tie: nobody crashes.",
}


def _chosen(
    _character: Character, _situation: TurnState, plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    won, head = winner(*plan.given), " against ".join(map(str, plan.given))
    said = CRASHES if outcome.action == "crash" else CHOOSES
    return text(outcome, f"{head}: {said[won]}", row=won)


PROCEDURES = (
    procedure(
        Action("gunnery", "Fire a ship's weapon", "Starship Gunnery and Fire Control."),
        _gunnery,
        told,
    ),
    procedure(
        Action("ship-damage", "Roll a ship's damage", "Fewer dice from farther away."),
        _ship_damage,
        rolled,
        kind="damage",
    ),
    procedure(Action("shields", "Raise shields", "Starship Shields, by range."), _shields, told),
    procedure(
        Action("ship-soak", "Roll a ship's Soak", "Hull, and shields that are up."),
        _ship_soak,
        rolled,
        kind="harm",
    ),
    procedure(
        Action("ship-harm", "Damage a craft", "What a hit does to a ship or a vehicle."),
        _ship_harm,
        _harmed,
        kind="harm",
    ),
    procedure(
        Action("chase", "Chase", "Piloting and speed, both totals."), _chase, _chosen, kind="note"
    ),
    procedure(
        Action("crash", "Force a crash", "Piloting at −1D, both totals."),
        _crash,
        _chosen,
        kind="note",
    ),
    procedure(
        Action("speed", "Close or flee in space", "Speed dice, both totals."),
        _speed,
        _chosen,
        kind="note",
    ),
)
