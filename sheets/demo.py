"""The demo: pregenerated characters (pregens) with a sheet and a PDF each, and a demo party."""

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
from rules.game import Game
from rules.sheet.sections import Sheet
from sheets import storage
from sheets.bounded_storage import fill_or_refuse
from sheets.models import (
    Character,
    Identity,
    LedgerEntry,
    Member,
    Owner,
    Party,
    PartyNotes,
    PartySession,
)
from sheets.writes import Mine, Operation


def load() -> int:
    """Adds or updates the demo's rows; the number of characters added or changed."""
    owner, _ = Owner.objects.get_or_create(kind=Owner.Kind.DEMO)
    return Load(Mine(owner)).run()


class Load(Operation[Owner, int]):
    """Adds or updates what the demo owns; the number of characters added or changed."""

    def save(self) -> int:
        """Writes it."""
        owner, party = self.row, _party(self.row)
        rows = {row.public_id: row for row in owner.characters.prefetch_related("entries")}
        pregens: list[tuple[Pregen, Party | None]]
        pregens = [(pregen, None) for pregen in all_pregens().values()]
        pregens += [(pregen, party) for pregen in demo_party().characters.values()]
        changed = 0
        for pregen, its_party in pregens:
            row = rows.get(pregen.row_id) or Character(public_id=pregen.row_id, owner=owner)
            if not _is_current(row, pregen) or row.party != its_party:
                _save(row, pregen, its_party)
                changed += 1
        return changed


def _party(owner: Owner) -> Party:
    """The demo party's row, updated, with the demo owner as its GM."""
    demo = demo_party()
    system = next(iter(demo.characters.values())).document.system
    values = {"name": demo.name, "sessions": demo.sessions}
    party, _ = Party.objects.update_or_create(
        public_id=demo.row_id, defaults={"system": system, "session_at": demo.session_at, **values}
    )
    PartyNotes.objects.update_or_create(party=party, defaults={"text": demo.notes.strip()})
    Member.objects.get_or_create(party=party, owner=owner, defaults={"role": Member.Role.GM})
    for number, session in enumerate(demo.chronicle, 1):
        weeks = dt.timedelta(weeks=len(demo.chronicle) - number)
        began_at = demo.session_at - weeks
        ended_at = began_at + dt.timedelta(hours=4) if weeks else None
        texts = {"title": session.title, "notes": session.notes.strip()}
        PartySession.objects.update_or_create(
            party=party,
            number=number,
            defaults={"began_at": began_at, "ended_at": ended_at, **texts},
        )
    return party


@dataclass(frozen=True)
class Pregen:
    """A pregenerated character: slug, document, short sheet, and the id of its row."""

    slug: str
    document: Document
    sheet: Sheet
    row_id: uuid.UUID
    is_loaded: bool = False

    @property
    def public_id(self) -> uuid.UUID | None:
        """The id to link to; None if the demo is not loaded."""
        return self.row_id if self.is_loaded else None

    @property
    def name(self) -> str:
        """The character's name."""
        return self.sheet.name

    @property
    def kind(self) -> str:
        """Species and profession: "Twi'lek Spy"."""
        return self.sheet.kind

    @property
    def concept(self) -> str:
        """The character's concept, in a few words."""
        return self.sheet.concept


def _save(row: Character, pregen: Pregen, party: Party | None) -> None:
    row.finished_at = row.finished_at or timezone.now()
    row.party = party
    fill_or_refuse(row, pregen.document)
    row.save()
    row.entries.all().delete()
    LedgerEntry.objects.bulk_create(storage.entries(row, pregen.document))


def _is_current(row: Character, pregen: Pregen) -> bool:
    try:
        return not row.is_draft and storage.read(row)[1] == pregen.document
    except storage.CorruptRow:
        return False


# A row's id is derived from the pregen's slug.
_ID_NAMESPACE = uuid.UUID("6f6f2f0e-5b36-4d3c-9d0c-6d1c5b0f3a11")


@cache
def all_pregens() -> dict[str, Pregen]:
    """Every pregen by slug, sorted. Read once."""
    return _read_pregens("ready-made", prefix="")


class DemoSession(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A session of the demo party."""

    title: str
    notes: str


class DemoParty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The demo party: name, GM notes, number of sessions, and what happened in each. Everyone may
    look at it. The sessions are a week apart.
    """

    name: str
    notes: str
    sessions: int
    session_at: dt.datetime
    chronicle: tuple[DemoSession, ...] = ()

    @property
    def row_id(self) -> uuid.UUID:
        """The id of its row."""
        return uuid.uuid5(_ID_NAMESPACE, "party/")

    @property
    def characters(self) -> dict[str, Pregen]:
        """Its characters by slug."""
        return _read_pregens("party", prefix="party/")


@cache
def demo_party() -> DemoParty:
    """The demo party. Read once."""
    text = Path(settings.BASE_DIR, "fixtures", "party", "party.toml").read_text()
    return msgspec.convert(tomllib.loads(text), DemoParty)


@cache
def _read_pregens(name: str, *, prefix: str) -> dict[str, Pregen]:
    pregens = {}
    for path in sorted(Path(settings.BASE_DIR, "fixtures", name).glob("*.json")):
        document = registry.read(path.read_bytes())
        sheet = registry.open(document).summary
        row_id = uuid.uuid5(_ID_NAMESPACE, f"{prefix}{path.stem}")
        pregens[path.stem] = Pregen(path.stem, document, sheet, row_id)
    return pregens


def visible_pregens() -> list[Pregen]:
    """Every pregen; one query finds which are loaded."""
    rows = set(Character.objects.visible_to(Identity()).values_list("public_id", flat=True))
    return [replace(pregen, is_loaded=pregen.row_id in rows) for pregen in all_pregens().values()]


@dataclass(frozen=True)
class PregenGroup:
    """The pregens of one game."""

    system: Game
    pregens: tuple[Pregen, ...]


def group_by_game(pregens: Iterable[Pregen], only: str = "") -> list[PregenGroup]:
    """Pregens by game, in the order of the games; only those of game `only` if given. No empty
    groups.
    """
    by_game: dict[str, list[Pregen]] = {slug: [] for slug in registry.all_systems()}
    for pregen in pregens:
        by_game[pregen.sheet.system].append(pregen)
    return [
        PregenGroup(registry.get(slug), tuple(group))
        for slug, group in by_game.items()
        if group and only in ("", slug)
    ]


def visible_party(pregens: Iterable[Pregen]) -> DemoParty | None:
    """The demo party, if the demo is loaded."""
    return demo_party() if any(pregen.is_loaded for pregen in pregens) else None


def slug_of(public_id: uuid.UUID) -> str:
    """The slug of the pregen with this row id; "" for none."""
    return next(
        (pregen.slug for pregen in all_pregens().values() if pregen.row_id == public_id), ""
    )
