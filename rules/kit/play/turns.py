"""The actions and the effects of a turn: an action takes its share, and effects begin to count,
end with a turn, or with the roll that they were for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from rules.dice.codes import signed
from rules.figures import Figure, dice
from rules.forms.fields import Field, Option
from rules.forms.parsing import YES
from rules.kit.play.answers import Answers, pick, whole
from rules.kit.play.outcomes import text
from rules.kit.play.procedures import Rollable
from rules.kit.play.questions import ActionInput
from rules.phrases import counted
from rules.play import TAKES, Attempt, Cost, MarkChange, Outcome, TurnState
from rules.turn import ACTIONS, FREE, ROUNDS, TURN_OVER, DiceText, Effect, Scope, Turn, lasting

# What an action does to the turn: it begins one, ends one, or ends them all.
Phase = Literal["", "turn", "end", "scene"]
YOUR_GM = "your GM"
# The most actions that one roll can take.
MOST_TAKEN = 9
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def actions_counted(situation: TurnState, cost: int = 1) -> int:
    """The actions of the turn that count for a roll which takes so many: those declared, or those
    done with it, if that is more; at least 1.
    """
    done = Turn.of(situation).done + cost if situation.get(ROUNDS) else 0
    return max(1, situation.get(ACTIONS, 1), done)


def actions_of(cost: Cost, reaction: int = 0) -> int:
    """The actions of a turn that a cost comes to, where a reaction takes so many."""
    return cost if isinstance(cost, int) else reaction if cost == "reaction" else 0


def given_cost(answers: Answers) -> int | None:
    """The number of actions that is said with a roll, None for none."""
    return whole(answers.text(TAKES), 0, MOST_TAKEN)


def said_cost(answers: Answers, situation: TurnState, *, always: bool, cost: int = 1) -> int:
    """The number of actions that a check takes: what is said with it, or none, where its form says
    so in rounds; what `always` takes them cannot say so.
    """
    if (given := given_cost(answers)) is not None:
        return given
    is_free = bool(situation.get(ROUNDS)) and not always and YES in answers.chosen(FREE)
    return 0 if is_free else cost


def free_field(answers: Answers, situation: TurnState) -> Iterator[Field]:
    """The field of a check that asks, in rounds, whether it takes an action."""
    if situation.get(ROUNDS) and given_cost(answers) is None:
        option = Option(YES, "Takes no action", chosen=YES in answers.chosen(FREE))
        yield pick(FREE, "Your turn", (option,))


def asked_cost(inputs: ActionInput[object], roll: Rollable, cost: int = 1) -> int:
    """The number of actions that a check takes. In rounds the form of any check but an attack
    asks.
    """
    if inputs.has_form and not roll.is_attack:
        inputs.fields.extend(free_field(inputs.answers, inputs.situation))
    return said_cost(inputs.answers, inputs.situation, always=roll.is_attack, cost=cost)


def too_many_actions(situation: TurnState, most: int, cost: int = 1, span: str = "turn") -> str:
    """Why a turn of at most so many actions has no room for `cost` more, "" if it has; `span` is
    the game's word for it.
    """
    done = Turn.of(situation).done
    if not (cost and situation.get(ROUNDS)) or done + cost <= most:
        return ""
    return f"You can take at most {counted(most, 'action')} in a {span}, and you did {done}."


def less_dice(further: int, price: int) -> str:
    """The dice that further actions take from a roll, each for its `price`: "−1D"; "" for none."""
    return signed(further * price) if further > 0 else ""


def share(attempt: Attempt[object], cost: int, less: str = "") -> str:
    """The share of an action in the turn, for its button: "2nd action, −1D"; "" outside of
    rounds.
    """
    if not attempt.situation.get(ROUNDS):
        return ""
    if not cost:
        return "no action"
    first, last = attempt.turn.done + 1, attempt.turn.done + cost
    declared = attempt.situation.get(ACTIONS, 1)
    which = _ordinal(last) if cost == 1 else f"{_ordinal(first)} and {_ordinal(last)}"
    noun = "action" if cost == 1 else "actions"
    more = f"{declared} declared" if last > declared else ""
    return ", ".join(filter(None, (f"{which} {noun}", more, less)))


def _ordinal(number: int) -> str:
    return _ORDINALS.get(number, f"{number}th")


def effect_terms(turn: Turn, *scopes: Scope) -> Iterator[Figure]:
    """The dice that lasting effects add to a pool, each with its reason."""
    for effect in turn.active(*scopes):
        if effect.dice:
            yield dice(effect.name.lower(), effect.dice, source=effect.source or YOUR_GM)


def less_remark(less: Figure) -> str:
    """The remark about what takes dice: "Wounded: −1D", and "Next action: −1D" for the actions of a
    turn.
    """
    label = "next action" if less.label.endswith(" actions") else less.label
    return f"{label[:1].upper()}{label[1:]}: −{-less.value}D"


def effect_remarks(turn: Turn, dice: DiceText = signed) -> Iterator[str]:
    """Each effect in a line: "Blinded: −2D to attacks, 2 turns"; `dice` as the game writes them."""
    return (effect.told(dice) for effect in turn.effects)


def with_effect(attempt: Attempt[object], outcome: Outcome, effect: Effect) -> Outcome:
    """The outcome with one more effect, in place of the same one that does not count yet."""
    standing = attempt.turn.standing(outcome)
    kept = (one for one in standing if one.id != effect.id or one.counts)
    return replace(outcome, effects=(*kept, effect))


def accounted(
    attempt: Attempt[object], outcome: Outcome, *, cost: int, phase: Phase = ""
) -> Outcome:
    """The outcome with what it takes of the turn, and with what ends and begins in its phase."""
    outcome = replace(outcome, cost=attempt.counted(cost))
    if not phase:
        return outcome
    numbers: dict[str, int] = {}
    effects: Iterable[Effect | None] = ()
    standing = attempt.turn.standing(outcome)
    if phase == "turn":
        numbers[ROUNDS] = 1
        is_over = attempt.situation.get(TURN_OVER)
        is_first = not attempt.situation.get(ROUNDS)
        effects = (_begun(one, between=bool(is_over) or is_first) for one in standing)
        if is_over:
            numbers[TURN_OVER] = 0
    elif phase == "end":
        numbers[TURN_OVER] = 1
        effects = (one.ended() for one in standing)
    else:
        numbers = {name: 0 for name in (ROUNDS, TURN_OVER) if attempt.situation.get(name)}
    situation = {**numbers, **outcome.situation}
    after = lasting(effects)
    outcome = replace(outcome, situation=situation, begins_turn=phase != "end")
    return over(outcome, standing, after) if standing else outcome


def _begun(effect: Effect, *, between: bool) -> Effect | None:
    """An effect as a turn begins; the turn before may have ended already, or there was none."""
    return effect.begun() if effect.waits or effect.between or not between else effect


def over(outcome: Outcome, before: tuple[Effect, ...], after: tuple[Effect, ...]) -> Outcome:
    """The outcome after which of these effects only those others last, with the marks of those that
    are over.
    """
    left = {(one.id, one.entry) for one in after}
    waited = {one.id for one in before if not one.counts}
    begin = (_changes(one) for one in after if one.counts and one.id in waited)
    gone = [one for one in before if (one.id, one.entry) not in left]
    names = dict.fromkeys(one.name for one in gone)
    marks = dict.fromkeys(one.mark for one in gone if one.mark)
    for one in after:
        marks.pop(one.mark, None)
    return text(
        outcome,
        *begin,
        f"Over: {', '.join(names)}." if names else "",
        shifts=tuple(MarkChange(mark, -1, most=1) for mark in marks),
        effects=after,
    )


def scopes(roll: Rollable) -> tuple[Scope, ...]:
    """The scopes of effects that count for this roll of the sheet."""
    if roll.kind == "damage":
        return ("damage",)
    return ("checks", "attacks") if roll.is_attack else ("checks",)


def _changes(effect: Effect) -> str:
    """The sentence of an effect that counts from now on: "Stunned: −1 die to checks this turn"."""
    if not effect.dice:
        return f"{effect.name} begins."
    noun = "die" if abs(effect.dice) == 1 else "dice"
    return f"{effect.name}: {signed(effect.dice, f' {noun}')} to {effect.on} this turn."


def used(attempt: Attempt[object], outcome: Outcome, *scopes: Scope) -> Outcome:
    """The outcome of a roll, with the effects over that were for it."""
    standing = attempt.turn.standing(outcome)
    counted = attempt.turn.active(*scopes)
    if not any(one.uses is not None for one in counted):
        return outcome
    after = lasting(one.used() if one in counted else one for one in standing)
    return over(outcome, standing, after)
