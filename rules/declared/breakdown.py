"""The numbers that follow from a character's choices, each with the choices that would raise it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rules.declared import expressions, figures
from rules.declared.character import DeclaredCharacter
from rules.declared.rulebook import Level
from rules.figures import Figure
from rules.forms.fields import Breakdown, BreakdownEntry, Change, Field, Raise

SOAKED = "what is left of it counts."
Number = Callable[[DeclaredCharacter], Figure]


def entries(character: DeclaredCharacter, ids: Iterable[str]) -> Iterator[BreakdownEntry]:
    """These figures: a pip or a die more in a trait that one rests on may raise it, or armor."""
    rules = character.rules
    defense = rules.book.defense
    for id in ids:

        def number(other: DeclaredCharacter, id: str = id) -> Figure:
            return other.figure(id)

        traits = dict.fromkeys(expressions.traits_in(rules.terms, id))
        is_protected = not defense.soak and id == defense.armor.figure
        raises = tuple(_raises(character, number, traits, is_protected=is_protected))
        raises += tuple(_typed(character, number, id))
        yield BreakdownEntry(number(character), rules.book.figures[id].does, raises, term=id)


def soak_entry(character: DeclaredCharacter, trait: str) -> BreakdownEntry:
    """The roll against damage, with the `trait` that it rests on."""
    raises = tuple(_raises(character, figures.soak, (trait,), is_protected=True))
    use = f"Rolled against damage: {SOAKED}"
    return BreakdownEntry(figures.soak(character), use, raises, term="soak")


def _level(character: DeclaredCharacter, row: Level) -> BreakdownEntry:
    """The damage at which a box begins: what raises its base raises it, too."""
    rules = character.rules

    def number(other: DeclaredCharacter) -> Figure:
        return figures.threshold(other, row.id)

    base = rules.book.defense.base
    traits = dict.fromkeys(expressions.traits_in(rules.terms, base)) if base else ()
    raises = tuple(_raises(character, number, traits, is_protected=False))
    return BreakdownEntry(number(character), row.does, raises, term=f"harm.{row.id}")


def _raises(
    character: DeclaredCharacter, number: Number, traits: Iterable[str], *, is_protected: bool
) -> Iterator[Raise]:
    """A pip more in each of these traits, a whole die where a pip does nothing, and armor that is
    carried and not worn.
    """
    for id in traits:
        trait = character.attribute(id) or id
        step = "attributes" if trait in character.attributes else "skills"
        higher, name = character.raising(trait), character.full_name(trait)
        found = list(_change(character, number, higher, f"{name} one pip higher", step))
        if not found:
            higher = higher.raising(trait).raising(trait)
            found = list(_change(character, number, higher, f"{name} one die higher", step))
        yield from found
    for holding in character.carried if is_protected else ():
        if holding.is_armor and holding.item.key != character.worn:
            dressed, label = character.wearing(holding.item.key), f"Wearing {holding.item.name}"
            yield from _change(character, number, dressed, label, "gear")


def _typed(character: DeclaredCharacter, number: Number, id: str) -> Iterator[Raise]:
    """One more of a number that a player types, where the figure rests on it."""
    rules = character.rules
    for own in dict.fromkeys(expressions.figures_in(rules.terms, id)):
        bounds = rules.book.typed.get(own)
        now = character.figure(own).value
        if bounds and now < bounds.most:
            label = f"{rules.book.figures[own].name} {now + 1} instead of {now}"
            yield from _change(character, number, character.typing(own, now + 1), label, "gear")


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
        _level(character, row) for row in book.defense.levels.values() if row.times and row.reached
    ]
    name = book.figures[book.defense.target].name
    yield Breakdown("defense", f"{name} and damage", tuple(found))
