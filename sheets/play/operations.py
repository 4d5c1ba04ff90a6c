"""At the table: rolls, harm, points and turns, each a line of the log; what is taken back, too.

What an action comes to is for the rules to say. Marks move from where they stand when they are
written, so two wounds at once both count, and the line keeps by how much each of them moved.
"""

import uuid
from collections.abc import Mapping
from dataclasses import field
from random import SystemRandom
from typing import Any

import msgspec

from rules import document as documents
from rules.character import Character as OpenCharacter
from rules.play import MarkChange, Outcome
from rules.problems import InvalidDocument
from rules.turn import EFFECT, TURN_OVER, Turn
from sheets import storage
from sheets.access import CharacterAccess
from sheets.errors import Conflict, Refused, allowed
from sheets.models import Character, Combatant, PlayLogEntry
from sheets.parties.roll_requests import answers
from sheets.parties.roll_requests.queries import fixed_values
from sheets.play import companions, fight_order, pilots
from sheets.play.drawn_dice import Drawn, DrawnDice, marked, still_marked
from sheets.play.others import Pair
from sheets.play.undo import Undo, check_harm_stays, get_line, move_what_rests_on, opened_in_play
from sheets.play_log import attack_exchange
from sheets.play_log import operations as play_log
from sheets.play_log import storage as log_storage
from sheets.play_log.actor import Actor, actor_of
from sheets.play_log.operations import NewLine
from sheets.writes import CharacterOperation

# The dice of the house: the system's own source of chance, which nobody can foresee or repeat.
DICE = SystemRandom()

NOT_NEWEST = (
    "You can spend a point only on the newest roll, and there is a newer one. Nothing was spent."
)
POINT_ON_IT = "You spent a point on this roll (number {number}). Undo that first."
TAKEN_BACK = "This was already undone, as number {number}. Nothing changed."
NO_WAY_BACK = "An undo can't be undone. Do it again instead."
ANSWERED = "You already answered this. The answer can't be changed."
LONGEST_ANSWER = 2000
# The action and the kind of a line about marks that were moved by hand.
MARKS, BY_HAND = "marks", "Changed by hand."
NOTHING_MOVES = "This mark can't move that way: it stands at its end."

Sent = Mapping[str, tuple[str, ...]]


class LineOperation(CharacterOperation[int]):
    """One more line of the log of a character in play; returns its number.

    NotEditable for a draft and for an archived character.
    """

    access: CharacterAccess = field(kw_only=False)

    def run(self) -> int:
        """Does it; a craft that somebody steers then has the dice of its pilot as they are by
        now.
        """
        number = super().run()
        if self.is_saved:
            pilots.refresh(self.changed())
        return number

    def changed(self) -> list[Character]:
        """Those whose turn it may have changed."""
        return [self.row]

    def prepare(self, row: Character) -> None:
        """Works out the line."""
        self.line = self.new_line(row, opened_in_play(row))
        self.opened = self.line.opened

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        """The line, unsaved."""
        raise NotImplementedError

    def save(self) -> int:
        """Saves it, with what comes of it elsewhere."""
        return self.save_line().number

    def save_line(self) -> PlayLogEntry:
        """Saves the line."""
        return self.line.save()

    def actor(self, character: Character) -> Actor:
        """The person who does it, for the log."""
        return actor_of(self.access, character)


class Act(LineOperation):
    """Rolls or does something. `call` is the number of the roll request that the roll answers,
    which lays down what it is rolled against. `drawn` are dice that fell on a device.

    Refused, by field, where it cannot be done or what was sent of it cannot be read. Conflict and
    NoSuchRow are as for `waiting_target`; OtherTotal where the drawn dice come to something else
    than was shown.
    """

    action: str
    values: Sent
    call: int | None = None
    drawn: Drawn | None = None

    def __post_init__(self) -> None:
        self.pair = Pair(self.access, companions.chosen(self.values))
        if self.drawn:
            self.drawn.check()

    @property
    def content(self) -> tuple[str, ...]:
        """As other operations, with what fell on a device."""
        dice_texts = self.drawn.texts() if self.drawn else ()
        asked = ("act", self.action, *_pairs(self.values), f"call {self.call}", *dice_texts)
        return (*asked, *self.access.receipt_id)

    @property
    def subject(self) -> Pair:
        """With whom it is done to."""
        return self.pair

    def changed(self) -> list[Character]:
        return [self.row, *([self.pair.other] if self.pair.other else [])]

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        check_texts(self.values)
        fields = companions.plain(self.values)
        if self.call:
            target = answers.waiting_target(character, number=self.call, action=self.action)
            fields = {**fields, **fixed_values(target)}
        turn = self.account(character, before)
        allowed(lambda: self.pair.check(before, turn, self.action, fields))
        dice = DrawnDice(self.drawn.faces, DICE) if self.drawn else DICE
        outcome = allowed(lambda: before.resolve(turn, self.action, fields, dice))
        outcome = self.pair.named(outcome)
        if self.drawn and isinstance(dice, DrawnDice):
            outcome = marked(outcome, self.drawn, dice)
        self.outcome = self.pair.follow(outcome, by=character, rng=DICE)
        return play_log.appended(character, before, self.outcome, actor=self.actor(character))

    def account(self, character: Character, before: OpenCharacter) -> Turn:
        """The account of the turn. An effect that a game master begins while a fight is at somebody
        else's finds that turn over.
        """
        turn, rules = storage.situation(character), before.system.fight
        if self.action != EFFECT or rules is None or rules.together:
            return turn
        if not Combatant.objects.is_between_turns(character):
            return turn
        return turn.with_numbers({**turn, TURN_OVER: 1})

    def save_line(self) -> PlayLogEntry:
        self.pair.save()
        if not self.call:
            line = self.line.save()
            self.answer_fight()
        else:
            target = answers.waiting_target(
                self.row, number=self.call, action=self.action, locked=True
            )
            line = self.line.save()
            answers.save_answer(target, line)
        self.pair.join(line)
        return line

    def answer_fight(self) -> None:
        """Gives a running fight the initiative that it waits for."""
        fight_order.answer(self.row, self.action, self.outcome)


class MoveMarks(LineOperation):
    """Moves marks by hand, each by so much from where it stands; the line that says so can be
    undone like any other.

    A mark stays within its bounds. Refused, by mark, where there is none of this name, or where
    nothing would move.
    """

    moves: Mapping[str, int]

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        shifts = _shifts(before, self.moves)
        outcome = Outcome(MARKS, "Marks", MARKS, said=(BY_HAND,), shifts=shifts)
        return play_log.appended(character, before, outcome, actor=self.actor(character))


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


class AddPoint(LineOperation):
    """Puts a point on the roll of that line, once it was seen: a line of its own that follows it.

    Conflict if another line has come since, or it was undone; Refused if the rules allow
    none; NoSuchLogEntry.
    """

    verb = "add a point"
    number: int

    def __post_init__(self) -> None:
        self.pair = Pair(self.access, _whom(self.access, self.number))

    @property
    def subject(self) -> Pair:
        """With whom the roll was done to."""
        return self.pair

    def new_line(self, character: Character, before: OpenCharacter) -> NewLine:
        self.roll = get_line(character, self.number)
        _check_not_taken_back(character, self.roll)
        if character.play_log.standing(after=self.number).exists():
            raise Conflict(NOT_NEWEST)
        seen, turn = log_storage.outcome(self.roll), storage.situation(character)
        outcome = allowed(lambda: before.add_point(turn, seen, DICE))
        # What the dice asked was asked with the roll.
        outcome = still_marked(msgspec.structs.replace(outcome, asks=""), seen)
        outcome = self.pair.follow(outcome, by=character, rng=DICE)
        actor = self.actor(character)
        return play_log.appended(character, before, outcome, actor=actor, point_on=self.number)

    def save_line(self) -> PlayLogEntry:
        self.pair.save()
        point = self.line.save()
        self.pair.join(point)
        move_what_rests_on(self.roll, to=point)
        return point


class Declare(CharacterOperation[None]):
    """Sets the fields of the turn. Refused, by field, where they cannot be so."""

    values: Sent

    def prepare(self, row: Character) -> None:
        self.opened = opened_in_play(row)
        turn = storage.situation(row)
        row.situation = allowed(lambda: self.opened.declare(turn, self.values)).plain()

    def save(self) -> None:
        self.row.save(update_fields=["situation", "updated_at"])


class TakeBack(LineOperation):
    """Undoes a line: a line of its own, which says what stays. With a line of an attack goes what
    came after it there, in every log (`Undo`).

    Marks go back by as much as they had moved; what the turn holds, where it is still as that line
    left it; entries of the ledger as the rules allow: what went into a roll stays spent. Conflict
    if it was undone before; Refused if a point rests on it, where it answers a roll request, unless
    by who leads the party: then the request is open again, and as `Undo.characters` refuses.
    NoSuchLogEntry.
    """

    verb = "take a line back"
    number: int

    def __post_init__(self) -> None:
        self.pair = Pair(self.access, None)

    @property
    def subject(self) -> Pair:
        """With those in whose logs more is undone."""
        return self.pair

    def prepare(self, row: Character) -> None:
        """Works out each undo."""
        line = get_line(row, self.number)
        _check_not_taken_back(row, line)
        if line.takes_back is not None:
            raise Refused({"number": NO_WAY_BACK})
        point = row.play_log.filter(point_on=self.number).first()
        if point and not row.play_log.filter(takes_back=point.number).exists():
            raise Refused({"number": POINT_ON_IT.format(number=point.number)})
        answers.check_not_final(line, self.access.who)
        check_harm_stays(row, line, self.access.who)
        self.undo, self.asked = Undo.of_line(line), line
        characters = self.undo.characters(self.access.who, row)
        self.pair.lock_with([*characters.values(), *attack_exchange.writers(self.undo.attacks)])
        self.lines = list(self.undo.undone(characters, self.actor, asked=line))
        self.opened = [one.opened for one in self.lines if one.undone.character_id == row.pk][-1]

    def changed(self) -> list[Character]:
        return [one.line.line.character for one in self.lines]

    def save_line(self) -> PlayLogEntry:
        """Saves each; the one that was asked for is the answer."""
        self.undo.check_unchanged()
        return {one.undone: one.save() for one in self.lines}[self.asked]


class Answer(CharacterOperation[None]):
    """Keeps the answer to what the dice of a line asked. It is given once.

    Refused if nothing was asked, or the text cannot be kept; Conflict if it was answered
    otherwise before; NoSuchLogEntry.
    """

    number: int
    text: str

    def __post_init__(self) -> None:
        self.text = self.text.strip()

    def prepare(self, row: Character) -> None:
        self.opened = opened_in_play(row)
        self.line = get_line(row, self.number)
        if error := _answer_fault(self.line, self.text):
            raise Refused({"answer": error})
        if self.line.answer and self.line.answer != self.text:
            raise Conflict(ANSWERED)

    def save(self) -> None:
        self.line.answer = self.text
        self.line.save(update_fields=["answer"])
        self.row.save(update_fields=["updated_at"])


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
