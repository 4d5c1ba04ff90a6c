"""Homebrew: ids from names, reading a form, the limit on size; and all of it for games whose
homebrew is named rows.

What an item is, and the fields of its form, is each game's own.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, TypeVar
from unicodedata import normalize
from zlib import crc32

import msgspec

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Allot, Choice, Field, Number, Pick, Text
from rules.forms.parsing import FormValues
from rules.house import EDIT_BYTES, HomebrewItem, HomebrewKind, HouseRules, house_bytes
from rules.kit import typed
from rules.kit.house_switches import HouseOptions
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.tables import Row

# The longest id, and reserved ids.
LONGEST_ID, RESERVED = 60, ("own",)
House = TypeVar("House", bound=msgspec.Struct)


def slug(name: str) -> str:
    """The id for a name: lower case with hyphens, like those of a book."""
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    id = re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST_ID].strip("-")
    if id and id not in RESERVED:
        return id
    return f"own-{crc32(name.encode('utf-8', 'replace')):08x}"


def free_slug(name: str, taken: Iterable[str]) -> str:
    """An id for a name that is not taken, with a number if it needs one: "bolt-2"."""
    base, ids, count = slug(name), set(taken), 1
    id = base
    while id in ids:
        count += 1
        id = f"{base}-{count}"
    return id


def read_field(field: Field, values: FormValues) -> Any:
    """The values sent for a field; a field that was not sent keeps its value, or is unchecked."""
    unsent = () if isinstance(field, Pick) else getattr(field, "values", ())
    cleaned = parsing.cleaned(values.get(field.id, unsent), field.id)
    match field:
        case Text(limit=limit):
            return parsing.text(cleaned, limit)
        case Number(lowest=lowest, highest=highest):
            return parsing.number_or_none(parsing.one(cleaned), lowest, highest)
        case Choice(options=options):
            value = parsing.one(cleaned)
            if value not in [option.id for option in options]:
                raise InvalidDocument("Choose one of the options.")
            return value
        case Pick(options=options):
            return parsing.known(cleaned, (option.id for option in options))
        case Allot(traits=traits):
            highest = max(trait.highest for trait in traits)
            return parsing.allotted(tuple(trait.id for trait in traits), cleaned, highest)
        case _:
            raise InvalidDocument("this field doesn't exist")


def check_size(after: msgspec.Struct, before: msgspec.Struct) -> None:
    """Refuse house rules that are too large for a character, unless they were before."""
    if house_bytes(after) > max(EDIT_BYTES, house_bytes(before)):
        message = (
            "Your party's homebrew is too large for a character file. Shorten or remove some of it."
        )
        raise RuleViolation([Problem("too-much", "does", message)])


class HomebrewRows(msgspec.Struct, frozen=True):
    """Homebrew of one kind, in the member of the house rules with the name of the `kind`.

    `fields(row)` is the form of a row, `blank` a new one. `wrong(row, others)` says what else
    is wrong with a row than its name, "" for nothing, and `about(row)` describes it in a line.
    `used(document)` are the rows that a document uses, each as `named(row)` names it. `most` is the
    limit, and `one` names a row ("power"); `plural` is the plural of its printed name.
    """

    kind: str
    blank: Any
    fields: Callable[[Any], tuple[Field, ...]]
    wrong: Callable[[Any, Iterable[Any]], str]
    about: Callable[[Any], str]
    used: Callable[[Document], Container[str]]
    named: Callable[[Any], str] = lambda row: str(row.id)
    most: int = 100
    one: str = "item"
    plural: str = ""

    def rows(self, house: Any) -> tuple[Any, ...]:
        """Every row of the house rules."""
        rows: tuple[Any, ...] = getattr(house, self.kind)
        return rows

    def described(self, row: Row) -> HomebrewKind:
        """The kind, as the game's table describes it."""
        return HomebrewKind(self.kind, row.name, self.plural or f"{row.name}s", row.does)

    def problems(self, house: Any) -> Iterator[Problem]:
        """Rows that are wrong, or share an id or a name."""
        rows = self.rows(house)
        for position, row in enumerate(rows):
            others = rows[:position]
            message = self._conflict(row, others)
            if not row.id or row.id in {other.id for other in others}:
                message = message or f"Another {self.one} has this id."
            if message:
                where = f"house.{self.kind}[{position}]"
                code = f"house-{self.kind}".replace("_", "-")
                yield Problem(code, where, message, never=message)

    def _conflict(self, row: Any, others: Iterable[Any]) -> str:
        """Why a row is illegal among the others, "" if it is not."""
        if not row.name.strip():
            return f"Give the {self.one} a name."
        if typed.key(row.name) in {typed.key(other.name) for other in others}:
            return f"There is another {self.one} called {row.name}."
        return self.wrong(row, others)

    def moved(self, document: Document, house: Any) -> tuple[Any, ...]:
        """The rows for a character that moves into other house rules: those of the new ones, and
        those of its own that it uses and the new ones lack.
        """
        rows, used = self.rows(house), self.used(document)
        names, ids = {self.named(row) for row in rows}, {row.id for row in rows}
        own = self.rows(document.house) if document.house else ()
        lacking = (row for row in own if self.named(row) not in names and row.id not in ids)
        return (*rows, *(row for row in lacking if self.named(row) in used))

    def items(self, house: Any) -> tuple[HomebrewItem, ...]:
        """Every row as a page shows it."""
        return tuple(
            HomebrewItem(self.kind, row.id, row.name, self.about(row)) for row in self.rows(house)
        )

    def form(self, house: Any, id: str = "") -> tuple[Field, ...]:
        """The form for a new row, or for the one with that id; KeyError if there is none."""
        return self.fields(self._apart(house, id)[1])

    def save(self, house: House, values: FormValues, id: str = "") -> House:
        """The house rules with a new or changed row; RuleViolation names each wrong field."""
        others, old = self._apart(house, id)
        entered, wrong = dict[str, Any](), list[Problem]()
        for field in self.fields(old):
            try:
                entered[field.id] = read_field(field, values)
            except InvalidDocument as unreadable:
                wrong.append(Problem("bad-value", field.id, unreadable.message))
        row = old
        if not wrong:
            new_id = id or free_slug(entered["name"], (one.id for one in others))
            members = {name: value for name, value in entered.items() if value is not None}
            row = type(self.blank)(**{**members, "id": new_id})
            message = self._conflict(row, others)
            if len(others) >= self.most:
                message = f"{self.most} of a kind is the limit. Remove one first."
            wrong += [Problem("bad-value", "name", message)] if message else []
        if wrong:
            raise RuleViolation(wrong)
        rows = (
            tuple(row if one is old else one for one in self.rows(house)) if id else (*others, row)
        )
        after = msgspec.structs.replace(house, **{self.kind: rows})
        check_size(after, house)
        return after

    def remove(self, house: House, id: str) -> House:
        """The house rules without a row; KeyError if there is none."""
        if not id:
            raise KeyError(id)
        return msgspec.structs.replace(house, **{self.kind: self._apart(house, id)[0]})

    def _apart(self, house: Any, id: str) -> tuple[tuple[Any, ...], Any]:
        """The other rows, and the row with that id; without an id, a blank one."""
        rows = self.rows(house)
        if not id:
            return rows, self.blank
        for row in rows:
            if row.id == id:
                return tuple(one for one in rows if one is not row), row
        raise KeyError(id)


class PartyRules(HouseRules[House]):
    """House rules of a game with options, and with homebrew in named rows of some kinds, each as
    the game's table describes it.
    """

    def __init__(
        self,
        type: type[House],
        options: HouseOptions,
        rows: Iterable[HomebrewRows] = (),
        described: Mapping[str, Row] | None = None,
    ) -> None:
        self.options, self.rows = options, {kind.kind: kind for kind in rows}
        texts = described or {}
        kinds = (kind.described(texts[id]) for id, kind in self.rows.items())
        super().__init__(type, tuple(kinds))

    def fields(self, house: House) -> tuple[Field, ...]:
        return self.options.fields(house)

    def set_field(self, house: House, *, field: str, values: tuple[str, ...]) -> House:
        return self.options.set_field(house, field=field, values=values)

    def problems(self, house: House) -> tuple[Problem, ...]:
        rows = (problem for kind in self.rows.values() for problem in kind.problems(house))
        return (*self.options.problems(house), *rows)

    def items(self, house: House) -> tuple[HomebrewItem, ...]:
        return tuple(item for kind in self.rows.values() for item in kind.items(house))

    def form(self, house: House, kind: str, id: str = "") -> tuple[Field, ...]:
        return self.rows[kind].form(house, id)

    def save(self, house: House, kind: str, values: FormValues, id: str = "") -> House:
        return self.rows[kind].save(house, values, id)

    def remove(self, house: House, kind: str, id: str) -> House:
        return self.rows[kind].remove(house, id)

    def moved(self, document: Document, house: House) -> Document:
        placed = super().moved(document, house)
        rows = {id: kind.moved(document, house) for id, kind in self.rows.items()}
        if not rows:
            return placed
        return msgspec.structs.replace(placed, house=msgspec.structs.replace(placed.house, **rows))
