"""A fight: the order of initiative, Force abilities as attacks, how a target answers an attack, and
what a hit does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import parse_qsl

from rules.fight import Band, Defense, FightRules, Target
from rules.forms.parsing import YES, FormValues
from rules.play import Attempt, Outcome
from rules.sheet.sections import Attack
from rules.systems.storytelling_d10.character import force
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play import defense, lasting
from rules.systems.storytelling_d10.play.attack_forms import EVADE, MIND, RESIST
from rules.systems.storytelling_d10.play.checks import THEIR_DICE, THEIR_DIFFICULTY
from rules.systems.storytelling_d10.play.rollables import DAMAGE, FORCE, Rollable, find
from rules.systems.storytelling_d10.rulebook.book import RESISTANCES, ForceAbility, rulebook

CLOSE = ("brawl", "melee")
# The bands that a Force ability reaches, by its range in print; any other reaches every distance.
NEAR = {"touch": 0, "saber": 0, "1 m": 0, "2 m": 0, "3 m": 1, "6 m": 1}
# How a Force ability with several targets is printed, and the most of them.
ALL, MOST_OF_AREA = ("all", "allies"), 20
AFFECTED, NO_DEFENSE = "affected", "Don’t defend"
# What is an energy weapon, to whom energy does less.
ENERGY = ("energy", "lightsaber", "ion", "disruptor")
LIVING_DROID = "droid"
ORDER = (
    "Everyone rolls initiative. The lowest acts first, and whoever rolled more may interrupt before"
    " a roll: the Storyteller gives them the turn. In a tie the higher of Light and Dark counts as"
    " more, then Dexterity, then Wits; then each rolls a d10."
)
DISTANCE = "How far a weapon carries is for the Storyteller to say."
Targets = Sequence[Target[Character]]


# --- Force abilities


def _ability(attempt: Attempt[Character], action: str) -> ForceAbility | None:
    """The Force ability that attacks so, None for a weapon."""
    rollable = find(attempt.character, action)
    return rollable.force if rollable else None


def _attacks(attempt: Attempt[Character]) -> tuple[Attack, ...]:
    """The Force abilities that are used on somebody, with their pools."""
    return tuple(_rows(attempt.character))


def _rows(character: Character) -> Iterator[Attack]:
    for id in character.powers:
        row, rollable = force.LISTED.get(id), find(character, f"force.{id}")
        if row is None or not (row.is_attack or row.is_for_allies):
            continue
        if rollable is None or rollable.pool is None:
            continue
        damage = find(character, f"force.{id}.{DAMAGE}")
        resisted = row.resisted(rulebook().trait_name, RESISTANCES)
        special = filter(None, (row.marks, resisted and f"resisted: {resisted}", row.range))
        yield Attack(
            f"force.{id}",
            row.name,
            force.TREES[row.tree].name,
            rollable.pool,
            damage.pool if damage else None,
            tuple(special),
        )


# --- the answer of a target


def _answer(attack: Outcome) -> tuple[str, dict[str, tuple[str, ...]]]:
    """The roll that answers an attack, with the values of its form; the successes are those that
    the attack has now.
    """
    action, _, query = attack.onto.action.partition("?")
    values = {name: (value,) for name, value in parse_qsl(query)}
    return action, {**values, "attack": (str(attack.total),)}


def _defend(
    attempt: Attempt[Character], action: str, target: Target[Character], attack: Outcome
) -> tuple[Defense, ...]:
    """Every way to answer an attack, the best first; none where nobody can. Of an attack before its
    roll only whether there is one.
    """
    roll, values = _answer(attack)
    if not attack.dice and not roll:
        return (Defense(EVADE, {}),) if _is_answered(find(attempt.character, action)) else ()
    if not roll:
        return ()
    who = target.attempt.character
    choices = list(_evasions(who, values) if roll == EVADE else _resistances(who, values))
    if who.is_hero and who.marks.power_now and not attempt.character.is_hero:
        choices = [*_with_power(choices), *choices]
    return (*choices, Defense("", {}, NO_DEFENSE))


def _is_answered(rollable: Rollable | None) -> bool:
    if rollable is None:
        return False
    row = rollable.force
    return row is None or bool(row.is_attack and row.resistance)


def _evasions(who: Character, values: Mapping[str, tuple[str, ...]]) -> Iterator[Defense]:
    """The abilities that evade such an attack."""
    for id, name in defense.answers(who, values["against"][0]).items():
        yield Defense(EVADE, {**values, "ability": (id,)}, name)


def _resistances(who: Character, values: Mapping[str, tuple[str, ...]]) -> Iterator[Defense]:
    """The traits that the ability names; Rebuke against any."""
    named = values["with"][0]
    name = RESISTANCES.get(named) or " + ".join(map(rulebook().trait_name, named.split("+")))
    yield Defense(RESIST, dict(values), name)
    if defense.REBUKE in who.powers:
        chosen = {"against": (FORCE,), "ability": (defense.REBUKE,)}
        yield Defense(EVADE, {**values, **chosen}, force.LISTED[defense.REBUKE].name)


def _with_power(choices: Sequence[Defense]) -> Iterator[Defense]:
    """Current Power first, which a commoner's attack meets by itself; then each evasion."""
    for one in choices:
        if one.action == EVADE:
            name = f"Current Power, then {one.name}"
            yield Defense(EVADE, {**one.values, "power": (YES,)}, name)
    attack = choices[0].values["attack"]
    yield Defense("power-roll", {"attack": attack}, "Current Power alone")


# --- a hit


def _harmed(attempt: Attempt[Character], action: str, damage: Outcome) -> FormValues:
    """The levels that the damage rolled, their kind, the soaks that it ignores, the part that was
    aimed at, and what else changes how it is soaked.
    """
    rollable = find(attempt.character, action)
    values: dict[str, tuple[str, ...]] = {"damage": (str(max(0, damage.total)),)}
    if rollable is None:
        return values
    if aim := attempt.values.get("aim"):
        values["aim"] = tuple(aim)
    if rollable.weapon:
        source, harm = rollable.weapon.source, rollable.weapon.harm
        kind = "ion" if source == "ion" else harm
        energy = {"against": ("energy",)} if source in ENERGY else {}
        return {**values, "kind": (kind,), "ignores": (_ignored(source),), **energy}
    row = rollable.force
    return values if row is None else values | dict(_forced(row, attempt.values))


def _ignored(source: str) -> str:
    """The soaks that damage of a source ignores."""
    ignored = rulebook().combat.damage_sources[source].ignores
    return "all" if len(ignored) > 1 else ignored[0] if ignored else ""


def _forced(row: ForceAbility, chosen: FormValues) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The soak of a Force ability's damage. What hurts the mind is not physical: shields and
    armor are for what is.
    """
    if row.damage is None:
        return
    left, is_spent = (chosen.get("successes") or ("1",))[0], bool(chosen.get("destiny"))
    if lasting.begun(row, int(left), destiny=is_spent, own=False, harmed=True):
        yield "ability", (row.id,)
        yield "successes", (left,)
        if is_spent:
            yield "destiny", (YES,)
    is_saber = row.damage.kind == "lightsaber"
    yield "kind", ("lethal" if is_saber else row.damage.kind or "lethal",)
    is_of_mind = MIND in row.tags
    yield "ignores", ("all" if is_of_mind else _ignored("lightsaber") if is_saber else "",)
    use = row.with_destiny
    if is_spent and use.soak:
        yield "harder", (str(use.soak),)
    drain = ("drain",) if is_spent and use.drains else ()
    if against := (*row.damage.against, *drain):
        yield "against", against


def _effect(attempt: Attempt[Character], action: str) -> str:
    """The effect of a Force ability without damage."""
    row = _ability(attempt, action)
    return AFFECTED if row and row.damage is None else ""


def _affected(attempt: Attempt[Character], action: str, attack: Outcome) -> FormValues:
    """Which ability it was, with the successes that are left, and whether Destiny is in it."""
    row = _ability(attempt, action)
    if row is None or row.damage is not None:
        return {}
    is_spent = row.destiny in attack.said  # what Destiny does with it is said where it was spent
    destiny = {"destiny": (YES,)} if is_spent else {}
    return {"ability": (row.id,), "successes": (str(attack.total),), **destiny}


# --- what lasts on a target


def _aim(attempt: Attempt[Character], action: str, targets: Targets) -> FormValues:
    """The dice and the difficulty that what lasts on the target adds to an attack on it."""
    turn = lasting.for_whom(targets[0].attempt.turn, targets[0].by)
    is_force = _ability(attempt, action) is not None
    words = (lasting.TARGETED, *((lasting.FORCED,) if is_force else ()))
    dice, harder = lasting.dice_against(turn, *words), lasting.difficulty_against(turn, *words)
    values = {THEIR_DICE: dice, THEIR_DIFFICULTY: harder}
    return {id: (str(number),) for id, number in values.items() if number}


def _aim_damage(_attempt: Attempt[Character], _action: str, targets: Targets) -> FormValues:
    """The dice that what lasts on the target adds to the damage done to it."""
    turn = lasting.for_whom(targets[0].attempt.turn, targets[0].by)
    dice = lasting.dice_against(turn, lasting.DEALT)
    return {"bonus": (str(dice),)} if dice else {}


# --- reach


def _reach(attempt: Attempt[Character], action: str) -> int | None:
    rollable = find(attempt.character, action)
    if rollable and rollable.weapon:
        return 0 if rollable.weapon.ability in CLOSE else None
    return NEAR.get(rollable.force.range) if rollable and rollable.force else None


def _most(attempt: Attempt[Character], action: str) -> int:
    """As many as are there for an ability that strikes all."""
    row = _ability(attempt, action)
    return MOST_OF_AREA if row and row.target.startswith(ALL) else 1


def _says(attempt: Attempt[Character], action: str, targets: Targets) -> tuple[str, ...]:
    """Whom the ability does not touch."""
    row = _ability(attempt, action)
    is_mind = row is not None and MIND in row.tags
    safe = is_mind and any(one.attempt.character.has_merit(LIVING_DROID) for one in targets)
    return ("It touches minds: droids are safe from it.",) if safe else ()


FIGHT = FightRules[Character](
    bands=(
        Band("touch", "Arm’s length"),
        Band("close", "Close"),
        Band("medium", "Medium"),
        Band("long", "Long"),
    ),
    lowest_first=True,
    edged=True,
    together=True,
    opponents_defend=True,
    left="successes",
    by="by",
    order=ORDER,
    distance=DISTANCE,
    fields=(THEIR_DICE, THEIR_DIFFICULTY),
    seen=(THEIR_DICE, THEIR_DIFFICULTY),
    aim=_aim,
    aim_damage=_aim_damage,
    harmed=_harmed,
    effect=_effect,
    affected=_affected,
    attacks=_attacks,
    defend=_defend,
    reach=_reach,
    most=_most,
    says=_says,
    # The order has the initiative itself, and the strip says who is where.
    apart=("initiative", "move", "run"),
)
