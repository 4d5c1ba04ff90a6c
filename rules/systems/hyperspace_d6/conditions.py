"""How things stand: what wounds, further actions and burdens take from every check just now."""

from __future__ import annotations

from collections.abc import Iterator

from rules.codes import signed
from rules.figures import Figure, at_least, bonus, dice, total
from rules.play import Moment, Situation
from rules.steps import Field, Number
from rules.systems.hyperspace_d6 import derived, hands, layout
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.subjects import Subject, subject

# What a situation may hold: whether rounds are played (`rounds`), actions declared, range bands
# moved and actions held in this turn, points spent in this round, whether this turn is the one in
# which being stunned is felt (`stun_felt`) and whether the next one is, too (`stun_again`); and
# what `hands.py` says of the hand and the blade.
DEAD = "Dead: there is nothing left to roll."
UNCONSCIOUS = "Unconscious: no acting until a wound is healed."


def out_of_it(character: Character) -> str:
    """Why the character cannot do anything at all, "" where they can."""
    if character.marks.dead:
        return DEAD
    return UNCONSCIOUS if derived.is_unconscious(character) else ""


def actions_declared(character: Character, situation: Situation) -> int:
    """How many actions this turn has: 1, or as many as were declared, within what DEX allows."""
    declared = situation.get("actions", 1)
    return max(1, min(declared, derived.actions(character).value)) if declared > 1 else 1


def penalties(character: Character, situation: Situation, attribute: str) -> Iterator[Figure]:
    """What a check with this attribute has less now, each with its reason. Being stunned is felt on
    the turn that comes next, and on no other (HyperspaceD6, Stunned).
    """
    play, marks = book().play, character.marks
    wounds = marks.wounds
    further = actions_declared(character, situation) - 1
    burdened = character.chosen.burden_attribute
    felt = (
        ("wound", "1 wound" if wounds == 1 else f"{wounds} wounds", wounds),
        ("stunned", "stunned", marks.stunned if situation.get("stun_felt") else 0),
        ("action", f"{further + 1} actions", further),
        ("haunted", "Haunted", marks.haunted),
        ("craving", "Addiction", marks.craving),
        ("old_wound", "old wound", marks.old_wound if attribute == burdened else 0),
    )
    for id, label, times in felt:
        if times > 0:
            yield dice(label, play.dice[id] * times, source=play.sources[id])


def now(
    character: Character, situation: Situation, pool: Figure, attribute: str, skill: str = ""
) -> Figure:
    """A pool as it is rolled now, with what is in hand; itself where nothing changes it."""
    less = tuple(penalties(character, situation, attribute))
    return _changed(pool, (*_gains(character, situation, skill), *less))


def _gains(character: Character, situation: Situation, skill: str) -> tuple[Figure, ...]:
    """The dice that what is in hand gives to a skill."""
    if not (skill and hands.is_told(situation)):
        return ()
    return tuple(hands.skill_terms(character, situation, skill))


def _changed(pool: Figure, terms: tuple[Figure, ...]) -> Figure:
    return total(pool.label, pool, *terms, unit="D", source=pool.source) if terms else pool


def damage(character: Character, situation: Situation, found: Subject) -> Figure:
    """The damage of a weapon as it is rolled now: of all there is, only how its blade is set
    changes it.
    """
    if found.weapon is None:
        return found.pool
    terms = tuple(hands.damage_terms(character, situation, found.weapon))
    pool = found.pool
    return total(pool.label, *pool.terms, *terms, unit="D", source=pool.source) if terms else pool


def shown(pool: Figure) -> Figure:
    """A pool in print: fewer dice than none are none."""
    return pool if pool.value >= 0 else at_least(pool.label, pool, 0)


def moment(character: Character, situation: Situation) -> Moment:
    """Every attribute, skill and attack as it is rolled now, what is left of the Force Points, and
    what weighs on it. The dead have nothing left to roll, and no turn.
    """
    if character.marks.dead:
        return Moment(_nothing_left(character), tuple(_remarks(character, situation)), ())
    # What weighs on a check depends on its attribute alone: it is worked out once for each.
    less = {id: tuple(penalties(character, situation, id)) for id in (*ATTRIBUTES, FORCE)}
    pools = {
        f"attributes.{id}": shown(_changed(derived.attribute(character, id), less[id]))
        for id in (*ATTRIBUTES, FORCE)
    }
    for id, row in character.skills.items():
        terms = (*_gains(character, situation, id), *less[row.attribute])
        pools[f"skills.{id}"] = shown(_changed(derived.skill(character, id), terms))
    for attack in layout.attack_rows(character, special=False):
        key = f"{attack.key}.attack"
        if found := subject(character, key):
            terms = (*_gains(character, situation, found.skill), *less[found.attribute])
            pools[key] = shown(_changed(found.pool, terms))
    for held in hands.set_for_damage(character, situation):
        if found := subject(character, f"weapons.{held.stack.key}.damage"):
            pools[found.key] = damage(character, situation, found)
    if hands.is_told(situation) and any(hands.parry_terms(character, situation)):
        pools["defenses.parry"] = hands.parry(character, situation)
    pools["force_points"] = force_points_left(character)
    return Moment(
        pools, tuple(_remarks(character, situation)), tuple(_controls(character, situation))
    )


def _nothing_left(character: Character) -> dict[str, Figure]:
    """Every pool of the sheet without a die, damage too."""
    found = {f"attributes.{id}": derived.attribute(character, id) for id in (*ATTRIBUTES, FORCE)}
    found |= {f"skills.{id}": derived.skill(character, id) for id in character.skills}
    for attack in layout.attack_rows(character, special=False):
        found[f"{attack.key}.attack"] = attack.attack
        if attack.damage:
            found[f"{attack.key}.damage"] = attack.damage
    source = book().harm.sources["dead"]
    pools = {
        key: total(
            pool.label,
            pool,
            dice("dead", -pool.value, source=source),
            unit="D",
            source=pool.source,
        )
        for key, pool in found.items()
    }
    return {**pools, "force_points": force_points_left(character)}


def force_points_left(character: Character) -> Figure:
    """The Force Points less those that are spent this session; all where nothing is said."""
    full, left = derived.force_points(character), character.marks.force_points
    if left is None or left == full.value:
        return full
    return total(full.label, full, bonus("spent", left - full.value), source=full.source)


def _remarks(character: Character, situation: Situation) -> Iterator[str]:
    if out := out_of_it(character):
        yield out
    if out == DEAD:
        return
    burdened = character.chosen.burden_attribute
    for less in penalties(character, situation, burdened):
        of = f" to {book().attributes[burdened].name}" if less.label == "old wound" else ""
        yield f"{less.label[:1].upper()}{less.label[1:]}: −{-less.value}D{of}"
    if character.marks.stunned and not situation.get("stun_felt"):
        yield f"Stunned: {signed(book().play.dice['stunned'])} on your next turn"
    if held := situation.get("held", 0):
        yield "1 action held" if held == 1 else f"{held} actions held"


def _controls(character: Character, situation: Situation) -> Iterator[Field]:
    """The turn: how many actions are declared, each past the first for one die of every check; and
    what is in hand.
    """
    most = derived.actions(character).value
    declared = actions_declared(character, situation)
    yield Number("actions", "Actions this turn", (str(declared),), lowest=1, highest=most)
    yield from hands.controls(character, situation)
