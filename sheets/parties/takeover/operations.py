"""Taking over a party: a member asks, its game masters may object for some days, then the member
leads. The site's operator appoints somebody at once. Each is kept where all members see it.
"""

import uuid
from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.guard import state as known
from sheets.models import Member, Owner, Party, Takeover
from sheets.models.takeover import DAYS
from sheets.parties.operations import save_change
from sheets.writes import Operation

YOU_LEAD = "You are the game master already."
GUEST = "A guest can't lead the party. Ask for an invitation first."
ASKED = "{name} has asked already."
TOO_SOON = "Your game master objected. You can ask again {days} days after that."
NOBODY_ASKS = "Nobody asks to lead this party any more."
NOT_YOUR_OWN = "You asked yourself. Withdraw it instead."
NOT_YOU = "Only whoever asked can do this."
NOT_YET = "Your game master can still object. You can lead the party from {day} on."
NO_MEMBER = "No member of this party has that name."
OPERATOR = "the site’s operator"


class Ask(Operation[Member, None]):
    """Asks to lead the party. Refused for its game master, for guests, while somebody else asks,
    and for some days after an objection.
    """

    verb = "ask to lead"

    def save(self) -> None:
        party = self.row.party
        if self.row.is_gm or self.row.is_guest:
            raise Refused({"lead": YOU_LEAD if self.row.is_gm else GUEST})
        if asked := open_request(party):
            raise Refused({"lead": ASKED.format(name=asked.name)})
        since = timezone.now() - timedelta(days=DAYS)
        refused = party.takeovers.filter(state=Takeover.State.OBJECTED, ended_at__gt=since)
        if refused.filter(asker=self.row.owner).exists():
            raise Refused({"lead": TOO_SOON.format(days=DAYS)})
        now = timezone.now()
        Takeover.objects.create(party=party, name=self.row.name, asker=self.row.owner, asked_at=now)
        party.lead_asked_at = now
        save_change(party, "lead_asked_at")
        transaction.on_commit(known.changed, robust=True)


class Object(Operation[Member, None]):
    """Objects to a member who asks to lead. For the game master and co-GMs; nobody objects to
    themselves. Conflict if nobody asks any more.
    """

    verb = "object to takeover"

    def save(self) -> None:
        asked = _open(self.row.party)
        if asked.asker_id == self.row.owner_id:
            raise Refused({"lead": NOT_YOUR_OWN})
        close(self.row.party, Takeover.State.OBJECTED, self.row)


class Withdraw(Operation[Member, None]):
    """Asks no more. Conflict if nobody asks any more."""

    verb = "withdraw takeover"

    def save(self) -> None:
        _check_asker(_open(self.row.party), self.row)
        close(self.row.party, Takeover.State.WITHDRAWN, self.row)


class Lead(Operation[Member, None]):
    """Makes whoever asked the game master, once the days to object are over; the former one becomes
    a co-GM. Conflict if nobody asks any more.
    """

    verb = "take over"

    def save(self) -> None:
        asked = _open(self.row.party)
        _check_asker(asked, self.row)
        if timezone.now() < asked.leads_from:
            day = timezone.localtime(asked.leads_from).strftime("%B %-d")
            raise Refused({"lead": NOT_YET.format(day=day)})
        seat(self.row.party, self.row)
        close(self.row.party, Takeover.State.LED, self.row)


def appoint(party: uuid.UUID, name: str) -> str:
    """Makes a member the game master, for the site's operator; the party's name. NoSuchRow for an
    unknown party; Refused unless that is a member's account.
    """
    with transaction.atomic(durable=True):
        rows = Party.objects.select_for_update(no_key=True)
        row = rows.filter(public_id=party).first()
        if row is None:
            raise NoSuchRow
        members = Member.objects.filter(party=row, guest_of=None, owner__user__username=name)
        member = members.select_related("owner__user").first()
        if member is None:
            raise Refused({"name": NO_MEMBER})
        if member.is_gm:
            raise Refused({"name": f"{name} leads this party already."})
        close(row, Takeover.State.OBJECTED, None)
        seat(row, member)
        now = timezone.now()
        Takeover.objects.create(
            party=row,
            name=name,
            asker=member.owner,
            asked_at=now,
            ended_at=now,
            state=Takeover.State.APPOINTED,
            by=OPERATOR,
        )
        save_change(row)
        return row.name


# --- parts of operations, under the party's lock


def open_request(party: Party) -> Takeover | None:
    """The one who asks to lead a party; None if nobody does."""
    return party.takeovers.filter(state=Takeover.State.ASKED).first()


def close(party: Party, state: Takeover.State, member: Member | None) -> None:
    """Ends an open request, if there is one. Part of an operation."""
    ended = {"state": state, "ended_at": timezone.now()}
    by = {"by": member.name, "ender": member.owner} if member else {"by": OPERATOR}
    if party.takeovers.filter(state=Takeover.State.ASKED).update(**ended, **by):
        party.lead_asked_at = None
        save_change(party, "lead_asked_at")
        transaction.on_commit(known.changed, robust=True)


def seat(party: Party, heir: Member) -> None:
    """Makes a member the game master, and the former one a co-GM. Part of an operation."""
    party.members.filter(role=Member.Role.GM).update(role=Member.Role.CO_GM)
    heir.role = Member.Role.GM
    heir.save(update_fields=["role"])


def close_those_of(owners: QuerySet[Owner]) -> None:
    """Ends what accounts asked for that are deleted. Part of an operation."""
    asked = Takeover.objects.filter(asker__in=owners, state=Takeover.State.ASKED)
    Party.objects.filter(pk__in=asked.values("party")).update(lead_asked_at=None)
    asked.update(state=Takeover.State.WITHDRAWN, ended_at=timezone.now())


def _open(party: Party) -> Takeover:
    asked = open_request(party)
    if asked is None:
        raise Conflict(NOBODY_ASKS)
    return asked


def _check_asker(asked: Takeover, member: Member) -> None:
    if asked.asker_id != member.owner_id:
        raise Refused({"lead": NOT_YOU})
