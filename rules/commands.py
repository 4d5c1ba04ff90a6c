"""The table and the ledger by script: what `python -m rules act` and `enter` print.

Everything is asked of the game through `GameSystem`, so each game answers the same way. Nothing is
printed here: each command answers with what it prints, or raises.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from rules import document as documents
from rules.document import MAX_BYTES, Document
from rules.forms.fields import Choice, Field, Number, Pick, Text
from rules.ledger import entries
from rules.play import Outcome, RollForm, shifted
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.system import GameSystem

Values = dict[str, tuple[str, ...]]
# The row of an action that has one result only: that it comes off.
SUCCESS_ROW = "hit"
# What is wrong with a call, not with whoever acts: a field that was not filled in, or not so.
CALL_ERRORS = ("missing", "bad-value", "unknown-action")
MAX_SUGGESTIONS = 3


class FixedDice(Random):
    """Dice that fall as they were named, in their order; InvalidDocument for too few, and for a
    face that such a die does not have.
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
        """InvalidDocument where a die was named that was not rolled."""
        if self.fallen < len(self.faces):
            named = _dice_count(len(self.faces))
            raise InvalidDocument(
                f"too many dice: {named} named, {self.fallen} rolled", where="--dice"
            )


def _dice_count(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def parse_faces(text: str) -> tuple[int, ...]:
    """The faces that `--dice` names ("6,1,3"), none for nothing; InvalidDocument for anything
    else.
    """
    found = []
    for line in text.split(",") if text.strip() else ():
        plain = line.strip()
        if not (plain.isascii() and plain.isdecimal() and len(plain) <= 3):
            raise InvalidDocument(
                f"{plain[:40]!r} is no face; write them like 6,1,3", where="--dice"
            )
        found.append(int(plain))
    return tuple(found)


def parse_turn(text: str) -> dict[str, int]:
    """What a turn holds, from JSON: an object of whole numbers; InvalidDocument for anything
    else.
    """
    held = _parse(text, "--turn")
    if not isinstance(held, dict):
        raise InvalidDocument('write an object of whole numbers: {"actions": 3}', where="--turn")
    for name, value in held.items():
        if type(value) is not int:
            message = f"{name[:40]!r} has to be a whole number, like 3"
            raise InvalidDocument(message, where="--turn")
    return held


def parse_fields(fields: Iterable[str]) -> Values:
    """The fields of a form from FIELD=VALUE; one that is named several times has several values."""
    found: dict[str, list[str]] = {}
    for text in fields:
        name, equals, value = text.partition("=")
        documents.check([text], where="FIELD=VALUE")
        if not (name and equals):
            raise InvalidDocument(f"{text[:40]!r} is not a field; write it like target=15")
        found.setdefault(name, []).append(value)
    return {name: tuple(several) for name, several in found.items()}


class Attempt(msgspec.Struct, frozen=True, gc=False):
    """Who does what at the table: the action, the values of its form, and what the turn holds."""

    system: GameSystem
    document: Document
    action: str
    values: Values
    turn: Mapping[str, int]

    @property
    def asked(self) -> tuple[Document, Mapping[str, int], str, Values]:
        """What a game is asked with."""
        return self.document, self.turn, self.action, self.values


def new_attempt(
    document: Document, action: str, given: Values, *, system: GameSystem, held: Mapping[str, int]
) -> Attempt:
    """An action by its id or what else scripts may call it, on marks that can be."""
    documents.check([action], where="ACTION")
    action = system.synonyms.get(action, action)
    return Attempt(system, system.settled(document), action, given, held)


def act(tried: Attempt, rng: Random | None) -> dict[str, Any]:
    """What `act` prints: the form, and with an rng what came of it, with the turn and the document
    as they are afterwards. A form that is blocked has no outcome.

    InvalidDocument where the action or a field is none of those there are, or a value cannot be
    read.
    """
    panel = _roll_form(tried)
    blocked, outcome, after = panel.barred, None, tried.document
    if not blocked:
        _check_fields(tried.action, panel, tried.values)
        if rng:
            try:
                outcome = tried.system.resolve(*tried.asked, rng)
                after = _apply(tried.system, tried.document, outcome)
            except RuleViolation as refused:
                blocked, outcome = _block_reason(tried, refused), None
            else:
                _check_dice(rng)
    shown: dict[str, Any] = {"form": _plain_form(panel, blocked)}
    if rng:
        if outcome:
            shown["outcome"] = _plain_outcome(outcome)
        shown["turn"] = {**tried.turn, **(outcome.situation if outcome else {})}
        shown["document"] = json.loads(to_text(after))
    return shown


def _roll_form(tried: Attempt) -> RollForm:
    """The form of an action; InvalidDocument where there is no such action or a value cannot be
    read.
    """
    try:
        return tried.system.roll_form(*tried.asked)
    except RuleViolation as refused:
        raise _call_error(tried, refused.problems[0]) from None


def _block_reason(tried: Attempt, refused: RuleViolation) -> str:
    """Why an action cannot be done now; InvalidDocument where it was asked for in a wrong way."""
    for problem in refused.problems:
        if problem.code in CALL_ERRORS:
            raise _call_error(tried, problem)
    return str(refused)


def _call_error(tried: Attempt, problem: Problem) -> InvalidDocument:
    message = problem.message
    if problem.code == "unknown-action":
        message = f"{message} {_known_actions(tried)}"
    return InvalidDocument(message, where=problem.where[:80])


def _check_dice(rng: Random) -> None:
    if isinstance(rng, FixedDice):
        rng.check()


def _known_actions(tried: Attempt) -> str:
    """The actions there are: those that look alike first, and all procedures."""
    system, document, held = tried.system, tried.document, tried.turn
    procedures = [one.id for group in system.actions(document, held) for one in group.actions]
    rolls = [roll for roll in system.play_state(document, held).pools if _is_action(tried, roll)]
    alike = difflib.get_close_matches(tried.action[:80], [*procedures, *rolls], MAX_SUGGESTIONS)
    asked = f"Did you mean {' or '.join(alike)}? " if alike else ""
    return f"{asked}Name a roll of the sheet, like {rolls[-1]}, or one of {', '.join(procedures)}."


def _is_action(tried: Attempt, id: str) -> bool:
    """Whether a number of the sheet can be rolled."""
    try:
        tried.system.roll_form(tried.document, tried.turn, id, {})
    except RuleViolation:
        return False
    return True


def _check_fields(action: str, panel: RollForm, given: Values) -> None:
    """InvalidDocument where a field is none of the form's, or cannot hold what was given for it."""
    fields = {field.id: field for field in _fields(panel.fields)}
    for name, several in given.items():
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
    """Every field of a form, nested ones after the one that they belong to."""
    for field in fields:
        yield field
        if isinstance(field, Choice):
            yield from _fields(field.fields)


def _plain_form(panel: RollForm, blocked: str) -> dict[str, Any]:
    """What stands before an action, as plain members."""
    chance = None if panel.exact is None else float(panel.exact)
    chances = {row: float(found) for row, found in panel.results.items()}
    if chance is not None and not chances:
        chances = {SUCCESS_ROW: chance}
    is_rolled = panel.pool is not None
    return {
        "code": panel.pool.code if panel.pool else None,
        "target": panel.target.value if panel.target and is_rolled else None,
        "needed": panel.needed,
        "blocked": blocked,
        "chance": chance,
        "chances": chances,
        "fields": [field.id for field in _fields(panel.fields)],
    }


def _plain_outcome(outcome: Outcome) -> dict[str, Any]:
    """What came of an action, as plain members; what it asks of whoever rolled comes last."""
    return {
        "dice": [die.face for die in outcome.dice],
        "total": outcome.total,
        "target": outcome.target,
        "success": outcome.success,
        "row": outcome.row,
        "botch": outcome.botch,
        "messages": [*outcome.said, *filter(None, (outcome.asks, outcome.onto.name))],
    }


def _apply(system: GameSystem, document: Document, outcome: Outcome) -> Document:
    """The document with the marks that an outcome moves and the entries that it makes;
    RuleViolation where one of them may not be made.
    """
    marks = msgspec.structs.asdict(document.marks)
    for shift in outcome.shifts:
        marks[shift.mark] = shifted(marks, shift)
    moved = msgspec.structs.replace(document.marks, **marks)
    after = msgspec.structs.replace(document, marks=moved)
    for entry in outcome.entries:
        after = system.enter(after, entry)
    return after


def enter(system: GameSystem, document: Document, text: str) -> Document:
    """The document with one entry of the ledger more, which `text` holds as a document would, but
    without its price.

    RuleViolation where it may not be made, or makes the document break a rule; InvalidDocument
    where it cannot be read.
    """
    members = _parse(text, "entry")
    _check_members(system, members)
    entry: Any = documents.convert(members, system.entry_type, where="entry")
    after = system.enter(document, entry)
    known: set[Problem] = set(system.problems(document))
    if fresh := [problem for problem in system.problems(after) if problem not in known]:
        raise RuleViolation(fresh)
    return after


def _check_members(system: GameSystem, members: Any) -> None:
    """InvalidDocument for a kind of entry that the game does not have, a member that the kind does
    not have, and for a price.
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


def _parse(text: str, where: str) -> Any:
    """JSON within the limits of a document; InvalidDocument says where it was called for."""
    if len(text) > MAX_BYTES:
        raise InvalidDocument(f"at most {MAX_BYTES:,} bytes are read", where=where)
    try:
        return documents.parse(text)
    except InvalidDocument as unreadable:
        raise InvalidDocument(str(unreadable), where=where) from None


def to_text(document: Document) -> str:
    """The document as text that can be read again: indented, unless it would then be too large.

    InvalidDocument where it cannot be read again in any case: it has grown too large, or a number
    has.
    """
    plain = documents.write(document)
    text = json.dumps(plain, ensure_ascii=False, indent=2) + "\n"
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":")) + "\n"
    try:
        documents.open_text(text)
    except InvalidDocument as unreadable:
        raise InvalidDocument(f"nothing is kept: {unreadable}") from None
    return text
