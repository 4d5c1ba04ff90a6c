"""The numbers that follow from a character's choices, each with what would raise it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.declared import expressions, figures
from rules.declared.character import DeclaredCharacter
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Change, Field, Raise

SOAKED = "what is left of it counts."
Number = Callable[[DeclaredCharacter], Figure]


def entries(character: DeclaredCharacter, ids: Iterable[str]) -> Iterator[BreakdownEntry]:
    """These figures: a pip more in a trait that one rests on, or other armor, may raise it."""
    rules = character.rules
    defense = rules.book.defense
    for id in ids:

        def number(other: DeclaredCharacter, id: str = id) -> Figure:
            return other.figure(id)

        traits = dict.fromkeys(expressions.traits_in(rules.terms, id))
        is_protected = not defense.soak and id == defense.armor.figure
        raises = tuple(_raises(character, number, traits, is_protected=is_protected))
        yield BreakdownEntry(number(character), rules.book.figures[id].does, raises, term=id)


def soak_entry(character: DeclaredCharacter, trait: str) -> BreakdownEntry:
    """The roll against damage, with the `trait` that it rests on."""
    raises = tuple(_raises(character, figures.soak, (trait,), is_protected=True))
    use = f"Rolled against damage: {SOAKED}"
    return BreakdownEntry(figures.soak(character), use, raises, term="soak")


def _raises(
    character: DeclaredCharacter, number: Number, traits: Iterable[str], *, is_protected: bool
) -> Iterator[Raise]:
    """A pip more in each of these traits, and armor that is carried and not worn."""
    for id in traits:
        trait = character.attribute(id) or id
        step = "attributes" if trait in character.attributes else "skills"
        label = f"{character.full_name(trait)} one pip higher"
        yield from _change(character, number, character.raising(trait), label, step)
    for holding in character.carried if is_protected else ():
        if holding.is_armor and holding.item.key != character.worn:
            dressed, label = character.wearing(holding.item.key), f"Wearing {holding.item.name}"
            yield from _change(character, number, dressed, label, "gear")


def _change(
    character: DeclaredCharacter, number: Number, other: DeclaredCharacter, label: str, step: str
) -> Iterator[Raise]:
    before, after = number(character), number(other)
    if after.weight > before.weight:
        yield Raise(label, step, Change(before.label, before.code, after.code, better=True))


def explained(character: DeclaredCharacter) -> Iterator[Field]:
    """The resulting numbers: nothing to choose."""
    book = character.rules.book
    rows = [row.id for row in book.figures.values() if row.on_sheet or row.explained]
    found = list(entries(character, rows))
    if soak := book.defense.soak:
        found.append(soak_entry(character, soak.trait))
    found += [
        BreakdownEntry(figures.threshold(character, row.id), row.does, term=f"harm.{row.id}")
        for row in book.defense.levels.values()
        if row.times and row.reached
    ]
    name = book.figures[book.defense.target].name
    yield Breakdown("defense", f"{name} and damage", tuple(found))
