"""The numbers that every declared game has, each a Figure. No layout."""

from __future__ import annotations

from rules.declared import armor
from rules.declared.character import DeclaredCharacter
from rules.declared.document import ONE_STEP
from rules.declared.rulebook import HarmWords
from rules.dice import codes
from rules.figures import Figure, bonus, constant, number, times, total


def trait(character: DeclaredCharacter, id: str) -> Figure:
    """The code of an attribute by its id, or of a skill by its key."""
    return character.rules.codes.trait(character, id)


def target(character: DeclaredCharacter) -> Figure:
    """The number that an attack on this character has to reach."""
    return character.figure(character.rules.book.defense.target)


def protected(character: DeclaredCharacter) -> Figure:
    """The number, or the code, that worn armor changes."""
    if character.rules.book.defense.soak:
        return soak(character)
    return character.figure(character.rules.book.defense.armor.figure)


def base(character: DeclaredCharacter) -> Figure:
    """The damage at which harm begins; the least over Soak, in a game with that."""
    if own := character.rules.book.defense.soak:
        return number(f"Damage over {own.name}", 0, source=own.source)
    return character.figure(character.rules.book.defense.base)


def soak(character: DeclaredCharacter) -> Figure:
    """The code that is rolled against damage: a trait, with the code of the worn armor."""
    book, worn = character.rules.book, character.worn_armor
    own = book.defense.soak
    if own is None:
        raise ValueError("this game has no Soak")
    found = worn and (worn.name, codes.of_pips(worn.adds))
    ruling = character.rules.codes.carried or book.defense.rulings["armor"]
    source = own.source or character.rules.identity.source or character.rules.identity.name
    return armor.soak(
        own.name,
        trait(character, character.attribute(own.trait) or own.trait),
        found or None,
        source=source,
        ruling=own.ruling,
        carrying=ruling,
    )


def threshold(character: DeclaredCharacter, level: str) -> Figure:
    """The damage at which a box begins; for one that takes all damage under the base, where it
    ends.
    """
    defense, from_ = character.rules.book.defense, base(character)
    row = defense.levels[level]
    if defense.soak:
        return number(f"{row.name}, over {defense.soak.name}", row.plus, source=row.source)
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
