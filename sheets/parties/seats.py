"""Seats: given up, taken away, chairs handed over; and the end of a party."""

from sheets.access import MemberAccess, lock_characters
from sheets.errors import NoSuchRow, Refused
from sheets.models import Member
from sheets.parties.operations import changed, let_go, party_form
from sheets.writes import write

STAYS = "You are the game master. Make somebody else game master first, or delete the party."
CHAIR = "Only the game master removes co-GMs, and nobody removes the game master."


def leave(claim: MemberAccess, *, key: str) -> None:
    """Gives up one's seat; one's characters leave with it. The game master cannot."""

    def change(seat: Member) -> None:
        if seat.is_gm:
            raise Refused({"seat": STAYS})
        _unseat(seat)

    write(claim.lock, change, form=party_form(claim, key, "leave"))


def remove(claim: MemberAccess, *, member: int, key: str) -> None:
    """Takes somebody's seat away; their characters leave with it. NoSuchRow."""

    def change(seat: Member) -> None:
        other = _member(seat, member)
        if other.is_gm or (other.leads and not seat.is_gm):
            raise Refused({"member": CHAIR})
        _unseat(other)

    write(claim.lock, change, form=party_form(claim, key, "remove", str(member)))


def appoint(claim: MemberAccess, *, member: int, role: str, key: str) -> None:
    """Makes a member a co-GM, or a player again; for the game master. NoSuchRow."""

    def change(seat: Member) -> None:
        other = _member(seat, member)
        if other.is_gm or role not in (Member.Role.CO_GM, Member.Role.PLAYER):
            raise Refused({"role": "A member is a co-GM or a player."})
        other.role = role
        other.save(update_fields=["role"])
        changed(seat.party)

    write(claim.lock, change, form=party_form(claim, key, "appoint", str(member), role))


def hand_over(claim: MemberAccess, *, member: int, key: str) -> None:
    """Hands the game master's chair to another member, and stays as co-GM. NoSuchRow."""

    def change(seat: Member) -> None:
        other = _member(seat, member)
        if other.pk == seat.pk:
            raise Refused({"member": "You have the chair already."})
        seat.role, other.role = Member.Role.CO_GM, Member.Role.GM
        seat.save(update_fields=["role"])
        other.save(update_fields=["role"])
        changed(seat.party)

    write(claim.lock, change, form=party_form(claim, key, "hand over", str(member)))


def dissolve(claim: MemberAccess, *, name: str, key: str) -> None:
    """Ends the party, for the game master who types its name. Its characters stay their owners'."""

    def change(seat: Member) -> None:
        if name.strip() != seat.party.name:
            raise Refused({"name": f"Type the party's name as it stands: {seat.party.name}"})
        lock_characters(seat.party.characters.all())
        seat.party.delete()

    write(claim.lock, change, form=party_form(claim, key, "dissolve"))


def _unseat(seat: Member) -> None:
    let_go(seat.party.characters.filter(owner=seat.owner))
    seat.delete()
    changed(seat.party)


def _member(seat: Member, id: int) -> Member:
    try:
        return seat.party.members.get(pk=id)
    except (Member.DoesNotExist, OverflowError):
        raise NoSuchRow from None
