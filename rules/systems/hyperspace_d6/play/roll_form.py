"""Roll forms: the questions before a check or damage, each read with its field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.dice.codes import signed
from rules.figures import Figure
from rules.forms.fields import Field, Option, Pick
from rules.kit.play.answers import menu, number_field, pick, target_fields
from rules.kit.play.turns import asked_cost
from rules.play import Attempt, Fold
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play import effects
from rules.systems.hyperspace_d6.play.roll_input import (
    HELD,
    HELD_FIELD,
    MOST_NUMBER,
    Foe,
    RollInput,
    craft_dice,
    gun_values,
    held_name,
    helping,
    may_auto_fire,
    may_double,
    usable,
)
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rolls import QUESTIONS, Inputs
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Attack, guide
from rules.turn import TURN_OVER

AIMING = "You are aiming already."


def held_fields(name: str, target: int | None) -> Iterator[Field]:
    """The fields of the target of a craft's weapon: the number, and the kind of number."""
    yield number_field("target", f"Their {name}", target, 0, MOST_NUMBER)
    names = (Option(id, each, chosen=each == name) for id, each in HELD.items())
    yield menu(HELD_FIELD, "Against", tuple(names))


def ask_check(inputs: Inputs, rollable: Rollable, *, target: int | None = None) -> RollInput:
    """Ask for the choices before a check: its target, how, used items, the GM's die, helpers,
    points. A `target` that the rules say is not asked for.
    """
    answers, helps = inputs.answers, dict(usable(inputs.attempt, rollable))
    barred, ranged = _out_of_range(inputs, helps)
    if is_aiming := effects.is_aiming(inputs.attempt.turn):
        barred |= {id: AIMING for id in helps if _aims(inputs, id)}
    changes = inputs.read(QUESTIONS["changes"])
    used = tuple(id for id in answers.chosen("used") if id in helps and not barred.get(id))
    points = answers.chosen("points")
    roll_input = replace(
        _targeted(inputs, rollable, target),
        bonus=inputs["bonus"] or 0,
        helpers=inputs["helpers"] or 0,
        aim="aim" in answers.chosen("ways")
        and not is_aiming
        and not any(_aims(inputs, id) for id in used),
        character_point="character-point" in points,
        force_point="force-point" in points,
        used=used,
        helps=tuple(helps[id] for id in used),
    )
    roll_input = _counted(inputs, rollable, roll_input)
    if rollable.aboard:
        aboard = (*roll_input.helps, *craft_dice(answers))
        roll_input = replace(roll_input, helps=aboard, gun=gun_values(answers))
    if not inputs.has_form:
        return roll_input
    if ways := tuple(_ways(rollable, roll_input, is_aiming=is_aiming)):
        inputs.fields.append(pick("ways", "How", ways))
    inputs.fields += ranged
    if helps:
        options = (
            Option(id, _using(figure), chosen=id in used, barred=barred.get(id, ""))
            for id, figure in helps.items()
        )
        inputs.fields.append(pick("used", "You use", tuple(options)))
    inputs.fields += (*changes, _points(inputs.attempt, roll_input))
    return roll_input


def _counted(inputs: Inputs, rollable: Rollable, roll_input: RollInput) -> RollInput:
    """The actions that it takes: none of a defense, of the second attack of an action, and of an
    action that was held; aiming takes one of its own.
    """
    situation = inputs.situation
    if rollable.defends or rollable.is_reaction or roll_input.second:
        return replace(roll_input, cost=0)
    if situation.get("held") and situation.get(TURN_OVER):
        return replace(roll_input, cost=0, releases=True)
    aims = roll_input.aim or any(_aims(inputs, id) for id in roll_input.used)
    return replace(roll_input, cost=asked_cost(inputs, rollable) + int(aims))


def _aims(inputs: Inputs, id: str) -> bool:
    item = helping(inputs.character, id)
    return item is not None and item.aims


def _out_of_range(
    inputs: Inputs, helps: Mapping[str, Figure]
) -> tuple[dict[str, str], list[Field]]:
    """Why each item can't help at the range of the target, and the field that asks for the range,
    where that matters.
    """
    items = {id: helping(inputs.character, id) for id in helps}
    ranges = {id: item.ranges for id, item in items.items() if item and item.ranges}
    if not ranges:
        return {}, []
    bands = guide().bands
    chosen = inputs.answers.option("range", bands)
    options = (Option(id, band.name, chosen=id == chosen) for id, band in bands.items())
    unsaid = Option("", "Not said", chosen=not chosen)
    asked: list[Field] = [menu("range", "Range", (unsaid, *options))]
    barred = {
        id: f"Only at {' or '.join(bands[one].name.lower() for one in allowed)}."
        for id, allowed in ranges.items()
        if chosen and chosen not in allowed
    }
    return barred, asked


def _targeted(inputs: Inputs, rollable: Rollable, target: int | None) -> RollInput:
    """Ask for the target of a check: an attacker's total, a defense of each target, a number."""
    answers, opposed = inputs.answers, inputs.read(QUESTIONS["opposed"])
    attack = None if rollable.defends else guide().attacks.get(rollable.attack)
    foes, fields = _foes(inputs, rollable, attack) if attack else ((), [])
    typed = answers.target(MOST_NUMBER) if target is None else target
    is_held = inputs["opposed"] or "ladder" in answers.values or any(foe.is_typed for foe in foes)
    if typed is None and not is_held:
        typed = rollable.target
    roll_input = replace(
        _ways_chosen(inputs, rollable),
        target=typed,
        foes=foes,
        opposed=inputs["opposed"] or 0,
        shelter=answers.chosen("shelter"),
        held=held_name(answers) if rollable.aboard and rollable.against else "",
    )
    if target is not None or not inputs.has_form:
        return roll_input
    if roll_input.held:
        inputs.fields += held_fields(roll_input.held, typed)
    elif rollable.against:
        rolled = number_field("target", "They rolled", typed, 0, MOST_NUMBER)
        inputs.fields += (rolled, *opposed)
    elif attack and (rollable.damage_key or rollable.stuns or rollable.is_force):
        inputs.fields += (field for each in fields for field in each)
        inputs.fields += opposed if rollable.is_force else ()
        folds = enumerate((tuple(field.id for field in each) for each in fields[1:]), start=2)
        roll_input = replace(
            roll_input, folds=tuple(Fold(f"Target {place}", ids) for place, ids in folds)
        )
    else:
        inputs.fields += (*_ladder(typed), *opposed)
    if rollable.defends == "dodge":
        inputs.ask(QUESTIONS["dodging"])
    return roll_input


def _ways_chosen(inputs: Inputs, rollable: Rollable) -> RollInput:
    """Auto-Fire, and two attacks with one action, of which this may be the second: it is while that
    one is still to come.
    """
    ways = inputs.answers.chosen("ways")
    is_double = may_double(rollable)
    is_second = "second" in ways or effects.has_second(inputs.attempt, rollable)
    return RollInput(
        auto_fire="auto-fire" in ways and may_auto_fire(rollable),
        double="double" in ways and is_double and not is_second,
        second=is_second and is_double,
    )


def _foes(
    inputs: Inputs, rollable: Rollable, attack: Attack
) -> tuple[tuple[Foe, ...], list[list[Field]]]:
    """Each target of an attack, and its fields: its defense, the one that may replace it, and its
    shelter if that counts. Few attacks have more than one.
    """
    names, foes, fields = book().defenses, list[Foe](), list[list[Field]]()
    labels = {"defense": (names[attack.defense].name,), "shelter": ()}
    if attack.instead:
        labels["instead"] = (names[attack.instead].name, attack.short)
    if attack.defense != "dodge":
        del labels["shelter"]
    questions = [each for each in QUESTIONS["foe"] if each.id in labels]
    for place in range(1, rollable.targets + 1):
        suffix = f"-{place}" if place > 1 else ""
        asked = [
            replace(each, id=f"{each.id}{suffix}", label=each.label.format(*labels[each.id]))
            for each in questions
        ]
        fields.append(inputs.read(asked))
        answered = (inputs.get(f"{id}{suffix}") for id in ("defense", "instead", "shelter"))
        defense, instead, shelter = answered
        foes.append(Foe(defense, instead, shelter or ()))
    return tuple(foes), fields


def _ladder(target: int | None) -> Iterator[Field]:
    """A rung of the ladder, or another number."""
    rungs = (
        Option(str(row.number), f"{row.number} {row.name}", row.does)
        for row in guide().targets.values()
    )
    yield from target_fields("Target number", rungs, target, MOST_NUMBER)


def _using(figure: Figure) -> str:
    """A used item with its bonus: "Scope +2D"."""
    more = signed(figure.value, figure.unit)
    return f"{figure.label[:1].upper()}{figure.label[1:]} {more}"


def _ways(rollable: Rollable, roll_input: RollInput, *, is_aiming: bool) -> Iterator[Option]:
    gives, barred = book().play.dice, AIMING if is_aiming else ""
    if rollable.damage_key:
        name = f"Take aim {signed(gives['aim'])}"
        yield Option("aim", name, chosen=roll_input.aim, barred=barred)
    if may_auto_fire(rollable):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(gives['auto_fire'])}, one more target"
        yield Option(row.id, name, row.does, chosen=roll_input.auto_fire)
    if may_double(rollable):
        yield _double(roll_input)


def _double(roll_input: RollInput) -> Option:
    """Two attacks with one action; or that this is the second of them."""
    row = book().properties["double"]
    if roll_input.second:
        return Option("second", "Second attack of this action", row.does, chosen=True)
    return Option(row.id, "Two attacks, one action", row.does, chosen=roll_input.double)


def _points(attempt: Attempt[Character], roll_input: RollInput) -> Pick:
    """A Character Point, a Force Point: one of each per round."""
    names = {
        "character_point": f"Character Point {signed(attempt.character.point_dice)}",
        "force_point": f"Force Point: {book().play.times['force_point']} × the dice",
    }
    options = (
        Option(
            id.replace("_", "-"),
            name,
            chosen=getattr(roll_input, id),
            barred="Already spent this round." if attempt.situation.get(id) else "",
        )
        for id, name in names.items()
    )
    return pick("points", "Points", tuple(options))


def ask_damage(inputs: Inputs, rollable: Rollable) -> RollInput:
    """Ask for the choices before damage: Auto-Fire, a second attack, the scales of both sides. The
    weapon of a craft says them all, and its scale counts where its damage lands.
    """
    roll_input = _ways_chosen(inputs, rollable)
    if rollable.aboard:
        return replace(roll_input, helps=tuple(craft_dice(inputs.answers)))
    ways: list[Option] = []
    if may_auto_fire(rollable):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(book().play.dice['auto_fire_damage'])}"
        ways.append(Option(row.id, name, chosen=roll_input.auto_fire))
    if roll_input.double:
        ways.append(_double(roll_input))
    if ways:
        inputs.fields.append(pick("ways", "How", tuple(ways)))
    inputs.ask(QUESTIONS["scales"])
    return replace(roll_input, scale=inputs["scale"], target_scale=inputs["target_scale"])
