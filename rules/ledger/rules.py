"""The rules of a ledger: a game's kinds of entries, prices and balances, and what follows from
them.

A game gives a `LedgerRules`. Replaying a ledger, entering, and finding invalid and dependent
entries are the same in every game and are here. `history.py` describes a ledger, `plan.py` prices
plans.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from rules import house
from rules.document import Document
from rules.figures import Figure
from rules.ledger import entries
from rules.ledger.entries import Entry, Rebuild, Undo
from rules.problems import EntryRefused, Problem, RuleViolation


class LedgerState(Protocol):
    """A document worked out so far: what an entry does, it does to this."""

    document: Document
    build: Any
    faults: list[Problem]
    at: int
    let_be: list[EntryRefused] | None

    @property
    def carried(self) -> Sequence[Any]:
        """Every stack of things there is."""

    def copied(self) -> Self:
        """Another like it, which changes by itself from now on."""

    def of_document(self, document: Document) -> Self:
        """The same with another document: one with other marks, or with entries that are applied to
        it next.
        """

    def rebuild(self, build: Any, *, prefix: str) -> None:
        """Put another build, which stands at that place, under everything that came since."""


C = TypeVar("C", bound=LedgerState)
LedgerAction = Callable[[Any, Any], None]


def nothing(_character: Any, _entry: Any) -> None:
    """Nothing stands in the way, or nothing is done."""


class EntryKind(msgspec.Struct, frozen=True):
    """A kind of entry: its name, what one of it is to a character in a few words, what refuses it
    (by raising `Refused`), and what it does; of a rebuild, what it does besides.

    A player may undo an entry that is `undoable_by_player`; the others were awarded, or went into a
    roll. A form makes entries only of kinds that are `from_form`.
    """

    name: str
    title: Callable[[Any, Any], str]
    check: LedgerAction = nothing
    apply: LedgerAction = nothing
    undoable_by_player: bool = False
    from_form: bool = True


# The kinds that every game has. What a session does, and what refuses a rebuild, a game adds.
SESSION = EntryKind("New session", lambda _character, _entry: "A new session began")
REBUILD = EntryKind(
    "Built anew",
    lambda _character, _entry: "The character was built anew",
    undoable_by_player=True,
    from_form=False,
)
UNDO = EntryKind(
    "Taken back", lambda _character, entry: f"Entry {entry.entry + 1}", from_form=False
)


class LedgerRules(ABC, Generic[C]):
    """What a game answers, and what follows from that. It holds no state.

    `points` is the currency that plans are made in; its balance comes first. `carrying` are the
    lists of a build that hold things.
    """

    kinds: Mapping[type[Entry], EntryKind]
    points: str
    carrying: tuple[str, ...]

    @abstractmethod
    def begin(self, document: Document) -> C:
        """The character of a document before the first entry."""

    @abstractmethod
    def price(self, character: C, entry: Any) -> Figure:
        """What an entry costs this character now, in its own currency."""

    @abstractmethod
    def balances(self, character: C) -> tuple[Figure, ...]:
        """What there is of each currency."""

    @abstractmethod
    def rebuilding(self, build: Any) -> Rebuild:
        """An entry that puts this build in the place of another."""

    @abstractmethod
    def lift_limits(self, character: C) -> None:
        """Let a character pay whatever it wishes for, and wait for nothing: to price plans with."""

    @property
    def points_per_session(self) -> tuple[int, int] | None:
        """How many points a session gives, at the fewest and at the most; None where nothing says
        so.
        """
        return None

    @property
    def source(self) -> str:
        """Where it says what points buy."""
        return ""

    def currency(self, entry: Any) -> str:
        """In what an entry is paid."""
        del entry  # where it does not depend on that
        return self.points

    def forgive(self, character: C, floors: Sequence[int]) -> None:
        """Let go what a character could not pay of what a game master accepted: no balance falls
        below its floor, in the order of `balances`.
        """

    def clear_cache(self, character: C) -> None:
        """Forget what was worked out of a character, which changes now."""

    def input_problems(self, entry: Any) -> Iterable[Problem]:
        """What is wrong with an entry that a form sent, whoever it is for; by member."""
        del entry  # where there is nothing to say
        return ()

    def after_entry(self, document: Document, entry: Any) -> Document:
        """The document with what an entry that was made just now does to its marks."""
        del entry  # where it does nothing
        return document

    def marks(self, character: C, before: C | None = None) -> Any:
        """What is marked of a character, set right where it cannot be: within its bounds, and
        without what belongs to a choice that is gone. `before` is the same character before it
        changed, which may knock somebody out, or wake them.
        """
        del before  # where it does not depend on that
        return character.document.marks

    def settled(self, document: Document, before: C | None = None) -> Document:
        """The document with its marks set right; `before` is the character before it changed."""
        if not self.is_marked(document):
            return document
        marks = self.marks(self.replay(document), before)
        return msgspec.structs.replace(document, marks=marks)

    def is_marked(self, document: Document) -> bool:
        """Whether anything is marked, so that it may have to be set right."""
        return document.marks is not None and document.marks != type(document.marks)()

    def replay(self, document: Document) -> C:
        """The character after every entry that counts; what may not be does nothing and is a
        fault.
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

    def apply_entry(self, character: C, entry: Any, position: int) -> None:
        """Let an entry do what it does, or note why it may not; where a game master accepted that,
        both.

        What was paid for it then is what it takes; where that is not the price, it is a fault as
        well, and the entry counts all the same: balances never change afterwards.
        """
        self.clear_cache(character)
        character.at = position
        if entry.paid is not None and entry.paid >= 0:
            cost = self.price(character, entry).value
            if entry.paid != cost:
                unit = self.currency(entry)
                message = f"This costs {cost:,} {unit}, and {entry.paid:,} were paid."
                character.faults.append(Problem("wrong-paid", f"ledger[{position}]", message))
        kind = self.kinds[type(entry)]
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

    def _let_be(self, character: C, kind: EntryKind, entry: Any) -> None:
        """Let an entry do what it may not, because a game master accepted that."""
        for refused in character.let_be or ():
            character.faults.append(refused.problem(character.at))
        floors = [min(0, balance.value) for balance in self.balances(character)]
        kind.apply(character, entry)
        self.forgive(character, floors)
        character.let_be = None

    def refusal(self, character: C, entry: Any) -> EntryRefused | None:
        """Why an entry may not be made now, or None."""
        character.at = -1
        try:
            self.kinds[type(entry)].check(character, entry)
        except EntryRefused as refused:
            return refused
        return None

    def enter(self, document: Document, entry: Any) -> Document:
        """The document with the entry appended and what it cost noted; RuleViolation where it may
        not be.
        """
        return self.entered(self.replay(document), entry)[0]

    def entered(self, before: C, entry: Any) -> tuple[Document, C]:
        """The same for a character that was worked out, and the character as it is then."""
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
        """The character of a document with one entry more. An undo changes what came before it, so
        then all of the ledger is replayed.
        """
        entry = longer.ledger[-1]
        if isinstance(entry, Undo):
            return self.replay(longer)
        character = before.copied().of_document(longer)
        self.apply_entry(character, entry, len(longer.ledger) - 1)
        return character

    def undone(self, document: Document) -> list[int | None]:
        """For each entry the position that it undoes, None for every other kind."""
        return [entry.entry if isinstance(entry, Undo) else None for entry in document.ledger]

    def undoable_by_player(self, entry: Any) -> bool:
        """Whether a player may take an entry back."""
        return self.kinds[type(entry)].undoable_by_player

    def title(self, character: C, entry: Any) -> str:
        """What an entry is to this character, in a few words."""
        return self.kinds[type(entry)].title(character, entry)

    @property
    def names(self) -> dict[str, str]:
        """What each kind of entry is called, by its id."""
        return {entries.kind(type_): kind.name for type_, kind in self.kinds.items()}

    def entry(self, members: Mapping[str, str]) -> Any:
        """The entry that these texts say; RuleViolation names every member that cannot be read."""
        sent = (type_ for type_, kind in self.kinds.items() if kind.from_form)
        return entries.read(sent, members, self.input_problems)

    def invalid_entries(self, character: C) -> dict[int, str]:
        """The entries at fault, by position: they do nothing, or were paid at another price."""
        messages_at: dict[int, list[str]] = {}
        for fault in character.faults:
            position = int(fault.where.removeprefix("ledger[").partition("]")[0])
            messages_at.setdefault(position, []).append(fault.message)
        return {position: " ".join(messages) for position, messages in messages_at.items()}

    def dependent_entries(
        self, document: Document, counts: Sequence[bool], known: Container[int]
    ) -> list[int]:
        """The entries that could not be made, or not at their price, if only these counted.

        In one replay: each that is found is left out for those that come after it.
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

    def _stands(self, character: C, entry: Any) -> bool:
        """Whether an entry can be made, at what was paid for it."""
        if entry.paid is not None and entry.paid != self.price(character, entry).value:
            return False
        return self.refusal(character, entry) is None

    def as_of(self, document: Document, moment: int) -> Document:
        """The document after its first `moment` entries, with nothing marked."""
        marks = type(document.marks)() if document.marks is not None else None
        return msgspec.structs.replace(document, ledger=document.ledger[:moment], marks=marks)

    def build_now(self, document: Document) -> Document:
        """The build that counts now, as a document of its own, without a ledger."""
        return msgspec.structs.replace(document, build=self.replay(document).build, ledger=())

    def rebuilt(
        self,
        document: Document,
        build: Document,
        problems: Callable[[Document], tuple[Problem, ...]],
        *,
        by: str,
        at: str,
    ) -> Document:
        """The document with a new build put under everything that came since.

        RuleViolation where that build has `problems` that were not accepted, or where something
        since rests on what it leaves out.
        """
        fresh = self.as_of(build, 0)
        accepted = house.accepted_places(document)
        if unaccepted := [
            problem for problem in problems(fresh) if not house.is_accepted(problem, accepted)
        ]:
            raise RuleViolation(unaccepted)
        entry = msgspec.structs.replace(self.rebuilding(build.build), by=by, at=at)
        return self.enter(document, entry)
