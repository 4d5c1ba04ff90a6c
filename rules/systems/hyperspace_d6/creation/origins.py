"""The steps of species and profession: cards with their effects on the sheet."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.creation import Bound, with_build
from rules.document import Document
from rules.figures import dice
from rules.forms import parsing
from rules.forms.fields import Choice, Field, Group, Option, Sort, Text, Trait
from rules.forms.parsing import YES, Values
from rules.kit.play.answers import pick
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.origins import MOST_DICE
from rules.systems.hyperspace_d6.creation.preview import TRAITS, Baseline
from rules.systems.hyperspace_d6.document.build import LINE, OWN, Build, OwnProfession, OwnSpecies
from rules.systems.hyperspace_d6.homebrew.forms import allot, attributes
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN, document_tables, skill_term
from rules.systems.hyperspace_d6.ledger import kinds as entry_kinds
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Profession, Species

Own = OwnSpecies | OwnProfession
Row = Species | Profession
OWN_DICE = "Assign the dice yourself."
# More attributes than these with the same dice are nothing that a species is best at.
MOST_BEST = 2
BARRED = "Your party plays without custom ones."
PARTY = "party"


def other(character: Character, build: Build) -> Character:
    """The character as another build makes it."""
    return entry_kinds.replay(replace(character.document, build=build))


class OriginField(msgspec.Struct, frozen=True):
    """A member of the build that is an id or a custom one of the type `own`, and the `label` of its
    choice. `table` and `kinds` are members of the book, and `dice` that of a row with its dice;
    `only` is the rule of a house without custom ones. `detail` describes a row, and `fields` are
    those of a custom one, whose `parts` come in the order in which they can be written again.
    """

    member: str
    label: str
    own: type[Own]
    parts: tuple[str, ...]
    table: str
    kinds: str
    dice: str
    only: str
    detail: Callable[[Any, Book], str]
    fields: Callable[[Character, Any], tuple[Field, ...]]

    def bound(self) -> Bound:
        """The field of the wizard."""
        return Bound(
            self.member,
            self._read,
            self._write,
            lambda document, _: with_build(document, **{self.member: None}),
            self._dependent,
            nested=True,
            show=partial(self._show, has_numbers=True),
            in_short=partial(self._show, has_numbers=False),
        )

    def _chosen(self, document: Document[Build]) -> str | Own | None:
        chosen: str | Own | None = getattr(document.build, self.member)
        return chosen

    def _read(self, document: Document[Build], part: str) -> Values | None:
        chosen = self._chosen(document)
        if not isinstance(chosen, self.own):
            return None if part else (str(chosen or ""),)
        if part == self.dice:
            return tuple(map(str, _dice(chosen).values()))
        match getattr(chosen, part, None) if part else OWN:
            case bool() as is_on:
                return (YES,) if is_on else ()
            case str() as text:
                return (document_tables(document).skill_id(text) if part == "focus" else text,)
        return None

    def _write(self, document: Document[Build], part: str, values: Values) -> Document[Build]:
        chosen = self._chosen(document)
        own = chosen if isinstance(chosen, self.own) else None
        written: str | Own | None
        if part:
            changed = own or self.own()
            written = replace(changed, **_members(changed, part, values))
        elif (value := parsing.one(values)) == OWN:
            start = dict.fromkeys(ATTRIBUTES, book().creation.own_species_start)
            blank = OwnSpecies(attributes=start) if self.own is OwnSpecies else OwnProfession()
            written = own or blank
        else:
            written = value or None
        return with_build(document, **{self.member: written})

    def _dependent(self, document: Document[Build]) -> Iterator[str]:
        if isinstance(self._chosen(document), self.own):
            yield from (f"{self.member}.{part}" for part in self.parts)

    def _show(self, character: Character, *, has_numbers: bool) -> tuple[Field, ...]:
        """A card for each row, homebrew first, and for a custom one; an unknown id is shown too."""
        build, tables = character.build, character.tables
        rows, chosen = getattr(tables, self.table).values(), getattr(build, self.member)
        options = [
            self._card(row, tables, chosen=chosen == row.id)
            for row in sorted(rows, key=lambda row: not row.own)
        ]
        if has_numbers:
            now = Baseline(character)
            options = [self._with_numbers(option, character, now) for option in options]
        fields = self.fields(character, chosen) if isinstance(chosen, self.own) else ()
        value = OWN if fields else str(chosen or "")
        custom = Option(
            OWN,
            f"Custom {self.member}",
            OWN_DICE,
            chosen=bool(fields),
            term=f"{self.member}.own",
            barred=BARRED if getattr(character.house, self.only) else "",
        )
        if value and not fields and all(option.id != value for option in options):
            options.append(Option(value, value, chosen=True, set_aside=True))
        groups = [Group(kind.id, kind.name) for kind in getattr(tables, self.kinds).values()]
        if any(row.own for row in rows):
            groups.insert(0, Group(PARTY, PARTYS_OWN))
        return (
            Choice(
                self.member,
                self.label,
                (value,),
                tuple(options),
                tuple(groups),
                "cards",
                sorts=_sorts(character),
                fields=fields,
                own=() if custom.barred and not fields else (custom,),
            ),
        )

    def _card(self, row: Row, tables: Book, *, chosen: bool) -> Option:
        focus = row.focus if isinstance(row, Species) else None
        return Option(
            row.id,
            row.name,
            self.detail(row, tables),
            group=PARTY if row.own else row.kind,
            chosen=chosen,
            note="On your sheet now" if chosen else PARTYS_OWN if row.own else "",
            keywords=" ".join((row.does, *row.aliases)),
            source=row.source,
            ruling=row.ruling,
            term="" if row.own else f"{self.member}.{row.id}",
            flavor=row.does,
            best=_best(getattr(row, self.dice), tables.skills[focus.skill].name if focus else ""),
        )

    def _with_numbers(self, option: Option, character: Character, now: Baseline) -> Option:
        """A card with the dice that it makes, and what it would change."""
        build = replace(character.build, **{self.member: option.id})
        gained = now.gained(after := other(character, build))
        pools = {id: now.dice[id] + gained.get(id, 0) for id in TRAITS}
        traits = TRAITS if pools[FORCE] else ATTRIBUTES
        return replace(
            option,
            profile=tuple(dice(id, pools[id]) for id in traits),
            changes=() if option.chosen else now.changes(gained),
            ranks=_ranks(after, pools) | now.defenses_with(gained),
        )


def _dice(own: Own) -> dict[str, int]:
    """The dice of a custom species or profession for each attribute that they may go to."""
    if isinstance(own, OwnSpecies):
        start = book().creation.own_species_start
        return {id: own.attributes.get(id, start) for id in ATTRIBUTES}
    return {
        id: own.bonuses.get(id, 0)
        for id in ((*ATTRIBUTES, FORCE) if own.force_user else ATTRIBUTES)
    }


def _members(own: Own, part: str, values: Values) -> dict[str, object]:
    """The members that a part of a custom species or profession sets; InvalidDocument for none."""
    match part:
        case "name":
            return {part: parsing.text(values, LINE)}
        case "attributes" if isinstance(own, OwnSpecies):
            return {part: parsing.allotted(ATTRIBUTES, values, MOST_DICE)}
        case "focus" if isinstance(own, OwnSpecies):
            return {part: parsing.one(values)}
        case "force_sensitive" if isinstance(own, OwnSpecies):
            return {part: YES in values}
        case "bonuses" if isinstance(own, OwnProfession):
            traits = (*ATTRIBUTES, FORCE) if len(values) > len(ATTRIBUTES) else ATTRIBUTES
            allotted = parsing.allotted(traits, values, MOST_DICE)
            return {part: {id: dice for id, dice in allotted.items() if dice}}
        case "force_user" if isinstance(own, OwnProfession):
            is_on = YES in values
            kept = {id: dice for id, dice in own.bonuses.items() if is_on or id != FORCE}
            return {part: is_on, "bonuses": kept}
    raise InvalidDocument("this field doesn't exist")


def _best(dice: Mapping[str, int], skill: str = "") -> str:
    """The focus, and the few attributes with the most dice: "Stealth, Perception"."""
    most = max(dice.values(), default=0)
    names = {**{id: row.name for id, row in book().attributes.items()}, FORCE: "the Force"}
    high = [names[id] for id, value in dice.items() if value == most]
    best = ", ".join((*filter(None, (skill,)), *(high if len(high) <= MOST_BEST else ())))
    return best or ("a bit of everything" if most else "")


def _focus(row: Species, tables: Book) -> str:
    if row.focus is None:
        return f"No focus; {sum(row.attributes.values())}D in all"
    skill = tables.skills[row.focus.skill].name
    return f"{row.focus.name}: +{tables.creation.focus_dice}D {skill}"


def _sorts(character: Character) -> tuple[Sort, ...]:
    best = tuple(
        Sort(id, f"Best at {row.name}")
        for id, row in character.chosen.skills.items()
        if row.attribute != FORCE or character.has_force
    )
    high = tuple(Sort(id, f"Highest {row.name}") for id, row in book().defenses.items())
    return (Sort("", "As in the book"), *high, *best)


def _ranks(after: Character, pools: Mapping[str, int]) -> dict[str, int]:
    """The dice that an option gives to every skill, to sort by."""
    focus = after.chosen.species.focus
    ranks = {id: pools[row.attribute] for id, row in after.skills.items()}
    return {**ranks, focus: ranks[focus] + 1} if focus else ranks


def _species_fields(character: Character, own: OwnSpecies) -> tuple[Field, ...]:
    rules = book().creation
    start, most = rules.own_species_start, rules.own_species_most
    goal = start * len(ATTRIBUTES) + rules.own_species_points
    focus = character.tables.skill_id(own.focus)
    focuses = tuple(
        Option(id, row.name, group=row.attribute, chosen=focus == id, term=skill_term(row))
        for id, row in character.chosen.skills.items()
        if row.attribute != FORCE or character.has_force or focus == id
    )
    force = Option(
        YES,
        "This species is Force-sensitive",
        f"+{rules.own_species_force}D in the Force, on top of the rest",
        chosen=own.force_sensitive,
        term="species.own-force",
    )
    hint = f"{goal}D in all, {start}D to {most}D each."
    traits = _traits(character, own, dict.fromkeys(ATTRIBUTES, start), most)
    return (
        Text("species.name", "Name", (own.name,), limit=LINE),
        allot("species.attributes", "Attributes", traits, goal, hint),
        Choice("species.focus", "Focus: +1D in", (focus,), focuses, attributes(book()), "menu"),
        pick("species.force_sensitive", "The Force", (force,)),
    )


def _profession_fields(character: Character, own: OwnProfession) -> tuple[Field, ...]:
    rules = book().creation
    goal = rules.own_force_profession_points if own.force_user else rules.own_profession_points
    most, least = rules.own_profession_most, {FORCE: rules.own_force_profession_least}
    traits = _traits(character, own, least, most)
    force = Option(
        YES,
        "It uses the Force",
        f"{rules.own_force_profession_points}D in all, the Force among them",
        chosen=own.force_user,
        term="profession.own-force",
    )
    hint = f"{goal}D in all, at most {most}D each."
    return (
        Text("profession.name", "Name", (own.name,), limit=LINE),
        pick("profession.force_user", "The Force", (force,)),
        allot("profession.bonuses", "Dice", traits, goal, hint),
    )


def _traits(character: Character, own: Own, least: Mapping[str, int], most: int) -> Iterator[Trait]:
    for id, value in _dice(own).items():
        name, figure = book().attributes[id].name, figures.attribute(character, id)
        yield Trait(id, name, value, least.get(id, 0), most, figure)


SPECIES = OriginField(
    "species",
    "Species",
    OwnSpecies,
    # The focus may depend on the Force.
    ("name", "attributes", "force_sensitive", "focus"),
    table="species",
    kinds="species_kinds",
    dice="attributes",
    only="book_species_only",
    detail=_focus,
    fields=_species_fields,
).bound()
PROFESSION = OriginField(
    "profession",
    "Profession",
    OwnProfession,
    ("name", "force_user", "bonuses"),
    table="professions",
    kinds="profession_kinds",
    dice="bonuses",
    only="book_professions_only",
    detail=lambda row, _: ", ".join(f"{id} +{value}D" for id, value in row.bonuses.items()),
    fields=_profession_fields,
).bound()
FIELDS = (SPECIES, PROFESSION)
