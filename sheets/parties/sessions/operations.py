"""Changes to a session by game masters: its texts, and its end."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from rules import registry
from rules.ledger.entries import Entry, Session
from rules.phrases import joined
from sheets import form_data
from sheets.advancement import operations
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import Award, Member, Party, PartySession
from sheets.parties.awards.recipients import (
    AwardToAll,
    CharacterAward,
    award_all,
    put_on,
)
from sheets.parties.operations import save_change
from sheets.parties.sessions import rows
from sheets.parties.sessions.rows import TEXTS
from sheets.writes import Operation

WORN, NOT_WORN = "what can be worn is on {0}", "not worn yet by {0}"
LEAVING = "no seat any more for {0}"
CHANGED_ELSEWHERE = "This session was changed on another page. Reload to see the new version."


@dataclass(frozen=True)
class Gift:
    """One entry for each of these characters. Its `id` leads the names of its fields."""

    id: str
    to: tuple[uuid.UUID, ...]
    members: Mapping[str, str]

    @property
    def content(self) -> tuple[str, ...]:
        """The parts that tell one gift from another in a form receipt."""
        texts = (f"{name}={value}" for name, value in sorted(self.members.items()))
        return (self.id, *sorted(map(str, self.to)), *texts)


def get_session(party: Party, number: int) -> PartySession:
    """The session of that number. Raises NoSuchRow."""
    try:
        return party.session_rows.get(number=number)
    except (PartySession.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def texts_token(session: PartySession | None, texts: Mapping[str, str] | None = None) -> str:
    """A token of what is written about a session, its day included; with other `texts`, if they
    are given.
    """
    written = (getattr(session, name, "") for name in TEXTS)
    new = written if texts is None else (texts[name] for name in TEXTS)
    day = session.played_on if session else None
    return form_data.token([*new, *([day.isoformat()] if day else [])])


class KeepTexts(Operation[Member, None]):
    """Saves what is written about a session, and the day it was played. Raises NoSuchRow, and
    Conflict if it is no longer what the token `was` says, because another page has changed it.
    """

    verb = "session texts"
    number: int
    played_on: date | None
    title: str
    notes: str
    gm_notes: str
    was: str

    def save(self) -> None:
        session = get_session(self.row.party, self.number)
        stored_token = texts_token(session)
        for name in TEXTS:
            setattr(session, name, getattr(self, name))
        if self.played_on != session.day:
            session.played_on = self.played_on
        if stored_token not in (self.was, texts_token(session)):
            raise Conflict(CHANGED_ELSEWHERE)
        session.save(update_fields=[*TEXTS, "played_on"])
        save_change(self.row.party)


class EndSession(Operation[Member, str]):
    """Ends the running session, of that number, with what everyone gets and what is written about
    it, and begins the next one for all characters in play if `begins_next`; that in a sentence,
    with the guests who lose their seats. Guests who are `kept`, by row id, have one in the next
    session, too, and with `wears` whoever gets armor has it on. All of it is one award, undone as a
    whole. Where no session is running, this records one that was played without a start.

    Raises Refused, by the names of a gift's fields, or at `to` with each character that cannot take
    something, and Conflict if that session is over already, or the texts are no longer what the
    token `was` says; then nothing happens.
    """

    number: int
    gifts: Sequence[Gift]
    texts: Mapping[str, str]
    was: str
    begins_next: bool
    kept: Sequence[int] = ()
    wears: bool = False

    @property
    def content(self) -> tuple[str, ...]:
        gifts = (part for gift in self.gifts for part in gift.content)
        texts = (self.texts[name] for name in TEXTS)
        asked = (*gifts, str(self.number), *texts, self.was, str(self.begins_next))
        guests = map(str, self.kept)
        return ("end session", *asked, *guests, str(self.wears), *self.access.receipt_id)

    def prepare(self, row: Member) -> None:
        party, session = row.party, rows.running(row.party)
        new = texts_token(session, self.texts)
        is_next = self.number == next_to_end(party, session)
        if not is_next or texts_token(session) not in (self.was, new):
            raise Conflict(CHANGED_ELSEWHERE)
        entries = _entries(party, self.gifts, begins_next=self.begins_next)
        awards = award_all(row, entries)
        gains = list(_gain_texts(self.gifts, awards))
        if unworn := [award.name for award in awards if award.unworn]:
            gains.append((WORN if self.wears else NOT_WORN).format(joined(unworn)))
            awards = put_on(row, entries, awards) if self.wears else awards
        kept = self.kept if self.begins_next else ()
        leaving = [guest.name for guest in rows.guests(session) if guest.pk not in kept]
        lost = [LEAVING.format(joined(leaving))] if leaving else []
        heading = f"End of session {self.number}"
        record = Award(
            description=": ".join(filter(None, (heading, "; ".join([*gains, *lost])))),
            session=session,
            session_changes={"gains": gains},
        )
        self.award = AwardToAll(row, awards, record)

    def save(self) -> str:
        party, record = self.row.party, self.award.record
        if record.session is None:
            rows.record(party, record)
        rows.write_texts(record, self.texts)
        if self.begins_next:
            rows.begin(party, record, kept=self.kept)
        else:
            rows.end(record)
        description = self.award.save().description
        rows.save_party(party)
        return description


def next_to_end(party: Party, session: PartySession | None) -> int:
    """The number of the session that can end: the running one, or the next that nobody began."""
    return session.number if session else party.sessions + 1


def _entries(
    party: Party, gifts: Sequence[Gift], *, begins_next: bool
) -> dict[uuid.UUID, list[Entry]]:
    """The entries of each character, in the order of the gifts."""
    system = registry.get(party.system)
    entries: dict[uuid.UUID, list[Entry]] = {}
    for gift in gifts:
        try:
            entry = operations.read_entry(system, gift.members)
        except Refused as refused:
            errors = {f"{gift.id}.{name}": text for name, text in refused.errors.items()}
            raise Refused(errors) from None
        for id in gift.to:
            entries.setdefault(id, []).append(entry)
    if begins_next:
        for character in party.characters.order_by("pk"):
            if character.is_in_play:
                entries.setdefault(character.public_id, []).append(Session())
    return entries


def _gain_texts(gifts: Sequence[Gift], awards: Sequence[CharacterAward]) -> Iterator[str]:
    """Each gift in words, and who got it."""
    by_id = {award.character.public_id: award for award in awards}
    counts = dict.fromkeys(by_id, 0)
    for gift in gifts:
        first = by_id[gift.to[0]]
        text = first.text(first.gains[counts[gift.to[0]]])
        for id in gift.to:
            counts[id] += 1
        each = " each" if len(gift.to) > 1 else ""
        yield f"{text}{each} to {joined(by_id[id].name for id in gift.to)}"
