"""The fields of a roll form, and the values read from them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.dice.codes import signed
from rules.figures import Figure, bonus, dice
from rules.forms.fields import Choice, Field, Option, Pick, Text
from rules.forms.parsing import FormValues
from rules.kit.answers import Answers, menu, number_field, pick, target_fields, whole
from rules.kit.procedures import Form
from rules.play import Action, Attempt, Fold, RollForm
from rules.problems import Problem
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.document.build import NOTE
from rules.systems.hyperspace_d6.play import weapon_in_hand
from rules.systems.hyperspace_d6.play.rollables import Rollable, properties
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.guide import Attack, guide
from rules.systems.hyperspace_d6.rulebook.rows import Item, Weapon

MOST_DICE, MOST_NUMBER = 30, 200
# Values of a form that follow from the craft one is aboard.
# What holds against the weapon of a craft, by the value of its field.
HELD_FIELD, EVADE, DODGE = "held", "evade", "dodge"
HELD = {EVADE: "Evade", DODGE: "Dodge"}
CRAFT_DICE, CRAFT_SOURCE = "craft_dice", "HyperspaceD6, Vehicle Attributes"
MOST_TERMS, MOST_LABEL = 8, 80
BAD_DICE = "The dice of a craft are a number and what gives them: 2 Fire Control."


class Foe(msgspec.Struct, frozen=True, gc=False):
    """One target of an attack: its defense, the one that may replace it, and its shelter."""

    defense: int | None = None
    instead: int | None = None
    shelter: tuple[str, ...] = ()

    @property
    def is_typed(self) -> bool:
        """Whether it has a number."""
        return self.defense is not None or self.instead is not None


class RollInput(msgspec.Struct, frozen=True, gc=False):
    """The choices before a roll. `foes` are the targets of an attack, as many as it can have.
    `helps` are the dice of used items and of a craft, and the bonus of items to an active defense.
    `gun` are the values of the damage's form of a craft's weapon, and `held` is the name of what
    such a weapon has to reach.
    """

    target: int | None = None
    foes: tuple[Foe, ...] = ()
    opposed: int = 0
    bonus: int = 0
    helpers: int = 0
    aim: bool = False
    auto_fire: bool = False
    double: bool = False
    second: bool = False
    character_point: bool = False
    force_point: bool = False
    shelter: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    helps: tuple[Figure, ...] = ()
    scale: int = 1
    target_scale: int = 1
    gun: tuple[tuple[str, str], ...] = ()
    held: str = ""


def read_roll_input(attempt: Attempt[Character], subject: Rollable) -> RollInput:
    """The values that a form sent; RuleViolation names each that cannot be read."""
    answers = Answers(attempt.values)
    attack = None if subject.defends else guide().attacks.get(subject.attack)
    ways, used = answers.chosen("ways"), answers.chosen("used")
    points = answers.chosen("points")
    helps = dict(usable(attempt, subject))
    aboard = tuple(_craft_dice(answers)) if subject.aboard else ()
    target = answers.target(MOST_NUMBER)
    foes = tuple(_foe(answers, attack, one) for one in suffixes(subject)) if attack else ()
    opposed = answers.number("opposed", 0, MOST_DICE) or 0
    is_held = opposed or "ladder" in attempt.values or any(one.is_typed for one in foes)
    if target is None and not is_held:
        target = subject.target
    most = book().play.dice["circumstance"]
    is_second = "second" in ways and may_double(subject)
    roll_input = RollInput(
        target=target,
        foes=foes,
        opposed=opposed,
        bonus=answers.number("bonus", -most, most) or 0,
        helpers=answers.number("helpers", 0, MOST_DICE) or 0,
        aim="aim" in ways and "scope" not in used,
        auto_fire="auto-fire" in ways and may_auto_fire(subject),
        double="double" in ways and may_double(subject) and not is_second,
        second=is_second,
        character_point="character-point" in points,
        force_point="force-point" in points,
        shelter=answers.chosen("shelter"),
        used=tuple(id for id in used if id in helps),
        helps=(*(helps[id] for id in used if id in helps), *aboard),
        # The scale of a craft's weapon counts where its damage lands.
        scale=1 if subject.aboard else _scale(answers.text("scale")),
        target_scale=_scale(answers.text("target_scale")),
        gun=_gun(answers) if subject.aboard else (),
        held=held_name(answers) if subject.aboard and subject.against else "",
    )
    answers.check()
    return roll_input


def held_name(answers: Answers) -> str:
    """What holds against the weapon of a craft: Evade of a craft, Dodge of a person."""
    return HELD[answers.option(HELD_FIELD, HELD) or EVADE]


def held_fields(name: str, target: int | None) -> Iterator[Field]:
    """What the weapon of a craft has to reach: the number, and of what it is."""
    yield number_field("target", f"Their {name}", target, 0, MOST_NUMBER)
    names = (Option(id, each, chosen=each == name) for id, each in HELD.items())
    yield menu(HELD_FIELD, "Against", tuple(names))


def _craft_dice(answers: Answers) -> Iterator[Figure]:
    """The dice that a craft adds or takes: "2 Fire Control", "-1 rattled"."""
    for typed in answers.chosen(CRAFT_DICE)[:MOST_TERMS]:
        count, _, label = typed.partition(" ")
        value = whole(count, -MOST_DICE, MOST_DICE)
        if value is None or not label.strip():
            answers.wrong.append(Problem("bad-value", CRAFT_DICE, BAD_DICE))
            return
        yield dice(label.strip()[:MOST_LABEL], value, source=CRAFT_SOURCE)


def _gun(answers: Answers) -> tuple[tuple[str, str], ...]:
    """The weapon of a craft, as the form of its damage takes it."""
    gun = answers.text("gun")[:MOST_LABEL]
    if not gun:
        return ()
    scale, nature = answers.text("scale"), answers.chosen("nature")
    ion = (("nature", "ion"),) if "ion" in nature else ()
    return ((CRAFT_DICE, gun), *((("scale", scale),) if scale in guide().scales else ()), *ion)


def _foe(answers: Answers, attack: Attack, suffix: str) -> Foe:
    """The values for one target of an attack."""
    instead = answers.number(f"instead{suffix}", 0, MOST_NUMBER) if attack.instead else None
    defense = answers.number(f"defense{suffix}", 0, MOST_NUMBER)
    return Foe(defense, instead, answers.chosen(f"shelter{suffix}"))


def suffixes(subject: Rollable) -> tuple[str, ...]:
    """The suffix of each target's fields: "", "-2", "-3" …"""
    return ("", *(f"-{place}" for place in range(2, subject.targets + 1)))


def _scale(id: str) -> int:
    row = guide().scales.get(id)
    return row.factor if row else 1


def may_auto_fire(subject: Rollable) -> bool:
    """Whether the weapon has Auto-Fire."""
    return "auto-fire" in subject.properties


def may_double(subject: Rollable) -> bool:
    """Whether one action can be two attacks with it."""
    return "double" in subject.properties


def usable(attempt: Attempt[Character], subject: Rollable) -> Iterator[tuple[str, Figure]]:
    """What adds dice to this check while it is used, by id: kits, a scope, an heirloom, an easily
    hidden weapon, a saber; and a saber's bonus to an active Parry. Sabers are offered only if the
    weapon in hand is unknown: otherwise their bonus is already in the pool.
    """
    character = attempt.character
    if not subject.skill:
        return
    best: dict[str, tuple[Item, int]] = {}
    for holding in character.carried:
        item = holding.stack.row
        if isinstance(item, Item) and subject.skill in item.helps:
            _, upgrades = best.get(item.id, (item, 0))
            best[item.id] = (item, max(upgrades, holding.upgrades))
    for id, (item, upgrades) in best.items():
        name = f"{item.name}, upgraded" if upgrades else item.name
        yield id, dice(name, item.help_dice + upgrades, source=item.source, ruling=item.ruling)
    yield from _hidden(character, subject.skill)
    is_told = weapon_in_hand.is_told(attempt.situation)
    for place, (is_saber, figure) in enumerate(figures.in_use(character, subject.skill)):
        if not (is_saber and is_told):
            yield f"conditional-{place}", figure
    if subject.defends == "parry" and not is_told:
        yield from _sabers(character)


def _hidden(character: Character, skill: str) -> Iterator[tuple[str, Figure]]:
    """What each property of a weapon gives to a skill: an easily hidden one to hiding it
    (HyperspaceD6, Weapons & Armor).
    """
    rows = character.tables.properties.values()
    for row in rows:
        if skill not in map(character.tables.skill_id, row.helps):
            continue
        names = [
            holding.stack.name
            for holding in weapon_in_hand.weapons(character)
            if _has(holding, row.id)
        ]
        if names:
            label = f"hiding {' or '.join(names)}"
            yield row.id, dice(label, row.help_dice, source=row.source, ruling=row.ruling)


def _has(holding: Holding, able: str) -> bool:
    row = holding.stack.row
    return isinstance(row, Weapon) and able in properties(holding, row)


def _sabers(character: Character) -> Iterator[tuple[str, Figure]]:
    """Each saber whose design changes Parry."""
    for holding in character.carried:
        design = character.tables.designs.get(holding.stack.design)
        if design and design.parry:
            bonus_dice = bonus(
                design.name,
                design.parry,
                source=design.source,
                ruling=book().play.rulings["active_saber"],
            )
            yield f"saber-{holding.stack.key}", bonus_dice


def check_fields(
    attempt: Attempt[Character], subject: Rollable, roll_input: RollInput
) -> tuple[Field, ...]:
    """The fields before a check: its target, used items, points."""
    most = book().play.dice["circumstance"]
    fields: list[Field] = [*_against(subject, roll_input)]
    if ways := tuple(_ways(subject, roll_input)):
        fields.append(pick("ways", "How", ways))
    if helps := tuple(
        Option(id, _using(figure), chosen=id in roll_input.used)
        for id, figure in usable(attempt, subject)
    ):
        fields.append(pick("used", "You use", helps))
    fields.append(number_field("bonus", "GM modifier, dice", roll_input.bonus or None, -most, most))
    fields.append(number_field("helpers", "Helpers", roll_input.helpers or None, 0, MOST_DICE))
    fields.append(_points(attempt, roll_input))
    return tuple(fields)


def _using(figure: Figure) -> str:
    """A used item with its bonus: "Scope +2D"."""
    more = signed(figure.value, figure.unit)
    return f"{figure.label[:1].upper()}{figure.label[1:]} {more}"


def _against(subject: Rollable, roll_input: RollInput) -> Iterator[Field]:
    """The target of the roll: an attacker's total, a defense, a target number."""
    attack = guide().attacks.get(subject.attack)
    if subject.aboard and subject.against:
        yield from held_fields(roll_input.held, roll_input.target)
    elif subject.against:
        yield number_field("target", "They rolled", roll_input.target, 0, MOST_NUMBER)
        yield number_field("opposed", "Or their dice", roll_input.opposed or None, 0, MOST_DICE)
    elif attack and is_at_somebody(subject):
        for suffix, foe in zip(suffixes(subject), roll_input.foes, strict=True):
            yield from _defenses(attack, foe, suffix)
    else:
        yield from _ladder(roll_input)
    if subject.defends == "dodge":
        yield _shelter("shelter", "Your situation", roll_input.shelter)


def is_at_somebody(subject: Rollable) -> bool:
    """Whether it is an attack that does damage, so that it has targets."""
    return bool(subject.attack and (subject.damage_key or subject.stuns))


def folded(subject: Rollable) -> tuple[Fold, ...]:
    """The fields of every target but the first: few attacks have more."""
    attack = guide().attacks.get(subject.attack)
    if not (attack and is_at_somebody(subject)):
        return ()
    return tuple(
        Fold(f"Target {place}", tuple(f"{id}{suffix}" for id in _defense_ids(attack)))
        for place, suffix in enumerate(suffixes(subject), start=1)
        if suffix
    )


def _ladder(roll_input: RollInput) -> Iterator[Field]:
    """A rung of the ladder, another number, or an opponent's dice."""
    rungs = (
        Option(str(row.number), f"{row.number} {row.name}", row.does)
        for row in guide().targets.values()
    )
    yield from target_fields("Target number", rungs, roll_input.target, MOST_NUMBER)
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


def _ways(subject: Rollable, roll_input: RollInput) -> Iterator[Option]:
    gives = book().play.dice
    if subject.damage_key:
        yield Option("aim", f"Take aim {signed(gives['aim'])}", chosen=roll_input.aim)
    if may_auto_fire(subject):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(gives['auto_fire'])}, one more target"
        yield Option(row.id, name, row.does, chosen=roll_input.auto_fire)
    if may_double(subject):
        yield _double(roll_input)


def _double(roll_input: RollInput) -> Option:
    """Two attacks with one action; or that this is the second of them."""
    row = book().properties["double"]
    if roll_input.second:
        return Option("second", "Second attack of this action", row.does, chosen=True)
    return Option(row.id, "Two attacks, one action", row.does, chosen=roll_input.double)


def _points(attempt: Attempt[Character], roll_input: RollInput) -> Pick:
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


def damage_fields(subject: Rollable, roll_input: RollInput) -> tuple[Field, ...]:
    """Auto-Fire, a second attack, and the scales of both sides."""
    if subject.aboard:
        return ()
    fields: list[Field] = []
    ways: list[Option] = []
    if may_auto_fire(subject):
        row = book().properties["auto-fire"]
        name = f"{row.name} {signed(book().play.dice['auto_fire_damage'])}"
        ways.append(Option(row.id, name, chosen=roll_input.auto_fire))
    if roll_input.double:
        ways.append(_double(roll_input))
    if ways:
        fields.append(pick("ways", "How", tuple(ways)))
    fields.append(scales("scale", "Your weapon's scale", roll_input.scale))
    fields.append(scales("target_scale", "Their scale", roll_input.target_scale))
    return tuple(fields)


def scales(id: str, label: str, factor: int) -> Choice:
    """A menu of the scales."""
    options = tuple(
        Option(row.id, row.name, row.does, chosen=row.factor == factor)
        for row in guide().scales.values()
    )
    return menu(id, label, options)


def note_form(label: str) -> Form[Character]:
    """The form of an action that asks only for a note."""

    def form(attempt: Attempt[Character], action: Action) -> RollForm:
        field = Text("note", label, ("".join(attempt.values.get("note", ())),), limit=NOTE)
        return RollForm(action, (field,), barred=action.barred)

    return form


def read_note(values: FormValues, otherwise: str) -> str:
    """The typed note, or a default."""
    return Answers(values).text("note")[:NOTE] or otherwise
