"""A craft at the table: checks with its dice, damage dealt and taken, Shields angled, repairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from rules.dice import exploding, pools
from rules.figures import Figure, bonus, dice, number, total
from rules.forms.fields import Field, Number
from rules.kit.answers import Answers, number_field, read_number, required
from rules.kit.checks import (
    against_code,
    against_target,
    compared,
    dice_outcome,
    refuse,
    shown,
    too_many,
)
from rules.kit.procedures import ActionTable, ProcedureGroup, Rolls, fixed, foreseen_form
from rules.play import (
    Action,
    Attempt,
    Die,
    FollowUp,
    MarkChange,
    Outcome,
    PlayState,
    RollForm,
)
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6.craft import damage
from rules.systems.hyperspace_d6.craft.lookup import DICE, Weapon
from rules.systems.hyperspace_d6.craft.state import SECTIONS, CraftState
from rules.systems.hyperspace_d6.play.roll_form import held_fields, held_name
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

MOST_SKILL, MOST_NUMBER, MOST_BONUS, MOST_ACTIONS = 50, 500, 20, 20
DESTROYED = "Destroyed: there is nothing left to repair."
DISABLED = "Disabled: it can't move or act until it's repaired."
NOBODY = "None of the squadron is left."
# What a turn holds of the crew: the dice of all skills of an opponent's, the present dice of
# the pilot, and what they add to Evade.
CREW, PILOT, EVADE = "crew", "pilot", "evade"


class CraftRoll(msgspec.Struct, frozen=True, gc=False):
    """A roll with a craft's dice (`damage` False), or a weapon's damage."""

    key: str
    name: str
    pool: Figure
    damage: bool = False
    weapon: Weapon | None = None


def find(craft: CraftState, key: str) -> CraftRoll | None:
    """The roll with that key: one of its dice ("mobility"), a weapon's attack or its damage."""
    if key in DICE:
        return CraftRoll(key, DICE[key], craft.figure(key))
    part, _, rest = key.partition(".")
    id, _, side = rest.rpartition(".")
    weapon = craft.weapon(id) if part == "weapons" else None
    if weapon is None or side not in ("attack", "damage"):
        return None
    if side == "attack":
        return CraftRoll(key, weapon.name, craft.figure("fire_control"), weapon=weapon)
    return CraftRoll(
        key, f"{weapon.name}, damage", craft.damage(weapon), damage=True, weapon=weapon
    )


def barred(craft: CraftState) -> str:
    """Why nobody can act with the craft, "" if they can."""
    if craft.marks.destroyed:
        return DESTROYED
    if craft.members == 0:
        return NOBODY
    return DISABLED if craft.is_disabled else ""


def evade(attempt: Attempt[CraftState]) -> Figure:
    """Evade with the dice of the pilot as a number, if they are skilled (HyperspaceD6, Vehicle
    Defenses).
    """
    built, more = attempt.character.figure("evade"), attempt.situation.get(EVADE, 0)
    if not more:
        return built
    topic = guide().topics["evade"]
    steered = bonus("who steers", more, source=topic.source, ruling=topic.ruling)
    return total("Evade", *built.terms, steered, source=built.source, ruling=built.ruling)


def damage_taken(craft: CraftState) -> Iterator[Figure]:
    """The dice that damage takes from everybody aboard (HyperspaceD6, Vehicle Damage)."""
    marks, levels = craft.marks, guide().levels
    if marks.damaged:
        label = "1 system" if marks.damaged == 1 else f"{marks.damaged} systems"
        yield dice(f"{label} damaged", -marks.damaged, source=levels["damaged"].source)
    if marks.rattled:
        yield dice("rattled", -1, source=levels["rattled"].source)


def penalties(attempt: Attempt[CraftState]) -> Iterator[Figure]:
    """The dice that damage takes, and each further action of an opponent's crew; a squadron has one
    action for each of its craft (HyperspaceD6, Vehicle Damage; Minion Groups).
    """
    yield from damage_taken(attempt.character)
    declared = attempt.situation.get("actions", 1)
    if (further := declared - max(1, attempt.character.members or 0)) > 0:
        less = book().play.dice["action"] * min(further, MOST_BONUS)
        yield dice(f"{declared} actions", less, source=book().play.sources["action"])


class _Answers(msgspec.Struct, frozen=True, gc=False):
    """What was typed for a check: the dice of the crew member's skill, the number to reach, and
    dice for circumstances; `held` is the name of what a weapon has to reach.
    """

    skill: int | None
    target: int | None
    opposed: int
    bonus: int
    held: str = ""


def _read(attempt: Attempt[CraftState]) -> _Answers:
    answers = Answers(attempt.values)
    skill = answers.number("skill", 0, MOST_SKILL)
    read = _Answers(
        attempt.situation.get(CREW) if skill is None else skill,
        answers.number("target", 0, MOST_NUMBER),
        answers.number("opposed", 0, MOST_SKILL) or 0,
        answers.number("bonus", -MOST_BONUS, MOST_BONUS) or 0,
        held_name(answers),
    )
    answers.check()
    return read


def _pool(attempt: Attempt[CraftState], roll: CraftRoll, read: _Answers) -> Figure:
    terms = [roll.pool]
    if read.skill:
        terms.insert(0, dice("skill", read.skill, source="who rolls"))
    if read.bonus:
        terms.append(dice("conditions", read.bonus, source=book().play.sources["circumstance"]))
    terms += penalties(attempt)
    return total(roll.name, *terms, unit="D", source=roll.pool.source)


def form(attempt: Attempt[CraftState], roll: CraftRoll) -> RollForm:
    """The roll form of a check or of damage."""
    craft = attempt.character
    if roll.damage:
        reason = barred(craft) or too_many(roll.pool)
        foreseen = (f"{pools.average_text(roll.pool.value)} on average",)
        action = Action(roll.key, roll.name)
        return RollForm(action, (), roll.pool, foreseen=foreseen, barred=reason)
    read = _read(attempt)
    pool = _pool(attempt, roll, read)
    fields: tuple[Field, ...] = (
        number_field("skill", "Dice of the skill", read.skill, 0, MOST_SKILL),
        *_against_fields(roll, read),
        number_field("bonus", "Conditions", read.bonus or None, -MOST_BONUS, MOST_BONUS),
    )
    exact = None
    if 0 < pool.value <= pools.MOST_DICE:
        if read.target is not None:
            exact = pools.chance(pool.value, read.target)
        elif read.opposed:
            exact = exploding.chance_against(
                pool.value, read.opposed, ties=False, added=0, exploding=0
            )
    return RollForm(
        Action(roll.key, roll.name, asks=True),
        fields,
        pool,
        target=_target(roll, read),
        chance=pools.shown(exact),
        exact=exact,
        barred=barred(craft) or _no_dice(pool),
    )


def _no_dice(pool: Figure) -> str:
    no_dice = guide().topics["no-dice"].ruling
    return f"0D: impossible. {no_dice}" if pool.value <= 0 else too_many(pool)


def _against_fields(roll: CraftRoll, read: _Answers) -> Iterator[Field]:
    """What a roll has to reach: Evade or Dodge of a target, a number, or somebody's dice."""
    if roll.weapon:
        yield from held_fields(read.held, read.target)
    else:
        yield number_field("target", "Target number", read.target, 0, MOST_NUMBER)
        yield number_field("opposed", "Or their dice", read.opposed or None, 0, MOST_SKILL)


def _target(roll: CraftRoll, read: _Answers) -> Figure | None:
    if read.target is None:
        return None
    name = f"Their {read.held}" if roll.weapon else "Target number"
    return number(name, read.target, source="your GM")


def resolve(attempt: Attempt[CraftState], roll: CraftRoll, rng: Random) -> Outcome:
    """A check or damage as it falls; RuleViolation if it is barred."""
    refuse(roll.key, form(attempt, roll).barred)
    if roll.damage:
        thrown = tuple(Die(face) for face in pools.roll(rng, roll.pool.value))
        outcome = dice_outcome(roll.pool, thrown, action=roll.key, name=roll.name, kind="damage")
        return msgspec.structs.replace(outcome, said=(f"{outcome.total} damage",))
    read = _read(attempt)
    pool = _pool(attempt, roll, read)
    faces = pools.roll(rng, pool.value)
    thrown = tuple(Die(face, "" if place else "destiny") for place, face in enumerate(faces))
    outcome = dice_outcome(pool, thrown, action=roll.key, name=roll.name)
    outcome = against_target(outcome, _target(roll, read))
    said: tuple[str, ...] = ()
    if read.opposed and outcome.target is None:
        tie = guide().topics["opposed"].ruling
        outcome = against_code(outcome, (read.opposed, 0), rng, tie=tie)
        said = outcome.said
    elif outcome.target is not None:
        said = (compared(outcome.total, outcome.against, outcome.target),)
    hit = FollowUp(f"weapons.{roll.weapon.id}.damage", "Roll damage") if roll.weapon else FollowUp()
    follows = hit if outcome.success is not False else FollowUp()
    return msgspec.structs.replace(
        outcome,
        said=said,
        asks=book().play.destiny.get(str(faces[0]), ""),
        hit=hit,
        follows=follows.action,
        follows_name=follows.name,
    )


# --- Shields, repairs, turns


def _angled(attempt: Attempt[CraftState]) -> dict[str, int]:
    """The Shields as typed, the present number where nothing is; RuleViolation unless they add up
    to those that are left.
    """
    now, answers = attempt.character.sections(), Answers(attempt.values)
    most = sum(now.values())
    typed = {id: answers.number(id, 0, most) for id in SECTIONS}
    answers.check()
    stand = {id: now[id] if value is None else value for id, value in typed.items()}
    if sum(stand.values()) != most:
        message = f"The four sections have {most} Shields together, not {sum(stand.values())}."
        raise RuleViolation([Problem("bad-value", "fore", message)])
    return stand


def _angle_form(attempt: Attempt[CraftState], action: Action) -> RollForm:
    now, answers = attempt.character.sections(), Answers(attempt.values)
    most = sum(now.values())
    fields = []
    for id in SECTIONS:
        value = answers.number(id, 0, most)
        fields.append(
            number_field(id, id.capitalize(), now[id] if value is None else value, 0, most)
        )
    answers.check()
    foreseen = (f"{most} Shields in all.",)
    return RollForm(action, tuple(fields), foreseen=foreseen, barred=action.barred)


def _angle(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    stand = _angled(attempt)
    said = ", ".join(f"{id} {value}" for id, value in stand.items())
    shifts = tuple(damage.moved(attempt.character, stand))
    return Outcome("angle", "Shields angled", "note", said=(f"Shields: {said}.",), shifts=shifts)


def _may_angle(attempt: Attempt[CraftState]) -> str:
    craft = attempt.character
    if not sum(craft.sections().values()):
        return "There are no Shields to angle."
    return barred(craft)


def _may_repair(attempt: Attempt[CraftState]) -> str:
    craft = attempt.character
    if craft.marks.destroyed:
        return DESTROYED
    return "" if craft.marks.damaged or craft.is_disabled else "Nothing is damaged."


def _repair_said(attempt: Attempt[CraftState]) -> Iterable[str]:
    left = max(0, attempt.character.marks.damaged - 1)
    yield "One system is repaired." if left else "Everything is repaired."
    yield f"{left} damaged systems left."


def _repair(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    """One system less, by a check or a day; with no more than Hull the craft acts again."""
    craft, changes = attempt.character, []
    if craft.marks.damaged:
        changes.append(MarkChange("damaged", -1))
    if craft.marks.disabled:
        changes.append(MarkChange("disabled", -1))
    said = tuple(_repair_said(attempt))
    return Outcome("repair", "Repaired", "note", said=said, shifts=tuple(changes))


def _restore(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    even = attempt.character.even()
    shifts = tuple(damage.moved(attempt.character, even))
    return Outcome("restore", "Shields restored", "note", said=("Spread evenly.",), shifts=shifts)


def _may_restore(attempt: Attempt[CraftState]) -> str:
    craft = attempt.character
    if craft.marks.destroyed:
        return DESTROYED
    return "" if craft.sections() != craft.even() else "The Shields are full and spread evenly."


def _initiative_pool(attempt: Attempt[CraftState]) -> Figure:
    """The pilot, with Mobility (HyperspaceD6, Vehicle Combat Basics)."""
    craft, topic = attempt.character, guide().topics["craft-initiative"]
    steering = attempt.situation.get(PILOT, attempt.situation.get(CREW, 0))
    skill = book().skills[craft.chosen.skill].name
    terms = [dice(skill, steering, source=topic.source, ruling=topic.ruling)] if steering else []
    pool = total("Initiative", *terms, craft.figure("mobility"), unit="D", source=topic.source)
    less = tuple(damage_taken(craft))
    return total("Initiative", pool, *less, unit="D", source=topic.source) if less else pool


def _initiative_form(attempt: Attempt[CraftState], action: Action) -> RollForm:
    pool = _initiative_pool(attempt)
    return RollForm(action, (), pool, barred=action.barred or _no_dice(pool))


def _initiative(attempt: Attempt[CraftState], rng: Random) -> Outcome:
    pool = _initiative_pool(attempt)
    refuse("initiative", _no_dice(pool))
    faces = pools.roll(rng, pool.value)
    thrown = tuple(Die(face, "" if place else "destiny") for place, face in enumerate(faces))
    outcome = dice_outcome(pool, thrown, action="initiative", name="Initiative")
    asks = book().play.destiny.get(str(faces[0]), "")
    return msgspec.structs.replace(outcome, asks=asks, situation={"actions": 1, "bands": 0})


def _move(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    """One band a turn is free; a further one is an action of the pilot, whose penalty an
    opponent's crew gets at once.
    """
    moved = attempt.situation.get("bands", 0)
    now, said = {"bands": moved + 1}, "One range band, free."
    if moved >= book().play.moving["bands"]:
        said = "Another range band: an action of the pilot."
        if CREW in attempt.situation:
            now["actions"] = attempt.situation.get("actions", 1) + 1
    return Outcome("move", "Moved", "note", said=(said,), situation=now)


def _scene(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    """The end of a fight: nobody is rattled any more."""
    shifts: tuple[MarkChange, ...] = ()
    said = "The fight is over."
    if attempt.character.marks.rattled:
        shifts, said = (MarkChange("rattled", -1),), "It is no longer rattled."
    now = {"actions": 1, "bands": 0, "rattled_felt": 0}
    return Outcome("scene", "End of the fight", "note", said=(said,), shifts=shifts, situation=now)


def _turn(attempt: Attempt[CraftState], _rng: Random) -> Outcome:
    """A craft that was rattled is so on the turn that begins, and no longer when that ends."""
    marks, felt = attempt.character.marks, attempt.situation.get("rattled_felt")
    shifts: tuple[MarkChange, ...] = ()
    said, now = (
        "One action; declare more at its start.",
        {"actions": 1, "bands": 0, "rattled_felt": 0},
    )
    if marks.rattled and felt:
        shifts, said = (MarkChange("rattled", -1),), "It is no longer rattled."
    elif marks.rattled:
        now["rattled_felt"], said = 1, "Rattled: −1D on this turn."
    return Outcome("turn", "A new turn", "note", said=(said,), shifts=shifts, situation=now)


def declare(attempt: Attempt[CraftState]) -> dict[str, int]:
    """The turn with the declared actions of an opponent's crew; RuleViolation for too many."""
    count = read_number(attempt.values, "actions", 1, MOST_ACTIONS)
    return {"actions": required(count, "actions", f"Declare 1 to {MOST_ACTIONS} actions.")}


def _if_whole(attempt: Attempt[CraftState]) -> str:
    return DESTROYED if attempt.character.marks.destroyed else ""


def _if_acting(attempt: Attempt[CraftState]) -> str:
    return barred(attempt.character)


HARM = Action("harm", "Take damage", "Enter the damage rolled, and the section it hit.", asks=True)
ANGLE = Action("angle", "Angle the Shields", "An action: spread them over the sections.", asks=True)
REPAIR = Action("repair", "Repair a system", guide().topics["repairs"].does)
RESTORE = Action("restore", "Restore the Shields", "After the fight: all of them, spread evenly.")
TURN = Action("turn", "New turn", "Being rattled counts on this turn.")
INITIATIVE = Action(
    "initiative", "Initiative", "The pilot's dice, with the craft's Mobility.", asks=True
)
MOVE = Action("move", "Move", "One range band a turn is free.")
SCENE = Action("scene", "End fight", "Nobody aboard stays rattled.", idle=True)
TABLE: ActionTable[CraftState, CraftRoll] = ActionTable(
    Rolls(find, form, resolve),
    (
        ProcedureGroup(
            "turn",
            "The turn",
            (
                fixed(TURN, _if_whole, _turn),
                fixed(INITIATIVE, _if_acting, _initiative, _initiative_form),
                fixed(MOVE, _if_acting, _move),
                fixed(SCENE, _if_whole, _scene),
            ),
        ),
        ProcedureGroup("shields", "Shields", (fixed(ANGLE, _may_angle, _angle, _angle_form),)),
        ProcedureGroup(
            "harm",
            "Harm",
            (
                fixed(HARM, _if_whole, damage.harm, damage.harm_form),
                fixed(REPAIR, _may_repair, _repair, foreseen_form(_repair_said)),
                fixed(RESTORE, _may_restore, _restore),
            ),
        ),
    ),
)


def state(attempt: Attempt[CraftState]) -> PlayState:
    """Its dice with what damage takes from them, and Evade with the pilot."""
    craft, less = attempt.character, tuple(penalties(attempt))
    keys = (*DICE, *(f"weapons.{weapon.id}.attack" for weapon in craft.weapons))
    crew = attempt.situation.get(CREW, 0)
    more = (dice("crew", crew, source="your GM"), *less) if crew else less
    now = {}
    for key in keys:
        if roll := find(craft, key):
            now[key] = shown(total(roll.name, roll.pool, *more, unit="D", source=roll.pool.source))
    if attempt.situation.get(EVADE):
        now["evade"] = evade(attempt)
    remarks = tuple(f"{one.label[:1].upper()}{one.label[1:]}: −{-one.value}D" for one in less)
    declared = str(attempt.situation.get("actions", 1))
    controls = (
        Number("actions", "Actions this turn", (declared,), lowest=1, highest=MOST_ACTIONS),
    )
    return PlayState(now, (*filter(None, (barred(craft),)), *remarks), controls if crew else ())
