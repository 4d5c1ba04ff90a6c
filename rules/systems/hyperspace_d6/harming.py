"""Harm and healing: what damage does, what takes it away, and what each day brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from rules import pools
from rules.figures import Figure, bonus, constant, total
from rules.play import Action, Die, Outcome, Panel, Shift
from rules.problems import Problem, RuleViolation
from rules.steps import Field, Number, Option, Pick
from rules.systems.hyperspace_d6 import derived
from rules.systems.hyperspace_d6.asked import MOST_NUMBER, scales
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.guide import guide

Values = Mapping[str, tuple[str, ...]]
NEED_DAMAGE = "Type the damage that was rolled, from 0 up."


class Blow(msgspec.Struct, frozen=True, gc=False):
    """One attack that hit: what was rolled, at which scale, and whether it pierces armor."""

    damage: int | None
    factor: int = 1
    piercing: bool = False


def blow(values: Values) -> Blow:
    """What a form said of it; RuleViolation where the damage is no number."""
    text = "".join(values.get("damage", ())).strip()
    scale = guide().scales.get("".join(values.get("scale", ())))
    factor = scale.factor if scale else 1
    piercing = "piercing" in values.get("nature", ())
    if not text:
        return Blow(None, factor, piercing)
    if not (text.isdecimal() and len(text) <= 6 and int(text) <= MOST_NUMBER * 10):
        raise RuleViolation([Problem("bad-value", "damage", NEED_DAMAGE)])
    return Blow(int(text), factor, piercing)


def soak(character: Character, *, piercing: bool) -> Figure:
    """What is taken off the damage: against a piercing weapon Stamina alone (HyperspaceD6, Damage;
    Weapons & Armor).
    """
    if not piercing:
        return derived.defense(character, "soak")
    stamina = derived.skill(character, book().harm.skill)
    source = book().properties["piercing"].source
    return total(book().defenses["soak"].name, stamina, source=source)


def through(character: Character, hit: Blow) -> Figure:
    """What gets through: the damage at its scale, less Soak; never less than nothing."""
    dealt = (hit.damage or 0) * hit.factor
    rolled = constant("damage", dealt, source=book().harm.sources["damage"])
    held = soak(character, piercing=hit.piercing)
    return total("Gets through", rolled, bonus(held.label, -min(held.value, dealt)))


def effect(character: Character, passed: int) -> str:
    """The one effect of so much damage, the worst: the id of a level of harm, "" for none."""
    reached = ""
    stamina = derived.skill(character, book().harm.skill).value
    for row in book().harm.levels:
        least = 1 if row.times == 0 else stamina + 1 if row.times == 1 else row.times * stamina
        if passed >= max(1, least):
            reached = row.id
    return reached


def panel(character: Character, values: Values) -> Panel:
    """The damage to be typed, and what it would do."""
    hit = blow(values)
    action = Action("harm", "Damage", about="Type what was rolled against you.")
    shown = "" if hit.damage is None else str(hit.damage)
    nature = Option("piercing", "Piercing", book().properties["piercing"].does, chosen=hit.piercing)
    fields: tuple[Field, ...] = (
        Number("damage", "Damage rolled", (shown,), highest=MOST_NUMBER * 10),
        Pick("nature", "The weapon is", ("piercing",) if hit.piercing else (), (nature,)),
        scales("scale", "Its scale", hit.factor),
    )
    if hit.damage is None:
        return Panel(action, fields)
    passed = through(character, hit)
    said = tuple(_said(character, passed))
    return Panel(action, fields, target=passed, foreseen=said)


def _said(character: Character, passed: Figure) -> Iterator[str]:
    """What it does, the rule of it, and where one wound more puts the character down."""
    level = effect(character, passed.value)
    if not level:
        yield "Nothing gets through."
        return
    row = next(row for row in book().harm.levels if row.id == level)
    yield f"{passed.value} gets through: {row.name.lower()}."
    yield row.does
    if level == "wounded" and _is_too_many(character):
        limit = derived.wounds(character)
        yield f"You can stand {limit.value}: this one puts you down, unconscious."


def _is_too_many(character: Character) -> bool:
    return character.marks.wounds + 1 > derived.wounds(character).value


def suffer(character: Character, values: Values) -> Outcome:
    """The one effect of an attack, applied; RuleViolation where no damage was typed."""
    hit = blow(values)
    if hit.damage is None:
        raise RuleViolation([Problem("missing", "damage", NEED_DAMAGE)])
    passed = through(character, hit)
    level = effect(character, passed.value)
    shifts = [Shift("wounds", 1)] if level == "wounded" else []
    if level in ("stunned", "unconscious", "dead"):
        shifts.append(Shift(level, 1, most=1))
    if level == "wounded" and _is_too_many(character):
        shifts.append(Shift("unconscious", 1, most=1))
    return Outcome(
        action="harm",
        name=f"{hit.damage} damage" + (", piercing" if hit.piercing else ""),
        kind="harm",
        total=passed.value,
        why=passed.why,
        said=tuple(_said(character, passed)),
        shifts=tuple(shifts),
        situation={"stun_felt": 0} if level == "stunned" else {},
    )


def healed(character: Character, wounds: int | None = None) -> tuple[Shift, ...]:
    """So many wounds fewer (None: all of them); whoever lay unconscious wakes, unless there are
    still more than can be stood (HyperspaceD6, Unconscious).
    """
    many = character.marks.wounds if wounds is None else wounds
    left = max(0, character.marks.wounds - many)
    found = [Shift("wounds", -many)] if many else []
    if left <= derived.wounds(character).value:
        found.append(Shift("unconscious", -1, most=1))
    return tuple(found)


def day(character: Character, rng: Random) -> Outcome:
    """A day's rest heals one wound, and each daily burden is rolled for anew."""
    play = book().play
    said = ["One wound is healed."] if character.marks.wounds else []
    thrown: list[Die] = []
    shifts = [*healed(character, play.healing["a_day"]), Shift("stunned", -1, most=1)]
    for burden, mark in _daily(character):
        face = pools.roll(rng, 1)[0]
        felt = face <= play.daily[mark]
        thrown.append(Die(face))
        now = getattr(character.marks, mark)
        shifts.append(Shift(mark, int(felt) - now, most=1))
        until = "−1D until the next day's roll" if felt else "nothing today"
        said.append(f"{burden}: {face}, {until}.")
    return Outcome(
        action="day",
        name="A day goes by",
        kind="heal",
        dice=tuple(thrown),
        said=tuple(said) or ("A quiet day.",),
        shifts=tuple(shifts),
    )


def _daily(character: Character) -> Iterator[tuple[str, str]]:
    """The burden that is rolled for each day, and its mark."""
    burden = character.chosen.burden
    if burden and burden.id == "haunted":
        yield burden.name, "haunted"
    if burden and burden.id == "wounded":
        yield burden.name, "old_wound"


def treated(character: Character) -> Outcome:
    """Somebody else healed a wound of yours."""
    said = ("One wound is healed.",)
    return Outcome("treated", "Treated by somebody", "heal", said=said, shifts=healed(character, 1))


def bacta(character: Character) -> Outcome:
    """An hour in bacta: all wounds are gone."""
    said = ("All wounds are healed.",)
    return Outcome("bacta", "An hour in bacta", "heal", said=said, shifts=healed(character))
