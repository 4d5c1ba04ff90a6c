"""What a game master hands out: one entry in each ledger, with one note, to all or to nobody; and
taken back the same way, at once from everybody.
"""

import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils import timezone

from rules import registry
from rules.document import Document
from rules.ledger.undo import GONE
from rules.problems import RuleViolation
from rules.sheet.sections import Figures
from rules.system import GameSystem
from sheets import access, storage
from sheets.access import MemberAccess
from sheets.advancement import operations
from sheets.errors import NeedsConfirmation, NoSuchRow, NotEditable, Refused
from sheets.models import Award, AwardRecipient, Character, Member, Party
from sheets.phrases import joined
from sheets.writes import Form, Keep, check_unchanged, stored, write_prepared

NOBODY = "Choose at least one character."
LEFT = "Not in the party any more."
MARKED = "{mark} changed since then."
_QUANTITY = re.compile(r"(.*) ×(\d+)")
_NAMELESS = "A nameless one"
# What became of a mark: what it was, and what it is.
AwardMarks = dict[str, tuple[int | None, int | None]]


@dataclass(frozen=True)
class _Got:
    """One character with what it got: the entry is the last of its ledger. `seen` is what was
    stored of it before, `keep` what saves it.
    """

    character: Character
    system: GameSystem
    before: Document
    after: Document
    seen: str
    keep: Keep[Any]

    @property
    def name(self) -> str:
        return self.character.name or _NAMELESS

    @property
    def position(self) -> int:
        return len(self.after.ledger) - 1

    @property
    def marks(self) -> AwardMarks:
        """The marks that moved with it."""
        was, now = _marks(self.before), _marks(self.after)
        return {mark: (was[mark], now[mark]) for mark in now if was[mark] != now[mark]}


def give_awards(
    claim: MemberAccess,
    *,
    to: Sequence[uuid.UUID],
    members: Mapping[str, str],
    confirmed: str,
    key: str,
) -> str:
    """The same entry for each of these characters; what that was, in a sentence.

    Refused, by member, where the entry cannot be read; Refused, at `to`, with each character that
    cannot take it and why. Then nobody has got anything. NeedsConfirmation until what it does was
    confirmed.
    """

    def prepare(seat: Member) -> Keep[str]:
        entry = operations.read_entry(registry.get(seat.party.system), members)
        found = _enter_all(seat, to, entry)
        gift, names = _gift(found[0], entry), joined(one.name for one in found)
        said = [f"{names} gets {gift}."]
        if len(found) > 1:
            gift = f"{gift} each"
            said = [f"{len(found)} characters get {gift}.", f"To {names}."]
        NeedsConfirmation(said, chosen, told).check(confirmed)
        return _kept(seat, found, Award(description=f"{gift} to {names}"))

    chosen = sorted(map(str, to))
    told = [f"{name}={value}" for name, value in sorted(members.items())]
    form = Form(key, ("hand out", *chosen, *told, str(claim.party)))
    return write_prepared(claim, prepare, form=form)


def begin_session(claim: MemberAccess, *, to: Sequence[uuid.UUID], confirmed: str, key: str) -> str:
    """A new session for the party, and for each of these characters; what that was, in a sentence.
    What is raised is as for `hand_out`.
    """

    def prepare(seat: Member) -> Keep[str]:
        party = seat.party
        found = _enter_all(seat, to, registry.get(party.system).session())
        names = joined(one.name for one in found)
        said = (
            f"Session {party.sessions + 1} of {party.name} begins for {names}.",
            *(line for one in found for line in _differences(one)),
        )
        NeedsConfirmation(said, chosen).check(confirmed)
        made = Award(
            description=f"A new session for {names}",
            is_session=True,
            session_before=party.session_at,
        )
        party.sessions += 1
        party.session_at = timezone.now()
        return _kept(seat, found, made)

    chosen = sorted(map(str, to))
    form = Form(key, ("session", *chosen, str(claim.party)))
    return write_prepared(claim, prepare, form=form)


def undo(claim: MemberAccess, *, hand_out: int, key: str) -> str:
    """Takes a whole hand-out back from everybody; what it was, in a sentence. One that was taken
    back stays so.

    Refused with each character that has spent or used it, or has left the party: then nothing is
    taken back. NoSuchRow.
    """

    def prepare(seat: Member) -> Keep[str]:
        made = _made(seat.party, hand_out)
        take_back = _all_taken_back(seat, made) if made.undone_at is None else None

        def undo_it() -> str:
            if take_back:
                take_back()
                made.undone_at = timezone.now()
                made.save(update_fields=["undone_at"])
                _session_undone(seat.party, made)
                _changed(seat.party)
            return made.description

        return undo_it

    form = Form(key, ("undo hand-out", str(hand_out), str(claim.party)))
    return write_prepared(claim, prepare, form=form)


def _enter_all(seat: Member, to: Sequence[uuid.UUID], entry: Any) -> list[_Got]:
    """Everybody with the entry, unsaved; Refused where one cannot take it."""
    if not to:
        raise Refused({"to": NOBODY})
    characters = access.characters_of(seat.party, to)
    faults: dict[str, list[str]] = {}
    found = []
    for one in characters:
        try:
            found.append(_entered(seat, one, entry))
        except (NotEditable, Refused, RuleViolation, storage.CorruptRow) as fault:
            faults.setdefault(_why(fault), []).append(one.name or _NAMELESS)
    if faults:
        raise Refused({"to": _told(faults, of=len(characters))})
    return found


def _entered(seat: Member, character: Character, entry: Any) -> _Got:
    seen = stored(character)
    operations.check_in_play(character)
    system, document = storage.read(character)
    stamped = operations.stamped(document, entry, by=seat.name)
    after = storage.attempted(character, lambda: system.enter(document, stamped))
    return _Got(
        character, system, document, after, seen, _appended(seat, character, document, after)
    )


def _appended(
    seat: Member, character: Character, before: Document, after: Document
) -> Keep[dict[str, Any]]:
    author = None if seat.owner_id == character.owner_id else seat.owner
    return operations.appended(
        character, before, registry.get(after.system).open(after), author=author
    )


def _kept(seat: Member, found: Sequence[_Got], made: Award) -> Keep[str]:
    """What keeps what everybody got, so that it can be taken back."""

    def keep() -> str:
        _lock({one.character.pk: one.seen for one in found})
        for one in found:
            one.keep()
        made.party, made.at, made.by = seat.party, timezone.now(), seat.name
        made.author = seat.owner
        made.save()
        AwardRecipient.objects.bulk_create(
            AwardRecipient(
                award=made, character=one.character, position=one.position, marks=one.marks
            )
            for one in found
        )
        _changed(seat.party)
        return made.description

    return keep


def _lock(seen: Mapping[int, str]) -> None:
    """Locks these characters, which are what they were when they were seen."""
    check_unchanged(access.lock_characters(Character.objects.filter(pk__in=seen)), seen)


def _gift(one: _Got, entry: Any) -> str:
    """What an entry gives, in words: "1 Lightsaber", "2 × Brass key", "3 Character Points"."""
    (event,) = one.system.history(one.after, (one.position,))
    if counted := _QUANTITY.fullmatch(event.title):
        return f"{counted[2]} × {counted[1]}"
    if getattr(entry, "quantity", 0) == 1:
        return f"1 {event.title}"
    if any(figure.value < 0 for figure in event.moved):
        return f"a {event.kind_name.lower()} ({event.title})"
    return event.title


def _differences(one: _Got) -> Iterator[str]:
    """The numbers of one that change, each in a line, as they stand just now."""
    was, now = _numbers(one, one.before), _numbers(one, one.after)
    for name, code in now.items():
        if was.get(name, code) != code:
            yield f"{one.name}: {name} {was[name]} → {code}"


def _numbers(one: _Got, document: Document) -> dict[str, str]:
    pools = one.system.play_state(document, storage.situation(one.character)).pools
    return {
        line.name: pools.get(line.key, line.figure).code
        for section in one.system.sheet(document).sections
        if isinstance(section, Figures)
        for line in section.lines
    }


def _made(party: Party, id: int) -> Award:
    try:
        return Award.objects.get(party=party, pk=id)
    except (Award.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def _all_taken_back(seat: Member, made: Award) -> Keep[None]:
    """What takes it back from everybody; Refused where it cannot be taken back from one."""
    handed = {row.character_id: row for row in made.recipients.select_related("character")}
    rows = seat.party.characters.filter(pk__in=handed)
    characters = {one.pk: one for one in rows.whole().order_by("pk")}
    seen = {one.pk: stored(one) for one in characters.values()}
    faults: dict[str, list[str]] = {}
    keeps = []
    for id, row in sorted(handed.items()):
        try:
            keeps.append(_taken_back(seat, characters.get(id), row))
        except (NotEditable, Refused, storage.CorruptRow) as fault:
            faults.setdefault(_why(fault), []).append(row.character.name or _NAMELESS)
    if faults:
        raise Refused({"hand_out": _told(faults, of=0)})

    def take_back() -> None:
        _lock(seen)
        for keep in keeps:
            keep()

    return take_back


def _taken_back(seat: Member, character: Character | None, row: AwardRecipient) -> Keep[Any]:
    """What takes it back from one character, nothing where it was before; Refused with the reason
    where it cannot be.
    """
    if character is None:
        raise Refused({"": LEFT})
    operations.check_in_play(character)
    system, document = storage.read(character)
    plan = system.withdraw(document, row.position, by=seat.name, at=operations.now())
    if plan.refusal == GONE:
        return lambda: None
    if plan.refusal:
        raise Refused({"": plan.refusal})
    moved, held = _read_marks(row), _marks(document)
    for mark, (_, now) in moved.items():
        if held.get(mark) != now:
            raise Refused({"": MARKED.format(mark=mark.replace("_", " ").title())})
    was = {mark: before for mark, (before, _) in moved.items()}
    after = plan.document
    if was:
        marks = msgspec.structs.replace(after.marks, **was)
        after = msgspec.structs.replace(after, marks=marks)
    return _appended(seat, character, document, after)


def _session_undone(party: Party, made: Award) -> None:
    """The party is where it was before that session; where another began since, it goes on."""
    if not made.is_session:
        return
    party.sessions = max(0, party.sessions - 1)
    later = Award.objects.filter(party=party, is_session=True, undone_at=None, pk__gt=made.pk)
    following = later.order_by("pk").first()
    if following is None:
        party.session_at = made.session_before
    else:
        following.session_before = made.session_before
        following.save(update_fields=["session_before"])


def _changed(party: Party) -> None:
    party.version += 1
    party.save(update_fields=["sessions", "session_at", "version"])


def _marks(document: Document) -> dict[str, int | None]:
    return msgspec.structs.asdict(document.marks) if document.marks is not None else {}


def _read_marks(row: AwardRecipient) -> AwardMarks:
    held = row.marks if isinstance(row.marks, dict) else {}
    return {mark: (was, now) for mark, (was, now) in held.items()}


def _told(faults: Mapping[str, Sequence[str]], *, of: int) -> str:
    """Each reason once, with the characters it is about; without, where it is about all of them."""
    if of > 1 and [len(names) for names in faults.values()] == [of]:
        return next(iter(faults))
    return " ".join(f"{', '.join(names)}: {said}" for said, names in faults.items())


def _why(fault: Exception) -> str:
    if isinstance(fault, RuleViolation):
        return " ".join(problem.message for problem in fault.problems)
    return fault.told if isinstance(fault, storage.CorruptRow) else str(fault)
