"""At the table: rolls, harm, points and turns, each a line of the log; what is taken back, too.

What an action comes to is for the rules to say. Marks move from where they stand when they are
written, so two wounds at once both count, and the line keeps by how much each of them moved.
"""

import uuid
from collections.abc import Callable, Mapping
from random import SystemRandom
from typing import Any

import msgspec

from rules import document as documents
from rules.paper.changes import KIND as FROM_PAPER
from rules.play import MarkChange, Outcome
from rules.problems import InvalidDocument
from rules.system import OpenCharacter
from sheets import storage
from sheets.access import CharacterAccess
from sheets.advancement.operations import check_in_play
from sheets.errors import Conflict, NoSuchLogEntry, Refused, allowed
from sheets.models import Character, PlayLogEntry
from sheets.notes import operations as notes
from sheets.parties.roll_requests import answers
from sheets.parties.roll_requests.queries import fixed_values
from sheets.play import attack_rolls, companions, maneuvers
from sheets.play.drawn_dice import Drawn, DrawnDice, marked, still_marked
from sheets.play.others import Pair
from sheets.play_log import operations as play_log
from sheets.play_log import storage as log_storage
from sheets.play_log.actor import Actor, actor_of
from sheets.writes import Form, Prepared, Saved, write_character

# The dice of the house: the system's own source of chance, which nobody can foresee or repeat.
DICE = SystemRandom()

NOT_NEWEST = (
    "You can spend a point only on the newest roll, and there is a newer one. Nothing was spent."
)
POINT_ON_IT = "You spent a point on this roll (number {number}). Undo that first."
TAKEN_BACK = "This was already undone, as number {number}. Nothing changed."
NO_WAY_BACK = "An undo can't be undone. Do it again instead."
NOTE_STAYS = "The private note stays: it was changed."
ANSWERED = "You already answered this. The answer can't be changed."
LONGEST_ANSWER = 2000
# The action and the kind of a line about marks that were moved by hand.
MARKS, BY_HAND = "marks", "Changed by hand."
NOTHING_MOVES = "This mark can't move that way: it stands at its end."

Sent = Mapping[str, tuple[str, ...]]


def act(
    character_access: CharacterAccess,
    *,
    action: str,
    values: Sent,
    key: str,
    call: int | None = None,
    drawn: Drawn | None = None,
    then: Callable[[PlayLogEntry, Outcome], None] | None = None,
) -> Saved[int]:
    """Rolls or does something; the number of its line. `call` is the number of the call that the
    roll answers, which lays down what it is rolled against. `drawn` are dice that fell on a device.
    `then` saves what else comes of it, under the same lock.

    Refused, by field, where it cannot be done or what was sent of it cannot be read. NotEditable
    for a draft and for an archived character. Conflict and NoSuchRow are as for `waiting_target`;
    OtherTotal where the drawn dice come to something else than was shown.
    """
    if drawn:
        drawn.check()

    def prepare(character: Character) -> Prepared[int]:
        before = opened_in_play(character)
        check_texts(values)
        target = answers.waiting_target(character, number=call, action=action) if call else None
        fields = {**companions.plain(values), **(fixed_values(target) if target else {})}
        now = storage.situation(character)
        allowed(lambda: pair.check(before, now, action, fields))
        dice = DrawnDice(drawn.faces, DICE) if drawn else DICE
        outcome = pair.named(allowed(lambda: before.resolve(now, action, fields, dice)))
        if drawn and isinstance(dice, DrawnDice):
            outcome = marked(outcome, drawn, dice)
        outcome = pair.follow(outcome, by=character, rng=DICE)
        by = actor_of(character_access, character)
        change = play_log.appended(character, before, outcome, actor=by)

        def roll() -> int:
            pair.keep()
            if not call:
                line = change.keep()
                if then:
                    then(line, outcome)
                return line.number
            target = answers.waiting_target(character, number=call, action=action, locked=True)
            line = change.keep()
            answers.save_answer(target, line)
            return line.number

        return Prepared(roll, change.opened)

    pair = Pair(character_access, companions.chosen(values))
    dice_texts = drawn.texts() if drawn else ()
    content = ("act", action, *_pairs(values), f"call {call}", *dice_texts)
    form = Form(key, (*content, str(character_access.id)))
    return write_character(pair, prepare, form=form)


def move_marks(
    character_access: CharacterAccess, *, moves: Mapping[str, int], key: str
) -> Saved[int]:
    """Moves marks by hand, each by so much from where it stands; the number of the line that says
    so, which can be undone like any other.

    A mark stays within its bounds. Refused, by mark, where there is none of this name, or where
    nothing would move.
    """

    def prepare(character: Character) -> Prepared[int]:
        before = opened_in_play(character)
        outcome = Outcome(MARKS, "Marks", MARKS, said=(BY_HAND,), shifts=_shifts(before, moves))
        by = actor_of(character_access, character)
        change = play_log.appended(character, before, outcome, actor=by)
        return Prepared(lambda: change.keep().number, change.opened)

    content = (f"{mark}={by}" for mark, by in sorted(moves.items()))
    form = Form(key, ("move marks", *content, str(character_access.id)))
    return write_character(character_access, prepare, form=form)


def _shifts(before: OpenCharacter, moves: Mapping[str, int]) -> tuple[MarkChange, ...]:
    """The moves as far as the rules let each mark go."""
    marks: Any = before.document.marks
    known = msgspec.structs.asdict(marks)
    if unknown := [name for name in moves if name not in known]:
        names = ", ".join(known)
        raise Refused(dict.fromkeys(unknown, f"This game has no such mark. Use {names}."))
    # A mark that is not said stands at the full value that the sheet has of it.
    full = {name: before.numbers.get(name, 0) for name in moves if known[name] is None}
    was = {name: full.get(name, known[name]) for name in moves}
    wanted = {name: max(0, was[name] + by) for name, by in moves.items()}
    moved = before.marked(msgspec.structs.replace(marks, **wanted)).settled().document.marks
    after = {name: _or_full(getattr(moved, name), full.get(name, 0)) for name in moves}
    shifts = tuple(
        MarkChange(name, after[name] - was[name], full=full.get(name, 0))
        for name in moves
        if after[name] != was[name]
    )
    if not shifts:
        raise Refused(dict.fromkeys(moves, NOTHING_MOVES))
    return shifts


def _or_full(value: int | None, full: int) -> int:
    return full if value is None else value


def add_point(character_access: CharacterAccess, *, number: int, key: str) -> Saved[int]:
    """Puts a point on the roll of that line, once it was seen: a line of its own that follows it.

    Conflict where another line has come since, or it was taken back; Refused where the rules allow
    none; NoSuchLogEntry.
    """

    def prepare(character: Character) -> Prepared[int]:
        before = opened_in_play(character)
        line = _line(character, number)
        _check_not_taken_back(character, line)
        if character.play_log.standing(after=number).exists():
            raise Conflict(NOT_NEWEST)
        seen, now = log_storage.outcome(line), storage.situation(character)
        outcome = allowed(lambda: before.add_point(now, seen, DICE))
        # What the dice asked was asked with the roll.
        outcome = still_marked(msgspec.structs.replace(outcome, asks=""), seen)
        outcome = pair.follow(outcome, by=character, rng=DICE)
        by = actor_of(character_access, character)
        change = play_log.appended(character, before, outcome, actor=by, point_on=number)

        def add() -> int:
            pair.keep()
            point = change.keep()
            answers.move_answer(line, to=point)
            attack_rolls.follow(line, to=point)
            maneuvers.follow(line, to=point)
            return point.number

        return Prepared(add, change.opened)

    pair = Pair(character_access, _whom(character_access, number))
    form = Form(key, ("add a point", str(number), str(character_access.id)))
    return write_character(pair, prepare, form=form)


def declare(character_access: CharacterAccess, *, values: Sent, key: str) -> Saved[None]:
    """Sets the fields of the turn. Refused, by field, where they cannot be so."""

    def prepare(character: Character) -> Prepared[None]:
        opened = opened_in_play(character)
        now = storage.situation(character)
        character.situation = allowed(lambda: opened.declare(now, values))
        return Prepared(lambda: character.save(update_fields=["situation", "updated_at"]), opened)

    form = Form(key, ("declare", *_pairs(values), str(character_access.id)))
    return write_character(character_access, prepare, form=form)


def take_back(character_access: CharacterAccess, *, number: int, key: str) -> Saved[int]:
    """Takes a line back: a line of its own, which says what stays.

    Marks go back by as much as they had moved; what the turn holds, where it is still as that line
    left it; entries of the ledger as the rules allow: what went into a roll stays spent. Conflict
    where it was taken back before; Refused where a point rests on it, and where it answers a call,
    unless by who leads the party: then the call is open again. NoSuchLogEntry.
    """

    def prepare(character: Character) -> Prepared[int]:
        before = opened_in_play(character)
        line = _line(character, number)
        _check_not_taken_back(character, line)
        if line.takes_back is not None:
            raise Refused({"number": NO_WAY_BACK})
        point = character.play_log.filter(point_on=number).first()
        if point and not character.play_log.filter(takes_back=point.number).exists():
            raise Refused({"number": POINT_ON_IT.format(number=point.number)})
        answers.check_not_final(line, character_access.who)
        return taken_back(character, before, line, actor=actor_of(character_access, character))

    form = Form(key, ("take a line back", str(number), str(character_access.id)))
    return write_character(character_access, prepare, form=form)


def taken_back(
    character: Character, before: OpenCharacter, line: PlayLogEntry, *, actor: Actor
) -> Prepared[int]:
    """A line that is taken back, with what rests on it elsewhere: answers to calls, attacks,
    maneuvers. Part of an operation.
    """
    below = _line(character, line.point_on) if line.point_on is not None else None
    stays = (NOTE_STAYS,) if line.kind == FROM_PAPER and notes.stays(line) else ()
    change = play_log.taken_back(character, before, line, actor=actor, stays=stays)

    def take() -> int:
        answers.move_answer(line, to=below)
        attack_rolls.follow(line, to=below)
        maneuvers.follow(line, to=below)
        if line.kind == FROM_PAPER:
            notes.take_out(line)
        return change.keep().number

    return Prepared(take, change.opened)


def answer(character_access: CharacterAccess, *, number: int, text: str, key: str) -> Saved[None]:
    """Keeps the answer to what the dice of a line asked. It is given once.

    Refused where nothing was asked, or the text cannot be kept; Conflict where it was answered
    otherwise before; NoSuchLogEntry.
    """
    answer_text = text.strip()

    def prepare(character: Character) -> Prepared[None]:
        opened = opened_in_play(character)
        line = _line(character, number)
        if error := _answer_fault(line, answer_text):
            raise Refused({"answer": error})
        if line.answer and line.answer != answer_text:
            raise Conflict(ANSWERED)

        def keep() -> None:
            line.answer = answer_text
            line.save(update_fields=["answer"])
            character.save(update_fields=["updated_at"])

        return Prepared(keep, opened)

    form = Form(key, ("answer", str(number), answer_text, str(character_access.id)))
    return write_character(character_access, prepare, form=form)


def opened_in_play(character: Character) -> OpenCharacter:
    """The character as it is played; NotEditable for a draft and for an archived one. Part of an
    operation.
    """
    check_in_play(character)
    return storage.load(character).opened.settled()


def _line(character: Character, number: int) -> PlayLogEntry:
    try:
        return character.play_log.get(number=number)
    except (PlayLogEntry.DoesNotExist, OverflowError):
        raise NoSuchLogEntry from None


def _whom(character_access: CharacterAccess, number: int) -> uuid.UUID | None:
    """To which other character that line was done, None for none: a line says so for good, so it
    can be read before anything is locked.
    """
    try:
        line = PlayLogEntry.objects.filter(
            character__public_id=character_access.id, number=number
        ).first()
        return uuid.UUID(log_storage.outcome(line).whom) if line else None
    except (OverflowError, ValueError, storage.CorruptRow):
        return None


def _check_not_taken_back(character: Character, line: PlayLogEntry) -> None:
    if by := character.play_log.filter(takes_back=line.number).first():
        raise Conflict(TAKEN_BACK.format(number=by.number))


def check_texts(values: Sent) -> None:
    """Refused, by field, where something holds what is kept nowhere."""
    if errors := {name: error for name, sent in values.items() if (error := _unfit(*sent))}:
        raise Refused(errors)


def _answer_fault(line: PlayLogEntry, text: str) -> str:
    """Why this is no answer to the line, "" where it is one."""
    if not log_storage.outcome(line).asks:
        return "This roll asks no question."
    if not text:
        return "Say in a few words what happened."
    if len(text) > LONGEST_ANSWER:
        return f"Use at most {LONGEST_ANSWER:,} characters, not {len(text):,}."
    return _unfit(text)


def _unfit(*texts: str) -> str:
    """Why texts cannot be kept, "" where they can."""
    try:
        documents.check(list(texts))
    except InvalidDocument as unreadable:
        return f"This can't be saved: {unreadable.message}."
    return ""


def _pairs(values: Sent) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, sent in sorted(values.items()) for value in sent)
