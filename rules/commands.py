"""Play and the ledger by script: what `act` and `enter` do, and how their arguments are read.

Every game answers through `Character`, so they are the same for all. `verbs` has the answer of
each command.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules import document as documents
from rules.character import Character
from rules.document import MAX_BYTES, Document
from rules.forms.fields import Choice, Field, Number, Pick, Text
from rules.game import Game
from rules.ledger import entries
from rules.phrases import counted
from rules.play import Outcome, RollForm, shifted
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.turn import Turn

Values = dict[str, tuple[str, ...]]
# The row of an action with only one result: success.
SUCCESS_ROW = "hit"
# Errors of the call, not of the character: a field that is missing or cannot be read.
CALL_ERRORS = ("missing", "bad-value", "unknown-action")
MAX_SUGGESTIONS = 3


class FixedDice(Random):
    """Dice with given faces, in this order; InvalidDocument if there are too few, or if a die does
    not have that face.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        super().__init__(0)
        self.faces = tuple(faces)
        self.fallen = 0

    def randint(self, a: int, b: int) -> int:
        """The next face."""
        if self.fallen == len(self.faces):
            message = f"too few dice: {_dice_count(len(self.faces))} named, and more are rolled"
            raise InvalidDocument(message, where="--dice")
        face = self.faces[self.fallen]
        self.fallen += 1
        if not a <= face <= b:
            message = f"die {self.fallen} shows {face}; name a face from {a} to {b}"
            raise InvalidDocument(message, where="--dice")
        return face

    def check(self) -> None:
        """InvalidDocument if more dice were given than rolled."""
        if self.fallen < len(self.faces):
            named = _dice_count(len(self.faces))
            raise InvalidDocument(
                f"too many dice: {named} named, {self.fallen} rolled", where="--dice"
            )


class SeededDice(Random):
    """Dice by chance, the same for the same seed, with the faces that fell."""

    def __init__(self, seed: int | None) -> None:
        super().__init__(seed)
        self.rolled: list[int] = []

    def randint(self, a: int, b: int) -> int:
        """The next face."""
        face = super().randint(a, b)
        self.rolled.append(face)
        return face


def _dice_count(count: int) -> str:
    return counted(count, "die", "dice")


def parse_faces(text: str) -> tuple[int, ...]:
    """The faces in `--dice` ("6,1,3"), none for an empty text; InvalidDocument for anything
    else.
    """
    faces = []
    for line in text.split(",") if text.strip() else ():
        plain = line.strip()
        if not (plain.isascii() and plain.isdecimal() and len(plain) <= 3):
            raise InvalidDocument(
                f"{plain[:40]!r} isn't a die face; write them like 6,1,3", where="--dice"
            )
        faces.append(int(plain))
    return tuple(faces)


def parse_turn(text: str) -> Turn:
    """The account of a turn from JSON, as `act` prints it: an object of whole numbers, and the
    actions and effects in it; InvalidDocument for anything else.
    """
    turn = _parse(text, "--turn")
    if not isinstance(turn, dict):
        raise InvalidDocument('write an object of whole numbers: {"actions": 3}', where="--turn")
    return Turn.read(turn, where="--turn")


def parse_fields(fields: Iterable[str]) -> Values:
    """Form fields from FIELD=VALUE; a field given several times has several values."""
    values: dict[str, list[str]] = {}
    for text in fields:
        name, equals, value = text.partition("=")
        documents.check([text], where="FIELD=VALUE")
        if not (name and equals):
            raise InvalidDocument(f"{text[:40]!r} is not a field; write it like target=15")
        values.setdefault(name, []).append(value)
    return {name: tuple(several) for name, several in values.items()}


class ActionCall(msgspec.Struct, frozen=True, gc=False):
    """A call of an action: the character, the action, the values of its form, and the turn."""

    character: Character
    action: str
    values: Values
    turn: Turn


def new_call(
    document: Document, action: str, fields: Values, *, system: Game, turn: Mapping[str, int]
) -> ActionCall:
    """An action by its id or a synonym, for a document whose marks are within their bounds."""
    documents.check([action], where="ACTION")
    action = system.synonyms.get(action, action)
    return ActionCall(Character(system, document).settled(), action, fields, Turn.of(turn))


def act(call: ActionCall, rng: Random | None) -> dict[str, Any]:
    """The output of `act`: the form, and with an rng the outcome, and the turn and the document
    after it. A blocked form has no outcome.

    InvalidDocument for an unknown action or field, and for a value that cannot be read.
    """
    form = _roll_form(call)
    blocked, outcome, after = form.barred, None, call.character
    if not blocked:
        _check_fields(call.action, form, call.values)
        if rng:
            try:
                outcome = call.character.resolve(call.turn, call.action, call.values, rng)
                after = _apply(call.character, outcome)
            except RuleViolation as refused:
                blocked, outcome = _block_reason(call, refused), None
            else:
                _check_dice(rng)
    shown: dict[str, object] = {"form": _plain_form(form, blocked)}
    if rng:
        if outcome:
            shown["outcome"] = _plain_outcome(outcome)
        shown["turn"] = (call.turn.after(outcome) if outcome else call.turn).plain()
        shown["document"] = json.loads(to_text(after.document))
    return shown


def _roll_form(call: ActionCall) -> RollForm:
    """The form of an action; InvalidDocument for an unknown action or a value that cannot be
    read.
    """
    try:
        return call.character.roll_form(call.turn, call.action, call.values)
    except RuleViolation as refused:
        raise _call_error(call, refused.problems[0]) from None


def _block_reason(call: ActionCall, refused: RuleViolation) -> str:
    """Why an action is blocked now; InvalidDocument if the call was wrong."""
    for problem in refused.problems:
        if problem.code in CALL_ERRORS:
            raise _call_error(call, problem)
    return str(refused)


def _call_error(call: ActionCall, problem: Problem) -> InvalidDocument:
    message = problem.message
    if problem.code == "unknown-action":
        message = f"{message} {_known_actions(call)}"
    return InvalidDocument(message, where=problem.where[:80])


def _check_dice(rng: Random) -> None:
    if isinstance(rng, FixedDice):
        rng.check()


def _known_actions(call: ActionCall) -> str:
    """A hint at existing actions: those with a similar name first, then all procedures."""
    character, turn = call.character, call.turn
    procedures = [one.id for group in character.actions(turn) for one in group.actions]
    rolls = [roll for roll in character.play_state(turn).pools if _is_action(call, roll)]
    alike = difflib.get_close_matches(call.action[:80], [*procedures, *rolls], MAX_SUGGESTIONS)
    hint = f"Did you mean {' or '.join(alike)}? " if alike else ""
    return f"{hint}Name a roll of the sheet, like {rolls[-1]}, or one of {', '.join(procedures)}."


def _is_action(call: ActionCall, id: str) -> bool:
    """True if a figure of the sheet can be rolled."""
    try:
        call.character.roll_form(call.turn, id, {})
    except RuleViolation:
        return False
    return True


def _check_fields(action: str, form: RollForm, sent: Values) -> None:
    """InvalidDocument for a field that is not in the form, and for a value that does not fit its
    field.
    """
    fields = {field.id: field for field in _fields(form.fields)}
    for name, several in sent.items():
        if name not in fields:
            known = f"its fields are {', '.join(fields)}" if fields else "it has none"
            raise InvalidDocument(f"{action} has no such field; {known}", where=name[:80])
        _check_values(fields[name], several)


def _check_values(field: Field, several: tuple[str, ...]) -> None:
    if isinstance(field, Text | Number | Choice) and len(several) > 1:
        raise InvalidDocument("give this field one value, not several", where=field.id)
    if isinstance(field, Text) and len(several[0]) > field.limit:
        message = f"at most {field.limit:,} characters fit here, not {len(several[0]):,}"
        raise InvalidDocument(message, where=field.id)
    if isinstance(field, Choice | Pick):
        own = field.own if isinstance(field, Choice) else ()
        ids = [option.id for option in (*field.options, *own)]
        for value in several:
            if value and value not in ids:
                known = ", ".join(filter(None, ids)) or "nothing"
                raise InvalidDocument(f"{value[:40]!r} is not one of {known}", where=field.id)


def _fields(fields: Iterable[Field]) -> Iterator[Field]:
    """Every field of a form; nested fields follow their parent."""
    for field in fields:
        yield field
        if isinstance(field, Choice):
            yield from _fields(field.fields)


def _plain_form(form: RollForm, blocked: str) -> dict[str, object]:
    """A roll form as plain members."""
    chance = None if form.exact is None else float(form.exact)
    chances = {row: float(probability) for row, probability in form.results.items()}
    if chance is not None and not chances:
        chances = {SUCCESS_ROW: chance}
    is_rolled = form.pool is not None
    return {
        "code": form.pool.code if form.pool else None,
        "target": form.target.value if form.target and is_rolled else None,
        "needed": form.needed,
        "blocked": blocked,
        "chance": chance,
        "chances": chances,
        "fields": [field.id for field in _fields(form.fields)],
    }


def _plain_outcome(outcome: Outcome) -> dict[str, object]:
    """An outcome as plain members; the question to the player comes last."""
    return {
        "dice": [die.face for die in outcome.dice],
        "total": outcome.total,
        "target": outcome.target,
        "success": outcome.success,
        "row": outcome.row,
        "botch": outcome.botch,
        "messages": [*outcome.said, *filter(None, (outcome.asks, outcome.onto.name))],
    }


def _apply(character: Character, outcome: Outcome) -> Character:
    """The character with an outcome's mark changes and entries; RuleViolation if an entry is not
    allowed.
    """
    marks = msgspec.structs.asdict(character.document.marks)
    for shift in outcome.shifts:
        marks[shift.mark] = shifted(marks, shift)
    after = character.marked(msgspec.structs.replace(character.document.marks, **marks))
    for entry in outcome.entries:
        after = after.enter(entry)
    return after


def enter(system: Game, document: Document, text: str) -> Document:
    """The document with one more entry; `text` is the entry as JSON in the format of the document,
    without its price.

    RuleViolation if the entry is not allowed, or makes the document illegal; InvalidDocument if it
    cannot be read.
    """
    members = _parse(text, "entry")
    _check_members(system, members)
    entry: Any = documents.convert(members, system.entry_type, where="entry")
    character = Character(system, document)
    after = character.enter(entry)
    known: set[Problem] = set(character.problems)
    if fresh := [problem for problem in after.problems if problem not in known]:
        raise RuleViolation(fresh)
    return after.document


def _check_members(system: Game, members: object) -> None:
    """InvalidDocument for an unknown kind of entry, a member that this kind does not have, and a
    price.
    """
    if not isinstance(members, dict):
        raise InvalidDocument('write an object: {"kind": "session"}', where="entry")
    shapes = {entries.kind(shape): shape for shape in system.ledger_rules.kinds}
    kind = members.get("kind")
    if not isinstance(kind, str) or kind not in shapes:
        raise InvalidDocument(f"name one of {', '.join(shapes)}", where="entry.kind")
    if "paid" in members:
        raise InvalidDocument("leave it out; the price is worked out", where="entry.paid")
    known = [field.encode_name for field in msgspec.structs.fields(shapes[kind])]
    for name in members:
        if name != "kind" and name not in known:
            most = ", ".join(one for one in known if one != "paid")
            raise InvalidDocument(f"unknown member; {kind} has {most}", where=f"entry.{name[:40]}")


def _parse(text: str, where: str) -> object:
    """JSON within the limits of a document; InvalidDocument names `where` in the call."""
    if len(text) > MAX_BYTES:
        raise InvalidDocument(f"at most {MAX_BYTES:,} bytes are read", where=where)
    try:
        return documents.parse(text)
    except InvalidDocument as unreadable:
        raise InvalidDocument(str(unreadable), where=where) from None


def to_text(document: Document) -> str:
    """The document as JSON: indented, unless that would be too large.

    InvalidDocument if it could not be read again: the document or one of its numbers has grown too
    large.
    """
    plain = documents.write(document)
    text = json.dumps(plain, ensure_ascii=False, indent=2) + "\n"
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n"
    try:
        documents.open_text(text)
    except InvalidDocument as unreadable:
        raise InvalidDocument(f"nothing was saved: {unreadable}") from None
    return text
