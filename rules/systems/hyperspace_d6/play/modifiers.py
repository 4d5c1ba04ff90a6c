"""Current pools: the penalties of wounds, further actions and burdens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from rules.dice.codes import signed
from rules.figures import Figure, bonus, constant, dice, number, times, total
from rules.forms.fields import Field, Number
from rules.kit.play import turns
from rules.kit.play.checks import shown, without_dice
from rules.kit.play.turns import actions_counted, effect_remarks, effect_terms, less_remark
from rules.phrases import counted
from rules.play import Attempt, PlayState, TurnState
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import weapon_in_hand
from rules.systems.hyperspace_d6.play.effects import STUNNED, stun
from rules.systems.hyperspace_d6.play.roll_input import Foe, RollInput
from rules.systems.hyperspace_d6.play.rollables import FORCE_ATTACK, Rollable, rollable
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Attack, guide
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Armor
from rules.systems.hyperspace_d6.sheet import layout, quickplay
from rules.turn import Scope, Turn

# What a turn's numbers say: whether rounds are played (`rounds`), actions declared, range bands
# moved and actions held in this turn, points spent in this round; and what `weapon_in_hand.py` says
# of the hand and the blade.
DEAD = "Dead: no more rolls."
NOBODY = "The whole group is down."
UNCONSCIOUS = "Unconscious: can't act until a wound is healed."


def incapacitated(character: Character) -> str:
    """Why the character cannot act at all, "" if they can."""
    if character.marks.dead:
        return DEAD
    if character.members == 0:
        return NOBODY
    return UNCONSCIOUS if figures.is_unconscious(character) else ""


def is_played_whole(character: Character) -> bool:
    """True if the party plays by all rules, not by those of quick play."""
    return not character.house.quickplay


def account(character: Character, turn: Turn) -> Turn:
    """The account with a stun that only its mark knows of, and without one whose mark is gone."""
    is_told = any(effect.mark == STUNNED for effect in turn.effects)
    if is_told == bool(character.marks.stunned):
        return turn
    others = tuple(effect for effect in turn.effects if effect.mark != STUNNED)
    return Turn(turn.numbers, turn.taken, others if is_told else (*others, stun()))


def unable(character: Character, _situation: TurnState) -> str:
    """Why the character cannot act, "" if they can."""
    return incapacitated(character)


def if_alive(character: Character, _situation: TurnState) -> str:
    """Why the dead cannot do it, "" for the living."""
    return DEAD if character.marks.dead else ""


def actions_declared(attempt: Attempt[Character]) -> int:
    """The number of actions this turn: those declared, within the limit of DEX, or 1."""
    declared = attempt.situation.get("actions", 1)
    return max(1, min(declared, most_actions(attempt.character))) if declared > 1 else 1


def free_actions(character: Character) -> int:
    """The actions of a turn without penalty: one; of a group, one for each member (HyperspaceD6,
    Minion Groups).
    """
    return max(book().harm.actions_base, character.members or 0)


def most_actions(character: Character) -> int:
    """The most actions of a turn: those without penalty, and as many more as Dexterity has dice."""
    return figures.actions(character).value


def too_many_actions(attempt: Attempt[Character], cost: int = 1) -> str:
    """Why no more actions can be taken in this turn, "" if they can."""
    return turns.too_many_actions(attempt.situation, most_actions(attempt.character), cost)


def further_actions(attempt: Attempt[Character], cost: int = 1) -> int:
    """The actions of this turn that each take a die, with one that takes `cost` of them."""
    actions = min(actions_counted(attempt.situation, cost), most_actions(attempt.character))
    return max(0, actions - free_actions(attempt.character))


def penalties(
    attempt: Attempt[Character], attribute: str, *scopes: Scope, cost: int = 1
) -> Iterator[Figure]:
    """The penalties on a check with this attribute, each with its reason: of a check that takes
    `cost` actions, and with what lasts on these `scopes`.
    """
    play, marks = book().play, attempt.character.marks
    wounds, further = marks.wounds, further_actions(attempt, cost)
    burdened = attempt.character.chosen.burden_attribute
    if wounds > 0:
        label = counted(wounds, "wound")
        yield dice(label, play.dice["wound"] * wounds, source=play.sources["wound"])
    yield from effect_terms(attempt.turn, *(scopes or ("checks",)))
    felt = (
        ("action", counted(further + free_actions(attempt.character), "action"), further),
        ("haunted", "Haunted", marks.haunted),
        ("craving", "Addiction", marks.craving),
        ("old_wound", "old wound", marks.old_wound if attribute == burdened else 0),
    )
    for id, label, count in felt:
        if count > 0:
            yield dice(label, play.dice[id] * count, source=play.sources[id])


def current_pool(
    attempt: Attempt[Character],
    pool: Figure,
    attribute: str,
    skill: str = "",
    *scopes: Scope,
    cost: int = 1,
) -> Figure:
    """A pool with its present modifiers and the weapon in hand; the pool itself without any."""
    less = tuple(penalties(attempt, attribute, *scopes, cost=cost))
    return _changed(pool, (*_gains(attempt, skill), *less))


def _gains(attempt: Attempt[Character], skill: str) -> tuple[Figure, ...]:
    """The dice that the weapon in hand gives to a skill."""
    if not (skill and weapon_in_hand.is_told(attempt.situation)):
        return ()
    return tuple(weapon_in_hand.skill_terms(attempt, skill))


def _changed(pool: Figure, terms: tuple[Figure, ...]) -> Figure:
    return total(pool.label, pool, *terms, unit="D", source=pool.source) if terms else pool


def damage(attempt: Attempt[Character], roll: Rollable) -> Figure:
    """The present damage of a weapon, with the setting of its blade and with what lasts on it."""
    blade = weapon_in_hand.damage_terms(attempt, roll.weapon) if roll.weapon else ()
    terms = (*blade, *effect_terms(attempt.turn, "damage"))
    pool = roll.pool
    return total(pool.label, *pool.terms, *terms, unit="D", source=pool.source) if terms else pool


def play_state(attempt: Attempt[Character]) -> PlayState:
    """Every attribute, skill and attack with its present pool, the Force Points left, and the
    penalties. The dead have no pools and no turn.
    """
    character, remarks = attempt.character, tuple(_remarks(attempt))
    is_quick = character.house.quickplay and not character.opponent
    attacks = (
        quickplay.attack_rows(character)
        if is_quick
        else (*layout.attack_rows(character, special=False), *layout.thrown_rows(character))
    )
    if character.marks.dead:
        pools = {key: figure for key, figure, *_ in _codes(character, ())}
        for row in attacks:
            sides = {"attack": row.attack, "damage": row.damage}
            pools |= {f"{row.key}.{side}": figure for side, figure in sides.items() if figure}
        pools = without_dice(pools, "dead", source=book().harm.sources["dead"])
        return PlayState(pools | {"force_points": force_points_left(character)}, remarks, ())
    # The penalties on a check depend only on its attribute: they are computed once for each.
    less = {id: tuple(penalties(attempt, id)) for id in (*ATTRIBUTES, FORCE)}
    struck = tuple(effect_terms(attempt.turn, "attacks"))
    pools = {
        key: shown(
            _changed(figure, (*_gains(attempt, skill), *less[attribute], *(struck if row else ())))
        )
        for key, figure, attribute, skill, row in _codes(
            character, (f"{row.key}.attack" for row in attacks)
        )
    }
    changed = {f"weapons.{held.item.key}.damage" for held in weapon_in_hand.set_for_damage(attempt)}
    if attempt.turn.active("damage"):
        changed |= {f"{row.key}.damage" for row in attacks if row.damage}
    for key in sorted(changed):
        if roll := rollable(character, key):
            pools[key] = damage(attempt, roll)
    if weapon_in_hand.is_told(attempt.situation) and any(weapon_in_hand.parry_terms(attempt)):
        pools["defenses.parry"] = weapon_in_hand.parry(attempt)
    pools["force_points"] = force_points_left(character)
    return PlayState(pools, remarks, tuple(_controls(attempt)))


def _codes(
    character: Character, attacks: Iterable[str]
) -> Iterator[tuple[str, Figure, str, str, bool]]:
    """Every attribute, skill, and attack that can be rolled: its key, the code, its attribute, its
    skill, "" for none, and whether it is an attack.
    """
    for id in (*ATTRIBUTES, FORCE):
        yield f"attributes.{id}", figures.attribute(character, id), id, "", False
    for id, row in character.skills.items():
        yield f"skills.{id}", figures.skill(character, id), row.attribute, id, False
    for key in (*attacks, FORCE_ATTACK):
        if roll := rollable(character, key):
            yield key, roll.pool, roll.attribute, roll.skill, True


def force_points_left(character: Character) -> Figure:
    """The Force Points that are not spent this session; all by default."""
    full, left = figures.force_points(character), character.marks.force_points
    if left is None or left == full.value:
        return full
    return total(full.label, full, bonus("spent", left - full.value), source=full.source)


def _remarks(attempt: Attempt[Character]) -> Iterator[str]:
    character = attempt.character
    if out := incapacitated(character):
        yield out
    if out == DEAD:
        return
    burdened = character.chosen.burden_attribute
    lasting = {effect.name.lower() for effect in attempt.turn.active("checks")}
    for less in penalties(attempt, burdened):
        if less.label in lasting:
            continue
        of = f" to {book().attributes[burdened].name}" if less.label == "old wound" else ""
        yield f"{less_remark(less)}{of}"
    yield from effect_remarks(attempt.turn)
    if done := attempt.turn.done:
        yield f"{counted(done, 'action')} done"
    if held_actions := attempt.situation.get("held", 0):
        yield f"{counted(held_actions, 'action')} held"


def _controls(attempt: Attempt[Character]) -> Iterator[Field]:
    """The fields of a turn: the number of actions, each after the first for one die from every
    check; and the weapon in hand.
    """
    most = most_actions(attempt.character)
    declared = actions_declared(attempt)
    free, less = free_actions(attempt.character), signed(book().play.dice["action"])
    price = f"{free} free, each further one {less} to every check"
    yield Number("actions", "Actions this turn", (str(declared),), price, lowest=1, highest=most)
    yield from weapon_in_hand.controls(attempt)


AUTO_FIRE = "Auto-Fire"


def check_pool(character: Character, roll: Rollable, roll_input: RollInput, base: Figure) -> Figure:
    """The present pool of attribute and skill (`base`) with all modifiers, doubled by a Force
    Point, and with the die of a Character Point (HyperspaceD6, Modifying Checks; Character Points
    and Force Points).
    """
    play = book().play
    terms = tuple(_modifiers(roll_input))
    pool = total(roll.name, base, *terms, unit="D", source=roll.pool.source) if terms else base
    if roll_input.force_point and pool.value > 0:
        factor = constant("", play.times["force_point"], source=play.sources["point"])
        named = msgspec.structs.replace(pool, label="dice")
        pool = times(
            roll.name, factor, named, unit="D", ruling=guide().topics["both-points"].ruling
        )
    if roll_input.character_point:
        worth = dice("Character Point", character.point_dice, source=play.sources["point"])
        pool = total(roll.name, pool, worth, unit="D")
    return pool


def _modifiers(roll_input: RollInput) -> Iterator[Figure]:
    play = book().play
    yield from (figure for figure in roll_input.helps if figure.unit == "D")
    if roll_input.aim:
        yield dice("aim", play.dice["aim"], source=play.sources["aim"])
    if roll_input.auto_fire:
        yield dice(AUTO_FIRE, play.dice["auto_fire"], source=play.sources["auto_fire"])
    if roll_input.helpers:
        label = counted(roll_input.helpers, "helper")
        yield dice(label, play.dice["helper"] * roll_input.helpers, source=play.sources["helper"])
    if roll_input.bonus:
        yield dice("conditions", roll_input.bonus, source=play.sources["circumstance"])


def damage_pool(attempt: Attempt[Character], roll: Rollable, roll_input: RollInput) -> Figure:
    """A weapon's dice, with the setting of its blade and Auto-Fire: damage has no other
    modifiers.
    """
    if roll.aboard:
        return total("Damage", *roll_input.helps, unit="D", source=roll.pool.source)
    play, pool = book().play, damage(attempt, roll)
    if not roll_input.auto_fire:
        return pool
    more = dice(AUTO_FIRE, play.dice["auto_fire_damage"], source=play.sources["auto_fire"])
    return total(roll.name, pool, more, unit="D", source=pool.source)


def added(attempt: Attempt[Character], roll: Rollable, roll_input: RollInput) -> Figure | None:
    """The number added to the total of an active defense: shelter, armor and the saber in hand;
    None for none (HyperspaceD6, Active Defense).
    """
    if not roll.defends:
        return None
    play, ruling = book().play, guide().topics["active-defense"].ruling
    terms = [
        bonus(label, more, source=play.sources["shelter"], ruling=ruling)
        for label, more in _shelter(roll.defends, roll_input.shelter)
    ]
    terms += (figure for figure in roll_input.helps if figure.unit != "D")
    if roll.defends == "parry":
        terms += weapon_in_hand.parry_terms(attempt)
    held_dice = (
        figures.worn(attempt.character) if book().defenses[roll.defends].armor == "dodge" else None
    )
    if held_dice and isinstance(armor := held_dice.item.row, Armor) and armor.dodge:
        terms.append(bonus(held_dice.item.name, armor.dodge, source=armor.source, ruling=ruling))
    return total("to the total", *terms, source=play.sources["active"]) if terms else None


def _shelter(defense: str, shelter: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The bonus of cover and extreme range to a defense: only Dodge has one (HyperspaceD6, Cover
    and Extreme Range).
    """
    for id, label in (("cover", "cover"), ("extreme", "extreme range")):
        if id in shelter and defense == "dodge":
            yield label, book().play.shelter[id]


def targets_of(roll: Rollable, roll_input: RollInput) -> list[tuple[int, Figure]]:
    """The defense of each typed target, by its place from 1: the better of two (HyperspaceD6,
    Attacking).
    """
    if roll.is_force and roll_input.opposed:
        return []
    attack = guide().attacks.get(roll.attack)
    typed = ((place, foe) for place, foe in enumerate(roll_input.foes, start=1) if foe.is_typed)
    return [(place, _defense(attack, foe)) for place, foe in typed] if attack else []


def _defense(attack: Attack, foe: Foe) -> Figure:
    """A defense with its shelter, or the one that replaces it if that is better."""
    defenses, terms = book().defenses, []
    if foe.defense is not None:
        own = number("theirs", foe.defense, source=attack.source)
        more = (
            number(label, value, source=book().play.sources["shelter"])
            for label, value in _shelter(attack.defense, foe.shelter)
        )
        terms.append(total(defenses[attack.defense].name, own, *more))
    if foe.instead is not None:
        other = number("theirs", foe.instead, source=attack.source)
        ruling = guide().topics["cover"].ruling if attack.defense == "dodge" else attack.ruling
        terms.append(total(defenses[attack.instead].name, other, ruling=ruling))
    return max(terms, key=lambda figure: figure.value)


def target_of(
    roll: Rollable, roll_input: RollInput, targets: Sequence[tuple[int, Figure]]
) -> Figure | None:
    """The target number of a roll: a number, an attacker's total, or the lowest defense of the
    `targets`; None for none.
    """
    if targets:
        return min((figure for _, figure in targets), key=lambda figure: figure.value)
    if roll_input.target is None:
        return None
    if roll.against:
        name = roll_input.held or roll.against
        return number(name, roll_input.target, source=roll.pool.source)
    rung = next((row for row in guide().targets.values() if row.number == roll_input.target), None)
    return number(rung.name if rung else "target number", roll_input.target, source="your GM")
