"""Awards: one ledger entry with one note for several characters at once, for all of them or none;
undone the same way.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import field

from django.utils import timezone

from rules import registry
from rules.ledger.entries import Entry, Session
from rules.phrases import counted, joined
from sheets.advancement import operations
from sheets.errors import NeedsConfirmation, NoSuchRow, Refused
from sheets.models import Award, Member, Party
from sheets.parties.awards import recipients
from sheets.parties.awards.recipients import AwardToAll, AwardUndoing, CharacterAward
from sheets.parties.sessions import rows
from sheets.writes import Operation

NOT_WORN = "It isn’t worn: it counts once it’s on."
PUT_ON = "Hand out and put it on"
GIVEN = "{by} gave {award} after you opened this page. To give it once more, press again."
BEGUN = "Session {number} began after you opened this page. To start the next one, press again."


class _AwardOperation(Operation[Member, str]):
    """An award to these characters, in a sentence, once its effects are confirmed; at once where
    `confirmed` is None.
    """

    to: Sequence[uuid.UUID]
    confirmed: str | None
    award: AwardToAll = field(init=False, repr=False)

    @property
    def chosen(self) -> list[str]:
        return sorted(map(str, self.to))

    def confirm(self, effects: NeedsConfirmation) -> None:
        """Raises the effects unless these were confirmed."""
        if self.confirmed is not None:
            effects.check(self.confirmed)

    def save(self) -> str:
        description = self.award.save().description
        rows.save_party(self.row.party)
        return description


class GiveAwards(_AwardOperation):
    """Gives the same entry to each of these characters; what they get, in a sentence.

    Raises Refused, by member, where the entry is invalid, and at `to` with each character that
    cannot take it; then nobody gets anything. Raises NeedsConfirmation until the effects are
    confirmed. With `wears` whoever gets armor or a shield has it on. Raises Refused, too, where
    the same characters got the same from another page after the award numbered `since`, which
    was the newest when this page was loaded.
    """

    members: Mapping[str, str]
    wears: bool = False
    since: int | None = None

    @property
    def texts(self) -> list[str]:
        return [f"{name}={value}" for name, value in sorted(self.members.items())]

    @property
    def content(self) -> tuple[str, ...]:
        return ("hand out", *self.chosen, *self.texts, str(self.wears), *self.access.receipt_id)

    def prepare(self, row: Member) -> None:
        entry = operations.read_entry(registry.get(row.party.system), self.members)
        awards = _award_all(row, self.to, entry)
        award_text = awards[0].text(awards[0].gains[0])
        names = joined(award.name for award in awards)
        sentences = [f"{names} gets {award_text}."]
        if len(awards) > 1:
            award_text = f"{award_text} each"
            sentences = [f"{counted(len(awards), 'character')} get {award_text}.", f"To {names}."]
        is_unworn, worn = any(award.unworn for award in awards), ""
        if is_unworn:
            sentences.append(NOT_WORN)
            worn = ", worn" if self.wears else ", not worn"
        also = PUT_ON if is_unworn else ""
        description = f"{award_text} to {names}{worn}"
        if again := Award.objects.again(row.party_id, description, since=self.since):
            raise Refused({"to": GIVEN.format(by=again.by, award=description)})
        self.confirm(NeedsConfirmation(sentences, self.chosen, self.texts, also=also))
        if is_unworn and self.wears:
            awards = recipients.put_on(row, dict.fromkeys(self.to, (entry,)), awards)
        record = Award(description=description, session=rows.latest(row.party))
        self.award = AwardToAll(row, awards, record)


class BeginSession(_AwardOperation):
    """Begins a session for the party and each of these characters; that in a sentence. Raises as
    `GiveAwards`, and Refused where another page began one: after `since` sessions.
    """

    since: int | None = None

    @property
    def content(self) -> tuple[str, ...]:
        return ("session", *self.chosen, *self.access.receipt_id)

    def prepare(self, row: Member) -> None:
        party = row.party
        if self.since not in (None, party.sessions):
            raise Refused({"to": BEGUN.format(number=party.sessions)})
        awards = _award_all(row, self.to, Session())
        names = joined(award.name for award in awards)
        sentences = (
            f"Session {party.sessions + 1} of {party.name} begins for {names}.",
            *(line for award in awards for line in award.changed_figures()),
        )
        self.confirm(NeedsConfirmation(sentences, self.chosen))
        record = Award(description=f"A new session for {names}", session=rows.latest(party))
        self.award = AwardToAll(row, awards, record)

    def save(self) -> str:
        rows.begin(self.row.party, self.award.record)
        return super().save()


class Undo(Operation[Member, str]):
    """Undoes a whole award; what they got, in a sentence. An undone award stays undone.

    Raises NoSuchRow, and Refused with each character that has spent or used it or has left the
    party, or where the session that began with it has notes; then nothing is undone.
    """

    verb = "undo hand-out"
    hand_out: int

    def prepare(self, row: Member) -> None:
        self.award = _get_award(row.party, self.hand_out)
        self.undoing = None if self.award.undone_at else AwardUndoing(row, self.award)

    def save(self) -> str:
        award, party = self.award, self.row.party
        if self.undoing:
            self.undoing.save()
            award.undone_at = timezone.now()
            award.save(update_fields=["undone_at"])
            rows.undo(party, award)
            rows.save_party(party)
        return award.description


def _award_all(membership: Member, to: Sequence[uuid.UUID], entry: Entry) -> list[CharacterAward]:
    """Every character with the entry, unsaved. Raises Refused if one cannot take it."""
    if not to:
        raise Refused({"to": recipients.NOBODY})
    return recipients.award_all(membership, dict.fromkeys(to, (entry,)))


def _get_award(party: Party, id: int) -> Award:
    try:
        return Award.objects.select_related("session", "begins").get(party=party, pk=id)
    except (Award.DoesNotExist, OverflowError):
        raise NoSuchRow from None
