"""Awards: one ledger entry with one note for several characters at once, for all of them or none;
undone the same way.
"""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from rules import registry
from sheets.access import MemberAccess
from sheets.advancement import operations
from sheets.errors import NeedsConfirmation, NoSuchRow, Refused
from sheets.models import Award, Member, Party
from sheets.parties.awards.recipients import (
    NOBODY,
    CharacterAward,
    award_all,
    prepare_award,
    prepare_undo,
)
from sheets.parties.sessions import rows
from sheets.phrases import joined
from sheets.writes import Form, Keep, write_prepared


def give_awards(
    member_access: MemberAccess,
    *,
    to: Sequence[uuid.UUID],
    members: Mapping[str, str],
    confirmed: str,
    key: str,
) -> str:
    """Gives the same entry to each of these characters; returns it in a sentence.

    Raises Refused, by member, where the entry is invalid, and at `to` with each character that
    cannot take it; then nobody gets anything. Raises NeedsConfirmation until the effects are
    confirmed.
    """

    def prepare(membership: Member) -> Keep[str]:
        party = membership.party
        entry = operations.read_entry(registry.get(party.system), members)
        awards = _award_all(membership, to, entry)
        award_text, names = awards[0].text(awards[0].gains[0]), joined(one.name for one in awards)
        sentences = [f"{names} gets {award_text}."]
        if len(awards) > 1:
            award_text = f"{award_text} each"
            sentences = [f"{len(awards)} characters get {award_text}.", f"To {names}."]
        NeedsConfirmation(sentences, chosen, texts).check(confirmed)
        record = Award(description=f"{award_text} to {names}", session=rows.latest(party))
        save_award = prepare_award(membership, awards, record)

        def save() -> str:
            description = save_award().description
            rows.save_party(party)
            return description

        return save

    chosen = sorted(map(str, to))
    texts = [f"{name}={value}" for name, value in sorted(members.items())]
    form = Form(key, ("hand out", *chosen, *texts, str(member_access.party)))
    return write_prepared(member_access, prepare, form=form)


def begin_session(
    member_access: MemberAccess, *, to: Sequence[uuid.UUID], confirmed: str, key: str
) -> str:
    """Begins a session for the party and each of these characters; returns it in a sentence. Raises
    as `give_awards`.
    """

    def prepare(membership: Member) -> Keep[str]:
        party = membership.party
        awards = _award_all(membership, to, registry.get(party.system).session())
        names = joined(award.name for award in awards)
        sentences = (
            f"Session {party.sessions + 1} of {party.name} begins for {names}.",
            *(line for award in awards for line in award.changed_figures()),
        )
        NeedsConfirmation(sentences, chosen).check(confirmed)
        record = Award(description=f"A new session for {names}", session=rows.latest(party))
        save_award = prepare_award(membership, awards, record)

        def save() -> str:
            rows.begin(party, record)
            description = save_award().description
            rows.save_party(party)
            return description

        return save

    chosen = sorted(map(str, to))
    form = Form(key, ("session", *chosen, str(member_access.party)))
    return write_prepared(member_access, prepare, form=form)


def undo(member_access: MemberAccess, *, hand_out: int, key: str) -> str:
    """Undoes a whole award; returns it in a sentence. An undone award stays undone.

    Raises NoSuchRow, and Refused with each character that has spent or used it or has left the
    party, or where the session that began with it has notes; then nothing is undone.
    """

    def prepare(membership: Member) -> Keep[str]:
        award = _get_award(membership.party, hand_out)
        undo_all = prepare_undo(membership, award) if award.undone_at is None else None

        def save() -> str:
            if undo_all:
                undo_all()
                award.undone_at = timezone.now()
                award.save(update_fields=["undone_at"])
                rows.undo(membership.party, award)
                rows.save_party(membership.party)
            return award.description

        return save

    form = Form(key, ("undo hand-out", str(hand_out), str(member_access.party)))
    return write_prepared(member_access, prepare, form=form)


def _award_all(membership: Member, to: Sequence[uuid.UUID], entry: Any) -> list[CharacterAward]:
    """Every character with the entry, unsaved. Raises Refused where one cannot take it."""
    if not to:
        raise Refused({"to": NOBODY})
    return award_all(membership, dict.fromkeys(to, (entry,)))


def _get_award(party: Party, id: int) -> Award:
    try:
        return Award.objects.select_related("session", "begins").get(party=party, pk=id)
    except (Award.DoesNotExist, OverflowError):
        raise NoSuchRow from None
