"""A turn: how many actions it has, moving over range bands, holding an action, a new one."""

from __future__ import annotations

from collections.abc import Mapping

from rules.codes import signed
from rules.play import Action, Outcome, Shift, Situation
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.conditions import actions_declared, out_of_it
from rules.systems.hyperspace_d6.creation import NOTE

Values = Mapping[str, tuple[str, ...]]
ACTIONS = (
    Action("turn", "New turn", "Actions are counted anew; being stunned wears off after it."),
    Action("round", "New round", "A new turn, and one point of each kind may be spent again."),
    Action("move", "Move", "One range band a turn is free, each further is an action."),
    Action("hold", "Hold", "Say what you wait for; it is lost when your turn comes."),
)


def declare(character: Character, situation: Situation, values: Values) -> dict[str, int]:
    """The situation with so many actions declared; RuleViolation for more than there can be."""
    most = derived.actions(character).value
    text = "".join(values.get("actions", ())).strip()
    if not (text.isdecimal() and len(text) <= 3 and 1 <= int(text) <= most):
        said = f"You can do 1 to {most} things in a turn."
        raise RuleViolation([Problem("bad-value", "actions", said)])
    return {**situation, "actions": int(text)}


def barred(character: Character, situation: Situation, action: str) -> str:
    """Why the turn does not allow this, "" where it does."""
    declared, most = actions_declared(character, situation), derived.actions(character).value
    if action in ("move", "hold") and (out := out_of_it(character)):
        return out
    if action == "move" and situation.get("bands") and declared >= most:
        return f"A further range band takes an action, and you have no more than {most}."
    if action == "hold" and situation.get("held", 0) >= declared:
        return "All the actions of this turn are held already."
    return ""


def resolve(character: Character, situation: Situation, action: str, values: Values) -> Outcome:
    """What a turn comes to: moving, holding, or a new one."""
    if action == "move":
        return _move(character, situation)
    if action == "hold":
        what = "".join(values.get("note", ())).strip()[:NOTE] or "Until the moment comes."
        held = {"held": situation.get("held", 0) + 1}
        return Outcome("hold", "An action held", "note", said=(what,), situation=held)
    return _new(character, situation, action)


def _move(character: Character, situation: Situation) -> Outcome:
    """One band a turn is free, each further takes an action (HyperspaceD6, Movement)."""
    moved = situation.get("bands", 0)
    now, said = {"bands": moved + 1}, "One range band, for nothing."
    if moved:
        now["actions"] = actions_declared(character, situation) + 1
        less = signed(book().play.dice["action"])
        said = f"A further range band: one action more, {less} to every check of this turn."
    return Outcome("move", "Moved", "note", said=(said,), situation=now)


def _new(character: Character, situation: Situation, action: str) -> Outcome:
    """A new turn: one action, and being stunned wears off once a turn was played with it."""
    said, shifts = ["One action; declare more at its start."], []
    now = {
        "actions": book().harm.actions_base,
        "bands": 0,
        "held": 0,
        "stun_felt": character.marks.stunned,
    }
    if situation.get("held"):
        said.append("What you still held is lost.")
    if character.marks.stunned and situation.get("stun_felt"):
        shifts.append(Shift("stunned", -1, most=1))
        now["stun_felt"] = 0
        said.append("You are no longer stunned.")
    if action == "round":
        now |= {"character_point": 0, "force_point": 0}
    name = "A new round" if action == "round" else "A new turn"
    return Outcome(action, name, "note", said=tuple(said), shifts=tuple(shifts), situation=now)
