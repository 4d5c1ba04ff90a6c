"""Appending a line to the log of the table, with all that it moves. Part of an operation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from django.utils import timezone

from rules.character import Character as OpenCharacter
from rules.ledger.undo import GONE
from rules.paper.changes import KIND as FROM_PAPER
from rules.play import MarkChange, Outcome, shifted
from rules.turn import Removed, Turn
from sheets import quotas, storage
from sheets.advancement import operations
from sheets.chat import messages
from sheets.models import Character, PlayLogEntry
from sheets.play_log import storage as log_storage
from sheets.play_log import text
from sheets.play_log.actor import Actor
from sheets.play_log.log import NEWEST_NUMBER
from sheets.play_log.storage import BACK, POINT, Effect, Move, Turned

THEIRS = "Its effect on another character stays. Undo that in their log."
RESTED_ON = "Later entries depend on it. Undo it in the history."


@dataclass(frozen=True)
class _Step:
    """From one document to the next: why, what of the marks and of the turn it changes, the account
    of the turn afterwards with what is `removed` from it, and whose doing it is.
    """

    before: OpenCharacter
    after: OpenCharacter
    outcome: Outcome
    moves: tuple[Move, ...]
    turned: Turned
    turn: Turn
    removed: Removed
    actor: Actor


class NewLine:
    """One more line of the log of a character, with all that it moves, worked out to be saved. Part
    of an operation.
    """

    def __init__(self, character: Character, line: PlayLogEntry, step: _Step) -> None:
        character.situation = step.turn.plain()
        before, after = step.before.document, step.after.document
        positions = tuple(range(len(before.ledger), len(after.ledger)))
        self.entries = None
        if positions:
            self.entries = operations.NewEntries(
                character, before, step.after, author=step.actor.author
            )
        else:
            storage.fill_marks(character, after.marks)
        effect = Effect(step.moves, positions, step.turned, step.removed)
        line.content = log_storage.content(step.outcome, effect)
        line.by, line.author = step.actor.name, step.actor.author
        line.character = character
        self.line, self.outcome, self.opened = line, step.outcome, step.after
        self.is_announced = bool(step.outcome.dice or step.moves or line.takes_back)

    def save(self) -> PlayLogEntry:
        """Saves the character as it is now, and then the line, with the next number."""
        line, character = self.line, self.line.character
        line.number = _next_number(character)
        character.situation = storage.situation(character).numbered(line.number).plain()
        quotas.check_log_entries(character, line.number)
        if self.entries:
            self.entries.save()
        else:
            character.save(update_fields=["marks", "situation", "updated_at"])
        line.at = timezone.now()
        line.save(force_insert=True)
        if self.is_announced:
            brief = text.brief_outcome(self.outcome, undone=line.takes_back is not None)
            messages.announce(character, brief.what, brief.result)
        return line


def appended(
    character: Character,
    before: OpenCharacter,
    outcome: Outcome,
    *,
    actor: Actor,
    point_on: int | None = None,
) -> NewLine:
    """An outcome with what it asks for: marks, entries of the ledger, what the turn
    holds.

    `actor` is who does it, `point_on` the number of the roll that a point went on. Refused
    if the rules do not allow an entry.
    """
    moves = _moved(before.document.marks, outcome.shifts)
    after = _marked(before, moves)
    for entry in outcome.entries:
        stamped = operations.stamped(before.document, entry, by=actor.name)
        after = operations.with_entry(after, stamped)
    turn = storage.situation(character)
    turned: Turned = {
        name: (turn.get(name), value)
        for name, value in outcome.situation.items()
        if turn.get(name) != value
    }
    line = PlayLogEntry(kind=POINT if point_on else outcome.kind, point_on=point_on)
    after_turn = turn.after(outcome)
    step = _Step(before, after, outcome, moves, turned, after_turn, turn.removed(after_turn), actor)
    return NewLine(character, line, step)


def taken_back(
    character: Character,
    before: OpenCharacter,
    line: PlayLogEntry,
    *,
    actor: Actor,
    stays: Sequence[str] = (),
    is_whole: bool = False,
) -> NewLine:
    """A line that is taken back: marks by what they had moved, the turn where it is
    still as that line left it, entries as the rules allow. What stays is said, besides what else
    `stays`; with points the turn stays. If the act `is_whole`, what it did to others goes with it.
    """
    taken, effect = log_storage.outcome(line), log_storage.effect(line)
    moves = _moved_back(before.document.marks, effect.moves)
    after = _marked(before, moves)
    sentences: list[str] = []
    for position in reversed(effect.entries):
        after, kept = _undone(after, position, by=actor.name, all_kinds=taken.kind == FROM_PAPER)
        sentences += kept
    turn = storage.situation(character)
    turned: Turned = {
        name: (value, was)
        for name, (was, value) in effect.turned.items()
        if not sentences and turn.get(name) == value
    }
    numbers = {**turn, **{name: was for name, (_, was) in turned.items()}}
    known = {name: value for name, value in numbers.items() if value is not None}
    standing = _standing(character, effect.removed)
    turn_left = turn.with_numbers(known).undone(line.number, standing)
    if taken.onto.action and not is_whole and not log_storage.joined(line):
        sentences.append(THEIRS)
    sentences += stays
    outcome = Outcome(taken.action, taken.name, BACK, said=tuple(sentences))
    back = PlayLogEntry(kind=BACK, takes_back=line.number)
    step = _Step(before, after, outcome, moves, turned, turn_left, turn.removed(turn_left), actor)
    return NewLine(character, back, step)


def _standing(character: Character, removed: Removed) -> Removed:
    """The parts of the account that a line took out, without those of lines undone by now."""
    if not (removed.taken or removed.effects):
        return removed
    undone = set(character.play_log.exclude(takes_back=None).values_list("takes_back", flat=True))
    return Removed(
        tuple(one for one in removed.taken if one.entry not in undone),
        tuple(one for one in removed.effects if one.entry not in undone),
    )


def _next_number(character: Character) -> int:
    return next(iter(NEWEST_NUMBER.column(character.pk)), 0) + 1


def _moved(marks: msgspec.Struct, shifts: Iterable[MarkChange]) -> tuple[Move, ...]:
    """The moves of the marks, one after the other, from their current values. Marks that stay are
    left out.
    """
    marked, moves = msgspec.structs.asdict(marks), []
    for shift in shifts:
        was = marked[shift.mark]
        value = marked[shift.mark] = shifted(marked, shift)
        if by := value - (shift.full if was is None else was):
            moves.append(Move(shift.mark, by, was, value, shift.least, shift.most, shift.full))
    return tuple(moves)


def _moved_back(marks: msgspec.Struct, moves: Sequence[Move]) -> tuple[Move, ...]:
    """The moves back, from where the marks stand now. A mark that was not said before, and stands
    as it stood, is not said again.
    """
    marked, back = msgspec.structs.asdict(marks), []
    for move in reversed(moves):
        if move.mark in marked:
            shift = MarkChange(move.mark, -move.by, move.least, move.most, move.full)
            for step in _moved(marks, (shift,)):
                unsaid = move.was is None and step.now == move.full
                back.append(msgspec.structs.replace(step, now=None) if unsaid else step)
                marks = msgspec.structs.replace(marks, **{step.mark: back[-1].now})
    return tuple(back)


def _marked(character: OpenCharacter, moves: Iterable[Move]) -> OpenCharacter:
    marks = {move.mark: move.now for move in moves}
    return character.marked(msgspec.structs.replace(character.document.marks, **marks))


def _undone(
    character: OpenCharacter, position: int, *, by: str, all_kinds: bool
) -> tuple[OpenCharacter, list[str]]:
    """The character without an entry, and where that cannot be, what stays and why. Entries of some
    kinds stay, unless `all_kinds` go.
    """
    if position >= len(character.document.ledger):
        return character, []
    if all_kinds:
        plan = character.withdraw(position, by=by, at=operations.now())
    else:
        plan = character.undo(position, by=by, at=operations.now())
    if plan.refusal == GONE:
        return character, []
    if not plan.refusal and plan.positions == (position,):
        return character.of_document(plan.document), []
    (event,) = character.history((position,))
    return character, [f"{event.title} stays. {plan.refusal or RESTED_ON}"]
