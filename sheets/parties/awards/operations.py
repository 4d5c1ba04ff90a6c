"""Awards: one ledger entry with one note for several characters at once, for all of them or none;
undone the same way.
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
from sheets.models.character import NAMELESS
from sheets.phrases import joined
from sheets.writes import Form, Keep, check_unchanged, stored, write_prepared

NOBODY = "Choose at least one character."
LEFT_PARTY = "No longer in the party."
MARK_CHANGED = "{mark} changed since then."
_QUANTITY = re.compile(r"(.*) ×(\d+)")
# Each mark that changed: its value before and after.
AwardMarks = dict[str, tuple[int | None, int | None]]


@dataclass(frozen=True)
class _CharacterAward:
    """One character with its award: the last entry of its ledger. `seen` is its stored state
    before, `keep` saves it.
    """

    character: Character
    system: GameSystem
    before: Document
    after: Document
    seen: str
    keep: Keep[Any]

    @property
    def name(self) -> str:
        return self.character.name or NAMELESS

    @property
    def position(self) -> int:
        return len(self.after.ledger) - 1

    @property
    def marks(self) -> AwardMarks:
        """The marks that changed with the award."""
        before, after = _marks(self.before), _marks(self.after)
        return {mark: (before[mark], after[mark]) for mark in after if before[mark] != after[mark]}


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
        entry = operations.read_entry(registry.get(membership.party.system), members)
        awards = _award_all(membership, to, entry)
        award_text, names = _award_text(awards[0], entry), joined(award.name for award in awards)
        sentences = [f"{names} gets {award_text}."]
        if len(awards) > 1:
            award_text = f"{award_text} each"
            sentences = [f"{len(awards)} characters get {award_text}.", f"To {names}."]
        NeedsConfirmation(sentences, chosen, texts).check(confirmed)
        return _prepare_award(membership, awards, Award(description=f"{award_text} to {names}"))

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
            *(line for award in awards for line in _changed_figures(award)),
        )
        NeedsConfirmation(sentences, chosen).check(confirmed)
        session_award = Award(
            description=f"A new session for {names}",
            is_session=True,
            session_before=party.session_at,
        )
        party.sessions += 1
        party.session_at = timezone.now()
        return _prepare_award(membership, awards, session_award)

    chosen = sorted(map(str, to))
    form = Form(key, ("session", *chosen, str(member_access.party)))
    return write_prepared(member_access, prepare, form=form)


def undo(member_access: MemberAccess, *, hand_out: int, key: str) -> str:
    """Undoes a whole award; returns it in a sentence. An undone award stays undone.

    Raises NoSuchRow, and Refused with each character that has spent or used it or has left the
    party; then nothing is undone.
    """

    def prepare(membership: Member) -> Keep[str]:
        award = _get_award(membership.party, hand_out)
        undo_all = _prepare_undo(membership, award) if award.undone_at is None else None

        def save() -> str:
            if undo_all:
                undo_all()
                award.undone_at = timezone.now()
                award.save(update_fields=["undone_at"])
                _undo_session(membership.party, award)
                _save_party(membership.party)
            return award.description

        return save

    form = Form(key, ("undo hand-out", str(hand_out), str(member_access.party)))
    return write_prepared(member_access, prepare, form=form)


def _award_all(membership: Member, to: Sequence[uuid.UUID], entry: Any) -> list[_CharacterAward]:
    """Every character with the entry, unsaved. Raises Refused where one cannot take it."""
    if not to:
        raise Refused({"to": NOBODY})
    characters = access.characters_of(membership.party, to)
    faults: dict[str, list[str]] = {}
    awards = []
    for character in characters:
        try:
            awards.append(_award_one(membership, character, entry))
        except (NotEditable, Refused, RuleViolation, storage.CorruptRow) as fault:
            faults.setdefault(_reason(fault), []).append(character.name or NAMELESS)
    if faults:
        raise Refused({"to": _refusals(faults, of=len(characters))})
    return awards


def _award_one(membership: Member, character: Character, entry: Any) -> _CharacterAward:
    stored_before = stored(character)
    operations.check_in_play(character)
    system, document = storage.read(character)
    stamped = operations.stamped(document, entry, by=membership.name)
    after = storage.attempted(character, lambda: system.enter(document, stamped))
    return _CharacterAward(
        character,
        system,
        document,
        after,
        stored_before,
        _prepare_ledger(membership, character, document, after),
    )


def _prepare_ledger(
    membership: Member, character: Character, before: Document, after: Document
) -> Keep[dict[str, Any]]:
    author = None if membership.owner_id == character.owner_id else membership.owner
    return operations.appended(
        character, before, registry.get(after.system).open(after), author=author
    )


def _prepare_award(
    membership: Member, awards: Sequence[_CharacterAward], record: Award
) -> Keep[str]:
    """Prepares to save what every character got, with the record that undoes it."""

    def save() -> str:
        _lock_unchanged({award.character.pk: award.seen for award in awards})
        for award in awards:
            award.keep()
        record.party, record.at, record.by = membership.party, timezone.now(), membership.name
        record.author = membership.owner
        record.save()
        AwardRecipient.objects.bulk_create(
            AwardRecipient(
                award=record, character=award.character, position=award.position, marks=award.marks
            )
            for award in awards
        )
        _save_party(membership.party)
        return record.description

    return save


def _lock_unchanged(seen: Mapping[int, str]) -> None:
    """Locks these characters, and checks that they are as stored before."""
    check_unchanged(access.lock_characters(Character.objects.filter(pk__in=seen)), seen)


def _award_text(award: _CharacterAward, entry: Any) -> str:
    """An award in words: "1 Lightsaber", "2 × Brass key", "3 Character Points"."""
    (event,) = award.system.history(award.after, (award.position,))
    if match := _QUANTITY.fullmatch(event.title):
        return f"{match[2]} × {match[1]}"
    if getattr(entry, "quantity", 0) == 1:
        return f"1 {event.title}"
    if any(figure.value < 0 for figure in event.moved):
        return f"a {event.kind_name.lower()} ({event.title})"
    return event.title


def _changed_figures(award: _CharacterAward) -> Iterator[str]:
    """The current figures that an award changes, one line each."""
    before, after = _current_figures(award, award.before), _current_figures(award, award.after)
    for name, code in after.items():
        if before.get(name, code) != code:
            yield f"{award.name}: {name} {before[name]} → {code}"


def _current_figures(award: _CharacterAward, document: Document) -> dict[str, str]:
    pools = award.system.play_state(document, storage.situation(award.character)).pools
    return {
        line.name: pools.get(line.key, line.figure).code
        for section in award.system.sheet(document).sections
        if isinstance(section, Figures)
        for line in section.lines
    }


def _get_award(party: Party, id: int) -> Award:
    try:
        return Award.objects.get(party=party, pk=id)
    except (Award.DoesNotExist, OverflowError):
        raise NoSuchRow from None


def _prepare_undo(membership: Member, award: Award) -> Keep[None]:
    """Prepares to undo an award for everyone. Raises Refused where it cannot be undone for one."""
    recipients = {row.character_id: row for row in award.recipients.select_related("character")}
    rows = membership.party.characters.filter(pk__in=recipients)
    characters = {character.pk: character for character in rows.whole().order_by("pk")}
    stored_before = {character.pk: stored(character) for character in characters.values()}
    faults: dict[str, list[str]] = {}
    saves = []
    for id, row in sorted(recipients.items()):
        try:
            saves.append(_undo_one(membership, characters.get(id), row))
        except (NotEditable, Refused, storage.CorruptRow) as fault:
            faults.setdefault(_reason(fault), []).append(row.character.name or NAMELESS)
    if faults:
        raise Refused({"hand_out": _refusals(faults, of=0)})

    def take_back() -> None:
        _lock_unchanged(stored_before)
        for save in saves:
            save()

    return take_back


def _undo_one(membership: Member, character: Character | None, row: AwardRecipient) -> Keep[Any]:
    """Prepares to undo an award for one character; does nothing where it was undone before. Raises
    Refused with the reason.
    """
    if character is None:
        raise Refused({"": LEFT_PARTY})
    operations.check_in_play(character)
    system, document = storage.read(character)
    plan = system.withdraw(document, row.position, by=membership.name, at=operations.now())
    if plan.refusal == GONE:
        return lambda: None
    if plan.refusal:
        raise Refused({"": plan.refusal})
    changed, current = _read_marks(row), _marks(document)
    for mark, (_, after_award) in changed.items():
        if current.get(mark) != after_award:
            raise Refused({"": MARK_CHANGED.format(mark=mark.replace("_", " ").title())})
    restored = {mark: before for mark, (before, _) in changed.items()}
    after = plan.document
    if restored:
        marks = msgspec.structs.replace(after.marks, **restored)
        after = msgspec.structs.replace(after, marks=marks)
    return _prepare_ledger(membership, character, document, after)


def _undo_session(party: Party, award: Award) -> None:
    """Restores the party's session count and time. A later session keeps its own."""
    if not award.is_session:
        return
    party.sessions = max(0, party.sessions - 1)
    later = Award.objects.filter(party=party, is_session=True, undone_at=None, pk__gt=award.pk)
    following = later.order_by("pk").first()
    if following is None:
        party.session_at = award.session_before
    else:
        following.session_before = award.session_before
        following.save(update_fields=["session_before"])


def _save_party(party: Party) -> None:
    party.version += 1
    party.save(update_fields=["sessions", "session_at", "version"])


def _marks(document: Document) -> dict[str, int | None]:
    return msgspec.structs.asdict(document.marks) if document.marks is not None else {}


def _read_marks(row: AwardRecipient) -> AwardMarks:
    marks = row.marks if isinstance(row.marks, dict) else {}
    return {mark: (was, now) for mark, (was, now) in marks.items()}


def _refusals(faults: Mapping[str, Sequence[str]], *, of: int) -> str:
    """Each reason once, with its characters; without names where it concerns all of them."""
    if of > 1 and [len(names) for names in faults.values()] == [of]:
        return next(iter(faults))
    return " ".join(f"{', '.join(names)}: {reason}" for reason, names in faults.items())


def _reason(fault: Exception) -> str:
    if isinstance(fault, RuleViolation):
        return " ".join(problem.message for problem in fault.problems)
    return fault.told if isinstance(fault, storage.CorruptRow) else str(fault)
