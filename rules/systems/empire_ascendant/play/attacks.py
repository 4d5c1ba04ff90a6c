"""Attacks, their damage, and the blast of a grenade."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from rules.dice import codes
from rules.figures import Figure, bonus, dice, number
from rules.forms.fields import Field, Text
from rules.forms.parsing import FormValues
from rules.kit.answers import Answers, number_field, whole
from rules.kit.checks import refuse
from rules.play import Action, FollowUp, Outcome, RollForm, TurnState
from rules.problems import InvalidDocument, Problem
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.document import MOST_DIFFICULTY
from rules.systems.empire_ascendant.play import checks, modifiers
from rules.systems.empire_ascendant.play.rollables import Rollable
from rules.systems.empire_ascendant.play.rolls import (
    MOST_NUMBER,
    DiceRoll,
    Plan,
    average,
    cast,
    compared,
    extra,
    faces,
    procedure,
    rows_menu,
    text,
    yes,
)
from rules.systems.empire_ascendant.rulebook import Target, rulebook

ROLL_DAMAGE, CODE = "Roll damage", 10


@dataclass(frozen=True, kw_only=True)
class Attack:
    """An attack as it was decided: its dice, the number to reach, and its fields."""

    roll: DiceRoll
    fields: tuple[Field, ...]


# --- scale


def scales(character: Character, answers: Answers) -> tuple[int, tuple[Field, ...]]:
    """By how many dice one is larger than the other, below 0 smaller; and the two fields."""
    rows = rulebook().combat.scales
    names = {id: row.name for id, row in rows.items()}
    own = character.chosen.scale
    mine, my_field = rows_menu(answers, "my_scale", "Your scale", names, usual=own)
    usual = mine if not answers.text("my_scale") else rulebook().creation.scale
    theirs, their_field = rows_menu(answers, "their_scale", "Their scale", names, usual=usual)
    return rows[mine].dice - rows[theirs].dice, (my_field, their_field)


def scale_dice(more: int) -> tuple[Figure, ...]:
    """Dice for a difference in scale, none for none."""
    combat = rulebook().combat
    if more <= 0:
        return ()
    ruling = combat.rulings["scale_difference"]
    return (dice("scale", more, source=combat.sources["scale"], ruling=ruling),)


# --- what an attack is held against


def defense_of(answers: Answers) -> tuple[int | None, Text]:
    """Their static defense: a number, or the code that it comes from."""
    said, per_die = answers.text("defense"), rulebook().combat.per_die
    value = whole(said, 0, MOST_NUMBER) if said else None
    if said and value is None:
        try:
            count, pips = codes.read(said)
            value = per_die * count + pips
        except InvalidDocument:
            message = f"Type a number from 0 to {MOST_NUMBER}, or a code like 4D+1."
            answers.wrong.append(Problem("bad-value", "defense", message))
    hint = "A number, or a code: 4D is 12."
    return value, Text("defense", "Their defense", (said,), hint, limit=CODE)


def _extras(
    answers: Answers, base: Target | None, *, ranged: bool
) -> tuple[list[Figure], list[Field]]:
    """Defense, Full Dodge, cover and lying down, as they add to a number."""
    combat, more, fields = rulebook().combat, list[Figure](), list[Field]()
    value, field = defense_of(answers)
    fields.append(field)
    if value:
        ruling = combat.rulings["static"]
        more.append(bonus("defense", value, source=combat.sources["defense"], ruling=ruling))
    boxes = [("full_dodge", "Full Dodge", combat.full_dodge, combat.sources["full_dodge"])]
    if ranged:
        boxes += [
            ("cover", "Cover", combat.cover, combat.sources["cover"]),
            ("prone", "Prone", combat.prone, combat.sources["cover"]),
        ]
    for id, name, number_, source in boxes:
        checked, box = yes(answers, id, f"{name} +{number_}")
        fields.append(box)
        if checked and not (id == "prone" and base and base.id == combat.prone_not_at):
            ruling = combat.rulings["full_dodge"] if id == "full_dodge" else ""
            more.append(bonus(name, number_, source=source, ruling=ruling))
    return more, fields


def range_of(
    answers: Answers, *, label: str = "Range", first: str = ""
) -> tuple[Target | None, Field]:
    """The range, from `first` up."""
    rows = rulebook().combat.ranges
    ids = list(rows)
    ids = ids[ids.index(first) :] if first else ids
    names = {id: f"{rows[id].name} {rows[id].number}" for id in ids}
    chosen, field = rows_menu(answers, "range", label, names)
    return rows.get(chosen), field


def _attack(
    character: Character, situation: TurnState, subject: Rollable, answers: Answers
) -> Attack:
    """The dice of an attack and its number (Empire Ascendant, Defenses; Fire Combat)."""
    weapon = subject.weapon
    form = rulebook().combat.forms[(weapon and weapon.form) or "ranged"]
    base: Figure | None = None
    row: Target | None = None
    fields: list[Field] = []
    value = answers.number("difficulty", 0, MOST_DIFFICULTY)
    label = "Difficulty"
    if form.number == "range":
        row, field = range_of(answers)
        fields.append(field)
        label = "Another number"
        base = number(row.name, row.number, source=row.source) if row else None
    elif value is None and weapon:
        value = weapon.difficulty
    if value is not None:
        row, base = None, number("difficulty", value, source=form.source)
    fields.append(number_field("difficulty", label, value, 0, MOST_DIFFICULTY))
    larger, scale_fields = scales(character, answers)
    more: list[Figure] = []
    if form.against:
        more, own = _extras(answers, row, ranged=form.number == "range")
        fields += own
        more += _scale_points(larger)
    target = checks.labeled(base, *more) if base else None
    changed, force_point, changing = checks.changes(character, situation, answers)
    roll = DiceRoll(
        character,
        situation,
        subject.pool,
        *scale_dice(-larger),
        *changed,
        target=target,
        force_point=force_point,
    )
    return Attack(roll=roll, fields=(*fields, *scale_fields, *changing))


def _scale_points(larger: int) -> tuple[Figure, ...]:
    """What a smaller target adds to its defense."""
    combat = rulebook().combat
    if larger <= 0:
        return ()
    points, ruling = combat.scale_defense * larger, combat.rulings["scale_difference"]
    return (bonus("scale", points, source=combat.sources["scale"], ruling=ruling),)


def attack_form(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues
) -> RollForm:
    """What is decided before an attack."""
    answers = Answers(values)
    found = _attack(character, situation, subject, answers)
    answers.check()
    action = Action(subject.key, subject.name, pool=subject.pool, asks=True)
    return found.roll.form(action, found.fields)


def attack(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues, rng: Random
) -> Outcome:
    """An attack; a grenade that misses scatters (Empire Ascendant, Grenades)."""
    answers = Answers(values)
    found = _attack(character, situation, subject, answers)
    answers.check()
    outcome = cast(found.roll, Action(subject.key, subject.name), rng)
    if outcome.target is not None:
        outcome = replace(outcome, said=(compared(outcome, "a hit", "a miss"),))
    weapon = subject.weapon
    if weapon and weapon.form == "grenade":
        return _thrown(outcome, rng)
    key = subject.key.removesuffix("attack") + "damage"
    then = FollowUp(key, ROLL_DAMAGE) if weapon and weapon.damage else FollowUp()
    if outcome.success is False:
        return replace(outcome, hit=then)
    return replace(outcome, hit=then, follows=then.action, follows_name=then.name)


def _thrown(outcome: Outcome, rng: Random) -> Outcome:
    """A grenade lands; one that misses bounces first."""
    combat, then = rulebook().combat, FollowUp("blast", "Roll the blast")
    outcome = replace(outcome, hit=then, miss=then, follows=then.action, follows_name=then.name)
    if outcome.success is not False:
        return outcome
    way, meters = extra(rng, combat.scatter_dice), extra(rng, combat.scatter_meters_dice)
    said = f"It scatters {faces(meters)} meters; direction {faces(way)}."
    return text(outcome, said, dice=(*outcome.dice, *way, *meters))


# --- damage


def _damage(
    character: Character, situation: TurnState, subject: Rollable, answers: Answers
) -> tuple[DiceRoll, tuple[Field, ...], str]:
    """The dice of damage, the fields, and why there is none."""
    combat, barred = rulebook().combat, ""
    larger, fields = scales(character, answers)
    more = list(scale_dice(larger))
    own: list[Field] = []
    if subject.weapon and subject.weapon.form == "grenade":
        for id in ("enclosed", "vacuum"):
            row = combat.grenades[id]
            checked, box = yes(answers, id, f"{row.name} {codes.signed(row.dice)}")
            own.append(box)
            more += [dice(row.name, row.dice, source=row.source)] if checked else []
        covers = {id: combat.grenades[id] for id in ("flimsy", "hard", "full")}
        names = {id: row.name for id, row in covers.items()}
        chosen, field = rows_menu(answers, "cover", "Cover", names, none="None")
        own.append(field)
        if cover := covers.get(chosen):
            if cover.blocked:
                barred = modifiers.said("full_cover")
            else:
                more.append(dice(cover.name, cover.dice, source=cover.source))
    roll = DiceRoll(character, situation, subject.pool, *more, kind="spared")
    return roll, (*own, *fields), barred or modifiers.out(character)


def damage_form(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues
) -> RollForm:
    """The dice of damage and what they come to on average."""
    answers = Answers(values)
    roll, fields, barred = _damage(character, situation, subject, answers)
    answers.check()
    action = Action(subject.key, subject.name, pool=subject.pool, asks=True)
    made = roll.form(action, fields)
    said = () if made.barred else (average(roll),)
    return replace(made, foreseen=said, barred=barred or made.barred)


def damage(
    character: Character, situation: TurnState, subject: Rollable, values: FormValues, rng: Random
) -> Outcome:
    """What the dice and pips show."""
    answers = Answers(values)
    roll, _, barred = _damage(character, situation, subject, answers)
    answers.check()
    refuse(subject.key, barred)
    outcome = cast(roll, Action(subject.key, subject.name), rng, kind="damage")
    return replace(outcome, said=(f"{outcome.total} damage",))


# --- the blast


def _blast(character: Character, situation: TurnState, answers: Answers) -> Plan:
    """4D of the grenade against the range from it (Empire Ascendant, Grenades)."""
    combat = rulebook().combat
    row, field = range_of(answers, label="Range from the grenade")
    base = number(row.name, row.number, source=row.source) if row else None
    more, fields = _extras(answers, row, ranged=True)
    source = combat.sources["grenade"]
    roll = DiceRoll(
        character,
        situation,
        dice("Blast", combat.blast_dice, source=source),
        kind="spared",
        target=checks.labeled(base, *more) if base else None,
    )
    return Plan(fields=(field, *fields), roll=roll)


def _blasted(
    character: Character, _situation: TurnState, _plan: Plan, outcome: Outcome, _rng: Random
) -> Outcome:
    """Whoever is hit takes the damage of the grenade."""
    key = next((h.item.key for h in character.carried if h.item.form == "grenade"), "")
    then = FollowUp(f"weapons.{key}.damage", ROLL_DAMAGE) if key else FollowUp()
    return text(outcome, compared(outcome, "a hit", "a miss"), hit=then)


BLAST = procedure(
    Action("blast", "Blast of a grenade", "Roll it for each person near the grenade."),
    _blast,
    _blasted,
)
