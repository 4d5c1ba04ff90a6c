"""Homebrew: ids from names, reading a form, the limit on size; and all of it for games whose
homebrew is named rows.

What an item is, and the fields of its form, is each game's own.
"""

import re
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar
from unicodedata import normalize
from zlib import crc32

import msgspec

from rules.document import Document
from rules.forms import parsing
from rules.forms.fields import Allot, Choice, Field, Number, Option, Pick, Rows, Text
from rules.forms.parsing import FormValues
from rules.house import EDIT_BYTES, HomebrewItem, HomebrewKind, HouseRules, house_bytes
from rules.kit import typed
from rules.kit.house_switches import HouseOptions
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.tables import Row

# A member of a row, and what is wrong with it.
RowProblem = tuple[str, str]
# The longest id, and reserved ids.
LONGEST_ID, RESERVED = 60, ("own",)
House = TypeVar("House", bound=msgspec.Struct)


class NamedRow(Protocol):
    """A row of homebrew."""

    @property
    def id(self) -> str:
        """Its id in documents."""

    @property
    def name(self) -> str:
        """Its name for players."""


# A row of homebrew, and what a game looks up for its house rules; any where they are left out.
if TYPE_CHECKING:
    R = TypeVar("R", bound=NamedRow, default=Any)
    T = TypeVar("T", default=Any)
else:
    R, T = TypeVar("R"), TypeVar("T")


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
        case Pick(options=(Option(id=parsing.YES),)):
            return bool(parsing.known(cleaned, (parsing.YES,)))
        case Pick(options=options):
            return parsing.known(cleaned, (option.id for option in options))
        case Rows(cells=(name, count)):
            return tuple(parsing.rows(cleaned, limit=name.limit, most=count.highest))
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


class HomebrewRows(msgspec.Struct, Generic[R, T], frozen=True):
    """Homebrew of one kind, in a `member` of the house rules, which has the name of the `kind`
    unless another is given.

    `fields(row, tables)` is the form of a row, `blank` a new one, and `made(values, tables)` are
    the members of a row from what was typed. `wrong(row, others, tables)` says what is wrong with a
    row among those that share ids with it, each problem with its member, and
    `about(row, tables)` describes a row in a line. `tables(house)` is what a game looks up for its
    house rules; the house rules themselves where nothing else is said. `named(row)` is how
    documents name a row, `id_of(name, taken)` its id. `most` is the limit, and `one` names a row
    ("power"); `plural` is the plural of its printed name.
    """

    kind: str
    blank: R
    fields: Callable[[R, T], tuple[Field, ...]]
    wrong: Callable[[R, Sequence[R], T], Iterable[RowProblem]]
    about: Callable[[R, T], str]
    made: Callable[[Mapping[str, object], T], Mapping[str, object]] = lambda values, _tables: values
    tables: Callable[[Any], T] = lambda house: house
    named: Callable[[R], Hashable] = lambda row: row.id
    id_of: Callable[[str, Iterable[str]], str] = free_slug
    member: str = ""
    sharing: tuple[str, ...] = ()
    most: int = 100
    one: str = "item"
    plural: str = ""

    def rows(self, house: object) -> tuple[R, ...]:
        """Every row of the house rules."""
        rows: tuple[R, ...] = getattr(house, self.member or self.kind)
        return rows

    def rivals(self, house: object) -> tuple[R, ...]:
        """Every row that shares its ids with this kind: its own, and those of the members
        `sharing` them.
        """
        if not self.sharing:
            return self.rows(house)
        return tuple(row for member in self.sharing for row in getattr(house, member))

    def with_rows(self, house: House, rows: tuple[R, ...]) -> House:
        """The house rules with these rows instead."""
        return msgspec.structs.replace(house, **{self.member or self.kind: rows})

    def described(self, row: Row) -> HomebrewKind:
        """The kind, as the game's table describes it."""
        return HomebrewKind(self.kind, row.name, self.plural or f"{row.name}s", row.does)

    def problems(self, house: object) -> Iterator[Problem]:
        """Rows that are wrong, or share an id or a name."""
        rows, tables = self.rows(house), self.tables(house)
        for position, row in enumerate(rows):
            others = rows[:position]
            message = next((message for _, message in self.wrong(row, others, tables)), "")
            if not row.id or row.id in {other.id for other in others}:
                message = message or f"Another {self.one} has this id."
            if message:
                where = f"house.{self.kind}[{position}]"
                code = f"house-{self.kind}".replace("_", "-")
                yield Problem(code, where, message, never=message)

    def moved(
        self, document: Document, house: object, used: Container[Hashable]
    ) -> tuple[Any, ...]:
        """The rows for a character that moves into other house rules: those of the new ones, and
        those of its own that it uses and the new ones lack.
        """
        rivals = self.rivals(house)
        names, ids = {self.named(row) for row in rivals}, {row.id for row in rivals}
        own = self.rows(document.house) if document.house else ()
        lacking = (row for row in own if self.named(row) not in names and row.id not in ids)
        return (*self.rows(house), *(row for row in lacking if self.named(row) in used))

    def items(self, house: object) -> tuple[HomebrewItem, ...]:
        """Every row as a page shows it."""
        tables = self.tables(house)
        return tuple(
            HomebrewItem(self.kind, row.id, row.name, self.about(row, tables))
            for row in self.rows(house)
        )

    def form(self, house: msgspec.Struct, id: str = "") -> tuple[Field, ...]:
        """The form for a new row, or for the one with that id; KeyError if there is none."""
        others, row = self.apart(house, id)
        return self.fields(row, self.tables(others))

    def save(self, house: House, values: FormValues, id: str = "") -> House:
        """The house rules with a new or changed row; RuleViolation names each wrong field."""
        others, old = self.apart(house, id)
        tables, rivals = self.tables(others), self.rivals(others)
        entered, wrong = self._entered(old, tables, values)
        new_id = id or self.id_of(entered["name"], (row.id for row in rivals))
        members = {
            name: value for name, value in self.made(entered, tables).items() if value is not None
        }
        row = type(self.blank)(**{**members, "id": new_id})
        problems = list(self.wrong(row, rivals, tables))
        if len(self.rows(others)) >= self.most:
            limit = f"{self.most} of a kind is the limit. Remove one first."
            problems.insert(0, ("name", limit))
        for member, message in problems:
            wrong.setdefault("name" if member == "id" else member, message)
        if wrong:
            raise RuleViolation([Problem("bad-value", *problem) for problem in wrong.items()])
        rows = self.rows(house)
        changed = tuple(row if one is old else one for one in rows) if id else (*rows, row)
        after = self.with_rows(house, changed)
        check_size(after, house)
        return after

    def _entered(
        self, row: Any, tables: Any, values: FormValues
    ) -> tuple[dict[str, Any], dict[str, str]]:
        """The typed values by field, and the messages of unreadable ones, which count as blank."""
        entered, wrong = dict[str, Any](), dict[str, str]()
        blanks = self.fields(self.blank, tables)
        for field, blank in zip(self.fields(row, tables), blanks, strict=True):
            try:
                entered[field.id] = read_field(field, values)
            except InvalidDocument as unreadable:
                wrong[field.id] = unreadable.message
                entered[field.id] = read_field(blank, {})
        return entered, wrong

    def apart(self, house: House, id: str) -> tuple[House, Any]:
        """The house rules without the row of that id, and the row; without an id, a blank one."""
        if not id:
            return house, self.blank
        rows = self.rows(house)
        for row in rows:
            if row.id == id:
                return self.with_rows(house, tuple(one for one in rows if one is not row)), row
        raise KeyError(id)


def described(rows: Iterable[HomebrewRows], texts: Mapping[str, Row]) -> Iterator[HomebrewKind]:
    """The kinds of these rows, each as its text says."""
    return (kind.described(texts[kind.kind]) for kind in rows)


def name_problems(row: NamedRow, others: Iterable[NamedRow], one: str) -> Iterator[RowProblem]:
    """A name that is missing, or that another row has; `one` is what a row is called."""
    if not row.name.strip():
        yield "name", f"Give the {one} a name."
    elif typed.key(row.name) in {typed.key(other.name) for other in others}:
        yield "name", f"There is another {one} called {row.name}."


class PartyRules(HouseRules[House]):
    """House rules of a game with options, and with homebrew of some kinds, each as the game's table
    describes it. `used(document)` are the rows that a document uses, as their kind names them.
    """

    def __init__(
        self,
        type: type[House],
        options: HouseOptions,
        rows: Iterable[HomebrewRows] = (),
        kinds: Iterable[HomebrewKind] = (),
        used: Callable[[Document], Container[Hashable]] = lambda _document: (),
    ) -> None:
        self.options, self.rows = options, {kind.kind: kind for kind in rows}
        self.used = used
        super().__init__(type, tuple(kinds))

    def fields(self, house: House) -> tuple[Field, ...]:
        return self.options.fields(house)

    def set_field(self, house: House, *, field: str, values: tuple[str, ...]) -> House:
        return self.options.set_field(house, field=field, values=values)

    def problems(self, house: House) -> tuple[Problem, ...]:
        rows = (problem for kind in self.rows.values() for problem in kind.problems(house))
        return (*self.options.problems(house), *rows)

    def items(self, house: House) -> tuple[HomebrewItem, ...]:
        return tuple(item for kind in self.kinds for item in self.rows[kind.kind].items(house))

    def form(self, house: House, kind: str, id: str = "") -> tuple[Field, ...]:
        return self.rows[kind].form(house, id)

    def save(self, house: House, kind: str, values: FormValues, id: str = "") -> House:
        return self.rows[kind].save(house, values, id)

    def remove(self, house: House, kind: str, id: str) -> House:
        if not id:
            raise KeyError(id)
        return self.rows[kind].apart(house, id)[0]

    def moved(self, document: Document, house: House) -> Document:
        placed, used = super().moved(document, house), self.used(document)
        after = placed.house
        for kind in self.rows.values():
            after = kind.with_rows(after, kind.moved(document, house, used))
        return msgspec.structs.replace(placed, house=after)
