"""Attacks beside their dice: the sword forms that change one, and what an attack hands on to its
damage and to whoever is attacked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from rules.forms.fields import Field
from rules.kit.play.answers import Answers, number_field
from rules.phrases import counted
from rules.play import FollowUp, Outcome
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.rollables import ATTACK, DAMAGE, FORCE, Rollable
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.rulebook.power_rows import DestinyUse

JUYO, VAAPAD, ATARU = "juyo", "vaapad", "ataru"
NUMBERS = rulebook().merits.numbers
MOST_JUYO, MOST_DICE = NUMBERS["juyo-most"].number, 20
# What the defense against Juyo and Vaapad loses beside what the attack gave up.
MORE = NUMBERS["form-more"].number
EVADE, RESIST = "evade", "resist"
# The tag of abilities that touch the mind.
MIND = "mind"


class Forms(msgspec.Struct, frozen=True, gc=False):
    """The sword forms of an attack: difficulty taken on, dice given up, and the successes of an
    Acrobatics roll, None for none; those that its attacker has are `known`.
    """

    known: tuple[str, ...] = ()
    juyo: int = 0
    vaapad: int = 0
    ataru: int | None = None

    def fields(self) -> Iterator[Field]:
        """A number for each form."""
        if JUYO in self.known:
            yield number_field(JUYO, "Juyo: harder by choice", self.juyo or None, 0, MOST_JUYO)
        if VAAPAD in self.known:
            yield number_field(VAAPAD, "Vaapad: dice given up", self.vaapad or None, 0, MOST_DICE)
        if ATARU in self.known:
            label = "Ataru: successes of the Acrobatics roll"
            yield number_field(ATARU, label, self.ataru, 0, MOST_DICE)

    @property
    def handed(self) -> dict[str, int]:
        """The losses of the target's defense: difficulty and dice."""
        return {
            "harder": self.juyo + MORE if self.juyo else 0,
            "fewer": self.vaapad + MORE if self.vaapad else 0,
        }


def read(answers: Answers, character: Character, rolled: Rollable) -> Forms:
    """The forms of an attack with Dexterity + Melee; none of any other roll."""
    weapon = rolled.weapon
    if rolled.kind != ATTACK or weapon is None or weapon.ability != "melee":
        return Forms()
    known = tuple(id for id in (JUYO, VAAPAD, ATARU) if character.has_merit(id))
    return Forms(
        known,
        (answers.number(JUYO, 0, MOST_JUYO) or 0) if JUYO in known else 0,
        (answers.number(VAAPAD, 0, MOST_DICE) or 0) if VAAPAD in known else 0,
        answers.number(ATARU, 0, MOST_DICE) if ATARU in known else None,
    )


class AttackRoll(Protocol):
    """An attack that was rolled, with the answers of its form."""

    rolled: Rollable
    aim: str
    destiny: bool
    use: DestinyUse
    forms: Forms


def handed_on(check: AttackRoll, outcome: Outcome) -> Outcome:
    """The outcome with what follows a hit: its damage, with the part that was aimed at, and the
    roll of whoever is attacked.
    """
    rolled, row = check.rolled, check.rolled.force
    key = rolled.key.removesuffix(f".{ATTACK}")
    if rolled.weapon or (row and row.damage):
        ataru = "ataru" if check.forms.ataru is not None else ""
        is_spent = bool(row and row.destiny_of_damage and check.destiny)
        known = {
            "aim": check.aim,
            "bearing": ataru,
            "destiny": "yes" if is_spent else "",
        }
        action = _with(f"{key}.{DAMAGE}", known)
        outcome = replace(outcome, hit=FollowUp(action, "Roll damage"))
        if outcome.success:
            outcome = replace(outcome, follows=action, follows_name="Roll damage")
    return replace(outcome, onto=FollowUp(_answer(check, outcome)))


def _answer(check: AttackRoll, outcome: Outcome) -> str:
    """The roll of the target: to evade, or to resist; "" where it has none."""
    row, weapon = check.rolled.force, check.rolled.weapon
    known: dict[str, int | str] = {**check.forms.handed, "attack": outcome.total}
    if weapon:
        kinds = rulebook().combat.evasions
        against = weapon.ability if weapon.ability in kinds else "melee"
        return _with(EVADE, {**known, "against": against})
    if row is None or not row.is_attack or check.use.unresisted:
        return ""
    known |= {"harder": check.use.resist, "spent": "yes" if check.destiny else ""}
    if row.resistance == EVADE:
        return _with(EVADE, {**known, "against": FORCE})
    return _with(
        RESIST, {**known, "with": row.resistance, "mind": "yes" if MIND in row.tags else ""}
    )


def _with(action: str, values: Mapping[str, int | str]) -> str:
    """An action with the values of its form: "weapons.knife.damage?aim=head"."""
    given = {name: value for name, value in values.items() if value}
    return f"{action}?{urlencode(given)}" if given else action


def visions(count: int) -> str:
    """The reach of Farseeing with Visions: a year for each success beyond the first."""
    return f"Visions: {counted(count - 1, 'year')} into the past or the future."
