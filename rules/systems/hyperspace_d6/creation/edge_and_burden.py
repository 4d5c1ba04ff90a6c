"""The step of edge and burden: their effects, their own fields, and the player's words."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.creation import Bound, with_build
from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Change, Choice, Field, Option, Text
from rules.forms.parsing import Values
from rules.problems import InvalidDocument
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation.preview import Baseline
from rules.systems.hyperspace_d6.document.build import NOTE, Build, Burden, Edge
from rules.systems.hyperspace_d6.homebrew.forms import attributes
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN, document_tables, skill_term
from rules.systems.hyperspace_d6.ledger.kinds import replay
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Quirk
from rules.systems.hyperspace_d6.sheet.layout import trait_of

Quirked = Edge | Burden


class QuirkField(msgspec.Struct, frozen=True):
    """An edge or a burden: the member of the build, its type, and the table of its rows; the trait
    that some of them ask for, with the field of it, and a hint at the player's own words.
    """

    member: str
    kind: type[Quirked]
    table: str
    asks: str
    trait: Callable[[Character, Any, Quirk], Choice]
    hint: str

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

    def _present(
        self, build: Build, tables: Book
    ) -> tuple[Quirked | None, Quirk | None, Mapping[str, Quirk]]:
        """The chosen one, its row, and all rows."""
        chosen, rows = getattr(build, self.member), getattr(tables, self.table)
        return chosen, rows.get(chosen.id) if chosen else None, rows

    def _instead(self, chosen: Quirked | None, row: Quirk | None, id: str) -> Quirked:
        """Another edge or burden instead of the one `chosen`; it keeps its details, too."""
        members = {"note", row.asks if row else ""} - {""}
        return self.kind(id=id, **{name: getattr(chosen, name) for name in members if chosen})

    def _read(self, document: Document[Build], part: str) -> Values | None:
        chosen, member = getattr(document.build, self.member), part or "id"
        if chosen is None:
            return None if part else ("",)
        if member not in chosen.__struct_fields__:
            return None
        text = str(getattr(chosen, member))
        return (document_tables(document).skill_id(text) if part == "skill" else text,)

    def _write(self, document: Document[Build], part: str, values: Values) -> Document[Build]:
        chosen, row, rows = self._present(document.build, document_tables(document))
        if not part:
            id = parsing.one(values)
            written = self._instead(chosen, rows.get(id), id) if id else None
        elif chosen is None:
            raise InvalidDocument("Choose one first.")
        elif part == "note":
            written = replace(chosen, note=parsing.text(values, NOTE))
        elif part == self.asks and row and row.asks == part:
            written = replace(chosen, **{part: parsing.one(values)})
        else:
            raise InvalidDocument("this field doesn't exist")
        return with_build(document, **{self.member: written})

    def _dependent(self, document: Document[Build]) -> Iterator[str]:
        chosen, row, _ = self._present(document.build, document_tables(document))
        if row and row.asks:
            yield f"{self.member}.{self.asks}"
        if chosen:
            yield f"{self.member}.note"

    def _show(self, character: Character, *, has_numbers: bool) -> Iterator[Field]:
        """Each with its effects, and the fields of the chosen one."""
        chosen, row, rows = self._present(character.build, character.tables)
        id = chosen.id if chosen else ""
        options = tuple(self._option(character, each, chosen=each is row) for each in rows.values())
        if has_numbers:
            now = Baseline(character)
            options = tuple(
                msgspec.structs.replace(option, changes=self._changes(character, option, now))
                for option in options
            )
        fields: tuple[Field, ...] = ()
        if chosen and row:
            words = (chosen.note,)
            note = Text(f"{self.member}.note", "Your own words", words, self.hint, 2, NOTE)
            asked = (self.trait(character, chosen, row),) if row.asks == self.asks else ()
            fields = (*asked, note)
        label = self.member.capitalize()
        yield Choice(self.member, label, (id,), options, look="cards", fields=fields)

    def _changes(self, character: Character, option: Option, now: Baseline) -> tuple[Change, ...]:
        """The changes on the sheet with an edge or burden instead of the chosen one."""
        chosen, row, rows = self._present(character.build, character.tables)
        if option.chosen or not (_counts(rows[option.id]) or _counts(row)):
            return ()
        instead = self._instead(chosen, rows[option.id], option.id)
        after = replay(with_build(character.document, **{self.member: instead}))
        return now.changes(now.gained(after))

    def _option(self, character: Character, row: Quirk, *, chosen: bool) -> Option:
        return Option(
            row.id,
            row.name,
            row.told(trait_of(character, row)) if chosen else row.does,
            chosen=chosen,
            note=PARTYS_OWN if row.own else "",
            source=row.source,
            ruling=row.ruling,
            term="" if row.own else f"{self.member}.{row.id}",
            best=row.good,
        )


def _skill(character: Character, edge: Edge, row: Quirk) -> Choice:
    """The skill of an edge; of the Force only with the Force, and for an edge that allows it."""
    now = Baseline(character)
    named = character.tables.skill_id(edge.skill)
    is_open = character.has_force and not row.mundane
    options = tuple(
        Option(
            id,
            skill.name,
            group=skill.attribute,
            chosen=named == id,
            changes=() if named == id else _for_skill(character, row, now, id),
            term=skill_term(skill),
        )
        for id, skill in character.chosen.skills.items()
        if skill.attribute != FORCE or named == id or is_open
    )
    return Choice("edge.skill", "For which skill", (named,), options, attributes(book()), "menu")


def _counts(row: Quirk | None) -> bool:
    """True if an edge or a burden changes any number; most have only a text."""
    if row is None:
        return False
    dice = row.dice or row.conditional_dice or row.force_dice or row.point_dice
    return bool(dice) or row.credits is not None


def _for_skill(character: Character, row: Quirk, now: Baseline, id: str) -> tuple[Change, ...]:
    """The effects of an edge for this skill, instead of its present one."""
    if not row.dice:
        return ()
    named = character.chosen.edge_skill
    return now.skills_moved({id: row.dice, **({named: -row.dice} if named else {})})


def _attribute(character: Character, burden: Burden, _row: Quirk) -> Choice:
    """The attribute of a burden, the Force among them for who has it."""
    named = burden.attribute
    traits = (*ATTRIBUTES, FORCE) if character.has_force else ATTRIBUTES
    options = tuple(
        Option(id, book().attributes[id].name, chosen=named == id, term=f"attributes.{id}")
        for id in traits
    )
    return Choice("burden.attribute", "Which attribute", (named,), options, look="menu")


FIELDS = (
    QuirkField("edge", Edge, "edges", "skill", _skill, "Who, what, where from?").bound(),
    QuirkField(
        "burden", Burden, "burdens", "attribute", _attribute, "Who, what, since when?"
    ).bound(),
)
