"""Fights: the order of turns, range bands, attacks, active defense, and smoke; and duels."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from rules.duel import DuelRules, Prize
from rules.fight import PLACE, Defense, Target
from rules.forms.fields import Option
from rules.forms.parsing import FormValues
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import marked, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.turns import with_effect
from rules.play import Attempt, FollowUp, Outcome
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Attack
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.document.entries import Lose
from rules.systems.hyperspace_d6.play import checks, roll_form, weapon_in_hand
from rules.systems.hyperspace_d6.play.checks import thrown
from rules.systems.hyperspace_d6.play.damage import HARM_STUN, harm
from rules.systems.hyperspace_d6.play.modifiers import incapacitated, is_played_quickly, unable
from rules.systems.hyperspace_d6.play.roll_form import check_plan
from rules.systems.hyperspace_d6.play.rollables import FORCE_ATTACK, Inputs, Play, rollable
from rules.systems.hyperspace_d6.rulebook.book import Active, book, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, Item
from rules.systems.hyperspace_d6.sheet import layout, quickplay
from rules.turn import Effect

COVER, EXTREME = "cover", "extreme"
# The skills that reach only what is within arm's reach.
CLOSE = ("melee", "brawl")
ORDER = (
    "Everyone rolls Perception, the highest goes first. Whoever starts the fight goes first without"
    " a roll. Players win ties."
)
DISTANCE = "At extreme range Dodge has +5. One band a turn is free, each further one is an action."


def defenses(attempt: Play, kind: str) -> Iterator[tuple[str, int]]:
    """The defense against an attack, and what replaces it with what is, or may be, in hand."""
    attack = guide().attacks[kind]
    yield "defense", figures.defense(attempt.character, attack.defense).value
    if not attack.instead:
        return
    if weapon_in_hand.replaces(weapon_in_hand.hands(attempt), attack.defense, attack.instead):
        value = weapon_in_hand.parry(attempt).value
        if attack.instead != "parry":
            value = figures.defense(attempt.character, attack.instead).value
        yield "instead", value


def shelter(target: Target[object], kind: str) -> tuple[str, ...]:
    """Cover, which smoke is too, and extreme range; none from what is not dodged."""
    if guide().attacks[kind].defense != "dodge":
        return ()
    is_covered = not {COVER, SMOKE}.isdisjoint(target.circumstances)
    is_far = target.distance >= len(guide().bands) - 1
    return (*((COVER,) if is_covered else ()), *((EXTREME,) if is_far else ()))


def aim(
    attempt: Play,
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
    attempt: Play, action: str, target: Target[Character], rolled: Outcome
) -> tuple[Defense, ...]:
    """The roll against an attack, with active defense or in quick play; there players roll it."""
    roll = rollable(attempt.character, action)
    if roll is None or (attempt.character.house.quickplay and not attempt.character.opponent):
        return ()
    return active(target, roll.attack, rolled.total)


def active(target: Target[Character], kind: str, total: int) -> tuple[Defense, ...]:
    """The roll of an active defense, or in quick play that against any threat; none without."""
    house = target.attempt.character.house
    if house.quickplay:
        number = str(book().play.quickplay["target"])
        return (Defense(AVOID, {"target": (number,)}),)
    if not house.active_defense or kind not in guide().active:
        return ()
    values: dict[str, tuple[str, ...]] = {"target": (str(total),)}
    if sheltered := shelter(target, kind):
        values["shelter"] = sheltered
    return (Defense(f"{PREFIX}{kind}", values),)


def harmed(attempt: Play, action: str, damage: Outcome) -> FormValues:
    """The damage as the target's form takes it."""
    roll = rollable(attempt.character, action)
    nature = {"nature": ("piercing",)} if roll and "piercing" in roll.properties else {}
    return {"damage": (str(damage.total),), **nature}


def attacks(attempt: Play) -> tuple[Attack, ...]:
    """The attacks of quick play; otherwise what can be thrown, and the Force."""
    character = attempt.character
    if character.house.quickplay:
        return () if character.opponent else quickplay.attack_rows(character)
    thrown, force = tuple(layout.thrown_rows(character)), rollable(character, FORCE_ATTACK)
    if force is None:
        return thrown
    key = FORCE_ATTACK.removesuffix(".attack")
    return (*thrown, Attack(key, force.name, force.pool.label, force.pool, None))


def effect(attempt: Play, action: str) -> str:
    """A stun, of what stuns without damage."""
    roll = rollable(attempt.character, action)
    is_stun = roll is not None and roll.stuns and not attempt.character.house.quickplay
    return HARM_STUN if is_stun else ""


def reach(attempt: Play, action: str) -> int | None:
    """The most range bands that an attack goes, None for any number."""
    roll = rollable(attempt.character, action)
    return 0 if roll and roll.attack in CLOSE else None


def most(attempt: Play, action: str) -> int:
    """The most targets of one roll."""
    roll = rollable(attempt.character, action)
    return roll.targets if roll else 1


# --- smoke

SMOKE, SOURCE = "smoke", "HyperspaceD6, General Gear"
IN_SMOKE = "You can't see out of the smoke. Leave it first, or attack someone who is in it."
THROUGH_SMOKE = "You can't see through the smoke. Move until it isn't between you."


def grenade(character: Character) -> Holding | None:
    """The first thing carried that fills a place with smoke, None for none."""
    for holding in character.carried:
        row = holding.item.row
        if isinstance(row, Item) and row.fills == SMOKE and holding.quantity > 0:
            return holding
    return None


def unseen(circumstances: Sequence[str], targets: Sequence[Target[object]]) -> str:
    """Why a target is not seen: not out of smoke, and not through it (Smoke Grenade)."""
    for target in targets:
        line = (circumstances, *target.between, target.circumstances)
        # Into smoke one sees, out of it and through it one does not.
        if any(SMOKE in here and SMOKE not in beyond for here, beyond in pairwise(line)):
            return IN_SMOKE if SMOKE in circumstances else THROUGH_SMOKE
    return ""


def _where(inputs: Inputs) -> Plan:
    """The place of the strip that it fills."""
    bands = guide().bands
    chosen = inputs.answers.option(PLACE, bands) or next(iter(bands))
    inputs.said[PLACE] = chosen
    options = (Option(id, one.name, one.does, chosen=id == chosen) for id, one in bands.items())
    inputs.fields.append(menu(PLACE, "Place on the strip", tuple(options)))
    return Plan(foreseen=(inputs.texts["does"],))


def _thrown(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """One grenade less, and smoke where it lands. Nobody rolls for it."""
    holding, place = grenade(inputs.character), inputs[PLACE]
    if holding is None:
        return outcome
    row = guide().bands[place]
    effect = Effect(
        f"{SMOKE}.{place}",
        f"Smoke, {row.name.removesuffix(' range').lower()}",
        turns=None,
        fills=SMOKE,
        place=list(guide().bands).index(place),
        source=SOURCE,
    )
    begun = with_effect(inputs.attempt, outcome, effect)
    return thrown(text(begun, f"{effect.name}. {inputs.texts['does']}"), holding)


# --- duels

WOUND, DISARM, TAKE, KNOCK_OUT = "wound", "disarm", "take", "knock-out"
NO_SUCH_PRIZE = "A winner can wound, disarm, or knock out."
NO_WEAPON = "There is no weapon on this sheet to take."
SKILL = "skills."
# What a face of the Destiny Die allows, said to the side that may do it.
SIX = "Your Destiny Die shows 6. You may change the place or bring in a hazard, and take a die."
ONE = "Their Destiny Die shows 1. You may bring in a complication for them, and take a die."
PRIZES = (
    Prize(WOUND, "Wound", "One wound. Soak doesn’t help."),
    Prize(DISARM, "Disarm", "The weapon falls from the hand. It stays on the sheet."),
    Prize(TAKE, "Disarm for good", "The weapon is gone, and off the sheet."),
    Prize(KNOCK_OUT, "Knock out", "Unconscious, left for dead."),
)


def _prize(attempt: Play, prize: str) -> Outcome:
    """The outcome of a prize for the loser of the duel."""
    chosen = next((one for one in PRIZES if one.id == prize), None)
    if chosen is None:
        raise RuleViolation([Problem("bad-value", "prize", NO_SUCH_PRIZE)])
    shifts = {
        WOUND: harm(attempt.character, "wounded").changes,
        KNOCK_OUT: (marked("unconscious"),),
    }
    return Outcome(
        action=f"duel.{prize}",
        name=f"Lost a duel: {chosen.name.lower()}",
        kind="harm",
        said=(chosen.does,),
        shifts=shifts.get(prize, ()),
        entries=(Lose(item=_weapon(attempt)),) if prize == TAKE else (),
        situation=weapon_in_hand.emptied(attempt) if prize in (DISARM, TAKE) else {},
    )


def _weapon(attempt: Play) -> str:
    """The weapon of a duel by its item: what is in hand, or else a saber, or else any."""
    weapons, held = weapon_in_hand.weapons(attempt.character), weapon_in_hand.in_hand(attempt)
    weapons.sort(key=lambda one: (one is not held, not weapon_in_hand.is_reflective(one)))
    if not weapons:
        raise RuleViolation([Problem("barred", "prize", NO_WEAPON)])
    return weapons[0].item.key


DUEL = DuelRules[Character](
    initiative="initiative",
    dice=1,
    skills=lambda state: tuple(
        (key, pool.label)
        for key, pool in state.pools.items()
        if key.startswith(SKILL) and pool.value > 0
    ),
    usual="skills.melee",
    prizes=PRIZES,
    prize=_prize,
    rights={6: SIX, 1: ONE},
    order=guide().topics["duel-turn"].does,
    ending=guide().topics["duel-end"].does,
    tie=guide().topics["duel-end"].ruling,
)


# --- active defense

PREFIX, AVOID = "defend.", "avoid"
HIT = FollowUp("harm", "Take the hit")


def _about(inputs: Inputs, row: Active) -> str:
    """The skills of a defense: "Agility, or Melee with a lightsaber in hand"."""
    skills = inputs.character.skills
    other = f", or {skills[row.instead].name} {row.when}" if row.instead else ""
    return f"{skills[row.skill].name}{other}"


def _plan(inputs: Inputs, action: str, row: Active | None = None) -> Plan:
    """The roll of an active defense by its skill, usual or chosen; without a row an attribute."""
    character = inputs.character
    keys = {id: f"attributes.{id}" for id in ATTRIBUTES}
    if row:
        keys = {id: f"skills.{id}" for id in (row.skill, *_instead(inputs.attempt, row))}
    able = {id: roll for id, key in keys.items() if (roll := rollable(character, key))}
    usual = next(iter(able))
    chosen = "".join(inputs.answers.chosen("with")) or usual
    if chosen not in able:
        message = f"Roll {' or '.join(roll.name for roll in able.values())}."
        inputs.answers.wrong.append(Problem("bad-value", "with", message))
        chosen = usual
    options = []
    for id, roll in able.items():
        when = f", {row.when}" if row and id == row.instead else ""
        name = f"{roll.name} {roll.pool.code}{when}"
        options.append(Option("" if id == usual else id, name, chosen=id == chosen))
    if len(able) > 1:
        inputs.fields.append(menu("with", "You roll", tuple(options)))
    name = inputs.texts["named"].format(able[chosen].name)
    roll = replace(able[chosen], key=action, name=name, miss=HIT, is_reaction=True)
    if row:
        defends = next(id for id, each in book().defenses.items() if each.skill == chosen)
        roll = replace(roll, against="their roll", defends=defends)
    return check_plan(inputs, roll)


def _instead(attempt: Play, row: Active) -> tuple[str, ...]:
    """The skill that may replace the usual one: Melee for Agility with a lightsaber in hand, Melee
    for Brawl with any weapon, and Brawl for Melee with none. If the weapon in hand is unknown, any
    carried one counts.
    """
    is_unknown = weapon_in_hand.HAND not in attempt.situation
    is_bare = row.instead in weapon_in_hand.BARE_HANDS
    held = () if is_unknown and is_bare else weapon_in_hand.hands(attempt)
    is_able = row.instead and weapon_in_hand.replaces(held, row.skill, row.instead)
    return (row.instead,) if is_able else ()


def _defense(row: Active) -> ProcedureRule[Character]:
    """An active defense against a kind of attack, if the party plays so."""
    return ProcedureRule(
        checks.checked,
        partial(_plan, action=f"{PREFIX}{row.id}", row=row),
        incapacitated,
        has=lambda character: character.house.active_defense and not character.house.quickplay,
        about=lambda inputs: _about(inputs, row),
    )


RULES = {
    "smoke": ProcedureRule(
        _thrown, _where, unable, has=lambda character: grenade(character) is not None
    ),
    AVOID: ProcedureRule(
        checks.checked, partial(_plan, action=AVOID), incapacitated, has=is_played_quickly
    ),
    **{f"{PREFIX}{id}": _defense(row) for id, row in guide().active.items()},
}
