"""The fields of a roll form."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dice.codes import signed
from rules.figures import Figure
from rules.forms.fields import Field, Option, Pick
from rules.kit.play.answers import menu, number_field, pick
from rules.kit.play.answers import target_fields as ladder_fields
from rules.play import Attempt, Fold
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.play.roll_input import (
    HELD,
    HELD_FIELD,
    MOST_DICE,
    MOST_NUMBER,
    Foe,
    RollInput,
    may_auto_fire,
    may_double,
    suffixes,
    usable,
)
from rules.systems.hyperspace_d6.play.rollables import Rollable
from rules.systems.hyperspace_d6.play.rolls import QUESTIONS, Inputs
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Attack, guide


def held_fields(name: str, target: int | None) -> Iterator[Field]:
    """What the weapon of a craft has to reach: the number, and of what it is."""
    yield number_field("target", f"Their {name}", target, 0, MOST_NUMBER)
    names = (Option(id, each, chosen=each == name) for id, each in HELD.items())
    yield menu(HELD_FIELD, "Against", tuple(names))


def dice_fields(inputs: Inputs, rollable: Rollable, roll_input: RollInput) -> Iterator[Field]:
    """What adds dice to a check: how it is done, and the items that are used."""
    if ways := tuple(_ways(rollable, roll_input)):
        yield pick("ways", "How", ways)
    if helps := tuple(
        Option(id, _using(figure), chosen=id in roll_input.used)
        for id, figure in usable(inputs.attempt, rollable)
    ):
        yield pick("used", "You use", helps)


def _using(figure: Figure) -> str:
    """A used item with its bonus: "Scope +2D"."""
    more = signed(figure.value, figure.unit)
    return f"{figure.label[:1].upper()}{figure.label[1:]} {more}"


def target_fields(rollable: Rollable, roll_input: RollInput) -> Iterator[Field]:
    """The target of the roll: an attacker's total, a defense, a target number."""
    attack = guide().attacks.get(rollable.attack)
    if rollable.aboard and rollable.against:
        yield from held_fields(roll_input.held, roll_input.target)
    elif rollable.against:
        yield number_field("target", "They rolled", roll_input.target, 0, MOST_NUMBER)
        yield number_field("opposed", "Or their dice", roll_input.opposed or None, 0, MOST_DICE)
    elif attack and is_at_somebody(rollable):
        for suffix, foe in zip(suffixes(rollable), roll_input.foes, strict=True):
            yield from _defenses(attack, foe, suffix)
    else:
        yield from _ladder(roll_input)
    if rollable.defends == "dodge":
        yield _shelter("shelter", "Your situation", roll_input.shelter)


def is_at_somebody(rollable: Rollable) -> bool:
    """Whether it is an attack that does damage, so that it has targets."""
    return bool(rollable.attack and (rollable.damage_key or rollable.stuns))


def folded(rollable: Rollable) -> tuple[Fold, ...]:
    """The fields of every target but the first: few attacks have more."""
    attack = guide().attacks.get(rollable.attack)
    if not (attack and is_at_somebody(rollable)):
        return ()
    return tuple(
        Fold(f"Target {place}", tuple(f"{id}{suffix}" for id in _defense_ids(attack)))
        for place, suffix in enumerate(suffixes(rollable), start=1)
        if suffix
    )


def _ladder(roll_input: RollInput) -> Iterator[Field]:
    """A rung of the ladder, another number, or an opponent's dice."""
    rungs = (
        Option(str(row.number), f"{row.number} {row.name}", row.does)
        for row in guide().targets.values()
    )
    yield from ladder_fields("Target number", rungs, roll_input.target, MOST_NUMBER)
    yield number_field("opposed", "Or their dice", roll_input.opposed or None, 0, MOST_DICE)


def _defense_ids(attack: Attack) -> Iterator[str]:
    """The fields of one target."""
    yield "defense"
    if attack.instead:
        yield "instead"
    if attack.defense == "dodge":
        yield "shelter"


def _defenses(attack: Attack, foe: Foe, suffix: str) -> Iterator[Field]:
    """A target's defense, the one that may replace it, and its shelter if that counts."""
    defenses = book().defenses
    name = defenses[attack.defense].name
    yield number_field(f"defense{suffix}", f"Their {name}", foe.defense, 0, MOST_NUMBER)
    if attack.instead:
        other = f"Their {defenses[attack.instead].name}, {attack.when}"
        yield number_field(f"instead{suffix}", other, foe.instead, 0, MOST_NUMBER)
    if attack.defense == "dodge":
        yield _shelter(f"shelter{suffix}", "Their situation", foe.shelter)


def _shelter(id: str, label: str, chosen: tuple[str, ...]) -> Pick:
    more = book().play.shelter
    options = tuple(
        Option(one, f"{name} {signed(more[one], '')}", chosen=one in chosen)
        for one, name in (("cover", "Cover"), ("extreme", "Extreme range"))
    )
    return pick(id, label, options)


def _ways(rollable: Rollable, roll_input: RollInput) -> Iterator[Option]:
    gives = book().play.dice
    if rollable.damage_key:
        yield Option("aim", f"Take aim {signed(gives['aim'])}", chosen=roll_input.aim)
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


def point_field(attempt: Attempt[Character], roll_input: RollInput) -> Pick:
    """A Character Point, a Force Point: one of each per round."""
    character = attempt.character
    factor = book().play.times["force_point"]
    offered = (
        (
            "character_point",
            f"Character Point {signed(character.point_dice)}",
            roll_input.character_point,
        ),
        ("force_point", f"Force Point: {factor} × the dice", roll_input.force_point),
    )
    options = tuple(
        Option(
            id.replace("_", "-"),
            name,
            chosen=chosen,
            barred="Already spent this round." if attempt.situation.get(id) else "",
        )
        for id, name, chosen in offered
    )
    return pick("points", "Points", options)


def ask_damage(inputs: Inputs, rollable: Rollable, roll_input: RollInput) -> None:
    """Ask for Auto-Fire, a second attack, and the scales of both sides."""
    if rollable.aboard:
        return
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
