"""The texts of the sheet: edge and burden, looks and manner, and what is the party's own, which no
book explains.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.sheet import Passage, Prose
from rules.systems.hyperspace_d6 import described
from rules.systems.hyperspace_d6.book import Entry, Quirk, book
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.homemade import PARTYS_OWN


def party(character: Character) -> tuple[Prose, ...]:
    """A section of its own, or none where there is nothing to say."""
    if not character.house.era and character.tables is book():
        return ()
    passages = (*_era(character), *_made(character))
    return (Prose("party", "House rules", passages),) if passages else ()


def _era(character: Character) -> Iterator[Passage]:
    """When the party plays, where it says so."""
    if said := character.house.era.strip():
        yield Passage(said, "", "Era")


def _made(character: Character) -> Iterator[Passage]:
    """Species, profession and skills; an edge, a burden and a thing are told where they stand."""
    tables, build = character.tables, character.build
    for rows, chosen, label in (
        (tables.species, build.species, "Species"),
        (tables.professions, build.profession, "Profession"),
    ):
        row = rows.get(chosen) if isinstance(chosen, str) else None
        if row and row.own:
            yield _passage(character, row, label)
    for skill in character.skills.values():
        if skill.own:
            yield _passage(character, skill, "Skill")


def _passage(character: Character, row: Entry, label: str) -> Passage:
    return Passage(row.name, described.about(row, character.tables), labelled(label, row))


def labelled(label: str, row: Entry) -> str:
    """What a thing is, and whose: "Edge, made by a party"."""
    return f"{label}, {PARTYS_OWN[:1].lower()}{PARTYS_OWN[1:]}" if row.own else label


def quirks(character: Character) -> Prose:
    """Edge and burden: what each does, what it was taken for, and the player's words."""
    chosen, build = character.chosen, character.build
    passages = []
    if chosen.edge:
        own = build.edge.note if build.edge else ""
        passages.append(_quirk(character, chosen.edge, "Edge", own))
    if chosen.burden:
        own = build.burden.note if build.burden else ""
        passages.append(_quirk(character, chosen.burden, "Burden", own))
    return Prose("edge-and-burden", "Edge and burden", tuple(passages))


def trait_of(character: Character, row: Quirk) -> str:
    """The name of the trait that an edge or a burden was taken for, "" for none."""
    chosen = character.chosen
    if row is chosen.edge and chosen.edge_skill:
        return chosen.skills[chosen.edge_skill].name
    if row is chosen.burden and chosen.burden_attribute:
        return book().attributes[chosen.burden_attribute].name
    return ""


def _quirk(character: Character, row: Quirk, label: str, own_words: str) -> Passage:
    trait = trait_of(character, row)
    does = described.about(row, character.tables) if row.own else row.told(trait)
    name = f"{row.name}: {trait}" if trait else row.name
    return Passage(name, does, labelled(label, row), own_words)


def who(character: Character) -> Prose:
    """Looks and manner, in the player's words."""
    build = character.build
    texts = (("Appearance", build.appearance), ("Personality", build.personality))
    passages = tuple(Passage(name, "", name, text) for name, text in texts if text)
    return Prose("who", "Who this is", passages)
