"""Everything that a declared game's parts look up: its tables, the types of its documents, and what
follows from them once for all characters.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from rules import figures, plain_text
from rules.declared import document
from rules.declared.document import PRESET, OwnParts, Types
from rules.declared.expressions import Term
from rules.declared.extras import Extras
from rules.declared.folder import Folder
from rules.declared.identity import Identity
from rules.declared.powers.document import PowerRules
from rules.declared.presets import Presets
from rules.declared.reading import ReadTables
from rules.declared.rulebook import Book
from rules.dice import codes
from rules.document import Document
from rules.figures import Figure
from rules.kit import typed
from rules.kit.coded.character import CodeFigures, CodeSources, PointFigures
from rules.kit.coded.sums import CodeSums, Preset
from rules.kit.currency import MOST_POINTS, Accounts, Currency, of_account
from rules.kit.play.marks import Bounds
from rules.kit.typed import Damage, Skill
from rules.tables import Row
from rules.text_cache import text_cache


class TraitNames(msgspec.Struct, frozen=True):
    """The traits with a preset: the names of attributes by id, those of all that belong to no other
    trait, and the skills of the book by key.
    """

    attributes: Mapping[str, str]
    bases: Mapping[str, str]
    skills: Mapping[str, Skill]


@dataclass(frozen=True, kw_only=True, eq=False)
class Ruleset:
    """The tables of a game, as they were `read`, with what follows from them."""

    tables: ReadTables
    extras: Extras

    def __post_init__(self) -> None:
        book = self.tables.book
        marks = document.mark_bounds(book, self.extras.own.marks)
        names = _names(book.traits.attributes)
        own = OwnParts(self.extras.weapons.row, self.extras.build)
        types = document.types(self.tables.identity.slug, book, book.party.switches, marks, own)
        links = {plain_text.folded(said): id for id, name in names.items() for said in (id, name)}
        self._hold(
            reader=self.tables.reader,
            folder=self.tables.reader.folder,
            identity=self.tables.identity,
            book=book,
            terms=self.tables.terms,
            own=self.tables.own,
        )
        self._hold(
            marks=marks,
            types=types,
            names=names,
            links=links,
            strength=book.strength,
            aliases={id: row.skills[0] for id, row in book.traits.aliases.items()},
            power_rules=power_rules(book),
            traits={*names, *book.traits.skills, *book.power_skills},
            presets=_presets(book, tuple(names)),
            codes=self._codes(),
            experience=_experience(book),
            points=_points(book),
        )
        every = ("", *(self.presets.rows if self.presets else ()))
        usual = self.presets.usual if self.presets else None
        self._hold(
            kinds={preset: self._kind(preset) for preset in every},
            homes=_homes(book, self.key),
            sums=usual or _sums(book, len(names)),
            accounts=self._accounts(),
            point_figures=self._point_figures(),
        )

    def _hold(self, **members: object) -> None:
        """Set members that follow from the tables."""
        for name, value in members.items():
            object.__setattr__(self, name, value)

    reader: Folder = field(init=False)
    folder: Path = field(init=False)
    identity: Identity = field(init=False)
    book: Book = field(init=False)
    terms: Mapping[str, Term] = field(init=False)
    own: Mapping[str, Any] = field(init=False)
    marks: Bounds = field(init=False)
    types: Types = field(init=False)
    names: Mapping[str, str] = field(init=False)
    links: Mapping[str, str] = field(init=False)
    strength: tuple[str, ...] = field(init=False)
    aliases: Mapping[str, str] = field(init=False)
    kinds: Mapping[str, TraitNames] = field(init=False)
    power_rules: PowerRules = field(init=False)
    traits: Container[str] = field(init=False)
    homes: Mapping[str, str] = field(init=False)
    presets: Presets | None = field(init=False)
    sums: CodeSums = field(init=False)
    codes: CodeFigures = field(init=False)
    experience: Currency = field(init=False)
    points: Currency | None = field(init=False)
    accounts: Accounts = field(init=False)
    point_figures: PointFigures = field(init=False)

    def counts_dice(self, build: Any, house: object) -> bool:
        """True if the dice of creation are counted: always, or by choice of the player or the
        party.
        """
        if self.presets:
            return self.preset_of(build, house) in self.presets.rows
        return bool(
            not self.book.creation.optional or build.preset or getattr(house, PRESET, False)
        )

    def preset_of(self, build: Any, house: Any) -> str:
        """The preset that the party chose, or the player; "" in a game without several."""
        return str(house.preset or build.preset) if self.presets else ""

    def sums_of(self, preset: str) -> CodeSums:
        """The sums of that preset; in a game without several, or for none, the usual ones."""
        return self.presets.sums.get(preset, self.sums) if self.presets else self.sums

    def damage(self, text: str) -> Damage:
        """A typed damage; InvalidDocument with the right format."""
        return typed.damage(text, self.strength)

    @text_cache(4096)  # a long ledger names the same few traits again and again
    def attribute(self, name: str, preset: str = "") -> str:
        """The id of the attribute with that id or name, "" for none."""
        if self.presets:
            return self.presets.attribute(name, preset)
        return self.links.get(plain_text.folded(name), "")

    @text_cache(4096)
    def trait(self, name: str, preset: str = "") -> tuple[str, str]:
        """The id of the attribute or the skill of powers of that name, "" for none, and the key of
        a skill of that name.
        """
        return self.power_rules.skill(name) or self.attribute(name, preset), self.key(name)

    def attributes(self, document: Document) -> Mapping[str, str]:
        """The attributes of a document by id."""
        return self.of(self.preset_of(document.build, document.house)).attributes

    def of(self, preset: str) -> TraitNames:
        """The traits with that preset; without one, or with an unknown one, the usual ones."""
        return self.kinds.get(preset) or self.kinds[""]

    def key(self, name: str) -> str:
        """The key of a skill of that name; of another name for it that of the skill."""
        key = typed.key(name)
        return self.aliases.get(key, key)

    def shown_under(self, document: Document, attribute: str) -> str:
        """The attribute that a skill stands under in a document, with its preset."""
        preset = self.preset_of(document.build, document.house)
        return self.attribute(attribute, preset) or attribute

    def every_skill(self) -> dict[str, str]:
        """The skills that chance draws on, each with its attribute: those of the archetypes."""
        return self.book.templates.skills

    def _kind(self, preset: str) -> TraitNames:
        names = self.presets.attributes(preset) if self.presets else dict(self.names)
        skills = {
            id: Skill(id, row.name, self.attribute(row.attribute, preset) or row.attribute)
            for id, row in self.book.traits.skills.items()
        }
        return TraitNames(names, {**names, **_names(self.book.power_skills)}, skills)

    @property
    def credit(self) -> str:
        """The author, as it stands on a sheet."""
        return self.identity.credit

    def _codes(self) -> CodeFigures:
        return _codes(self.book)

    def _accounts(self) -> Accounts:
        several = (self.experience, *((self.points,) if self.points else ()))
        return Accounts(several, self.types.award, self.types.adjust)

    def _point_figures(self) -> PointFigures:
        book, point = self.book, self.book.point
        sources = book.creation.sources
        found = PointFigures(
            start=sources["points"],
            ruling=book.creation.rulings["points"],
            force=point.source if point else "",
            dark_side=book.play.sources.get("dark_side", ""),
            award=book.advancement.sources["award"],
            bought=self.experience,
        )
        if point is None or self.points is None:
            return found
        return msgspec.structs.replace(found, points=self.points, spent=point.mark)


def _names(rows: Mapping[str, Row]) -> dict[str, str]:
    return {id: row.name for id, row in rows.items()}


def power_rules(book: Book) -> PowerRules:
    """The powers of a game; without their tables there are no skills of them."""
    if (powers := book.powers) is None:
        return PowerRules({}, {}, 0, called="", without="")
    return PowerRules(
        _names(powers.skills),
        powers.joins,
        powers.picks,
        called=powers.called,
        without=powers.without,
        member=powers.member,
    )


def _homes(book: Book, key: Callable[[str], str]) -> dict[str, str]:
    """The attribute of each skill by its key: the templates' own, then those of the book."""
    homes = {key(name): id for name, id in book.templates.skills.items()}
    return homes | {id: row.attribute for id, row in book.traits.skills.items()}


def pips(text: str) -> int:
    """A code of the tables in pips; 0 for none."""
    return codes.in_pips(*codes.read(text)) if text else 0


def _presets(book: Book, names: tuple[str, ...]) -> Presets | None:
    creation = book.creation
    if not creation.presets:
        return None
    rows = {
        id: Preset(
            id=id,
            name=row.name,
            does=row.does,
            source=row.source,
            ruling=row.ruling,
            attributes=row.of or names,
            attribute_sum=pips(row.attributes),
            attribute_least=pips(row.attribute_least),
            attribute_most=pips(row.attribute_most) or None,
            skill_sum=pips(row.skills),
            skill_most=pips(row.skill_most),
        )
        for id, row in creation.presets.items()
    }
    cited, ours = creation.cite("preset", "preset"), creation.ours
    traits = book.traits
    return Presets(rows, traits.attributes, traits.stand_ins, usual=names, ours=ours, cited=cited)


def _sums(book: Book, count: int) -> CodeSums:
    creation = book.creation
    return CodeSums(
        attributes=pips(creation.attributes),
        skills=pips(creation.skills),
        skill_most=pips(creation.skill_most),
        count=count,
        ours=creation.ours,
        source=creation.sources["preset"],
        ruling=creation.rulings["preset"],
        lowest=pips(creation.attribute_least),
        highest=pips(creation.attribute_most) or None,
    )


class DeclaredCodes(CodeFigures, frozen=True):
    """The codes of a declared game, with what chosen rows add."""

    def base(self, character: Any, id: str) -> Figure:
        """The code of an attribute."""
        return _with_given(character, id, super().base(character, id))

    def skill(self, character: Any, key: str) -> Figure:
        """The code of a skill; without one of its own, its attribute's."""
        return _with_given(character, key, super().skill(character, key))


def _with_given(character: Any, trait: str, found: Figure) -> Figure:
    terms = [figures.points(name, one.add) for name, one in character.given(trait)]
    return figures.carried(found.label, found, *terms, source=found.source) if terms else found


def _codes(book: Book) -> CodeFigures:
    rows = {**book.traits.attributes, **book.traits.stand_ins, **book.power_skills}
    return DeclaredCodes(
        CodeSources(
            typed=book.creation.sources["codes"],
            bought=book.advancement.sources["pip"],
            bought_ruling=book.advancement.rulings["pip"],
            bare_ruling=book.traits.rulings["bare_skill"],
        ),
        raised=lambda id: rows[id].source,
        book=book.traits.skills.get,
        strength=book.defense.harm_attribute,
    )


def _experience(book: Book) -> Currency:
    own = book.advancement.experience
    return of_account(
        "points",
        "character_points",
        name=own.name,
        one=own.one,
        member=own.member,
        most=MOST_POINTS,
    )


def _points(book: Book) -> Currency | None:
    point = book.point
    if point is None:
        return None
    return of_account(
        "force",
        "force_points",
        name=point.name,
        one=point.one,
        member=point.id,
        most=MOST_POINTS,
        total="all_force_points",
    )
