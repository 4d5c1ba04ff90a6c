"""Damage of a craft in levels of health: shields that fail all at once, then armor, then the levels
that a craft of its size has.

At which difficulties that is rolled is each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from rules.figures import Figure, bonus, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.craft.declared import MEMBERS, DeclaredCraft
from rules.kit.play.health_levels import HealthLevel
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.kit.play.success_rolls import Difficulties
from rules.play import Die, MarkChange, Outcome
from rules.sheet.sections import Level, Track

ARMOR, SHIELDS, DAMAGE, LOST = "armor", "shields", "damage", "shields_lost"
Inputs = ActionInput[TypedCraft]


class Through(NamedTuple):
    """What comes through shields and armor, whether the shields failed, and sentences about it."""

    damage: int
    failed: bool
    said: tuple[str, ...]


def through(damage: int, shields: int, soaked: int, armor: int) -> Through:
    """What shields and armor leave of a damage. Once any gets through the shields, all of it does,
    and they have 1 less; the armor takes as much as it has.
    """
    said = [f"The shields soak {soaked}."] if shields or soaked else []
    if damage <= soaked:
        return Through(0, failed=False, said=(*said, "Nothing gets through."))
    if shields:
        said.append("The shields fail, and have 1 less for this scene.")
    if armor:
        damage = max(0, damage - armor)
        said.append(f"The armor takes {armor}: {damage} left.")
    return Through(damage, failed=bool(shields), said=tuple(said))


def effect(level: HealthLevel) -> str:
    """What a level does to a craft: it takes dice from whoever acts with it, and as much armor."""
    if level.penalty is None:
        return "Nobody can act with it."
    if not level.penalty:
        return "Nothing is lost."
    unit = "die" if level.penalty == -1 else "dice"
    return f"−{-level.penalty} {unit} for whoever acts with it, −{-level.penalty} armor."


@dataclass(frozen=True, kw_only=True)
class ShieldedCraft:
    """The health of a game's craft: the `levels` by id, `health` says which of them a kind has from
    the top, and `soak` at which difficulty its shields roll. `squad` is what is said of a squad
    that loses a craft.
    """

    levels: Mapping[str, HealthLevel]
    dice: Difficulties
    health: Callable[[TypedCraft], tuple[str, ...]]
    soak: Callable[[TypedCraft], Figure]
    squad: str

    def declared(self, system: str, folder: Path, house: type[Any]) -> DeclaredCraft:
        """The craft of the game's table, with this health."""
        return DeclaredCraft(
            system,
            folder,
            house,
            out=self.out,
            changed=self.weakened,
            penalty=self.penalty,
            most=lambda craft: {DAMAGE: len(self.health(craft))},
        )

    def level(self, craft: TypedCraft) -> HealthLevel | None:
        """The level that its damage comes to, None unhurt."""
        every, marked = self.health(craft), craft.marks.damage
        return self.levels[every[min(marked, len(every)) - 1]] if marked else None

    def out(self, craft: TypedCraft) -> str:
        """Why nobody can act with it, "" if they can."""
        if craft.members == 0:
            return "None of the squad is left."
        level = self.level(craft)
        return f"{level.name}." if level and level.penalty is None else ""

    def penalty(self, craft: TypedCraft) -> int:
        """The dice that its damage takes from whoever acts with it, and from its armor."""
        level = self.level(craft)
        return -(level.penalty or 0) if level else 0

    def weakened(self, craft: TypedCraft, id: str) -> tuple[Figure, ...]:
        """What damage takes from its armor: no more than there is."""
        level, less = self.level(craft), min(self.penalty(craft), craft.typed[id][0])
        if id != ARMOR or not less or level is None:
            return ()
        return (bonus(level.name, -less, source=level.source),)

    def track(self, craft: TypedCraft) -> Track:
        """A box for each level."""
        found, marked = [], craft.marks.damage
        for place, id in enumerate(self.health(craft)):
            row = self.levels[id]
            figure = number(row.name, row.penalty or 0, source=row.source)
            span = (place + 1, place + 1)
            found.append(Level(row.name, *span, figure, effect(row), 1, int(place < marked)))
        return Track("harm", "Health", tuple(found), note="Levels of damage")

    def harm(self) -> ProcedureRule[TypedCraft]:
        """Levels of damage: the shields roll against them, where their successes are left out."""

        def plan(inputs: Inputs) -> Plan:
            craft = inputs.character
            shields = f"Shields {craft.text(SHIELDS)} at {self.soak(craft).text}"
            foreseen = (shields if craft.value(SHIELDS) else "", f"Armor {craft.text(ARMOR)}")
            return Plan(foreseen=foreseen, barred=craft.out())

        return ProcedureRule(self._harmed, plan)

    def _harmed(self, inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        craft, soaked, dice = inputs.character, inputs["soaked"], tuple[Die, ...]()
        shields = craft.value(SHIELDS)
        if soaked is None and shields:
            pool = number("Shields", shields)
            dice, soaked = self.dice.plain(pool, self.soak(craft), rng)
        came = through(inputs["damage"], shields, soaked or 0, craft.value(ARMOR))
        now, every = craft.marks.damage, self.health(craft)
        after, shifts = min(now + came.damage, len(every)), list[MarkChange]()
        said = [f"{inputs['damage']} of damage", *came.said]
        if came.failed:
            shifts.append(MarkChange(LOST, 1))
        if craft.members and craft.members > 1 and after == len(every):
            said.append(f"{self.squad} {craft.members - 1} left.")
            shifts += [MarkChange(MEMBERS, -1), *([MarkChange(DAMAGE, -now)] if now else [])]
        elif came.damage:
            level = self.levels[every[after - 1]]
            said.append(f"{level.name}. {effect(level)}")
            shifts.append(MarkChange(DAMAGE, after - now, most=len(every)))
        members: dict[str, Any] = {"total": came.damage, "dice": dice, "shifts": tuple(shifts)}
        return text(outcome, *said, row=every[after - 1] if after else "", **members)
