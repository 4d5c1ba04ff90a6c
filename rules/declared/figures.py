"""The numbers that every declared game has, each a Figure. No layout."""

from __future__ import annotations

from rules.declared.character import DeclaredCharacter
from rules.declared.document import ONE_STEP
from rules.declared.rulebook import HarmWords
from rules.figures import Figure, bonus, constant, times, total


def trait(character: DeclaredCharacter, id: str) -> Figure:
    """The code of an attribute by its id, or of a skill by its key."""
    return character.rules.codes.trait(character, id)


def target(character: DeclaredCharacter) -> Figure:
    """The number that an attack on this character has to reach."""
    return character.figure(character.rules.book.defense.target)


def protected(character: DeclaredCharacter) -> Figure:
    """The number that worn armor changes."""
    return character.figure(character.rules.book.defense.armor.figure)


def base(character: DeclaredCharacter) -> Figure:
    """The damage at which harm begins."""
    return character.figure(character.rules.book.defense.base)


def threshold(character: DeclaredCharacter, level: str) -> Figure:
    """The damage at which a box begins; for one that takes all damage under the base, where it
    ends.
    """
    defense, from_ = character.rules.book.defense, base(character)
    row = defense.levels[level]
    more = (bonus("more", row.plus, source=row.source),) if row.plus else ()
    if row.times <= 1:
        label = row.name if row.times else f"{row.name}, under"
        return total(label, from_, *more, source=row.source)
    factor, ruling = constant("", row.times, source=row.source), defense.rulings["multiplied"]
    whole = times(row.name, factor, from_, source=row.source, ruling=ruling)
    return total(row.name, whole, *more, source=row.source) if more else whole


def boxes(character: DeclaredCharacter) -> Figure:
    """The number of marks in each box."""
    return character.figure(character.rules.book.defense.boxes)


def is_frail(character: DeclaredCharacter) -> bool:
    """True if every box is full with one mark, so that a wound runs through all of them."""
    return spills(character) and boxes(character).value == 1


def spills(character: DeclaredCharacter) -> bool:
    """True if a box that becomes full passes a mark on, and so on to the last."""
    spills = character.rules.book.defense.spills
    return spills and not getattr(character.house, ONE_STEP, False)


def marked(character: DeclaredCharacter, level: str) -> int:
    """The number of marks in a box."""
    return int(getattr(character.marks, character.rules.book.defense.levels[level].mark))


def last_level(character: DeclaredCharacter) -> str:
    """The id of the worst box."""
    return tuple(character.rules.book.defense.levels)[-1]


def words(character: DeclaredCharacter) -> HarmWords:
    """The words of the game for the worst of harm."""
    return character.rules.book.defense.words


def is_dead(character: DeclaredCharacter) -> bool:
    """True if the last box is full."""
    return 0 < boxes(character).value <= marked(character, last_level(character))


def points_left(character: DeclaredCharacter) -> Figure:
    """The points that are not spent."""
    return character.rules.point_figures.force_points_left(character)
