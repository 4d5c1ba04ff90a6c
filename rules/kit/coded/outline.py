"""The outline of a character with typed codes: traits, weapons, and other items.

Armor, powers, defenses and marks are each game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.dice import codes
from rules.exchange.outline import (
    ATTRIBUTES,
    FORCE,
    MELEE,
    RANGED,
    Armor,
    Attack,
    Outline,
    Points,
    Thing,
    Trait,
)
from rules.figures import Figure
from rules.kit.coded.character import CodedCharacter, D, PointFigures
from rules.kit.typed.items import ARMOR, THING, WEAPON, TypedItem

# Words in a skill's or a weapon's name by which it is known: near, thrown, and a beam or a bolt.
NEAR = ("melee", "brawl", "lightsaber", "martial", "sword")
ENERGY = ("blaster", "bowcaster", "lightsaber", "gunnery", "laser", "ion", "disruptor")


def outline(character: CodedCharacter, game: str, points: PointFigures, **parts: Any) -> Outline:
    """The outline of a character with a template in a line, with these parts of it; `points` are
    its Force, Dark Side and Character Points.
    """
    return Outline(
        system=character.document.system,
        game=game,
        name=character.document.name,
        kind=character.build.template,
        description=character.build.description,
        things=tuple(things(character)),
        points=Points(
            character=character.character_points,
            force=points.force_points_left(character).value,
            dark_side=getattr(character.marks, "dark_side_points", None),
        ),
        **parts,
    )


def armor(
    character: CodedCharacter, protects: Callable[[Any], dict[str, Any]]
) -> tuple[Armor, ...]:
    """The carried armor; `protects(item)` are the members that say what it does."""
    return tuple(
        Armor(
            name=holding.item.name,
            is_worn=character.worn == holding.item.key,
            quantity=holding.quantity,
            **protects(holding.item),
        )
        for holding in character.carried
        if holding.item.what == ARMOR
    )


def pips(figure: Figure) -> int:
    """A code in pips."""
    return codes.in_pips(figure.value, figure.pips)


def attributes(character: D, figure: Callable[[D, str], Figure]) -> tuple[Trait, ...]:
    """Every attribute."""
    return tuple(
        Trait(id=id, name=name, total=pips(figure(character, id)))
        for id, name in character.attributes.items()
    )


def skills(
    character: D,
    figure: Callable[[D, str], Figure],
    attribute: Callable[[Any], str] = lambda row: str(row.attribute),
) -> tuple[Trait, ...]:
    """Every skill in the order of attributes; `attribute(row)` is the one of the six that it
    stands under.
    """
    traits = (
        Trait(
            id=key,
            name=row.name,
            total=pips(figure(character, key)),
            attribute=attribute(row),
            is_own=character.has_own(key),
        )
        for key, row in character.skills.items()
    )
    places = (*ATTRIBUTES, FORCE)
    return tuple(sorted(traits, key=lambda trait: places.index(trait.attribute)))


def _is_one_of(words: tuple[str, ...], *names: str) -> bool:
    return any(word in name.casefold() for word in words for name in names)


def is_near(character: CodedCharacter, item: TypedItem) -> bool:
    """True if a weapon is used hand to hand: by its skill's name, or because it adds Strength."""
    name = character.full_name(item.skill) if item.skill else ""
    return _is_one_of(NEAR, name) or bool(item.damage and item.damage.with_strength)


def attacks(
    character: D,
    attack: Callable[[D, str], Figure],
    damage: Callable[[D, TypedItem], Figure | None],
    *,
    kind: Callable[[D, Any], str] = lambda character, item: (
        MELEE if is_near(character, item) else RANGED
    ),
    notes: Callable[[object], tuple[str, ...]] = lambda _item: (),
    attribute: Callable[[D, str], str] = lambda _character, id: id,
) -> Iterator[Attack]:
    """Every weapon with a trait to use it; `attribute` is the one of the six for an id."""
    for holding in character.carried:
        item = holding.item
        if item.what != WEAPON or not item.skill:
            continue
        is_skill = item.skill in character.skills
        trait = item.skill if is_skill else attribute(character, item.skill)
        under = character.skill(item.skill).attribute if is_skill else item.skill
        harm, form = damage(character, item), kind(character, item)
        name = character.full_name(item.skill)
        yield Attack(
            id=item.key,
            name=item.name,
            trait=trait,
            total=pips(attack(character, item.skill)),
            attribute=attribute(character, under),
            damage=pips(harm) if harm else None,
            kind=form,
            parry=trait if form == MELEE and is_skill else "",
            is_energy=_is_one_of(ENERGY, name, item.name),
            notes=notes(item),
            quantity=holding.quantity,
        )


def things(character: CodedCharacter) -> Iterator[Thing]:
    """Every other item, and weapons without a trait to use them."""
    for holding in character.carried:
        item = holding.item
        if item.what == THING or (item.what == WEAPON and not item.skill):
            text = f"Damage {item.damage.written}" if item.what == WEAPON and item.damage else ""
            yield Thing(name=item.name, quantity=holding.quantity, text=text)
