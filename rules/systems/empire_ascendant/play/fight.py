"""A fight: low initiative first, four ranges, and the defense that a weapon is used against."""

from __future__ import annotations

from collections.abc import Sequence

from rules.fight import Band, Circumstance, FightRules, Target
from rules.forms.parsing import YES, FormValues
from rules.play import Attempt
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.play.attacks import RANGED
from rules.systems.empire_ascendant.play.modifiers import ROLLED
from rules.systems.empire_ascendant.rulebook import rulebook

# What a target can be in, and the field of the form that says so.
CIRCUMSTANCES = ("cover", "prone")


def _form(attempt: Attempt[Character], action: str) -> str:
    """The form of the weapon that attacks: ranged, melee, brawling, grenade; "" for none."""
    subject = ROLLED.find(attempt.character, action)
    return (subject.weapon.form or RANGED) if subject and subject.is_attack else ""


def _aim(
    attempt: Attempt[Character], action: str, targets: Sequence[Target[Character]]
) -> FormValues:
    target, form = targets[0], rulebook().combat.forms.get(_form(attempt, action))
    if form is None:
        return {}
    values: dict[str, tuple[str, ...]] = {}
    if form.number == "range":
        ranges = tuple(rulebook().combat.ranges)
        values["range"] = (ranges[min(target.distance, len(ranges) - 1)],)
    if form.against:
        defense = figures.defense(target.attempt.character, form.against)
        values["defense"] = (str(defense.value),)
        values |= {name: (YES,) for name in CIRCUMSTANCES if name in target.circumstances}
        if target.attempt.situation.get("full_dodge"):
            values["full_dodge"] = (YES,)
    return values


def _reach(attempt: Attempt[Character], action: str) -> int | None:
    return 0 if _form(attempt, action) in ("melee", "brawling") else None


def _fight() -> FightRules[Character]:
    combat = rulebook().combat
    return FightRules[Character](
        bands=tuple(Band(row.id, row.name) for row in combat.ranges.values()),
        circumstances=(
            Circumstance("cover", "Cover", f"+{combat.cover} to hit"),
            Circumstance("prone", "Prone", f"+{combat.prone} to hit, not at point-blank"),
        ),
        lowest_first=True,
        fields=("range", "difficulty", "defense", "full_dodge", *CIRCUMSTANCES),
        order="Everyone rolls 1D, the lowest goes first. Those with the same number act together.",
        distance="The farther the target, the higher the number: 5, 10, 15, 20.",
        aim=_aim,
        reach=_reach,
    )


FIGHT = _fight()
