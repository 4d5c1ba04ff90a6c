"""The sheets of a party in one file. Nobody makes it in the background: whoever asks for it has the
next sheets printed, for a moment, and asks again; when all are there they are joined.

Each sheet is kept by what it holds. So one that somebody else printed is there already, and one
that was changed meanwhile is printed anew.
"""

import uuid
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from threading import Lock
from time import monotonic

import msgspec

from rules.document import Document
from rules.system import GameSystem
from sheets import printing, problems, storage
from sheets.models import Character, Member
from sheets.models.character import NAMELESS, CharacterQuerySet
from sheets.parties.board.characters import UNUSED_COLUMNS, HiddenCharacter
from sheets.print_pages import extras as print_extras
from sheets.print_pages.cache import Print
from sheets.print_pages.choice import Choice
from sheets.printing import Edition, Extras
from sheets.printing.pdf.messages import Job

# More sheets than that make no pack that anybody prints.
MOST = 60
NOT_KEPT = (
    "What is printed cannot be kept here just now, so there is nothing to put together. "
    "Print the sheets one by one, and tell whoever runs this site."
)


_turn = Lock()


class Unprintable(Exception):
    """A pack cannot be made: why, and because of which of its sheets (None: of none of them)."""

    def __init__(self, why: str, leaf: "PackItem | None" = None) -> None:
        self.leaf = leaf
        super().__init__(why)


@dataclass(frozen=True)
class PackItem:
    """One character's sheet, and what is to be done to print it."""

    character: Character
    name: str
    print: Print
    compose: Callable[[], Job]

    @property
    def is_kept(self) -> bool:
        """Whether it is printed."""
        return self.print.is_kept


@dataclass(frozen=True)
class Pack:
    """What is to be printed, by name, and the characters that are left out of it."""

    title: str
    system: str
    leaves: tuple[PackItem, ...]
    asides: tuple[HiddenCharacter, ...]

    @property
    def is_ready(self) -> bool:
        """Whether they are joined."""
        return bool(self.leaves) and self.print.is_kept

    @cached_property
    def print(self) -> Print:
        """All of it as one file."""
        named = [(leaf.name, leaf.print.key) for leaf in self.leaves]
        return Print(printing.pack_key(named, title=self.title, slug=self.system), self._join)

    def go_on(self, *, seconds: float) -> bool:
        """Prints for about so long what is not kept yet, at least one sheet, and joins them where
        there is time left; Stuck. False where another pack has its turn just now: a process makes
        one at a time, so that it has a thread for everybody else.
        """
        if not _turn.acquire(blocking=False):
            return False
        try:
            self._go_on(monotonic() + seconds)
        finally:
            _turn.release()
        return True

    def _go_on(self, end: float) -> None:
        missing = [leaf for leaf in self.leaves if not leaf.is_kept]
        for leaf in _printed(missing, end):
            if not leaf.is_kept:
                raise Unprintable(NOT_KEPT)
        if self.leaves and (not missing or monotonic() < end):
            try:
                self.print.pdf()
            except printing.PrintingFailed as failed:
                raise Unprintable(str(failed)) from None

    def _join(self) -> bytes:
        printed = [(leaf.name, leaf.print.pdf()) for leaf in self.leaves]
        return printing.pack_pdf(printed, title=self.title, slug=self.system)


def pack(seat: Member, choice: Choice, *, without: Collection[uuid.UUID] = ()) -> Pack:
    """The sheets of a party, printed as it is chosen; only what all who see a sheet may read of it.

    Left out are those put away, of whom nothing is decided, that cannot be read, and `without`.
    """
    choice = replace(choice, private="", since="", link="")
    found = [_leaf(one, choice, without) for one in _characters(seat, choice)]
    leaves = [one for one in found if isinstance(one, PackItem)]
    leaves.sort(key=lambda leaf: leaf.name.casefold())
    return Pack(
        title=seat.party.name,
        system=seat.party.system,
        leaves=tuple(leaves[:MOST]),
        asides=(
            *(one for one in found if isinstance(one, HiddenCharacter)),
            *(
                HiddenCharacter(leaf.character, f"one of more than {MOST}")
                for leaf in leaves[MOST:]
            ),
        ),
    )


def _characters(seat: Member, choice: Choice) -> CharacterQuerySet:
    """In two queries, whatever is printed of them: portraits and notes only where they are."""
    rows = seat.party.characters.whole()
    if choice.kind == "full":
        rows = rows.select_related("notes", "portrait").defer("portrait__picture")
    return rows.defer(*UNUSED_COLUMNS).order_by("name", "pk")


def _leaf(
    character: Character, choice: Choice, without: Collection[uuid.UUID]
) -> PackItem | HiddenCharacter:
    if character.is_archived:
        return HiddenCharacter(character, "put away")
    if character.public_id in without:
        return HiddenCharacter(character, "you left it out")
    try:
        return storage.worked_out(character, partial(_ordered, character, choice))
    except storage.CorruptRow as damaged:
        return HiddenCharacter(character, damaged.short)


def _ordered(
    character: Character, choice: Choice, system: GameSystem, document: Document
) -> PackItem | HiddenCharacter:
    if document.build == system.build_type():
        return HiddenCharacter(character, "nothing is decided yet")
    _, accepted = problems.problems(system, document)
    extras = print_extras.extras(character, lambda: (), choice, mine=False, accepted=accepted)
    written = msgspec.msgpack.encode(document)
    key = _key(_Content(written, choice.edition, extras, document))

    def compose() -> Job:
        return printing.sheet_job(document, choice.edition, extras)

    made = Print(key, lambda: printing.print_job(compose()))
    return PackItem(character, document.name or NAMELESS, made, compose)


@dataclass(frozen=True)
class _Content:
    """What is on a sheet, told apart by its document as it is written."""

    written: bytes
    edition: Edition
    extras: Extras
    document: Document = field(compare=False)


@lru_cache(maxsize=2 * MOST)  # whoever waits for a pack asks for all of it, again and again
def _key(content: _Content) -> str:
    return printing.content_key(content.document, content.edition, content.extras)


def _printed(leaves: Sequence[PackItem], end: float) -> Iterator[PackItem]:
    """One sheet after the other, printed and kept, until that moment. While one is printed the
    next is composed; never are two printed at once, so that others can be."""
    under_way: tuple[PackItem, Future[bytes]] | None = None
    with ThreadPoolExecutor(max_workers=1) as printer:
        for leaf in leaves:
            if failure := leaf.print.failure:
                raise Unprintable(failure, leaf)
            made = partial(printing.print_job, leaf.compose())
            done, under_way = under_way, None
            if done:
                _wait_for(*done)
            if not done or monotonic() < end:
                under_way = leaf, printer.submit(leaf.print.pdf, made)
            if done:
                yield done[0]
            if not under_way:
                return
        if under_way:
            _wait_for(*under_way)
            yield under_way[0]


def _wait_for(leaf: PackItem, printed: Future[bytes]) -> None:
    try:
        printed.result()
    except printing.PrintingFailed as failed:
        raise Unprintable(str(failed), leaf) from None
