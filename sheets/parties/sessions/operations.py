"""What members with the right to it change about a party's sessions."""

from sheets import form_data
from sheets.access import MemberAccess
from sheets.errors import Conflict, NoSuchRow
from sheets.models import Member, Party, PartySession
from sheets.parties.operations import party_form, save_change
from sheets.parties.sessions.rows import TEXTS
from sheets.writes import write

CHANGED_ELSEWHERE = "This session was changed on another page. Reload to see the new version."


def get_session(party: Party, number: int) -> PartySession:
    """The session of that number. Raises NoSuchRow."""
    try:
        return party.session_rows.get(number=number)
    except (PartySession.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def texts_token(session: PartySession | None) -> str:
    """A token of what is written about a session."""
    return form_data.token(getattr(session, name, "") for name in TEXTS)


def keep_texts(
    member_access: MemberAccess,
    *,
    number: int,
    title: str,
    notes: str,
    gm_notes: str,
    was: str,
    key: str,
) -> None:
    """Saves what is written about a session. Raises NoSuchRow, and Conflict where it is no longer
    what the token `was` says, because another page has changed it.
    """
    texts = {"title": title, "notes": notes, "gm_notes": gm_notes}

    def change(membership: Member) -> None:
        session = get_session(membership.party, number)
        new = form_data.token(texts.values())
        if texts_token(session) not in (was, new):
            raise Conflict(CHANGED_ELSEWHERE)
        for name, text in texts.items():
            setattr(session, name, text)
        session.save(update_fields=list(texts))
        save_change(membership.party)

    content = ("session texts", str(number), *texts.values(), was)
    write(member_access.lock, change, form=party_form(member_access, key, *content))
