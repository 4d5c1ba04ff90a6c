"""A fight: the order of turns, range bands, and how a target fills in the forms of an attack."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rules.fight import Defense, Target
from rules.forms.parsing import FormValues
from rules.play import Attempt, Outcome
from rules.sheet.sections import Attack
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import active_defense, roll_form, weapon_in_hand
from rules.systems.hyperspace_d6.play.damage import HARM_STUN
from rules.systems.hyperspace_d6.play.rollables import FORCE_ATTACK, rollable
from rules.systems.hyperspace_d6.play.smoke import SMOKE
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.sheet import layout, quickplay

COVER, EXTREME = "cover", "extreme"
# The skills that reach only what is within arm's reach.
CLOSE = ("melee", "brawl")
ORDER = (
    "Everyone rolls Perception, the highest goes first. Whoever starts the fight goes first without"
    " a roll. Players win ties."
)
DISTANCE = "At extreme range Dodge has +5. One band a turn is free, each further one is an action."


def defenses(attempt: Attempt[Character], kind: str) -> Iterator[tuple[str, int]]:
    """The defense against a kind of attack, and the one that replaces it now: a Parry with a saber
    in hand, a Block with nothing in it. Where the hand is not known, what is carried counts.
    """
    attack = guide().attacks[kind]
    yield "defense", figures.defense(attempt.character, attack.defense).value
    if not attack.instead:
        return
    if weapon_in_hand.replaces(weapon_in_hand.hands(attempt), attack.defense, attack.instead):
        value = weapon_in_hand.parry(attempt).value
        if attack.instead != "parry":
            value = figures.defense(attempt.character, attack.instead).value
        yield "instead", value


def shelter(target: Target[Any], kind: str) -> tuple[str, ...]:
    """Cover, which smoke is too, and the distance where it is extreme; none from what is not
    dodged.
    """
    if guide().attacks[kind].defense != "dodge":
        return ()
    is_covered = not {COVER, SMOKE}.isdisjoint(target.circumstances)
    is_far = target.distance >= len(guide().bands) - 1
    return (*((COVER,) if is_covered else ()), *((EXTREME,) if is_far else ()))


def aim(
    attempt: Attempt[Character],
    action: str,
    targets: Sequence[Target[Any]],
    held_against: Callable[[Attempt[Any], str], Iterable[tuple[str, int]]] = defenses,
) -> FormValues:
    """The fields of an attack on these targets; `held_against` are the defenses of each."""
    roll = rollable(attempt.character, action)
    if roll is None or not roll.attack:
        return {}
    values: dict[str, tuple[str, ...]] = {}
    for place, target in enumerate(targets, start=1):
        suffix = f"-{place}" if place > 1 else ""
        for name, value in held_against(target.attempt, roll.attack):
            values[f"{name}{suffix}"] = (str(value),)
        if sheltered := shelter(target, roll.attack):
            values[f"shelter{suffix}"] = sheltered
    if targets and any(item and item.ranges for *_, item in roll_form.usable(attempt, roll)):
        nearest = min(target.distance for target in targets)
        bands = tuple(guide().bands)
        values["range"] = (bands[min(nearest, len(bands) - 1)],)
    if len(targets) > 1 and "auto-fire" in roll.properties:
        values["ways"] = ("auto-fire",)
    return values


def defend(
    attempt: Attempt[Character], action: str, target: Target[Character], rolled: Outcome
) -> tuple[Defense, ...]:
    """With active defense the roll that the rules name for the kind of attack; in quick play what
    opponents do is avoided, and what players roll is not.
    """
    roll = rollable(attempt.character, action)
    if roll is None or (attempt.character.house.quickplay and not attempt.character.opponent):
        return ()
    return active(target, roll.attack, rolled.total)


def active(target: Target[Character], kind: str, total: int) -> tuple[Defense, ...]:
    """With active defense the roll against a kind of attack, in quick play that against any threat;
    none without.
    """
    house = target.attempt.character.house
    if house.quickplay:
        number = str(book().play.quickplay["target"])
        return (Defense(active_defense.AVOID, {"target": (number,)}),)
    if not house.active_defense or kind not in guide().active:
        return ()
    values: dict[str, tuple[str, ...]] = {"target": (str(total),)}
    if sheltered := shelter(target, kind):
        values["shelter"] = sheltered
    return (Defense(f"{active_defense.PREFIX}{kind}", values),)


def harmed(attempt: Attempt[Character], action: str, damage: Outcome) -> FormValues:
    """The damage as the target's form takes it."""
    roll = rollable(attempt.character, action)
    nature = {"nature": ("piercing",)} if roll and "piercing" in roll.properties else {}
    return {"damage": (str(damage.total),), **nature}


def attacks(attempt: Attempt[Character]) -> tuple[Attack, ...]:
    """The attacks of quick play; otherwise what can be thrown, and of who has the Force, the Force
    (HyperspaceD6, Using the Force).
    """
    character = attempt.character
    if character.house.quickplay:
        return () if character.opponent else quickplay.attack_rows(character)
    thrown, force = tuple(layout.thrown_rows(character)), rollable(character, FORCE_ATTACK)
    if force is None:
        return thrown
    key = FORCE_ATTACK.removesuffix(".attack")
    return (*thrown, Attack(key, force.name, force.pool.label, force.pool, None))


def effect(attempt: Attempt[Character], action: str) -> str:
    """A stun, of what stuns without damage."""
    roll = rollable(attempt.character, action)
    is_stun = roll is not None and roll.stuns and not attempt.character.house.quickplay
    return HARM_STUN if is_stun else ""


def reach(attempt: Attempt[Character], action: str) -> int | None:
    """The most range bands that an attack goes, None for any number."""
    roll = rollable(attempt.character, action)
    return 0 if roll and roll.attack in CLOSE else None


def most(attempt: Attempt[Character], action: str) -> int:
    """The most targets of one roll."""
    roll = rollable(attempt.character, action)
    return roll.targets if roll else 1
