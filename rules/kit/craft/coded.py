"""Rolls of a declared craft whose numbers are dice codes: what its pilot rolls with them, and Soak
against damage in levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.figures import Figure, carried, dice, number
from rules.kit.coded.rolls import PLAIN, TurnRules
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.crew import CREW_DICE
from rules.kit.craft.soaked import DamageLevels
from rules.kit.play.outcomes import extra, faces, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result, saying
from rules.kit.play.questions import ActionInput
from rules.play import Attempt, Outcome

Inputs = ActionInput[TypedCraft]
PILOT, PIPS, EVADE, SPEED, SHIELDS = "pilot", "pilot_pips", "evade", "speed", "shields"
BY_NAME = "Its crew has names: whoever is at the shields raises them."
NO_SHIELDS = "No shields are left."
NOBODY = "Nobody steers. Take the pilot’s station, or let your GM set the dice of its crew."


@dataclass(frozen=True, kw_only=True)
class CodedCraft:
    """What a game says of such rolls: how a code is changed (`turn`), the `levels` of damage and
    the dice that pick a system, dice for `scale`, the `source` of what crews do, and the ruling on
    pips that are `carried`. Shields that are up stop a torpedo, as it `stops` says.
    """

    turn: TurnRules
    levels: DamageLevels
    system_dice: int
    scale: Callable[[ActionInput[Any]], tuple[Figure, ...]]
    source: str
    carried: str
    stops: str

    def steer(self, id: str, added: str = "") -> ProcedureRule[TypedCraft]:
        """A roll with a number of the craft and the pilot's dice: with a question `added` these
        only where its answer says so. It is kept for the round, as its Speed or as what evades.
        """

        def plan(inputs: Inputs) -> Plan:
            pilot, steers = self._pilot(inputs), not added or inputs[added]
            who = (pilot,) if steers else ()
            craft = inputs.character
            pool = carried(craft.name_of(id), craft.figure(id), *who, ruling=self.carried)
            barred = craft.out() or (NOBODY if steers and not pilot.value else "")
            roll = self.turn.roll(inputs, pool, kind=PLAIN)
            return Plan(roll=roll, barred=barred, foreseen=(roll.average(),))

        def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
            kept = {SPEED if added else EVADE: outcome.total}
            return text(saying(inputs, outcome, rng), situation=kept)

        return ProcedureRule(resolve, plan)

    def hazard(self) -> ProcedureRule[TypedCraft]:
        """The pilot's dice against a number of the game master."""

        def plan(inputs: Inputs) -> Plan:
            who = self._pilot(inputs)
            aim = inputs["target"]
            target = None if aim is None else number("number", aim, source="Your GM")
            barred = inputs.character.out() or ("" if who.value else NOBODY)
            return Plan(roll=self.turn.roll(inputs, who, kind=PLAIN, target=target), barred=barred)

        return ProcedureRule(result, plan)

    def answer(
        self,
        at: Callable[[str | None], Figure | None],
        lost: Callable[[Mapping[str, int]], int],
    ) -> ProcedureRule[TypedCraft]:
        """The dice of a crew without names, less those that its actions take (`lost`), against the
        number of a range, to raise the shields after a hit; a crew by name does that with its own.
        """

        def plan(inputs: Inputs) -> Plan:
            craft, crew = inputs.character, inputs.situation.get(CREW_DICE, 0)
            has_shields = "" if craft.value(SHIELDS) else NO_SHIELDS
            barred = craft.out() or has_shields or ("" if crew else BY_NAME)
            who = dice("crew", max(0, crew - lost(inputs.situation)), source=self.source)
            roll = self.turn.roll(inputs, who, kind=PLAIN, target=at(inputs["range"]))
            return Plan(roll=roll, barred=barred)

        return ProcedureRule(result, plan)

    def _pilot(self, inputs: Inputs) -> Figure:
        count, pips = (inputs.situation.get(name, 0) for name in (PILOT, PIPS))
        return dice("who steers", count, pips=pips, source=self.source)

    def harm(
        self, hull: str, usual: Mapping[str, Callable[[ActionInput[Any]], Any]]
    ) -> ProcedureRule[TypedCraft]:
        """Damage against Soak: that number, and shields that are up."""

        def plan(inputs: Inputs) -> Plan:
            craft, shields = inputs.character, inputs.character.figure(SHIELDS)
            if craft.out() or (inputs["torpedo"] and inputs["deployed"]):
                return Plan(barred=craft.out(), foreseen=(self.stops,))
            up = (shields,) if inputs["deployed"] and shields.value else ()
            pool = carried("Soak", craft.figure(hull), *up, ruling=self.carried)
            roll = self.turn.roll(inputs, pool, *self.scale(inputs), kind=PLAIN)
            return Plan(roll=roll, foreseen=(roll.average(),))

        return ProcedureRule(self._harmed, plan, usual=usual)

    def _harmed(self, inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        craft, levels = inputs.character, self.levels
        if not outcome.dice:
            return text(outcome, self.stops)
        before, damage = levels.of(craft), inputs["damage"]
        result = levels.result(damage - outcome.total, craft.value(SHIELDS))
        thrown = extra(rng, self.system_dice) if levels.picks(before, result) else ()
        hit = levels.hit(before, result, craft.kind.values["craft"], faces(thrown) or None)
        return text(
            outcome,
            f"{damage} damage against Soak {outcome.total}",
            *hit.said,
            shifts=levels.shifts(craft, hit),
            dice=(*outcome.dice, *thrown),
            row=hit.level.id,
        )

    def flown(self, pilot: Attempt[Any], own: Figure) -> dict[str, int]:
        """What a pilot with that code brings: the dice and pips that are left of it now."""
        pool = self.turn.changed(own, *self.turn.taken(pilot.character, pilot.situation))
        return {PILOT: max(0, pool.value), PIPS: pool.pips}

    def evading(self, craft: Attempt[TypedCraft]) -> Figure | None:
        """What was rolled to evade this round; None where nothing was."""
        more = craft.situation.get(EVADE, 0)
        return number("Evade", more, source=self.source) if more else None

    def speeding(self, craft: Attempt[TypedCraft], each: int) -> int:
        """The Speed that was rolled this round; where none was, so many for each die, and pips."""
        speed = craft.character.figure(SPEED)
        return craft.situation.get(SPEED) or each * speed.value + speed.pips

    # --- tools of the game master, with numbers that are typed

    def soak_tool(self, name: str, source: str) -> ProcedureRule[Any]:
        """Soak of a craft whose hull and shields are typed."""

        def plan(inputs: ActionInput[Any]) -> Plan:
            if not (hull := inputs["hull"]):
                return Plan()
            pool, shields = dice(name, hull[0], pips=hull[1], source=source), inputs[SHIELDS]
            if inputs["deployed"] and shields:
                up = dice("Shields", shields[0], pips=shields[1], source=source)
                pool = carried("Soak", pool, up, ruling=self.carried)
            return Plan(roll=self.turn.roll(inputs, pool, kind=PLAIN))

        return ProcedureRule(saying, plan)

    def harm_tool(self, destroyed: str) -> ProcedureRule[Any]:
        """What damage over Soak does to a craft of a level that is chosen."""
        levels = self.levels

        def result(inputs: ActionInput[Any]) -> str:
            damage, soak = inputs["damage"], inputs["soak"]
            known = damage is not None and soak is not None
            return levels.result(damage - soak, inputs[SHIELDS]) if known else ""

        def plan(inputs: ActionInput[Any]) -> Plan:
            hit, before = result(inputs), inputs["level"]
            if levels.levels[before].rank == levels.most:
                return Plan(barred=destroyed)
            if not hit:
                return Plan()
            level, many = levels.levels[levels.after(before, hit)], self.system_dice
            picks = levels.picks(before, hit)
            roll = self.turn.plain(inputs, many, "System", source=level.source) if picks else None
            return Plan(roll=roll, foreseen=(f"{level.name}. {level.does}",))

        def resolve(inputs: ActionInput[Any], outcome: Outcome, _rng: Random) -> Outcome:
            face = outcome.total if outcome.dice else None
            hit = levels.hit(inputs["level"], result(inputs), inputs["craft"], face)
            return text(outcome, *hit.said, row=hit.level.id)

        return ProcedureRule(resolve, plan)
