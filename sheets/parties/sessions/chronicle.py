"""The chronicle of a party for print: its characters with portraits, and its sessions."""

from collections.abc import Iterable

from django.utils.dateformat import format as format_date

from rules import registry
from sheets import markdown, printing
from sheets.models import Member, Portrait
from sheets.models.character import NAMELESS
from sheets.parties.board.characters import PartyCharacter, party_characters
from sheets.parties.sessions.calendar import CalendarEntry
from sheets.print_pages.cache import CachedPrint
from sheets.printing.chronicle import Chronicle, ChronicleSession, Person
from sheets.ui.likeness_image import paper_portrait

DATE = "F j, Y"


def chronicle_print(
    membership: Member, entries: Iterable[CalendarEntry], *, paper: str
) -> CachedPrint:
    """The print of these sessions on one of the paper sizes."""
    chronicle = print_content(membership, list(entries))
    key = printing.chronicle_key(chronicle, paper=paper)
    return CachedPrint(key, lambda: printing.chronicle_pdf(chronicle, paper=paper))


def print_content(membership: Member, entries: list[CalendarEntry]) -> Chronicle:
    """The content of the printed chronicle: what all members see."""
    party = membership.party
    game = registry.get(party.system)
    playing, _ = party_characters(membership)
    rows = Portrait.objects.filter(character__in=[row.character.pk for row in playing])
    portraits = {row.character_id: row for row in rows.only("character", "shown", "alt")}
    return Chronicle(
        slug=game.slug,
        party=party.name,
        game=game.name,
        credit=game.credit,
        span=_span(entries),
        people=tuple(_person(row, portraits.get(row.character.pk)) for row in playing),
        sessions=tuple(_session(entry) for entry in entries),
    )


def _span(entries: list[CalendarEntry]) -> str:
    """When it was played: "November 6, 2026, to November 20, 2026"."""
    played = (entry.session.day for entry in entries)
    dates = list(dict.fromkeys(format_date(day, DATE) for day in played if day))
    return f"{dates[0]}, to {dates[-1]}" if len(dates) > 1 else "".join(dates)


def _person(row: PartyCharacter, portrait: Portrait | None) -> Person:
    return Person(
        name=row.sheet.name or NAMELESS,
        about=row.sheet.kind,
        player=row.character.player,
        portrait=bytes(portrait.shown) if portrait else paper_portrait(row.sheet),
        alt=portrait.alt if portrait else "",
    )


def _session(entry: CalendarEntry) -> ChronicleSession:
    session = entry.session
    return ChronicleSession(
        heading=session.heading,
        date=format_date(session.day, DATE) if session.day else "",
        notes=markdown.prose(session, "notes") + "",  # a plain text again
        gains=entry.gains,
    )
