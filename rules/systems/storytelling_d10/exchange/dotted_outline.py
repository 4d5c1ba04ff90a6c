"""The outline of a character of dots: attributes, powers with their trees, merits and flaws,
languages, and health.

Abilities, attacks, armor and gauges are each game's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.exchange.outline import Feature, Health, Power, Thing, Trait
from rules.kit.typed.items import THING
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.languages import WRITTEN, forms_by_name
from rules.systems.storytelling_d10.character.merit_tables import MeritBearer
from rules.systems.storytelling_d10.character.specialties import Specialties

HARMS = ("bashing", "lethal", "aggravated")


def attributes(character: DottedCharacter, rows: Mapping[str, Any]) -> tuple[Trait, ...]:
    """Every attribute with its group."""
    return tuple(
        Trait(id=id, name=row.name, total=character.value(id), group=row.group)
        for id, row in rows.items()
    )


def abilities(
    character: DottedCharacter,
    specialties: Specialties,
    others: Mapping[str, Mapping[str, tuple[str, ...]]],
) -> Iterator[Trait]:
    """Every ability with its specialties; `others` is what other programs call one."""
    for id, row in character.abilities.items():
        taught = specialties.of_character(character, id) if id in specialties.rows else ()
        yield Trait(
            id=id,
            name=row.name,
            total=character.value(id),
            attribute=row.attribute,
            group=row.group,
            specialty=", ".join(specialties.name(id, one) for one in taught),
            others=dict(others.get(id, {})),
        )


def things(character: DottedCharacter) -> Iterator[Thing]:
    """What is neither a weapon nor armor."""
    for holding in character.carried:
        if holding.item.what == THING:
            yield Thing(name=holding.item.name, quantity=holding.quantity)


def trees(
    character: DottedCharacter, rows: Mapping[str, Any], group: str, name: str
) -> Iterator[Trait]:
    """The trees that have dots, each with the better of its attributes."""
    for id, row in rows.items():
        if dots := character.value(id):
            yield Trait(
                id=f"{group}-{id}",
                name=f"{name}: {row.name}",
                total=dots,
                attribute=max(row.attributes, key=character.value),
                group=group,
            )


def powers(
    character: DottedCharacter,
    known: Mapping[str, Any],
    rows: Mapping[str, Any],
    group: str,
    text: Callable[[Any], str],
) -> Iterator[Power]:
    """The powers, each with its tree; `text` says what one does."""
    for id in character.powers:
        if row := known.get(id):
            yield Power(
                name=row.name,
                skills=(f"{group}-{row.tree}",),
                does=text(row),
                attribute=max(rows[row.tree].attributes, key=character.value),
            )


def features(bearer: MeritBearer) -> Iterator[Feature]:
    """Merits, then flaws."""
    for label, owned in (("Merit", bearer.merits), ("Flaw", bearer.flaws)):
        for one in owned:
            yield Feature(
                label=label,
                name=one.name,
                is_good=label == "Merit",
                does=one.row.does,
                note=one.note,
                points=one.points,
            )


def languages(character: DottedCharacter) -> str:
    """Every language in a sentence, and which of them are written; "" for none."""
    named = (
        f"{name} (reads, writes)" if WRITTEN in forms else name
        for name, forms in forms_by_name(character.languages).items()
    )
    text = ", ".join(named)
    return f"Languages: {text}." if text else ""


def health(
    character: DottedCharacter, *, stamina: int, armor: int, soaked: tuple[str, ...]
) -> Health:
    """The levels with their marks, and what is soaked: by armor everything, by Stamina the kinds
    that are `soaked`.
    """
    marked = character.health
    return Health(
        levels=dict(Counter(row.id for row in character.levels)),
        bashing=marked.bashing,
        lethal=marked.lethal,
        soak={kind: armor + (stamina if kind in soaked else 0) for kind in HARMS},
        soaked=soaked,
    )
