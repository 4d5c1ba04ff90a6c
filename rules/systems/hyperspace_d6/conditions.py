"""How things stand: what wounds, further actions and burdens take from every check just now."""

from __future__ import annotations

from collections.abc import Iterator

from rules.figures import Figure, at_least, bonus, dice, total
from rules.play import Moment, Situation
from rules.steps import Field, Number
from rules.systems.hyperspace_d6 import derived, layout
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.subjects import subject

# What a situation may hold: actions declared, range bands moved and actions held in this turn,
# points spent in this round, and whether this turn is the one in which being stunned is felt.
SITUATION = ("actions", "bands", "held", "character_point", "force_point", "stun_felt")
OUT = (
    ("dead", "Dead: there is nothing left to roll."),
    ("unconscious", "Unconscious: no acting until a wound is healed."),
)


def out_of_it(character: Character) -> str:
    """Why the character cannot do anything at all, "" where they can."""
    return next((said for mark, said in OUT if getattr(character.marks, mark)), "")


def actions_declared(character: Character, situation: Situation) -> int:
    """How many actions this turn has: 1, or as many as were declared, within what DEX allows."""
    most = derived.actions(character).value
    return max(1, min(situation.get("actions", 1), most))


def penalties(character: Character, situation: Situation, attribute: str) -> Iterator[Figure]:
    """What a check with this attribute has less now, each with its reason."""
    play, marks = book().play, character.marks
    wounds = marks.wounds
    further = actions_declared(character, situation) - 1
    burdened = character.chosen.burden_attribute
    felt = (
        ("wound", "1 wound" if wounds == 1 else f"{wounds} wounds", wounds),
        ("stunned", "stunned", marks.stunned),
        ("action", f"{further + 1} actions", further),
        ("haunted", "Haunted", marks.haunted),
        ("craving", "Addiction", marks.craving),
        ("old_wound", "old wound", marks.old_wound if attribute == burdened else 0),
    )
    for id, label, times in felt:
        if times > 0:
            yield dice(label, play.dice[id] * times, source=play.sources[id])


def now(character: Character, situation: Situation, pool: Figure, attribute: str) -> Figure:
    """A pool as it is rolled now; the pool itself where nothing weighs on it."""
    less = tuple(penalties(character, situation, attribute))
    return total(pool.label, pool, *less, unit="D", source=pool.source) if less else pool


def shown(pool: Figure) -> Figure:
    """A pool in print: fewer dice than none are none."""
    return pool if pool.value >= 0 else at_least(pool.label, pool, 0)


def moment(character: Character, situation: Situation) -> Moment:
    """Every attribute, skill and attack as it is rolled now, what is left of the Force Points, and
    what weighs on it.
    """
    pools = {}
    for id in (*ATTRIBUTES, FORCE):
        pools[f"attributes.{id}"] = shown(
            now(character, situation, derived.attribute(character, id), id)
        )
    for id, row in character.skills.items():
        pool = derived.skill(character, id)
        pools[f"skills.{id}"] = shown(now(character, situation, pool, row.attribute))
    for attack in layout.attack_rows(character):
        key = f"{attack.key}.attack"
        if found := subject(character, key):
            pools[key] = shown(now(character, situation, found.pool, found.attribute))
    pools["force_points"] = force_points_left(character)
    return Moment(
        pools, tuple(_remarks(character, situation)), tuple(_controls(character, situation))
    )


def force_points_left(character: Character) -> Figure:
    """The Force Points less those that are spent this session; all where nothing is said."""
    full, left = derived.force_points(character), character.marks.force_points
    if left is None or left == full.value:
        return full
    return total(full.label, full, bonus("spent", left - full.value), source=full.source)


def _remarks(character: Character, situation: Situation) -> Iterator[str]:
    if out := out_of_it(character):
        yield out
    burdened = character.chosen.burden_attribute
    for less in penalties(character, situation, burdened):
        of = f" to {book().attributes[burdened].name}" if less.label == "old wound" else ""
        yield f"{less.label[:1].upper()}{less.label[1:]}: −{-less.value}D{of}"
    if held := situation.get("held", 0):
        yield "1 action held" if held == 1 else f"{held} actions held"


def _controls(character: Character, situation: Situation) -> Iterator[Field]:
    """The turn: how many actions are declared, each past the first for one die of every check."""
    most = derived.actions(character).value
    declared = actions_declared(character, situation)
    yield Number("actions", "Actions this turn", (str(declared),), lowest=1, highest=most)
