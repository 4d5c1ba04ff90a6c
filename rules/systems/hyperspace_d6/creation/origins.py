"""The steps of species and profession: cards with their effects on the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from rules.creation import Bound, with_build
from rules.document import Document
from rules.figures import dice
from rules.forms import parsing
from rules.forms.fields import Allot, Choice, Field, Group, Option, Pick, Sort, Text, Trait
from rules.forms.parsing import Values
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation.preview import Alternative, Baseline
from rules.systems.hyperspace_d6.document.build import (
    LINE,
    OWN,
    YES,
    Build,
    OwnProfession,
    OwnSpecies,
)
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN, document_tables, skill_term
from rules.systems.hyperspace_d6.ledger import kinds as entry_kinds
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Kind, Profession, Species


def _write_species(build: Build, rest: str, values: Values) -> str | OwnSpecies | None:
    chosen = build.species
    if not rest:
        value = parsing.one(values)
        if value != OWN:
            return value or None
        if isinstance(chosen, OwnSpecies):
            return chosen
        return OwnSpecies(attributes={id: book().creation.own_species_start for id in ATTRIBUTES})
    own = chosen if isinstance(chosen, OwnSpecies) else OwnSpecies()
    match rest:
        case "name":
            return msgspec.structs.replace(own, name=parsing.text(values, LINE))
        case "attributes":
            return msgspec.structs.replace(own, attributes=parsing.allotted(ATTRIBUTES, values, 9))
        case "focus":
            return msgspec.structs.replace(own, focus=parsing.one(values))
        case "force_sensitive":
            return msgspec.structs.replace(own, force_sensitive=YES in values)
    raise InvalidDocument("this field doesn't exist")


def _write_profession(build: Build, rest: str, values: Values) -> str | OwnProfession | None:
    chosen = build.profession
    if not rest:
        value = parsing.one(values)
        if value != OWN:
            return value or None
        return chosen if isinstance(chosen, OwnProfession) else OwnProfession()
    own = chosen if isinstance(chosen, OwnProfession) else OwnProfession()
    match rest:
        case "name":
            return msgspec.structs.replace(own, name=parsing.text(values, LINE))
        case "bonuses":
            traits = (*ATTRIBUTES, FORCE) if len(values) > len(ATTRIBUTES) else ATTRIBUTES
            bonuses = {id: dice for id, dice in parsing.allotted(traits, values, 9).items() if dice}
            return msgspec.structs.replace(own, bonuses=bonuses)
        case "force_user":
            kept = own.bonuses
            if YES not in values:
                kept = {id: dice for id, dice in kept.items() if id != FORCE}
            return msgspec.structs.replace(own, force_user=YES in values, bonuses=kept)
    raise InvalidDocument("this field doesn't exist")


Row = TypeVar("Row", Species, Profession)
OWN_DICE = "Assign the dice yourself."
# More attributes than these with the same dice are nothing that a species is best at.
MOST_BEST = 2
BARRED = "Your party plays without custom ones."
PARTY = "party"


def other(character: Character, build: Build) -> Character:
    """The character as another build makes it."""
    return entry_kinds.replay(msgspec.structs.replace(character.document, build=build))


def species_fields(character: Character) -> tuple[Field, ...]:
    """A card for each species, and for a custom one."""
    build, now, tables = character.build, Baseline(character), character.tables
    cards = tuple(
        _card(
            other(character, msgspec.structs.replace(build, species=id)),
            row,
            chosen=build.species == id,
            now=now,
            detail=_focus(row, tables),
            best=_best(row.attributes, tables.skills[row.focus.skill].name if row.focus else ""),
            term=f"species.{id}",
        )
        for id, row in _own_first(tables.species)
    )
    own = build.species
    fields = _own_species(character, own) if isinstance(own, OwnSpecies) else ()
    custom = Option(OWN, "Custom species", OWN_DICE, chosen=bool(fields), term="species.own")
    if character.house.book_species_only:
        custom = msgspec.structs.replace(custom, barred=BARRED)
    groups = _kinds(tables.species_kinds, tables.species.values())
    choice = Choice("species", "Species", (), cards, groups, "cards")
    return (_completed(choice, character, own, custom, fields),)


def profession_fields(character: Character) -> tuple[Field, ...]:
    """A card for each profession, and for a custom one."""
    build, now, tables = character.build, Baseline(character), character.tables
    cards = tuple(
        _card(
            other(character, msgspec.structs.replace(build, profession=id)),
            row,
            chosen=build.profession == id,
            now=now,
            detail=", ".join(f"{trait} +{value}D" for trait, value in row.bonuses.items()),
            best=_best(row.bonuses),
            term=f"profession.{id}",
        )
        for id, row in _own_first(tables.professions)
    )
    own = build.profession
    fields = _own_profession(character, own) if isinstance(own, OwnProfession) else ()
    custom = Option(OWN, "Custom profession", OWN_DICE, chosen=bool(fields), term="profession.own")
    if character.house.book_professions_only:
        custom = msgspec.structs.replace(custom, barred=BARRED)
    groups = _kinds(tables.profession_kinds, tables.professions.values())
    choice = Choice("profession", "Profession", (), cards, groups, "cards")
    return (_completed(choice, character, own, custom, fields),)


def _own_first(rows: Mapping[str, Row]) -> list[tuple[str, Row]]:
    """Homebrew, then the book's, each in order."""
    return sorted(rows.items(), key=lambda pair: not pair[1].own)


def _kinds(kinds: Mapping[str, Kind], rows: Iterable[Species | Profession]) -> tuple[Group, ...]:
    """The headings of the book, after that of the homebrew, if there is any."""
    groups = tuple(Group(kind.id, kind.name) for kind in kinds.values())
    return (Group(PARTY, PARTYS_OWN), *groups) if any(row.own for row in rows) else groups


def _completed(
    choice: Choice,
    character: Character,
    chosen: str | OwnSpecies | OwnProfession | None,
    mine: Option,
    fields: tuple[Field, ...],
) -> Choice:
    """The choice with the chosen option, the custom one, and sort orders; an unknown option stays
    visible.
    """
    value = OWN if mine.chosen else str(chosen or "")
    options = choice.options
    if value and not mine.chosen and all(option.id != value for option in options):
        options = (*options, Option(value, value, chosen=True, set_aside=True))
    return msgspec.structs.replace(
        choice,
        values=(value,),
        options=options,
        sorts=_sorts(character),
        fields=fields,
        own=() if mine.barred and not mine.chosen else (mine,),
    )


def _card(
    after: Character,
    row: Species | Profession,
    *,
    chosen: bool,
    now: Baseline,
    detail: str,
    best: str,
    term: str,
) -> Option:
    alternative = Alternative(now, after)
    traits = alternative.dice if alternative.dice[FORCE] else ATTRIBUTES
    return Option(
        row.id,
        row.name,
        detail,
        group=PARTY if row.own else row.kind,
        chosen=chosen,
        profile=tuple(dice(id, alternative.dice[id]) for id in traits),
        changes=() if chosen else alternative.changes(),
        note="On your sheet now" if chosen else PARTYS_OWN if row.own else "",
        keywords=" ".join((row.does, *row.aliases)),
        ranks=_ranks(after, alternative),
        source=row.source,
        ruling=row.ruling,
        term="" if row.own else term,
        flavor=row.does,
        best=best,
    )


def _best(dice: Mapping[str, int], skill: str = "") -> str:
    """The focus of a species, and the attributes with the most dice, unless that is most of them:
    "Stealth, Perception".
    """
    most = max(dice.values(), default=0)
    names = {**{id: row.name for id, row in book().attributes.items()}, FORCE: "the Force"}
    high = [names[id] for id, value in dice.items() if value == most]
    return ", ".join((*filter(None, (skill,)), *(high if len(high) <= MOST_BEST else ())))


def _focus(row: Species, tables: Book) -> str:
    if row.focus is None:
        return f"No focus; {sum(row.attributes.values())}D in all"
    skill = tables.skills[row.focus.skill].name
    return f"{row.focus.name}: +{tables.creation.focus_dice}D {skill}"


def _sorts(character: Character) -> tuple[Sort, ...]:
    best = tuple(
        Sort(id, f"Best at {row.name}")
        for id, row in character.chosen.skills.items()
        if row.attribute != FORCE or figures.has_force(character)
    )
    high = tuple(Sort(id, f"Highest {row.name}") for id, row in book().defenses.items())
    return (Sort("", "As in the book"), *high, *best)


def _ranks(after: Character, then: Alternative) -> dict[str, int]:
    """The sort values of an option: the pool of every skill, and the defenses."""
    focus = after.chosen.species.focus
    ranks = {id: then.dice[row.attribute] for id, row in after.chosen.skills.items()}
    if focus:
        ranks[focus] += 1
    return ranks | then.defenses()


def _own_species(character: Character, own: OwnSpecies) -> tuple[Field, ...]:
    rules = book().creation
    start, most = rules.own_species_start, rules.own_species_most
    goal = start * len(ATTRIBUTES) + rules.own_species_points
    values = {id: own.attributes.get(id, start) for id in ATTRIBUTES}
    traits = tuple(
        Trait(
            id,
            book().attributes[id].name,
            values[id],
            start,
            most,
            figures.attribute(character, id),
        )
        for id in ATTRIBUTES
    )
    focus = character.tables.skill_id(own.focus)
    focuses = tuple(
        Option(id, row.name, group=row.attribute, chosen=focus == id, term=skill_term(row))
        for id, row in character.chosen.skills.items()
        if row.attribute != FORCE or figures.has_force(character) or focus == id
    )
    groups = tuple(Group(id, row.name) for id, row in book().attributes.items())
    force = Option(
        YES,
        "This species is Force-sensitive",
        f"+{rules.own_species_force}D in the Force, on top of the rest",
        chosen=own.force_sensitive,
        term="species.own-force",
    )
    return (
        Text("species.name", "Name", (own.name,), limit=LINE),
        Allot(
            "species.attributes",
            "Attributes",
            tuple(str(value) for value in values.values()),
            traits,
            goal,
            goal - sum(values.values()),
            hint=f"{goal}D in all, {start}D to {most}D each.",
        ),
        Choice("species.focus", "Focus: +1D in", (focus,), focuses, groups, "menu"),
        Pick(
            "species.force_sensitive", "The Force", (YES,) if own.force_sensitive else (), (force,)
        ),
    )


def _own_profession(character: Character, own: OwnProfession) -> tuple[Field, ...]:
    rules = book().creation
    ids = (*ATTRIBUTES, FORCE) if own.force_user else ATTRIBUTES
    goal = rules.own_force_profession_points if own.force_user else rules.own_profession_points
    least = {FORCE: rules.own_force_profession_least}
    values = {id: own.bonuses.get(id, 0) for id in ids}
    traits = tuple(
        Trait(
            id,
            book().attributes[id].name,
            values[id],
            least.get(id, 0),
            rules.own_profession_most,
            figures.attribute(character, id),
        )
        for id in ids
    )
    force = Option(
        YES,
        "It uses the Force",
        f"{rules.own_force_profession_points}D in all, the Force among them",
        chosen=own.force_user,
        term="profession.own-force",
    )
    return (
        Text("profession.name", "Name", (own.name,), limit=LINE),
        Pick("profession.force_user", "The Force", (YES,) if own.force_user else (), (force,)),
        Allot(
            "profession.bonuses",
            "Dice",
            tuple(str(value) for value in values.values()),
            traits,
            goal,
            goal - sum(values.values()),
            hint=f"{goal}D in all, at most {rules.own_profession_most}D each.",
        ),
    )


def _read_species(chosen: str | OwnSpecies | None, rest: str, tables: Book) -> Values | None:
    if not isinstance(chosen, OwnSpecies):
        return None if rest else (chosen or "",)
    start = tables.creation.own_species_start
    match rest:
        case "":
            return (OWN,)
        case "attributes":
            return tuple(str(chosen.attributes.get(id, start)) for id in ATTRIBUTES)
        case "force_sensitive":
            return (YES,) if chosen.force_sensitive else ()
        case "focus":
            return (tables.skill_id(chosen.focus),)
    return (chosen.name,) if rest == "name" else None


def _read_profession(chosen: str | OwnProfession | None, rest: str) -> Values | None:
    if not isinstance(chosen, OwnProfession):
        return None if rest else (chosen or "",)
    traits = (*ATTRIBUTES, FORCE) if chosen.force_user else ATTRIBUTES
    match rest:
        case "":
            return (OWN,)
        case "bonuses":
            return tuple(str(chosen.bonuses.get(id, 0)) for id in traits)
        case "force_user":
            return (YES,) if chosen.force_user else ()
    return (chosen.name,) if rest == "name" else None


def _species_parts(document: Document[Build]) -> Iterator[str]:
    """Its attributes precede its focus, which may depend on the Force."""
    if isinstance(document.build.species, OwnSpecies):
        for part in ("name", "attributes", "force_sensitive", "focus"):
            yield f"species.{part}"


def _profession_parts(document: Document[Build]) -> Iterator[str]:
    if isinstance(document.build.profession, OwnProfession):
        for part in ("name", "force_user", "bonuses"):
            yield f"profession.{part}"


SPECIES = Bound(
    "species",
    lambda document, rest: _read_species(document.build.species, rest, document_tables(document)),
    lambda document, rest, values: with_build(
        document, species=_write_species(document.build, rest, values)
    ),
    lambda document, _: with_build(document, species=None),
    _species_parts,
    nested=True,
    show=species_fields,
)
PROFESSION = Bound(
    "profession",
    lambda document, rest: _read_profession(document.build.profession, rest),
    lambda document, rest, values: with_build(
        document, profession=_write_profession(document.build, rest, values)
    ),
    lambda document, _: with_build(document, profession=None),
    _profession_parts,
    nested=True,
    show=profession_fields,
)
FIELDS = (SPECIES, PROFESSION)
