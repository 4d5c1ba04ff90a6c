"""The rolls of a craft with its pilot, or with a crew without names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.declared.craft.tables import PILOT, PIPS, STEERING, CodedCraft
from rules.declared.play.coded_rolls import PLAIN, TurnRules
from rules.dice.codes import signed
from rules.figures import Figure, carried, dice, number
from rules.kit.coded.ledger import Coded
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.crew import CREW_DICE
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRow, ProcedureRule, result, saying
from rules.kit.play.questions import ActionInput
from rules.kit.play.turns import actions_counted, given_cost
from rules.play import Attempt, Outcome

EVADE = "evade"
NOBODY = "Nobody steers. Take the pilot’s station, or let your GM set the dice of its crew."
BY_NAME = "Characters crew this craft: whoever is at the {0} raises them."
NONE_LEFT = "No {0} are left."
Inputs = ActionInput[TypedCraft]


def lost(turn: Mapping[str, int], cost: int = 1) -> int:
    """The dice that actions take of a crew without names: one for each further one, with one that
    takes so many of the turn.
    """
    return actions_counted(turn, cost) - 1 if turn.get(CREW_DICE) else 0


@dataclass(frozen=True, kw_only=True)
class Helm:
    """The rolls with whoever steers, by the rules of a game; `out` says why a character can't do
    anything at all, "" where they can.
    """

    craft: CodedCraft
    turn: TurnRules
    out: Callable[[Any], str]

    def pilot(self, inputs: Inputs, cost: int = 1) -> Figure:
        """The dice of whoever steers: of a crew without names less those that its actions take."""
        count, pips = (inputs.situation.get(name, 0) for name in (PILOT, PIPS))
        left = max(0, count - lost(inputs.situation, cost))
        return dice("who steers", left, pips=pips, source=self.craft.tables.crew_source)

    def crew(self, inputs: Inputs) -> Figure:
        """The dice of a crew without names, less those that its actions take."""
        count = inputs.situation.get(CREW_DICE, 0)
        left = max(0, count - lost(inputs.situation))
        return dice("crew", left, source=self.craft.tables.crew_source)

    def plan(self, inputs: Inputs, pool: Figure, barred: str, *target: Figure | None) -> Plan:
        """A roll with dice of the crew, which may have a number to reach; a craft that nobody can
        act with bars it.
        """
        roll = self.turn.roll(inputs, pool, kind=PLAIN, target=next(iter(target), None))
        count, foreseen = lost(inputs.situation), () if target else (roll.average(),)
        less, out = signed(-count) if count else "", inputs.character.out()
        return Plan(roll=roll, barred=out or barred, foreseen=foreseen, less=less)

    def steered(self, row: ProcedureRow) -> ProcedureRule[TypedCraft]:
        """The rule of a row that steers: a number of the craft with the pilot's dice, which is kept
        for the round, or these alone against a number of the game master.
        """
        return self._number(row) if row.rolls else ProcedureRule(result, self._hazard)

    def _number(self, row: ProcedureRow) -> ProcedureRule[TypedCraft]:
        boxes = [question.id for question in row.questions if question.kind == "yes"]

        def plan(inputs: Inputs) -> Plan:
            craft, pilot = inputs.character, self.pilot(inputs)
            who = (pilot,) if all(inputs[id] for id in boxes) else ()
            own, ruling = craft.figure(row.rolls), self.craft.rules.codes.carried
            pool = carried(craft.name_of(row.rolls), own, *who, ruling=ruling)
            return self.plan(inputs, pool, NOBODY if who and not pilot.value else "")

        def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
            return text(saying(inputs, outcome, rng), situation={row.id: outcome.total})

        return ProcedureRule(resolve, plan)

    def _hazard(self, inputs: Inputs) -> Plan:
        given, aim = given_cost(inputs.answers), inputs["target"]
        who = self.pilot(inputs, 1 if given is None else given)
        target = None if aim is None else number("number", aim, source="Your GM")
        return self.plan(inputs, who, "" if who.value else NOBODY, target)

    def raising(self) -> ProcedureRule[TypedCraft]:
        """The rule of a crew without names that raises what adds to Soak."""
        return ProcedureRule(result, self._raise)

    def _raise(self, inputs: Inputs) -> Plan:
        """Their dice against the number; a crew by name does that with its own."""
        raised, craft = self.craft.tables.harm.raised, inputs.character
        name = craft.name_of(raised).lower()
        barred = "" if inputs.situation.get(CREW_DICE) else BY_NAME.format(name)
        if not craft.value(raised):
            barred = NONE_LEFT.format(name)
        return self.plan(inputs, self.crew(inputs), barred, self.craft.raise_number(inputs))

    # --- what a crew needs

    def flown(self, pilot: Attempt[Coded], craft: Attempt[TypedCraft]) -> dict[str, int]:
        """The present code of the pilot in the trait that steers; nothing of who is out."""
        if self.out(pilot.character):
            return {}
        steering = craft.character.kind.values[STEERING]
        code = self.craft.rules.codes.trait(pilot.character, steering)
        pool = self.turn.now(pilot)(code, ())
        return {PILOT: max(0, pool.value), PIPS: pool.pips}

    def evading(self, craft: Attempt[TypedCraft]) -> Figure | None:
        """The total that was rolled to evade this round; None where nothing was."""
        more = craft.situation.get(EVADE, 0)
        return number("Evade", more, source=self.craft.tables.crew_source) if more else None

    def unable(self, person: Attempt[Coded], takes: int) -> str:
        """Why somebody aboard cannot act, or not so often."""
        who, turn = person.character, person.situation
        return self.turn.unable(who, turn) or self.turn.too_many(who, turn, takes)


def crewed(count: int) -> dict[str, int]:
    """A crew without names has the same dice for everything."""
    return {PILOT: count}
