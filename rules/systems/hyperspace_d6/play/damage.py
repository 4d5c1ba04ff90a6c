"""Damage taken: an attack that hits, damage minus Soak, or in quick play a wound."""

from collections.abc import Iterator
from random import Random

import msgspec

from rules.dice.codes import signed
from rules.figures import Figure, bonus, constant, total
from rules.forms.fields import Field, Option
from rules.forms.parsing import FormValues
from rules.kit.play.answers import Answers, number_field, pick, required
from rules.kit.play.procedures import Procedure, foreseen_form
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play.modifiers import DEAD, NOBODY
from rules.systems.hyperspace_d6.play.roll_form import scales
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import guide

# A stun without damage.
STUN = "harm.stun"
MOST_DAMAGE = 2000
NEED_DAMAGE = "Enter the damage rolled, 0 or more."


class IncomingAttack(msgspec.Struct, frozen=True, gc=False):
    """An attack that hit: its damage, its scale, and whether it pierces armor."""

    damage: int | None
    factor: int = 1
    piercing: bool = False


def incoming_attack(values: FormValues) -> IncomingAttack:
    """The values for an attack that hit; RuleViolation if the damage is no number."""
    answers = Answers(values)
    damage = answers.number("damage", 0, MOST_DAMAGE, refusal=NEED_DAMAGE)
    answers.check()
    scale = guide().scales.get(answers.text("scale"))
    piercing = "piercing" in answers.chosen("nature")
    return IncomingAttack(damage, scale.factor if scale else 1, piercing)


def soak(character: Character, *, piercing: bool) -> Figure:
    """The reduction of damage: Stamina alone against a piercing weapon (HyperspaceD6, Damage;
    Weapons & Armor).
    """
    if not piercing:
        return figures.defense(character, "soak")
    stamina = figures.skill(character, book().harm.skill)
    source = book().properties["piercing"].source
    return total(book().defenses["soak"].name, stamina, source=source)


def damage_after_soak(character: Character, hit: IncomingAttack) -> Figure:
    """The damage at its scale, minus Soak; at least 0."""
    dealt = (hit.damage or 0) * hit.factor
    rolled = constant("damage", dealt, source=book().harm.sources["damage"])
    soaked = soak(character, piercing=hit.piercing)
    return total("Gets through", rolled, bonus(soaked.label, -min(soaked.value, dealt)))


def effect(character: Character, passed: int) -> str:
    """The effect of damage, the worst one: the id of a level of harm, "" for none."""
    reached = ""
    for row in book().harm.levels:
        # Of the first level, that is where it ends: anything at all reaches it.
        least = figures.threshold(character, row.id).value if row.times else 1
        if passed >= max(1, least):
            reached = row.id
    return reached


def _out(character: Character) -> str:
    """Why nothing more can hurt, "" if something can: the dead, and a group without members."""
    if character.marks.dead:
        return DEAD
    return NOBODY if character.members == 0 else ""


def hit_action(attempt: Attempt[Character]) -> Action:
    """An attack that hit, barred for the dead; in quick play, a hit."""
    barred = _out(attempt.character)
    if attempt.character.house.quickplay:
        rule = guide().topics["quickplay-harm"].does
        text = f"{rule} {book().play.rulings['quickplay_down']}"
        return Action("harm", "A hit", text, barred=barred)
    return Action(
        "harm", "Take damage", "Enter the damage rolled against you.", barred=barred, asks=True
    )


def stun_action(attempt: Attempt[Character]) -> Action | None:
    """A stun without damage; not in quick play."""
    if attempt.character.house.quickplay:
        return None
    barred = _out(attempt.character)
    text = f"A stun grenade, or whenever your GM says so. {book().play.rulings['stun_only']}"
    return Action(STUN, "Stun", text, barred=barred, asks=True)


def hit_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """The damage to type, and its effect; in quick play there is none to type."""
    character = attempt.character
    if action.barred:
        return RollForm(action, (), barred=action.barred)
    if character.house.quickplay:
        return RollForm(action, (), foreseen=tuple(_wounded_said(character)))
    hit = incoming_attack(attempt.values)
    nature = Option("piercing", "Piercing", book().properties["piercing"].does, chosen=hit.piercing)
    fields: tuple[Field, ...] = (
        number_field("damage", "Damage rolled", hit.damage, 0, MOST_DAMAGE),
        pick("nature", "The weapon is", (nature,)),
        scales("scale", "Attack scale", hit.factor),
    )
    if hit.damage is None:
        return RollForm(action, fields)
    passed = damage_after_soak(character, hit)
    sentences = tuple(_said(character, passed))
    return RollForm(action, fields, target=passed, foreseen=sentences)


def _said(character: Character, passed: Figure) -> Iterator[str]:
    """The effect of damage with its rule, and whether one more wound knocks the character out."""
    level = effect(character, passed.value)
    if not level:
        yield "Nothing gets through."
        return
    row = next(row for row in book().harm.levels if row.id == level)
    yield f"{passed.value} gets through: {row.name.lower()}."
    if level != "stunned" and character.members is not None:
        yield f"One of the group falls: {max(0, character.members - 1)} left."
        return
    yield row.does
    if level == "wounded":
        yield from _down_said(character, 1)


def _wounded_said(character: Character) -> Iterator[str]:
    """The effect of a hit in quick play, and whether it knocks the character out."""
    row = next(row for row in book().harm.levels if row.id == "wounded")
    yield f"A hit: {row.name.lower()}."
    yield row.does
    yield from _down_said(character, book().play.quickplay["wounds"])


def _down_said(character: Character, wounds: int) -> Iterator[str]:
    if _is_too_many(character, wounds):
        limit = figures.wounds(character)
        yield f"Your limit is {limit.value}: this wound knocks you unconscious."


def _is_too_many(character: Character, more: int) -> bool:
    return character.is_too_many(character.marks.wounds + more)


def apply_damage(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """The effect of an attack; RuleViolation if no damage was typed."""
    character = attempt.character
    if character.house.quickplay:
        return _hit(character)
    hit = incoming_attack(attempt.values)
    required(hit.damage, "damage", NEED_DAMAGE)
    passed = damage_after_soak(character, hit)
    level = effect(character, passed.value)
    if level not in ("", "stunned") and character.members is not None:
        shifts: tuple[MarkChange, ...] = (MarkChange("members", -1),)
    elif level == "wounded":
        shifts = wounded(character, 1)
    else:
        shifts = (MarkChange(level, 1, most=1),) if level else ()
    return Outcome(
        action="harm",
        name=f"{hit.damage} damage" + (", piercing" if hit.piercing else ""),
        kind="harm",
        total=passed.value,
        why=passed.why,
        said=tuple(_said(character, passed)),
        shifts=shifts,
        situation=_stunned_on(attempt) if level == "stunned" else {},
        row=level,
    )


def stun(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """Stunned, without any damage (HyperspaceD6, General Gear: Stun Grenade)."""
    return Outcome(
        action=STUN,
        name="Stunned",
        kind="harm",
        said=(_stunned_said(),),
        shifts=(MarkChange("stunned", 1, most=1),),
        situation=_stunned_on(attempt),
    )


def _stunned_said() -> str:
    return f"Stunned: {signed(book().play.dice['stunned'])} to your checks on your next turn."


def _stunned_on(attempt: Attempt[Character]) -> dict[str, int]:
    """A stun counts on the next turn; if one counts now, it counts once more then."""
    if attempt.character.marks.stunned and attempt.situation.get("stun_felt"):
        return {"stun_again": 1}
    return {name: 0 for name in ("stun_felt", "stun_again") if attempt.situation.get(name)}


def _hit(character: Character) -> Outcome:
    """In quick play, a hit is a wound (HyperspaceD6, Quickplay Rules)."""
    shifts = wounded(character, book().play.quickplay["wounds"])
    sentences = tuple(_wounded_said(character))
    return Outcome("harm", "A hit", "harm", said=sentences, shifts=shifts, row="wounded")


def wounded(character: Character, wounds: int) -> tuple[MarkChange, ...]:
    """More wounds; with more than Strength allows the character is unconscious, even one that woke
    with as many (HyperspaceD6, Wounded; Unconscious).
    """
    changes = [MarkChange("wounds", wounds)]
    if _is_too_many(character, wounds):
        changes.append(MarkChange("unconscious", 1, most=1))
        if woken := character.marks.woken:
            changes.append(MarkChange("woken", -woken))
    return tuple(changes)


STUN_FORM = foreseen_form(lambda _attempt: (_stunned_said(),))
PROCEDURES = (
    Procedure("harm", hit_action, hit_form, apply_damage),
    Procedure(STUN, stun_action, STUN_FORM, stun),
)
