"""The sheets of a party in one PDF: a batch of which each step prints the next sheets for a moment,
until all of them are printed and joined.

Each sheet is cached by its content: one that was printed before is ready, and one that changed is
printed anew.
"""

import uuid
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from hashlib import blake2b
from threading import Lock
from time import monotonic

import msgspec
from django.db.models import prefetch_related_objects

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.house import Acceptance
from sheets import printing, problems, storage, work
from sheets.batches.operations import Progress, StepFailed
from sheets.models import Character, Member
from sheets.models.character import NAMELESS, CharacterQuerySet
from sheets.parties.board.characters import UNUSED_COLUMNS, HiddenCharacter
from sheets.parties.pack.extras import NOTHING_MORE, PackExtras, leaves_after, leaves_before
from sheets.print_pages import extras as print_extras
from sheets.print_pages import return_codes
from sheets.print_pages.cache import CachedPrint
from sheets.print_pages.choices import PrintChoices
from sheets.print_pages.return_codes import PaperState, ReturnCode
from sheets.printing import Extras, PrintOptions
from sheets.printing.options import NO_EXTRAS
from sheets.printing.pdf.messages import Job
from sheets.remembered import Remembered
from sheets.storage import StoredCharacter

# The most sheets in one pack.
MOST_SHEETS = 60
# How long a step waits for one sheet: with what it did before, it ends within the lease of a batch.
# A sheet that takes longer goes on being printed, and a later step finds it in the cache.
# Sheets are joined up to so many seconds after its end.
WAIT_SECONDS, JOIN_SECONDS = 10.0, 5.0
NO_CACHE = (
    "No room to store printed sheets right now. "
    "Print the sheets one by one, and tell the administrator of this site."
)
_pack_lock = Lock()
Codes = Callable[[Mapping[int, PaperState]], Mapping[int, ReturnCode]]


def no_codes(_states: Mapping[int, PaperState]) -> Mapping[int, ReturnCode]:
    """For sheets that do not come back."""
    return {}


class Unprintable(StepFailed):
    """A pack cannot be made: the reason, and the sheet it concerns (None for the pack as a
    whole).
    """

    def __init__(self, why: str, leaf: "PackItem | None" = None) -> None:
        self.item = leaf
        super().__init__(why)


class StillPrinting(Exception):
    """The printer needs longer for a sheet, or for all of them, than a step may take."""


@dataclass(frozen=True)
class PackItem:
    """A sheet, and how to print it: that of a character, or what else the pack holds (None).

    `compose` prepares its job, so that the next sheet is composed while one is printed; None if
    the print does all of it.
    """

    character: Character | None
    name: str
    print: CachedPrint
    compose: Callable[[], Job] | None = None


@dataclass(frozen=True)
class Pack:
    """The sheets to print, by name, and the characters that are left out. If it is `two_sided`,
    each sheet begins on the front of the paper.
    """

    title: str
    system: str
    items: tuple[PackItem, ...]
    asides: tuple[HiddenCharacter, ...]
    two_sided: bool = False
    # The keys of sheets that were found in the cache: each request has a pack of its own.
    _found: set[str] = field(default_factory=set, init=False, repr=False, compare=False)

    def is_printed(self, item: PackItem) -> bool:
        """True if the sheet is in the cache, which is asked until it is."""
        key = item.print.key
        if key not in self._found and item.print.is_cached:
            self._found.add(key)
        return key in self._found

    @property
    def is_ready(self) -> bool:
        """True if the joined file is in the cache."""
        return bool(self.items) and self.print.is_cached

    @property
    def progress(self) -> Progress:
        """The number of sheets in the cache."""
        printed = sum(map(self.is_printed, self.items))
        return Progress(printed, len(self.items), self.is_ready)

    @cached_property
    def print(self) -> CachedPrint:
        """The joined file."""
        named = [(leaf.name, leaf.print.key) for leaf in self.items]
        key = printing.pack_key(named, title=self.title, slug=self.system, two_sided=self.two_sided)
        return CachedPrint(key, self._join)

    def print_next(self, *, seconds: float) -> bool:
        """Prints missing sheets for about so many seconds, at least one, and joins them once all
        are there. Leaves a sheet that takes long to the next step. Raises Unprintable. False if
        another pack is being printed: a process prints one at a time, to keep a thread free for
        other requests.
        """
        if not _pack_lock.acquire(blocking=False):
            return False
        try:
            self._print_next(monotonic() + seconds)
        finally:
            _pack_lock.release()
        return True

    def _print_next(self, end: float) -> None:
        missing = [leaf for leaf in self.items if not self.is_printed(leaf)]
        with suppress(StillPrinting):
            for leaf in _print_items(missing, end):
                if not self.is_printed(leaf):
                    raise Unprintable(NO_CACHE)
            # To join them takes less than another look at the page.
            is_in_time = monotonic() < end + JOIN_SECONDS
            if self.items and is_in_time and all(map(self.is_printed, self.items)):
                _printed_in_time(None, partial(self.print.pdf, seconds=WAIT_SECONDS))

    def _join(self) -> bytes:
        printed = [(leaf.name, leaf.print.pdf()) for leaf in self.items]
        return printing.pack_pdf(
            printed, title=self.title, slug=self.system, two_sided=self.two_sided
        )


def party_pack(
    membership: Member,
    choice: PrintChoices,
    *,
    without: Collection[uuid.UUID] = (),
    more: PackExtras = NOTHING_MORE,
    codes: Codes = no_codes,
) -> Pack:
    """The pack of a party with these print options, and what `more` it is to hold. Its sheets hold
    only what every viewer of a sheet may read. `codes` are those by which sheets come back.

    Archived, empty and damaged characters are left out, and those in `without`.
    """
    choice = replace(choice, private="", since="", link="")
    rows = list(_characters(membership, choice))
    if more.opponents:
        kept = Character.documents.filter(kind=Character.Kind.OPPONENT, archived_at=None)
        # The fighters of an encounter are copies of these.
        rows += kept.filter(roster=membership.party, combatants=None)
    items = list(_pack_items(rows, choice, without, codes if choice.has_codes else no_codes))
    leaves = [item for item in items if isinstance(item, PackItem)]
    leaves.sort(key=_place)
    leaves = [
        *(
            PackItem(None, leaf.name, leaf.print)
            for leaf in leaves_before(membership, choice, more)
        ),
        *leaves,
        *(PackItem(None, leaf.name, leaf.print) for leaf in leaves_after(membership, choice, more)),
    ]
    return Pack(
        title=membership.party.name,
        system=membership.party.system,
        two_sided=more.two_sided,
        items=tuple(leaves[:MOST_SHEETS]),
        asides=(
            *(item for item in items if isinstance(item, HiddenCharacter)),
            *(
                HiddenCharacter(leaf.character, f"a pack holds at most {MOST_SHEETS} sheets")
                for leaf in leaves[MOST_SHEETS:]
                if leaf.character
            ),
        ),
    )


def _place(leaf: PackItem) -> tuple[bool, str]:
    """The ship and opponents follow the characters; each by name."""
    is_other = leaf.character is not None and leaf.character.kind != Character.Kind.CHARACTER
    return is_other, leaf.name.casefold()


def _characters(membership: Member, choice: PrintChoices) -> CharacterQuerySet:
    """The characters and the party's ship in one query. Notes and portraits are fetched only where
    they are printed, ledgers only where a sheet is worked out.
    """
    kinds = (Character.Kind.CHARACTER, Character.Kind.CRAFT)
    rows = Character.documents.filter(party=membership.party, kind__in=kinds)
    if choice.kind in print_extras.WITH_PORTRAIT:
        rows = rows.select_related("notes", "portrait").defer("portrait__picture")
    return rows.defer(*UNUSED_COLUMNS).order_by("name", "pk")


def _pack_items(
    rows: Iterable[Character],
    choice: PrintChoices,
    without: Collection[uuid.UUID],
    codes: Codes,
) -> Iterator[PackItem | HiddenCharacter]:
    printed = []
    for row in rows:
        if row.is_archived:
            yield HiddenCharacter(row, "archived")
        elif row.public_id in without:
            yield HiddenCharacter(row, "left out by you")
        else:
            printed.append(row)
    known = list(zip(printed, _FACTS.of(printed), strict=True))
    states = {
        row.pk: facts.state
        for row, facts in known
        if isinstance(facts, _PrintFacts) and return_codes.can_return(row)
    }
    given, opened = codes(states), _opener(printed)
    for row, facts in known:
        if isinstance(facts, storage.CorruptRow):
            yield HiddenCharacter(row, facts.short)
        elif facts.is_empty:
            yield HiddenCharacter(row, "nothing chosen yet")
        else:
            item = partial(
                _character_item, row, facts, cache(partial(opened, row)), choice, given.get(row.pk)
            )
            try:
                yield storage.attempted(row, item)
            except storage.CorruptRow as damaged:
                yield HiddenCharacter(row, damaged.short)


def _opener(rows: Sequence[Character]) -> Callable[[Character], OpenCharacter]:
    """Opens one of these characters. For the first, the ledgers of all are read at once."""

    @cache
    def read_ledgers() -> None:
        prefetch_related_objects(rows, "entries")

    def opened(row: Character) -> OpenCharacter:
        read_ledgers()
        return storage.load(row).opened

    return opened


@dataclass(frozen=True)
class _PrintFacts:
    """The facts that decide how a character is printed: its `digest` is that of its document."""

    name: str
    digest: bytes
    state: PaperState
    is_empty: bool
    accepted: tuple[Acceptance, ...]


def _print_facts(stored: StoredCharacter) -> _PrintFacts:
    opened, document = stored.opened, stored.document
    _, accepted = problems.problems_of(opened)
    return _PrintFacts(
        name=document.name or NAMELESS,
        digest=_document_digest(document),
        state=PaperState.of(document),
        is_empty=document.build == opened.system.build_type(),
        accepted=accepted,
    )


# The page asks for the whole pack again and again, and opens only what it prints.
_FACTS = Remembered(_print_facts)


def _character_item(
    character: Character,
    facts: _PrintFacts,
    opened: Callable[[], OpenCharacter],
    choice: PrintChoices,
    code: ReturnCode | None,
) -> PackItem:
    extras = print_extras.extras(
        character, lambda: (), choice, is_own=False, accepted=facts.accepted, code=code
    )
    return _sheet_item(character, facts.name, opened, facts.digest, choice.options, extras)


def sheet_item(
    name: str, opened: OpenCharacter, options: PrintOptions, extras: Extras = NO_EXTRAS
) -> PackItem:
    """The print of a character that is no row."""
    digest = _document_digest(opened.document)
    return _sheet_item(None, name, lambda: opened, digest, options, extras)


def _sheet_item(
    character: Character | None,
    name: str,
    opened: Callable[[], OpenCharacter],
    digest: bytes,
    options: PrintOptions,
    extras: Extras,
) -> PackItem:
    def compose() -> Job:
        return printing.sheet_job(opened(), options, extras)

    key = _content_key(opened, digest, options, extras)
    cached = CachedPrint(key, lambda: printing.print_job(compose()))
    return PackItem(character, name, cached, compose)


def _document_digest(document: Document) -> bytes:
    return blake2b(msgspec.msgpack.encode(document), digest_size=16).digest()


def _content_key(
    opened: Callable[[], OpenCharacter], document: bytes, options: PrintOptions, extras: Extras
) -> str:
    """The content key of a sheet, whose `document` has that digest. Nothing of the sheets
    themselves is kept.
    """
    written = msgspec.msgpack.encode((document, options, extras))
    digest = blake2b(written, digest_size=16).digest()
    key = _CONTENT_KEYS.get(digest)
    if key is None:
        if len(_CONTENT_KEYS) >= 4 * MOST_SHEETS:
            _CONTENT_KEYS.clear()
        key = _CONTENT_KEYS[digest] = printing.content_key(opened(), options, extras)
    return key


_CONTENT_KEYS: dict[bytes, str] = {}


def _print_items(leaves: Sequence[PackItem], end: float) -> Iterator[PackItem]:
    """Prints one sheet after the other until `end`. The next sheet is composed while one is
    printed, and is printed then, so that none is composed twice; two are never printed at once, so
    that other requests get their turn.
    """
    under_way: tuple[PackItem, Future[bytes]] | None = None
    request = work.current()
    with ThreadPoolExecutor(max_workers=1) as printer:
        for leaf in leaves:
            if under_way and monotonic() >= end:
                break
            if failure := leaf.print.failure:
                raise Unprintable(failure, leaf)
            make = partial(printing.print_job, leaf.compose()) if leaf.compose else None
            if done := under_way:
                _printed_in_time(done[0], done[1].result)
            under_way = leaf, printer.submit(_print_for, request, leaf, make)
            if done:
                yield done[0]
        if under_way:
            _printed_in_time(under_way[0], under_way[1].result)
            yield under_way[0]


def _print_for(
    request: work.Work | None, leaf: PackItem, make: Callable[[], bytes] | None
) -> bytes:
    """The PDF of a sheet; its processor time counts as that of the request."""
    with work.helping(request):
        return leaf.print.pdf(make, seconds=WAIT_SECONDS)


def _printed_in_time(leaf: PackItem | None, printed: Callable[[], bytes]) -> None:
    """Waits for the print of a sheet (None: of all); StillPrinting, Unprintable."""
    try:
        printed()
    except printing.PrinterNotStarted as failed:
        raise Unprintable(str(failed), leaf) from None
    except printing.PrinterBusy:
        raise StillPrinting from None
    except printing.PrintingFailed as failed:
        raise Unprintable(str(failed), leaf) from None
