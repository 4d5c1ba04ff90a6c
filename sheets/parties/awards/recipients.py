"""Ledger entries of awards: worked out for all recipients before the first is written, saved with a
record, and undone as a whole. Operations hold them.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
from django.utils import timezone

from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.kit.inventory import Wear
from rules.ledger.entries import Entry
from rules.ledger.undo import GONE
from rules.problems import RuleViolation
from rules.sheet.sections import Figures
from sheets import access, storage
from sheets.advancement import operations
from sheets.advancement.operations import NewEntries
from sheets.errors import NotEditable, Refused
from sheets.models import Award, AwardRecipient, Character, Member
from sheets.models.character import NAMELESS
from sheets.parties.awards import text
from sheets.writes import check_unchanged, stored

NOBODY = "Choose at least one character."
LEFT_PARTY = "No longer in the party."
MARK_CHANGED = "{mark} changed since then."
# Each mark that changed: its value before and after.
AwardMarks = dict[str, tuple[int | None, int | None]]


@dataclass(frozen=True)
class Gain:
    """One entry of a character's ledger that an award made, by its position, and the marks that
    changed with it.
    """

    entry: Entry
    position: int
    marks: AwardMarks


@dataclass(frozen=True)
class CharacterAward:
    """One character with what it gets: the last entries of its ledger. `seen` is its stored state
    before.
    """

    character: Character
    before: OpenCharacter
    after: OpenCharacter
    gains: tuple[Gain, ...]
    seen: str
    entries: NewEntries

    @property
    def name(self) -> str:
        """The character's name."""
        return self.character.name or NAMELESS

    def text(self, gain: Gain) -> str:
        """The award in words: "3 Character Points"."""
        return text.award_text(self.after, gain.position, gain.entry)

    @property
    def unworn(self) -> list[Wear]:
        """The entries that put on what it got and does not wear: armor, or a shield to be
        ready.
        """
        known = _wearable(self.before)
        return [entry for item, entry in _wearable(self.after).items() if item not in known]

    def changed_figures(self) -> Iterator[str]:
        """The current figures that change with it, one line each."""
        before, after = self._current_figures(self.before), self._current_figures(self.after)
        for name, code in after.items():
            if before.get(name, code) != code:
                yield f"{self.name}: {name} {before[name]} → {code}"

    def _current_figures(self, opened: OpenCharacter) -> dict[str, str]:
        pools = opened.play_state(storage.situation(self.character)).pools
        return {
            line.name: pools.get(line.key, line.figure).code
            for section in opened.sheet.sections
            if isinstance(section, Figures)
            for line in section.lines
        }


def _wearable(opened: OpenCharacter) -> dict[str, Wear]:
    """The entries that put on something carried, by its name."""
    offers = (offer for group in opened.offers("carried") for offer in group.offers)
    entries = (offer.entry for offer in offers if isinstance(offer.entry, Wear))
    return {entry.item: entry for entry in entries if entry.item}


def put_on(
    membership: Member,
    entries: Mapping[uuid.UUID, Sequence[Entry]],
    awards: Sequence[CharacterAward],
) -> list[CharacterAward]:
    """The same awards, with everything on that can be worn; unsaved. Raises as `award_all`."""
    worn = {award.character.public_id: award.unworn for award in awards}
    return award_all(membership, {id: (*several, *worn[id]) for id, several in entries.items()})


def award_all(
    membership: Member, entries: Mapping[uuid.UUID, Sequence[Entry]]
) -> list[CharacterAward]:
    """Every character with its entries, unsaved. Raises Refused, at `to`, where one cannot take
    them.
    """
    characters = access.characters_of(membership.party, tuple(entries))
    faults: dict[str, list[str]] = {}
    awards = []
    for character in characters:
        try:
            awards.append(_award_one(membership, character, entries[character.public_id]))
        except (NotEditable, Refused, RuleViolation, storage.CorruptRow) as fault:
            faults.setdefault(text.reason(fault), []).append(character.name or NAMELESS)
    if faults:
        raise Refused({"to": text.refusals(faults, of=len(characters))})
    return awards


@dataclass(frozen=True)
class AwardToAll:
    """Every recipient's entries, unsaved, with the record that undoes them."""

    membership: Member
    awards: Sequence[CharacterAward]
    record: Award

    def save(self) -> Award:
        """The record, saved with what they get."""
        member, record = self.membership, self.record
        _lock_unchanged({award.character.pk: award.seen for award in self.awards})
        for award in self.awards:
            award.entries.save()
        record.party, record.at, record.by = member.party, timezone.now(), member.name
        record.author = member.owner
        record.save()
        AwardRecipient.objects.bulk_create(
            AwardRecipient(
                award=record, character=award.character, position=gain.position, marks=gain.marks
            )
            for award in self.awards
            for gain in award.gains
        )
        return record


class AwardUndoing:
    """An award that is undone for everyone, unsaved. Raises Refused if it cannot be for one."""

    def __init__(self, membership: Member, award: Award) -> None:
        recipients: dict[int, list[AwardRecipient]] = {}
        for row in award.recipients.select_related("character").order_by("-position"):
            recipients.setdefault(row.character_id, []).append(row)
        rows = membership.party.characters.filter(pk__in=recipients)
        characters = {character.pk: character for character in rows.whole().order_by("pk")}
        self.seen = {character.pk: stored(character) for character in characters.values()}
        self.entries = []
        faults: dict[str, list[str]] = {}
        for id, gains in sorted(recipients.items()):
            try:
                self.entries += _undo_one(membership, characters.get(id), gains)
            except (NotEditable, Refused, storage.CorruptRow) as fault:
                name = gains[0].character.name or NAMELESS
                faults.setdefault(text.reason(fault), []).append(name)
        if faults:
            raise Refused({"hand_out": text.refusals(faults, of=0)})

    def save(self) -> None:
        """Takes it back."""
        _lock_unchanged(self.seen)
        for entries in self.entries:
            entries.save()


def _award_one(
    membership: Member, character: Character, entries: Sequence[Entry]
) -> CharacterAward:
    stored_before = stored(character)
    operations.check_in_play(character)
    before, gains = storage.load(character).opened, []
    opened = before
    for entry in entries:
        marks = _marks(opened.document)
        stamped = operations.stamped(opened.document, entry, by=membership.name)
        opened = storage.attempted(character, partial(opened.enter, stamped))
        changed = {
            mark: (marks[mark], value)
            for mark, value in _marks(opened.document).items()
            if marks[mark] != value
        }
        gains.append(Gain(entry, len(opened.document.ledger) - 1, changed))
    new = _new_entries(membership, character, before, opened)
    return CharacterAward(character, before, opened, tuple(gains), stored_before, new)


def _undo_one(
    membership: Member, character: Character | None, gains: Sequence[AwardRecipient]
) -> list[NewEntries]:
    """The entries that undo one character's awards, the newest first; [] if all were undone before.
    Raises Refused with the reason.
    """
    if character is None:
        raise Refused({"": LEFT_PARTY})
    operations.check_in_play(character)
    before = storage.load(character).opened
    after = before
    for gain in gains:
        after = _without(membership, after, gain)
    if after is before:
        return []
    return [_new_entries(membership, character, before, after)]


def _without(membership: Member, opened: OpenCharacter, gain: AwardRecipient) -> OpenCharacter:
    """The character without one of the entries, and with the marks from before it."""
    plan = opened.withdraw(gain.position, by=membership.name, at=operations.now())
    if plan.refusal == GONE:
        return opened
    if plan.refusal:
        raise Refused({"": plan.refusal})
    changed, current = _read_marks(gain), _marks(opened.document)
    for mark, (_, after_award) in changed.items():
        if current.get(mark) != after_award:
            raise Refused({"": MARK_CHANGED.format(mark=mark.replace("_", " ").title())})
    if not changed:
        return opened.of_document(plan.document)
    restored = {mark: before for mark, (before, _) in changed.items()}
    marks = msgspec.structs.replace(plan.document.marks, **restored)
    return opened.of_document(msgspec.structs.replace(plan.document, marks=marks))


def _new_entries(
    membership: Member, character: Character, before: OpenCharacter, after: OpenCharacter
) -> NewEntries:
    author = None if membership.owner_id == character.owner_id else membership.owner
    return NewEntries(character, before.document, after, author=author)


def _lock_unchanged(seen: Mapping[int, str]) -> None:
    """Locks these characters, and checks that they are as stored before."""
    check_unchanged(access.lock_characters(Character.objects.filter(pk__in=seen)), seen)


def _marks(document: Document) -> dict[str, int | None]:
    return msgspec.structs.asdict(document.marks) if document.marks is not None else {}


def _read_marks(row: AwardRecipient) -> AwardMarks:
    marks = row.marks if isinstance(row.marks, dict) else {}
    return {mark: (before, after) for mark, (before, after) in marks.items()}
