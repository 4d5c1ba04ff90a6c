"""Turns: the number of actions, moving over range bands, holding an action, a new turn, and the end
of the fight.
"""

from __future__ import annotations

from random import Random

import msgspec

from rules.dice.codes import signed
from rules.kit.play.answers import read_number, required
from rules.kit.play.procedures import Procedure, fixed
from rules.play import Action, Attempt, MarkChange, Outcome, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.play import checks, weapon_in_hand
from rules.systems.hyperspace_d6.play.modifiers import (
    DEAD,
    actions_declared,
    free_actions,
    incapacitated,
)
from rules.systems.hyperspace_d6.play.roll_form import note_form, read_note
from rules.systems.hyperspace_d6.play.rollables import Rollable, rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Item

# What a turn holds; when the fight is over nothing of that, nor of a round.
TURN = {"actions": book().harm.actions_base, "bands": 0, "held": 0}
OF_A_ROUND = ("rounds", "character_point", "force_point", "stun_felt", "stun_again")


def over(situation: TurnState) -> dict[str, int]:
    """The changes of the turn at the end of a fight: everything but the weapon in hand is reset."""
    before = {**TURN, **dict.fromkeys((*OF_A_ROUND, weapon_in_hand.BLADE_SET), 0)}
    return {name: value for name, value in before.items() if situation.get(name, value) != value}


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The turn with the declared actions, and the weapon in hand; RuleViolation for too many
    actions, and for a weapon that is not carried.
    """
    values = attempt.values
    weapon = weapon_in_hand.declare(attempt)
    if "actions" not in values and (
        weapon_in_hand.HAND in values or weapon_in_hand.BLADE in values
    ):
        return weapon
    most = figures.actions(attempt.character).value
    text = f"You can take 1 to {most} actions in a turn."
    count = read_number(values, "actions", 1, most, refusal=text)
    return {**weapon, "actions": required(count, "actions", text)}


def free_bands(character: Character) -> tuple[int, Holding | None]:
    """The free range bands of a turn, and the item that adds to them (HyperspaceD6, Movement;
    General Gear).
    """
    base = book().play.moving["bands"]
    things = [
        (holding.stack.row.bands, holding)
        for holding in character.carried
        if isinstance(holding.stack.row, Item) and holding.stack.row.bands
    ]
    if not things:
        return base, None
    more, holding = max(things, key=lambda pair: pair[0])
    return base + more, holding


def _if_alive(attempt: Attempt[Character]) -> str:
    return DEAD if attempt.character.marks.dead else ""


def _may_move(attempt: Attempt[Character]) -> str:
    """Why the character cannot move further, "" if they can."""
    character = attempt.character
    if out := incapacitated(character):
        return out
    if attempt.situation.get("bands", 0) < free_bands(character)[0]:
        return ""
    most = figures.actions(character).value
    if actions_declared(attempt) < most:
        return ""
    return f"Another range band takes an action, and you have at most {most}."


def _may_hold(attempt: Attempt[Character]) -> str:
    """Why no action can be held, "" if one can."""
    if out := incapacitated(attempt.character):
        return out
    is_all_held = attempt.situation.get("held", 0) >= actions_declared(attempt)
    return "You already hold all actions of this turn." if is_all_held else ""


def _may_end(attempt: Attempt[Character]) -> str:
    """Why there is no fight to end, "" if there is."""
    if attempt.character.marks.dead:
        return DEAD
    return (
        "" if over(attempt.situation) or attempt.character.marks.stunned else "No fight is running."
    )


def _turn(attempt: Attempt[Character], _rng: Random) -> Outcome:
    return _new(attempt, "turn")


def _round(attempt: Attempt[Character], _rng: Random) -> Outcome:
    return _new(attempt, "round")


def _hold(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """One more held action, with the player's note on what it waits for."""
    what = read_note(attempt.values, "Waiting for the trigger.")
    changed = {"held": attempt.situation.get("held", 0) + 1}
    return Outcome("hold", "Hold action", "note", said=(what,), situation=changed)


def _move(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """One band per turn is free, with a jetpack two; each further one takes an action
    (HyperspaceD6, Movement; General Gear).
    """
    moved = attempt.situation.get("bands", 0)
    free, carrier = free_bands(attempt.character)
    now, text = {"bands": moved + 1}, "One range band, free."
    if moved >= free:
        now["actions"] = actions_declared(attempt) + 1
        less = signed(book().play.dice["action"])
        is_free = now["actions"] <= free_actions(attempt.character)
        text = "Another range band: one more action of the group, without penalty."
        if not is_free:
            text = f"Another range band: one more action, {less} to every check of this turn."
    elif moved >= book().play.moving["bands"] and carrier:
        text = f"Another range band, free: {carrier.stack.name}."
    return Outcome("move", "Moved", "note", said=(text,), situation=now)


def _new(attempt: Attempt[Character], action: str) -> Outcome:
    """A new turn: one action. A stun counts on it, unless it already counted on the last one: then
    it is over (HyperspaceD6, Stunned).
    """
    situation = attempt.situation
    sentences, shifts = ["One action; declare more at its start."], []
    stunned, felt = attempt.character.marks.stunned, bool(situation.get("stun_felt"))
    is_over = felt and not situation.get("stun_again")
    now = {**TURN, "rounds": 1, "stun_felt": int(bool(stunned) and not is_over)}
    now |= {name: 0 for name in ("stun_again", weapon_in_hand.BLADE_SET) if situation.get(name)}
    if situation.get("held"):
        sentences.append("Your held actions expired.")
    if now["stun_felt"]:
        sentences.append(f"You are stunned: {signed(book().play.dice['stunned'])} on this turn.")
    elif stunned:
        shifts.append(MarkChange("stunned", -1, most=1))
        sentences.append("You are no longer stunned.")
    if action == "round":
        now |= {"character_point": 0, "force_point": 0}
    name = "A new round" if action == "round" else "A new turn"
    return Outcome(action, name, "note", said=tuple(sentences), shifts=tuple(shifts), situation=now)


def _end(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """The end of the turns: points are limited per check again, and a stun is over."""
    sentences, shifts = [book().play.rulings["scene"]], []
    if attempt.character.marks.stunned:
        shifts.append(MarkChange("stunned", -1, most=1))
        sentences.insert(0, "You are no longer stunned.")
    now = over(attempt.situation)
    return Outcome(
        "scene",
        "End of the fight",
        "note",
        said=tuple(sentences),
        shifts=tuple(shifts),
        situation=now,
    )


INITIATIVE = Action("initiative", "Initiative", "Your Perception.")


def _subject(attempt: Attempt[Character]) -> Rollable | None:
    """Perception, without a skill and without a target."""
    subject = rollable(attempt.character, "attributes.PER")
    return subject and msgspec.structs.replace(
        subject, key=INITIATIVE.id, name="Initiative", target=None
    )


ROLLED = checks.procedure(INITIATIVE.id, lambda _character: INITIATIVE, _subject)


def _initiative(attempt: Attempt[Character], rng: Random) -> Outcome:
    """Initiative begins the rounds."""
    outcome = ROLLED.resolve(attempt, rng)
    return msgspec.structs.replace(outcome, situation={**outcome.situation, "rounds": 1})


NEW_TURN = Action("turn", "New turn", "Resets your actions. Being stunned counts on this turn.")
NEW_ROUND = Action("round", "New round", "A new turn. You can spend one point of each kind again.")
MOVE = Action("move", "Move", "One range band a turn is free. Each further one takes an action.")
HOLD = Action(
    "hold", "Hold", "Name your trigger. Unused actions expire on your next turn.", asks=True
)
SCENE = Action("scene", "End fight", "Ends turns and rounds. Nobody stays stunned.", idle=True)
PROCEDURES = (
    fixed(NEW_TURN, _if_alive, _turn),
    fixed(NEW_ROUND, _if_alive, _round),
    fixed(MOVE, _may_move, _move),
    fixed(HOLD, _may_hold, _hold, note_form("Your trigger")),
    fixed(SCENE, _may_end, _end),
    Procedure(INITIATIVE.id, ROLLED.offer, ROLLED.form, _initiative),
)
