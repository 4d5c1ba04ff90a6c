"""Membership: leaving a party, removing members, changing roles, and deleting the party."""

from rules import plain_text
from sheets.access import lock_characters
from sheets.errors import NoSuchRow, Refused
from sheets.models import Character, Member, Takeover
from sheets.parties.operations import remove_characters, save_change
from sheets.parties.takeover import operations as takeover
from sheets.writes import Operation

GM_STAYS = (
    "You are the game master. Make another member the game master first, or delete the party."
)
GUEST_STAYS_PLAYER = "A guest can't lead the party. Invite them as a member first."
GM_REMOVES_CO_GMS = "Only the game master can remove co-GMs. The game master can't be removed."


class Leave(Operation[Member, None]):
    """Leaves the party; the member's characters leave too. The game master cannot."""

    def save(self) -> None:
        if self.row.is_gm:
            raise Refused({"seat": GM_STAYS})
        _remove_member(self.row)


class Remove(Operation[Member, None]):
    """Removes a member and their characters. Raises NoSuchRow."""

    member: int

    def save(self) -> None:
        target = _get_member(self.row, self.member)
        if target.is_gm or (target.leads and not self.row.is_gm):
            raise Refused({"member": GM_REMOVES_CO_GMS})
        _remove_member(target)


class Appoint(Operation[Member, None]):
    """Makes a member a co-GM, or a player again. For the game master. Raises NoSuchRow."""

    member: int
    role: str

    def save(self) -> None:
        target = _get_member(self.row, self.member)
        if target.is_gm or self.role not in (Member.Role.CO_GM, Member.Role.PLAYER):
            raise Refused({"role": "A member is a co-GM or a player."})
        if target.is_guest:
            raise Refused({"role": GUEST_STAYS_PLAYER})
        target.role = self.role
        target.save(update_fields=["role"])
        save_change(self.row.party)


class HandOver(Operation[Member, None]):
    """Makes another member the game master; the former one becomes a co-GM. Raises NoSuchRow."""

    member: int

    def save(self) -> None:
        target = _get_member(self.row, self.member)
        if target.pk == self.row.pk:
            raise Refused({"member": "You are the game master already."})
        if target.is_guest:
            raise Refused({"member": GUEST_STAYS_PLAYER})
        asked = takeover.open_request(self.row.party)
        is_theirs = asked is not None and asked.asker_id == target.owner_id
        state = Takeover.State.LED if is_theirs else Takeover.State.OBJECTED
        takeover.close(self.row.party, state, self.row)
        self.row.role, target.role = Member.Role.CO_GM, Member.Role.GM
        self.row.save(update_fields=["role"])
        target.save(update_fields=["role"])
        save_change(self.row.party)


class Dissolve(Operation[Member, None]):
    """Deletes the party, for the game master who types its name. Its characters stay with their
    owners, and what is in its roster is in theirs from then on; what was copied for its fights is
    deleted.
    """

    name: str

    def save(self) -> None:
        party = self.row.party
        if plain_text.straight(self.name) != plain_text.straight(party.name):
            raise Refused({"name": f"Type the party's exact name: {party.name}"})
        lock_characters(party.characters.all())
        lock_characters(Character.documents.filter(roster=party))
        Character.documents.fighting_copies([party]).delete()
        party.delete()


def _remove_member(membership: Member) -> None:
    asked = takeover.open_request(membership.party)
    if asked and asked.asker_id == membership.owner_id:
        takeover.close(membership.party, Takeover.State.WITHDRAWN, membership)
    remove_characters(membership.party.characters.filter(owner=membership.owner))
    membership.delete()
    save_change(membership.party)


def _get_member(membership: Member, id: int) -> Member:
    try:
        return membership.party.members.get(pk=id)
    except (Member.DoesNotExist, OverflowError):
        raise NoSuchRow from None
