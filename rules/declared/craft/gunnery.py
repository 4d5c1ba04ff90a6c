"""The shots of a craft's weapons, whoever fires them, and their damage."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from random import Random
from urllib.parse import quote_plus

from rules.declared.character import DeclaredCharacter
from rules.declared.craft.tables import CodedCraft
from rules.declared.play.coded_rolls import PLAIN, TurnRules
from rules.declared.play.inputs import Inputs
from rules.dice import codes
from rules.figures import Figure, bonus, dice
from rules.kit.coded.character import TYPED
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule, result, saying
from rules.kit.play.turns import actions_counted, given_cost, less_dice
from rules.play import FollowUp, Outcome

ROLL_DAMAGE = "Roll damage"


def typed(label: str, code: tuple[int, int] | None) -> Figure:
    """A code that was typed; 0D for none."""
    value, pips = code or (0, 0)
    return dice(label, value, pips=pips, source=TYPED)


class Gunnery:
    """The attack and the damage that `shot` names, and whatever is raised against hits, as
    procedures of persons. The attack asks for
    the "skill", or for a "code", for the "evade" of the target, the "damage" of the weapon, and a
    "range" or a "target", and may for a "fire_control"; `told` are the answers that its damage is
    rolled with.
    """

    told: tuple[str, ...] = ("range",)

    def __init__(self, craft: CodedCraft, turn: TurnRules) -> None:
        self.craft, self.turn, self.book = craft, turn, craft.rules.book
        usual, *_ = craft.tables.forms.values()
        self.source = usual.source

    # --- what a game may say otherwise

    def asks(self, inputs: Inputs) -> None:
        """Nothing is asked beside what stands in the table."""

    def harder(self, inputs: Inputs) -> tuple[Figure, ...]:
        """The terms that add to the number to reach: what evades."""
        evade = inputs["evade"]
        return (bonus("evade", evade, source=self.source),) if evade else ()

    def attack_dice(self, _inputs: Inputs) -> tuple[Figure, ...]:
        """The dice of an attack beside the skill and what the craft gives: none."""
        return ()

    def damage_dice(self, _inputs: Inputs) -> tuple[Figure, ...]:
        """The dice of damage beside the weapon's: none."""
        return ()

    def barred(self, _inputs: Inputs) -> str:
        """Why a weapon cannot be fired so, "" if it can."""
        return ""

    # --- the attack

    def procedures(self) -> Mapping[str, ProcedureRule[DeclaredCharacter]]:
        """The attack, its damage, and what raises, by id."""
        shot, harm = self.craft.tables.shot, self.craft.tables.harm
        raises = {harm.raised_by: ProcedureRule(result, self._raise)} if harm.raised_by else {}
        return {
            shot.attack: ProcedureRule(self._fired, self._attack),
            shot.damage: ProcedureRule(saying, self._damage),
            **raises,
        }

    def _raise(self, inputs: Inputs) -> Plan:
        """The skill that raises, against its number."""
        skill = self.craft.tables.harm.raise_with
        return self.by_anyone(inputs, skill, self.craft.raise_number(inputs))

    def _attack(self, inputs: Inputs) -> Plan:
        """A skill less dice lost, then fire control, against the number."""
        self.asks(inputs)
        base = self.craft.number(inputs, self.craft.tables.ranges)
        control = inputs.get("fire_control")
        target = self.craft.ladder.labeled(base, *self.harder(inputs)) if base else None
        given = typed("Fire Control", control) if control else None
        more, barred = self.attack_dice(inputs), self.barred(inputs)
        return self.by_anyone(inputs, inputs["skill"], target, *more, craft=given, barred=barred)

    def by_anyone(
        self,
        inputs: Inputs,
        skill: str,
        target: Figure | None,
        *more: Figure,
        craft: Figure | None = None,
        barred: str = "",
    ) -> Plan:
        """A skill of whoever acts, or a code that is typed for somebody else; where neither has
        dice the number to reach is named. A craft has no skills.
        """
        code, name = inputs["code"], self.book.traits.skills[skill].name
        theirs, own = typed(name, code) if code else None, dice(name, 0)
        if isinstance(inputs.character, DeclaredCharacter):
            own = self.craft.rules.codes.trait(inputs.character, skill)
        given = given_cost(inputs.answers)
        cost = 1 if given is None else given
        plan = self.turn.for_anyone(
            inputs, own, target, *more, theirs=theirs, craft=craft, barred=barred, cost=cost
        )
        further = 0 if theirs else actions_counted(inputs.situation, cost) - 1
        return dataclasses.replace(plan, less=less_dice(further, self.book.play.action))

    def _fired(self, inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        """A shot, and the damage of that weapon from there where it is known."""
        outcome, code = result(inputs, outcome, rng), inputs["damage"]
        if code is None:
            return outcome
        said = (f"{name}={inputs[name] or ''}" for name in self.told if name in inputs.said)
        values = "&".join((f"damage={quote_plus(codes.written(*code))}", *said))
        return text(outcome, hit=FollowUp(f"{self.craft.tables.shot.damage}?{values}", ROLL_DAMAGE))

    def _damage(self, inputs: Inputs) -> Plan:
        """The dice of damage, fewer from farther away."""
        self.asks(inputs)
        if not inputs["damage"]:
            return Plan()
        table = self.craft.tables.range_damage
        row = self.craft.rows[table].get(inputs.get("range")) if table else None
        less = (row.term,) if row and row.dice else ()
        pool, more = typed("Damage", inputs["damage"]), (*less, *self.damage_dice(inputs))
        damage = self.turn.roll(inputs, pool, *more, kind=PLAIN)
        return Plan(roll=damage, foreseen=(damage.average(),))
