"""The current pools: what actions, Facts, wounds, stuns and fatigue take; and the round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.declared.play import modifiers as declared
from rules.declared.play.checks import turn_rules
from rules.figures import Figure, dice
from rules.forms.fields import Choice, Field, Option
from rules.forms.parsing import YES
from rules.kit.play.turns import effect_remarks, less_remark
from rules.phrases import counted
from rules.play import Attempt, PlayState, TurnState
from rules.systems.empire_ascendant.character import marks
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.ruleset import GAME
from rules.systems.empire_ascendant.rulebook.book import rulebook

PLAY = rulebook().table
# The form of what is thrown.
GRENADE = "grenade"
# What of the sheet is rolled.
ROLLED = declared.rolled(GAME)
# Why an action can't be done by this character as things stand, "" where it can.
Barred = Callable[[Character, TurnState], str]


def refusal(reason: str) -> str:
    """Why something can't be done, by the name of the reason; "" for none."""
    return PLAY.barred[reason] if reason else ""


def out(character: Character) -> str:
    """Why the character can't do anything at all, "" where they can."""
    return refusal(marks.out(character))


def unable(character: Character, situation: TurnState) -> str:
    """Why the character can't act now: that, a round that is lost, a Full Dodge."""
    held = next((one for one in ("lost_round", "full_dodge") if situation.get(one)), "")
    return out(character) or refusal(held)


def unless(is_needed: Callable[[Character], object], reason: str = "") -> Barred:
    """The rule that bars the dead, and anybody who does not need it, for that reason."""

    def barred(character: Character, _situation: TurnState) -> str:
        if character.marks.dead:
            return refusal("dead")
        return "" if is_needed(character) else refusal(reason)

    return barred


def taken(character: Character, situation: TurnState, cost: int = 1) -> Iterator[Figure]:
    """The dice that an action of this cost loses, each with its reason; all add (our ruling)."""
    yield from marks.penalties(character)
    yield from declared.further(Attempt(character, situation), cost)
    if facts := max(0, situation.get("facts", 0)):
        yield dice(counted(facts, "Fact"), PLAY.fact * facts, **PLAY.cite("fact", "facts_later"))


TURN = replace(turn_rules(GAME), taken=taken, unable=unable)
too_many_actions = TURN.too_many


def play_state(attempt: Attempt[Character]) -> PlayState:
    """The dice as they are now, and the conditions; whoever is out has none, and no round."""
    return declared.state_of(
        attempt,
        TURN.now(attempt),
        lambda rollable: rollable.pool,
        out="out cold" if out(attempt.character) else "",
        remarks=(*_remarks(attempt), *effect_remarks(attempt.turn)),
        controls=(_full_dodge(attempt.situation),),
    )


def _remarks(attempt: Attempt[Character]) -> Iterator[str]:
    condition, situation = attempt.character.marks, attempt.situation
    if reason := out(attempt.character):
        yield reason
    elif situation.get("lost_round"):
        yield refusal("lost_round")
    if condition.wound and condition.stabilised:
        yield "Stabilized"
    if situation.get("exploding"):
        yield "Force Point: sixes explode for the rest of the scene"
    yield from map(less_remark, taken(attempt.character, situation))
    if condition.drowning:
        yield f"Drowning, round {condition.drowning}"
    if condition.fallen:
        yield "Fallen to the dark side"


def _full_dodge(situation: TurnState) -> Field:
    """The field for a Full Dodge, which is declared for a round."""
    value, more = YES if situation.get("full_dodge") else "", rulebook().combat.full_dodge
    yes = Option(YES, f"Yes: Dodge +{more}", chosen=bool(value))
    found = (Option("", "No", chosen=not value), yes)
    return Choice("full_dodge", "Full Dodge", (value,), found, look="menu")
