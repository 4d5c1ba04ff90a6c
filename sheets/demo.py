"""The demo's characters as rows, so that each has a sheet and a PDF, and its party."""

import datetime as dt
import tomllib
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import msgspec
from django.conf import settings
from django.utils import timezone

from rules import registry
from rules.document import Document
from rules.sheet.sections import Sheet
from rules.system import GameSystem
from sheets import storage
from sheets.models import Character, Identity, LedgerEntry, Member, Owner, Party
from sheets.storage import fill_or_refuse
from sheets.writes import write


def load() -> int:
    """Loads those that are not there yet, or are there as they once were; how many that was."""
    owner, _ = Owner.objects.get_or_create(kind=Owner.Kind.DEMO)

    def change(owner: Owner) -> int:
        party = _party(owner)
        rows = {row.public_id: row for row in owner.characters.prefetch_related("entries")}
        wanted: list[tuple[ReadyMade, Party | None]]
        wanted = [(one, None) for one in all_ready_made().values()]
        wanted += [(one, party) for one in demo_party().characters.values()]
        changed = 0
        for one, where in wanted:
            row = rows.get(one.row) or Character(public_id=one.row, owner=owner)
            if not _is(row, one) or row.party != where:
                _keep(row, one, where)
                changed += 1
        return changed

    return write(lambda: owner, change)


def _party(owner: Owner) -> Party:
    """The demo's party as it should be, with the demo in the game master's chair."""
    one = demo_party()
    system = next(iter(one.characters.values())).document.system
    told = {"name": one.name, "notes": one.notes.strip(), "sessions": one.sessions}
    party, _ = Party.objects.update_or_create(
        public_id=one.row, defaults={"system": system, "session_at": one.session_at, **told}
    )
    Member.objects.get_or_create(party=party, owner=owner, defaults={"role": Member.Role.GM})
    return party


@dataclass(frozen=True)
class ReadyMade:
    """One of them: its slug, its document, what a card shows of it, its row once it is loaded."""

    slug: str
    document: Document
    sheet: Sheet
    row: uuid.UUID
    loaded: bool = False

    @property
    def public_id(self) -> uuid.UUID | None:
        """Where to look at it; None where the demo is not loaded, so that nothing leads there."""
        return self.row if self.loaded else None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.sheet.name

    @property
    def kind(self) -> str:
        """What it is: "Twilek Spy"."""
        return self.sheet.kind

    @property
    def concept(self) -> str:
        """Who it is, in a few words."""
        return self.sheet.concept


def _keep(row: Character, one: ReadyMade, party: Party | None) -> None:
    row.finished_at = row.finished_at or timezone.now()
    row.party = party
    fill_or_refuse(row, one.document)
    row.save()
    row.entries.all().delete()
    LedgerEntry.objects.bulk_create(storage.entries(row, one.document))


def _is(row: Character, one: ReadyMade) -> bool:
    try:
        return not row.is_draft and storage.read(row)[1] == one.document
    except storage.CorruptRow:
        return False


# Their rows are found again by ids that follow from their slugs.
_NAMESPACE = uuid.UUID("6f6f2f0e-5b36-4d3c-9d0c-6d1c5b0f3a11")


@cache
def all_ready_made() -> dict[str, ReadyMade]:
    """Every one by its slug, in the order of the slugs. Read once."""
    return _documents("ready-made", prefix="")


class DemoParty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The party that the demo shows: what it is called, what its game master noted, how often it
    met. Everybody may look at it.
    """

    name: str
    notes: str
    sessions: int
    session_at: dt.datetime

    @property
    def row(self) -> uuid.UUID:
        """Its row is found again by this id."""
        return uuid.uuid5(_NAMESPACE, "party/")

    @property
    def characters(self) -> dict[str, ReadyMade]:
        """Its characters by their slugs."""
        return _documents("party", prefix="party/")


@cache
def demo_party() -> DemoParty:
    """The demo's party. Read once."""
    text = Path(settings.BASE_DIR, "fixtures", "party", "party.toml").read_text()
    return msgspec.convert(tomllib.loads(text), DemoParty)


@cache
def _documents(name: str, *, prefix: str) -> dict[str, ReadyMade]:
    found = {}
    for path in sorted(Path(settings.BASE_DIR, "fixtures", name).glob("*.json")):
        document = registry.read(path.read_bytes())
        sheet = registry.get(document.system).summary(document)
        row = uuid.uuid5(_NAMESPACE, f"{prefix}{path.stem}")
        found[path.stem] = ReadyMade(path.stem, document, sheet, row)
    return found


def on_show() -> list[ReadyMade]:
    """Every one to offer. One query finds which of them can be looked at."""
    rows = set(Character.objects.visible_to(Identity()).values_list("public_id", flat=True))
    return [replace(one, loaded=one.row in rows) for one in all_ready_made().values()]


@dataclass(frozen=True)
class Cast:
    """The ready-made characters of one game."""

    system: GameSystem
    cast: tuple[ReadyMade, ...]


def by_game(offered: Iterable[ReadyMade], only: str = "") -> list[Cast]:
    """What is offered, game by game in their order; `only` that of one. None that has none."""
    of: dict[str, list[ReadyMade]] = {slug: [] for slug in registry.all_systems()}
    for one in offered:
        of[one.sheet.system].append(one)
    return [
        Cast(registry.get(slug), tuple(cast))
        for slug, cast in of.items()
        if cast and only in ("", slug)
    ]


def party_on_show(offered: Iterable[ReadyMade]) -> DemoParty | None:
    """The demo's party, where it is loaded: together with what is offered, or not at all."""
    return demo_party() if any(one.loaded for one in offered) else None


def slug_of(public_id: uuid.UUID) -> str:
    """The slug of the one that the demo has under this id, "" for none."""
    return next((one.slug for one in all_ready_made().values() if one.row == public_id), "")
