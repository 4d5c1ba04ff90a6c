"""Opponents of a declared game of dots, with typed dots as on a sheet of one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.declared import lists
from rules.declared.dots.character import DotRules, validate
from rules.declared.dots.items import MOST_ADDED, Suit
from rules.declared.dots.rulebook import Powers
from rules.document import Document
from rules.kit import starters
from rules.kit.play.answers import whole
from rules.kit.starters import Starters
from rules.kit.typed import extras
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.document import TypedWeapon
from rules.kit.typed.extras import Extra
from rules.kit.typed.opponent import ARMOR, ATTRIBUTES, SKILLS, WEAPONS, OpponentForm, TypedOpponent
from rules.kit.typed.opponent import Value as Typed
from rules.opponents import OpponentRules
from rules.problems import InvalidDocument


def of(rules: DotRules) -> OpponentRules:
    """The opponents of a game with starters; TableError for a fault of them."""
    traits = rules.book.traits
    form = OpponentForm(
        attributes={id: row.name for id, row in traits.attributes.items()},
        examples=_examples(rules),
        usual="1",
        used_with=next(iter(traits.attributes)),
        points="",
        extras=(
            *extras.COMMON,
            *lists.extras(rules.book.lists),
            *((_powers(powers),) if (powers := rules.book.powers) else ()),
        ),
    )
    empty = rules.types.empty(rules.identity.slug)

    def make(opponent: TypedOpponent) -> Document:
        build = rules.types.build(
            template=opponent.concept,
            attributes={
                id: _dots(text, 1, traits.most, ATTRIBUTES)
                for id, text in opponent.attributes.items()
            },
            skills=dict(_skills(rules, opponent.skills)),
            weapons=tuple(_weapon(rules, form, row) for row in opponent.weapons),
            armor=tuple(
                Suit(name=row.name, adds=_dots(row.value, 0, MOST_ADDED, ARMOR))
                for row in opponent.armor
            ),
            worn=opponent.armor[0].name if opponent.armor else "",
        )
        return replace(empty, name=opponent.name or opponent.concept, build=build)

    return typed_opponent.rules(
        form,
        make,
        lambda document: _typed(rules, document),
        lambda document: validate(rules, document.build).faults,
        Starters(rules.folder, starters.OPPONENTS, typed_opponent.SHOWN),
    )


def _powers(powers: Powers) -> Extra:
    """The text of powers: their names."""
    some = list(powers.powers.values())[: max(1, powers.picks)]
    example = ", ".join(row.name for row in some)

    def read(text: str) -> dict[str, Any]:
        return {"powers": tuple(lists.named_ids(powers.powers, text, example))}

    def write(build: Any) -> str:
        return ", ".join(powers.powers[id].name for id in build.powers if id in powers.powers)

    return Extra("powers", powers.name, read, write, example)


def _typed(rules: DotRules, document: Document) -> TypedOpponent:
    """The values of a document, as the form shows them."""
    build, names = document.build, rules.names
    return TypedOpponent(
        name=document.name,
        concept=build.template,
        attributes={id: str(dots) for id, dots in build.attributes.items()},
        skills=tuple(Typed(names.get(id, id), str(dots)) for id, dots in build.skills.items()),
        weapons=tuple(Typed(row.name, row.damage or "0", row.skill) for row in build.weapons),
        armor=tuple(Typed(row.name, str(row.adds)) for row in build.armor),
    )


def _dots(text: str, least: int, most: int, where: str) -> int:
    """A typed number; InvalidDocument for none within its bounds."""
    value = whole(text, least, most)
    if value is None:
        message = f"“{text[:40]}” isn't a whole number from {least} to {most}"
        raise InvalidDocument(message, where=where)
    return value


def _skills(rules: DotRules, rows: tuple[Typed, ...]) -> Iterator[tuple[str, int]]:
    traits = rules.book.traits
    for row in rows:
        id = rules.typed.trait(row.name)
        if id not in traits.skills:
            known = ", ".join(one.name for one in traits.skills.values())
            message = f"“{row.name}” isn't a skill of this game: {known}"
            raise InvalidDocument(message, where=SKILLS)
        yield id, _dots(row.value, 0, traits.skill_most, SKILLS)


def _weapon(rules: DotRules, form: OpponentForm, row: Typed) -> TypedWeapon:
    try:
        damage = rules.typed.harm(row.value).written
    except InvalidDocument as wrong:
        raise InvalidDocument(wrong.message, where=WEAPONS) from None
    used = row.of or form.used_with
    id = rules.typed.trait(used)
    if not id:
        message = f"“{used}” isn't a skill or an attribute of this game"
        raise InvalidDocument(message, where=WEAPONS)
    return TypedWeapon(name=row.name, skill=rules.names[id], damage=damage)


def _examples(rules: DotRules) -> Mapping[str, str]:
    """An example of each text, of the game's own rows."""
    book, names = rules.book, rules.names
    attributes, skill = list(book.traits.attributes), next(iter(book.traits.skills))
    weapons = [
        f"{row.name} {row.damage or 0} ({names[row.skill]})"
        for row in list(book.fight.weapons.values())[:2]
    ]
    suit = next(iter(book.fight.armor.values()), None)
    return {
        "concept": next(iter(book.chance.templates.values())).name,
        ATTRIBUTES: f"{names[attributes[0]]} 3, {names[attributes[-1]]} 2",
        SKILLS: f"{names[skill]} 2",
        WEAPONS: ", ".join(weapons or [f"Club {rules.typed.example} ({names[skill]})"]),
        ARMOR: f"{suit.name} {suit.adds}" if suit else "Leather 1",
    }
