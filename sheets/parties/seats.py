"""Membership: leaving a party, removing members, changing roles, and deleting the party."""

from sheets.access import MemberAccess, lock_characters
from sheets.errors import NoSuchRow, Refused
from sheets.models import Character, Member
from sheets.parties.operations import party_form, remove_characters, save_change
from sheets.writes import write

GM_STAYS = (
    "You are the game master. Make another member the game master first, or delete the party."
)
GUEST_STAYS_PLAYER = "A guest can't lead the party. Invite them as a member first."
GM_REMOVES_CO_GMS = "Only the game master can remove co-GMs. The game master can't be removed."


def leave(member_access: MemberAccess, *, key: str) -> None:
    """Leaves the party; the member's characters leave too. The game master cannot."""

    def change(membership: Member) -> None:
        if membership.is_gm:
            raise Refused({"seat": GM_STAYS})
        _remove_member(membership)

    write(member_access.lock, change, form=party_form(member_access, key, "leave"))


def remove(member_access: MemberAccess, *, member: int, key: str) -> None:
    """Removes a member and their characters. Raises NoSuchRow."""

    def change(membership: Member) -> None:
        target = _get_member(membership, member)
        if target.is_gm or (target.leads and not membership.is_gm):
            raise Refused({"member": GM_REMOVES_CO_GMS})
        _remove_member(target)

    write(member_access.lock, change, form=party_form(member_access, key, "remove", str(member)))


def appoint(member_access: MemberAccess, *, member: int, role: str, key: str) -> None:
    """Makes a member a co-GM, or a player again. For the game master. Raises NoSuchRow."""

    def change(membership: Member) -> None:
        target = _get_member(membership, member)
        if target.is_gm or role not in (Member.Role.CO_GM, Member.Role.PLAYER):
            raise Refused({"role": "A member is a co-GM or a player."})
        if target.is_guest:
            raise Refused({"role": GUEST_STAYS_PLAYER})
        target.role = role
        target.save(update_fields=["role"])
        save_change(membership.party)

    write(
        member_access.lock,
        change,
        form=party_form(member_access, key, "appoint", str(member), role),
    )


def hand_over(member_access: MemberAccess, *, member: int, key: str) -> None:
    """Makes another member the game master; the former one becomes a co-GM. Raises NoSuchRow."""

    def change(membership: Member) -> None:
        target = _get_member(membership, member)
        if target.pk == membership.pk:
            raise Refused({"member": "You are the game master already."})
        if target.is_guest:
            raise Refused({"member": GUEST_STAYS_PLAYER})
        membership.role, target.role = Member.Role.CO_GM, Member.Role.GM
        membership.save(update_fields=["role"])
        target.save(update_fields=["role"])
        save_change(membership.party)

    write(member_access.lock, change, form=party_form(member_access, key, "hand over", str(member)))


def dissolve(member_access: MemberAccess, *, name: str, key: str) -> None:
    """Deletes the party, for the game master who types its name. Its characters stay with their
    owners, and what is in its roster is in theirs from then on; what was copied for its fights is
    deleted.
    """

    def change(membership: Member) -> None:
        if name.strip() != membership.party.name:
            raise Refused({"name": f"Type the party's exact name: {membership.party.name}"})
        lock_characters(membership.party.characters.all())
        lock_characters(Character.documents.filter(roster=membership.party))
        Character.documents.fighting_copies([membership.party]).delete()
        membership.party.delete()

    write(member_access.lock, change, form=party_form(member_access, key, "dissolve"))


def _remove_member(membership: Member) -> None:
    remove_characters(membership.party.characters.filter(owner=membership.owner))
    membership.delete()
    save_change(membership.party)


def _get_member(membership: Member, id: int) -> Member:
    try:
        return membership.party.members.get(pk=id)
    except (Member.DoesNotExist, OverflowError):
        raise NoSuchRow from None
