"""The sessions of a party as awards change them: begun, recorded, ended, and all of that undone.
Part of an operation; whoever calls it has locked the party and saves it.
"""

from collections.abc import Collection, Mapping

from django.db.models import F
from django.utils import timezone

from sheets import zones
from sheets.errors import Refused
from sheets.models import Award, Member, Party, PartySession
from sheets.models.compiled import CompiledQuery

HAS_NOTES = "Session {number} has a title or notes. Clear them first."
HAS_GUESTS = "Session {number} has guests. Remove them first."
CHANGED = "The title or notes of session {number} changed since then."
# What of a session may be written about it.
TEXTS = ("title", "notes", "gm_notes")

_LATEST = CompiledQuery[PartySession](
    lambda party: PartySession.objects.filter(party=party).newest_first().without_html()[:1]
)


def latest(party: Party) -> PartySession | None:
    """The newest session of a party, without the HTML of its texts; None before the first."""
    return _LATEST.first(party.pk)


def running(party: Party) -> PartySession | None:
    """The session that is running; None between two sessions, and before the first."""
    session = latest(party)
    return session if session is not None and session.is_running else None


def guests(session: PartySession | None) -> list[Member]:
    """The guests who have a seat for a session, by name."""
    if session is None:
        return []
    return sorted(session.guests.select_related("owner__user"), key=lambda guest: guest.name)


def begin(party: Party, award: Award, *, kept: Collection[int] | None = None) -> None:
    """Begins the next session with an award, and ends the one before. Its guests keep their seats,
    or those of them who are `kept`, by row id.
    """
    end(award)
    award.is_session, award.session_before = True, party.session_at
    party.sessions += 1
    party.session_at = timezone.now()
    award.begins = PartySession.objects.create(
        party=party,
        number=party.sessions,
        began_at=party.session_at,
        played_on=zones.today(),
    )
    seats = [guest.pk for guest in guests(award.session) if kept is None or guest.pk in kept]
    if seats:
        Member.objects.filter(pk__in=seats).update(guest_of=award.begins)
        award.session_changes = {**award.session_changes, "guests": seats}


def ensure_running(party: Party) -> PartySession:
    """The session that is running; begins one where none is."""
    if (session := running(party)) is not None:
        return session
    party.sessions += 1
    party.session_at = timezone.now()
    return PartySession.objects.create(
        party=party,
        number=party.sessions,
        began_at=party.session_at,
        played_on=zones.today(),
    )


def record(party: Party, award: Award) -> PartySession:
    """A session for an award, where none is running: it was played without a start."""
    party.sessions += 1
    award.session = PartySession.objects.create(party=party, number=party.sessions)
    award.session_changes = {**award.session_changes, "recorded": True}
    return award.session


def end(award: Award) -> None:
    """Ends the session of an award, if it is running."""
    if award.session is None or not award.session.is_running:
        return
    award.session.ended_at = timezone.now()
    award.session.save(update_fields=["ended_at"])
    award.session_changes = {**award.session_changes, "ended": True}


def write_texts(award: Award, texts: Mapping[str, str]) -> None:
    """Writes texts about the session of an award, which keeps what stood there before."""
    session = award.session
    if session is None:
        return
    changed = {
        name: [getattr(session, name), text]
        for name, text in texts.items()
        if getattr(session, name) != text
    }
    for name, (_, text) in changed.items():
        setattr(session, name, text)
    session.save(update_fields=list(changed))
    award.session_changes = {**award.session_changes, "texts": changed}


def undo(party: Party, award: Award) -> None:
    """Undoes what an award did to the party's sessions. A later session keeps its time. Raises
    Refused if texts would be lost that were written since.
    """
    session, begun, changes = award.session, award.begins, award.session_changes
    if award.is_session:
        _restore_time(party, award)
    if begun is not None:
        kept = Member.objects.filter(pk__in=changes.get("guests", ()), guest_of=begun)
        kept.update(guest_of=session)
        _delete(party, begun)
    elif award.is_session:
        party.sessions = max(0, party.sessions - 1)
    if session is None:
        return
    for name, (before, after) in changes.get("texts", {}).items():
        if getattr(session, name) != after:
            raise Refused({"hand_out": CHANGED.format(number=session.number)})
        setattr(session, name, before)
    if changes.get("ended") and latest(party) == session:
        session.ended_at = None
    session.save()
    if changes.get("recorded"):
        _delete(party, session)


def save_party(party: Party) -> None:
    """Saves the number of sessions and the time of the last, and raises the party's version."""
    party.version += 1
    party.save(update_fields=["sessions", "session_at", "version"])


def _restore_time(party: Party, award: Award) -> None:
    """When the last session began that still counts."""
    later = Award.objects.filter(party=party, is_session=True, undone_at=None, pk__gt=award.pk)
    following = later.order_by("pk").first()
    if following is None:
        party.session_at = award.session_before
    else:
        following.session_before = award.session_before
        following.save(update_fields=["session_before"])


def _delete(party: Party, session: PartySession) -> None:
    """Deletes a session, and numbers those after it anew."""
    if any(getattr(session, name) for name in TEXTS):
        raise Refused({"hand_out": HAS_NOTES.format(number=session.number)})
    if session.guests.exists():
        raise Refused({"hand_out": HAS_GUESTS.format(number=session.number)})
    number = session.number
    session.delete()
    party.sessions = max(0, party.sessions - 1)
    # One at a time: no two have one number at any moment.
    for later in party.session_rows.filter(number__gt=number).order_by("number"):
        PartySession.objects.filter(pk=later.pk).update(number=F("number") - 1)
