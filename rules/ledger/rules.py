"""The rules of a ledger: a game's kinds of entries, prices and balances.

A game gives a `LedgerRules`. Replaying a ledger, adding entries, and finding invalid and dependent
entries are the same in every game and are here. `history.py` describes a ledger, `plan.py` prices
plans.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

import msgspec

from rules.document import Document
from rules.figures import Figure
from rules.ledger import entries
from rules.ledger.entries import Entry, Rebuild, Undo
from rules.problems import EntryRefused, Problem, RuleViolation


class LedgerState(Protocol):
    """A character during the replay of a ledger: entries change it."""

    document: Document
    build: Any
    faults: list[Problem]
    at: int
    let_be: list[EntryRefused] | None

    @property
    def carried(self) -> Sequence[Any]:
        """Every stack of items."""

    def copied(self) -> Self:
        """A copy that changes on its own."""

    def of_document(self, document: Document) -> Self:
        """This character with another document: one with other marks, or with entries that are
        applied next.
        """

    def rebuild(self, build: Any, *, prefix: str) -> None:
        """Replace the build by one at that place, and keep everything that came later."""


# The character of a game's ledger and its entries; any where they are left out.
if TYPE_CHECKING:
    C = TypeVar("C", bound=LedgerState, default=LedgerState)
    E = TypeVar("E", bound=Entry, default=Entry)
else:
    C, E = TypeVar("C"), TypeVar("E")
LedgerAction = Callable[[Any, Any], None]


def nothing(_character: object, _entry: object) -> None:
    """Refuses nothing, and does nothing."""


def _refuse(_character: object, _entry: object) -> None:
    raise EntryRefused("unknown-kind", "This game keeps no such entries.")


class EntryKind(msgspec.Struct, frozen=True):
    """A kind of entry: its name, a title for one entry, what refuses it (by raising
    `EntryRefused`), and what it does; for a rebuild, what it does besides.

    A player may undo an entry that is `undoable_by_player`; the others are awards, or points spent
    on a roll. A form can send only kinds that are `from_form`.
    """

    name: str
    title: Callable[[Any, Any], str]
    check: LedgerAction = nothing
    apply: LedgerAction = nothing
    undoable_by_player: bool = False
    from_form: bool = True


# The kinds that every game has. A game adds what a session does, and what refuses a rebuild.
SESSION = EntryKind("New session", lambda _character, _entry: "A new session began")
REBUILD = EntryKind(
    "Rebuilt",
    lambda _character, _entry: "The character was rebuilt",
    undoable_by_player=True,
    from_form=False,
)
UNDO = EntryKind("Undone", lambda _character, entry: f"Entry {entry.entry + 1}", from_form=False)
# That of an entry which a game hasn't got.
UNKNOWN = EntryKind("Unknown", lambda _character, _entry: "Unknown", check=_refuse, from_form=False)


class LedgerRules(ABC, Generic[C, E]):
    """A game's ledger rules. They hold no state.

    `points` is the currency of plans; its balance comes first. `carrying` are the lists of a build
    that hold items.
    """

    kinds: Mapping[type[Entry], EntryKind]
    points: str
    carrying: tuple[str, ...]

    @abstractmethod
    def begin(self, document: Document) -> C:
        """The character of a document before the first entry."""

    @abstractmethod
    def price(self, character: C, entry: E) -> Figure:
        """The price of an entry for this character now, in the entry's currency."""

    @abstractmethod
    def balances(self, character: C) -> tuple[Figure, ...]:
        """The balance of each currency."""

    @abstractmethod
    def rebuilding(self, build: object) -> Rebuild:
        """An entry that replaces the build by this one."""

    @abstractmethod
    def lift_limits(self, character: C) -> None:
        """Let a character pay anything at once: for pricing plans."""

    @property
    def points_per_session(self) -> tuple[int, int] | None:
        """The fewest and the most points that a session gives; None if unknown."""
        return None

    @property
    def source(self) -> str:
        """Where the book says what points buy."""
        return ""

    def currency(self, _entry: E) -> str:
        """The currency of an entry's price."""
        return self.points

    def forgive(self, character: C, floors: Sequence[int]) -> None:
        """Cancel what a character could not pay for an accepted entry: no balance stays below its
        floor, in the order of `balances`.
        """

    def clear_cache(self, character: C) -> None:
        """Clear computed values of a character that is about to change."""

    def input_problems(self, _entry: E) -> Iterable[Problem]:
        """The problems of an entry that a form sent, for any character, by member."""
        return ()

    def after_entry(self, document: Document, _entry: E) -> Document:
        """The document with the changes that the newest entry makes to its marks."""
        return document

    def marks(self, character: C, _before: C | None = None) -> Any:
        """A character's marks, corrected: within their bounds, and without the marks of a choice
        that is gone. The second argument is the character before a change, which may knock it out
        or wake it.
        """
        return character.document.marks

    def settled(self, document: Document, before: C | None = None) -> Document:
        """The document with corrected marks; `before` is the character before the change."""
        if not self.is_marked(document):
            return document
        marks = self.marks(self.replay(document), before)
        return msgspec.structs.replace(document, marks=marks)

    def is_marked(self, document: Document) -> bool:
        """True if there are any marks to correct."""
        return document.marks is not None and document.marks != type(document.marks)()

    def replay(self, document: Document) -> C:
        """The character after every active entry; an entry that is not allowed does nothing and is
        noted as a problem.
        """
        character = self.begin(document)
        undone = self.undone(document)
        counts, invalid_undos = entries.active(undone)
        invalid = set(invalid_undos)
        for position, entry in enumerate(document.ledger):
            if position in invalid:
                message = "An undo names one earlier entry that is not undone yet."
                character.faults.append(EntryRefused("bad-undo", message).problem(position))
            elif counts[position] and undone[position] is None:
                self.apply_entry(character, entry, position)
        return character

    def apply_entry(self, character: C, entry: E, position: int) -> None:
        """Apply an entry, or note why it is not allowed; for an accepted entry, both.

        It takes the price that was paid then. If that differs from the present price, it is noted
        as a problem, but the entry counts: balances never change afterwards.
        """
        self.clear_cache(character)
        character.at = position
        if entry.paid is not None and entry.paid >= 0:
            cost = self.price(character, entry).value
            if entry.paid != cost:
                unit = self.currency(entry)
                message = f"This costs {cost:,} {unit}, and {entry.paid:,} were paid."
                character.faults.append(Problem("wrong-paid", f"ledger[{position}]", message))
        kind = self.kinds.get(type(entry), UNKNOWN)
        try:
            kind.check(character, entry)
        except EntryRefused as refused:
            character.faults.append(refused.problem(position))
            character.let_be = None
            return
        if character.let_be:
            self._let_be(character, kind, entry)
        else:
            kind.apply(character, entry)
        if isinstance(entry, Rebuild):
            character.rebuild(entry.build, prefix=f"ledger[{position}].")

    def _let_be(self, character: C, kind: EntryKind, entry: E) -> None:
        """Apply an entry that is not allowed, but was accepted by a game master."""
        for refused in character.let_be or ():
            character.faults.append(refused.problem(character.at))
        floors = [min(0, balance.value) for balance in self.balances(character)]
        kind.apply(character, entry)
        self.forgive(character, floors)
        character.let_be = None

    def refusal(self, character: C, entry: E) -> EntryRefused | None:
        """Why an entry is not allowed now, or None."""
        character.at = -1
        try:
            self.kinds.get(type(entry), UNKNOWN).check(character, entry)
        except EntryRefused as refused:
            return refused
        return None

    def enter(self, document: Document, entry: E) -> Document:
        """The document with the entry appended, with its price; RuleViolation if it is not
        allowed.
        """
        return self.entered(self.replay(document), entry)[0]

    def entered(self, before: C, entry: E) -> tuple[Document, C]:
        """The document of a replayed character with the entry appended, and the character then."""
        cost = self.price(before, entry).value
        if entry.paid is None and cost:
            entry = msgspec.structs.replace(entry, paid=cost)
        document = before.document
        longer = msgspec.structs.replace(document, ledger=(*document.ledger, entry))
        known, character = set(before.faults), self._applied(before, longer)
        if fresh := [fault for fault in character.faults if fault not in known]:
            raise RuleViolation(fresh)
        after = longer
        if after.marks is not None:
            after = msgspec.structs.replace(after, marks=self.marks(character, before))
        after = self.after_entry(after, entry)
        return after, character.of_document(after)

    def _applied(self, before: C, longer: Document) -> C:
        """The character of a document with one more entry. An undo changes earlier entries, so it
        needs a full replay.
        """
        entry = longer.ledger[-1]
        if isinstance(entry, Undo):
            return self.replay(longer)
        character = before.copied().of_document(longer)
        self.apply_entry(character, entry, len(longer.ledger) - 1)
        return character

    def undone(self, document: Document) -> list[int | None]:
        """For each entry the position that it undoes, None for all other kinds."""
        return [entry.entry if isinstance(entry, Undo) else None for entry in document.ledger]

    def undoable_by_player(self, entry: E) -> bool:
        """True if a player may undo an entry."""
        return self.kinds[type(entry)].undoable_by_player

    def title(self, character: C, entry: E) -> str:
        """A short description of an entry for this character."""
        return self.kinds[type(entry)].title(character, entry)

    @property
    def names(self) -> dict[str, str]:
        """The name of each kind of entry, by its id."""
        return {entries.kind(type_): kind.name for type_, kind in self.kinds.items()}

    def entry(self, members: Mapping[str, str]) -> E:
        """The entry from these texts; RuleViolation names every member that cannot be read."""
        sent = (type_ for type_, kind in self.kinds.items() if kind.from_form)
        entry: E = entries.read(sent, members, self.input_problems)
        return entry

    def invalid_entries(self, character: C) -> dict[int, str]:
        """The invalid entries, by position: they do nothing, or have the wrong price."""
        messages_at: dict[int, list[str]] = {}
        for fault in character.faults:
            position = int(fault.where.removeprefix("ledger[").partition("]")[0])
            messages_at.setdefault(position, []).append(fault.message)
        return {position: " ".join(messages) for position, messages in messages_at.items()}

    def dependent_entries(
        self, document: Document, counts: Sequence[bool], known: Container[int]
    ) -> list[int]:
        """The entries that would not be allowed, or not at their price, if only these were active.

        One replay finds them all: each one found is left out for the entries after it.
        """
        character = self.begin(document)
        positions: list[int] = []
        for position, entry in enumerate(document.ledger):
            if not counts[position] or isinstance(entry, Undo):
                continue
            self.clear_cache(character)
            if position not in known and not self._stands(character, entry):
                positions.append(position)
            else:
                self.apply_entry(character, entry, position)
        return positions

    def _stands(self, character: C, entry: E) -> bool:
        """True if an entry is allowed, at the price that was paid."""
        if entry.paid is not None and entry.paid != self.price(character, entry).value:
            return False
        return self.refusal(character, entry) is None

    def as_of(self, document: Document, moment: int) -> Document:
        """The document after its first `moment` entries, without marks."""
        marks = type(document.marks)() if document.marks is not None else None
        return msgspec.structs.replace(document, ledger=document.ledger[:moment], marks=marks)
