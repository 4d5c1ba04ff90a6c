"""What a game master hands out: one entry in each ledger, with one note, to all or to nobody."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from rules import registry
from rules.problems import RuleViolation
from sheets import access, bridge
from sheets.access import SeatClaim
from sheets.models import Character, Member
from sheets.operations import advancement
from sheets.operations.faults import Closed, Refused
from sheets.operations.writing import Form, write

NOBODY = "Choose at least one character."


def hand_out(
    claim: SeatClaim, *, to: Sequence[uuid.UUID], members: Mapping[str, str], key: str
) -> int:
    """The same entry for each of these characters; how many that were.

    Refused, by member, where the entry cannot be read; Refused, at `to`, with each character that
    cannot take it and why. Then nobody has got anything.
    """

    def change(seat: Member) -> int:
        entry = advancement.read_entry(registry.get(seat.party.system), members)
        return _enter_all(seat, to, entry)

    told = (f"{name}={value}" for name, value in sorted(members.items()))
    form = Form(key, ("hand out", *sorted(map(str, to)), *told, str(claim.party)))
    return write(claim.lock, change, form=form)


def begin_session(claim: SeatClaim, *, to: Sequence[uuid.UUID], key: str) -> int:
    """A new session for the party, and for each of these characters; how many that were."""

    def change(seat: Member) -> int:
        entry = registry.get(seat.party.system).session()
        count = _enter_all(seat, to, entry)
        seat.party.sessions += 1
        seat.party.session_at = timezone.now()
        seat.party.version += 1
        seat.party.save(update_fields=["sessions", "session_at", "version"])
        return count

    form = Form(key, ("session", *sorted(map(str, to)), str(claim.party)))
    return write(claim.lock, change, form=form)


def _enter_all(seat: Member, to: Sequence[uuid.UUID], entry: Any) -> int:
    if not to:
        raise Refused({"to": NOBODY})
    characters = access.lock_characters(seat.party, to)
    faults: dict[str, list[str]] = {}
    for one in characters:
        if said := _entered(seat, one, entry):
            faults.setdefault(said, []).append(one.name or "A nameless one")
    if faults:
        raise Refused({"to": _told(faults, of=len(characters))})
    return len(characters)


def _told(faults: Mapping[str, Sequence[str]], *, of: int) -> str:
    """Each reason once, with the characters it is about; without, where it is about all of them."""
    if of > 1 and [len(names) for names in faults.values()] == [of]:
        return next(iter(faults))
    return " ".join(f"{', '.join(names)}: {said}" for said, names in faults.items())


def _entered(seat: Member, character: Character, entry: Any) -> str:
    """Why one character cannot take it, "" where it has."""
    try:
        advancement.check_in_play(character)
        system, document = bridge.read(character)
        after = system.enter(document, advancement.stamped(document, entry, by=seat.name))
    except (Closed, RuleViolation, bridge.Damaged) as fault:
        return _why(fault)
    author = None if seat.owner_id == character.owner_id else seat.owner
    advancement.append(character, document, after, author=author)
    return ""


def _why(fault: Exception) -> str:
    if isinstance(fault, RuleViolation):
        return " ".join(problem.message for problem in fault.problems)
    return "What is stored cannot be read." if isinstance(fault, bridge.Damaged) else str(fault)
