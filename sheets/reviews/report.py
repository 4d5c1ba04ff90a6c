"""A character under review: what was decided, what is new since the last decisions about it, what
was asked for, what is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from rules import decisions, places
from rules.decisions import Chapter, Decision
from rules.document import Accepted, Document
from rules.problems import Problem
from rules.sheet import diff
from rules.sheet.diff import Group
from rules.system import GameSystem
from sheets import problems as character_problems
from sheets.history import entries
from sheets.history.entries import HistoryRow
from sheets.models import Character, Review
from sheets.reviews import reasons

_ENTRY = re.compile(r"ledger\[(\d{1,6})\]")
_BUILD = "build."
# The parts of a document that no field decides.
_ELSEWHERE = {"marks": "At the table", "house": "The rules of the party"}
# So many entries are told; the history has them all.
MOST_ENTRIES = 60


@dataclass(frozen=True)
class Line:
    """A field with what it holds, and what it held (None where that is the same) when the character
    was approved; and what is wrong there.
    """

    decision: Decision
    was: str | None
    problems: tuple[Problem, ...]

    @property
    def id(self) -> str:
        """The id of the field."""
        return self.decision.id


@dataclass(frozen=True)
class ReviewStep:
    """One step of creation, line by line, with what is wrong at none of them."""

    id: str
    name: str
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]

    @property
    def changed(self) -> list[Line]:
        """The lines that are not what they were."""
        return [line for line in self.lines if line.was is not None]


@dataclass(frozen=True)
class Fault:
    """A problem that stands, in which place in words, and in which step and at which field ("" for
    none); `claim` is the reason for which a document from elsewhere says it was accepted, None
    where it does not.
    """

    problem: Problem
    place: str
    part: str
    field: str
    claim: str | None = None


@dataclass(frozen=True)
class Given:
    """An entry of the ledger since a decision, and the game master who made it, if one did."""

    row: HistoryRow
    giver: str


@dataclass(frozen=True)
class Since:
    """What is new since a review was decided: the steps where something is decided otherwise, the
    newest entries of `count`, and what all that comes to.
    """

    review: Review
    changed: tuple[tuple[ReviewStep, tuple[Line, ...]], ...]
    entries: tuple[Given, ...]
    count: int
    groups: tuple[Group, ...]

    @property
    def anything(self) -> bool:
        """Whether there is anything new."""
        return bool(self.changed or self.entries or self.groups)


@dataclass(frozen=True)
class Asked:
    """A field that was returned: why, what it held then, what it holds now; its `step`, "" where
    it is gone by now.
    """

    id: str
    step: str
    label: str
    reason: str
    was: str
    now: str

    @property
    def changed(self) -> bool:
        """Whether anything came of it."""
        return self.was != self.now


@dataclass(frozen=True)
class Examined:
    """All of it. `accepted` and `left_over` are what a game master accepted: problems that there
    are, and such as there are no more, with their places in words. `granted` are gifts, by the
    player's word alone. `asked` are the fields that were returned last time, `returned` and
    `approved` what is new since then; None where it was not, or what it was cannot be read any
    more. The lines of its parts say what they were when it was approved; where it never was, when
    it was returned.
    """

    parts: tuple[ReviewStep, ...]
    faults: tuple[Fault, ...]
    accepted: tuple[tuple[Fault, str], ...]
    left_over: tuple[tuple[Accepted, str], ...]
    asked: tuple[Asked, ...]
    returned: Since | None
    approved: Since | None

    @property
    def wrong(self) -> list[Fault]:
        """What breaks a rule."""
        return [fault for fault in self.faults if not fault.problem.unfinished]

    @property
    def open(self) -> list[Fault]:
        """What is not decided yet."""
        return [fault for fault in self.faults if fault.problem.unfinished]

    @property
    def claims(self) -> list[Fault]:
        """What a document from elsewhere says was accepted."""
        return [fault for fault in self.faults if fault.claim is not None]

    @property
    def granted(self) -> list[Decision]:
        """What the player says was given."""
        lines = (line for part in self.parts for line in part.lines)
        return [line.decision for line in lines if line.decision.granted]

    @property
    def news(self) -> list[Since]:
        """What is new, since the newest decision first."""
        return [one for one in (self.returned, self.approved) if one]


def examine(
    character: Character,
    system: GameSystem,
    document: Document,
    *,
    asked_for: Review | None = None,
    approved: Review | None = None,
) -> Examined:
    """Everything that there is to see before one decides: `asked_for` is the review by which it was
    returned last, `approved` the one that approved it.
    """
    standing, accepted = character_problems.problems(system, document)
    claims = {
        one.problem: one.reason for one in character_problems.claims(character, document, standing)
    }
    chapters = decisions.chapters(system, document)
    placed = Places(system, document, chapters)
    faults = tuple(placed.fault(problem, claims.get(problem)) for problem in standing)
    found = (*standing, *(one.problem for one in accepted))
    told = _Told(character, system, document, chapters)
    then, before = told.before(asked_for), told.before(approved)
    held = next((one.chapters for one in (before, then) if one), chapters)
    return Examined(
        parts=tuple(_parts(chapters, faults, held)),
        faults=faults,
        accepted=tuple((placed.fault(one.problem), one.reason) for one in accepted),
        left_over=tuple(
            (one, placed.name(one)) for one in character_problems.left_over(document, found)
        ),
        asked=told.asked(then, asked_for),
        returned=told.since(then),
        approved=told.since(before),
    )


@dataclass(frozen=True)
class _Before:
    """A character as it was when a review was decided, and what was decided in it then."""

    review: Review
    document: Document
    chapters: tuple[Chapter, ...]


@dataclass(frozen=True)
class _Told:
    """A character as it is now, to be held against what it was."""

    character: Character
    system: GameSystem
    document: Document
    chapters: tuple[Chapter, ...]

    def before(self, review: Review | None) -> _Before | None:
        """What it was, None where that cannot be read any more."""
        document = reasons.baseline(self.system, review)
        if review is None or document is None:
            return None
        # What is accepted now counted then, as far as it was there.
        confirmed = self.document.is_confirmed
        document = msgspec.structs.replace(document, is_confirmed=confirmed)
        return _Before(review, document, decisions.chapters(self.system, document))

    def since(self, before: _Before | None) -> Since | None:
        """What is new since then."""
        if before is None:
            return None
        first = len(before.document.ledger)
        parts = _parts(self.chapters, (), before.chapters)
        return Since(
            before.review,
            tuple((part, tuple(part.changed)) for part in parts if part.changed),
            tuple(_since(self.character, self.system, self.document, first)),
            max(0, len(self.document.ledger) - first),
            diff.grouped(self.system.sheet(before.document), self.system.sheet(self.document)),
        )

    def asked(self, before: _Before | None, review: Review | None) -> tuple[Asked, ...]:
        """What was asked for, field by field, and what came of it."""
        if review is None:
            return ()
        was, now = _said(before.chapters if before else ()), _said(self.chapters)
        return tuple(
            Asked(
                one.field,
                one.step,
                one.label,
                one.text,
                was.get(one.field, ""),
                now.get(one.field, ""),
            )
            for one in reasons.told(self.system, self.document, review)
        )


def _said(chapters: Iterable[Chapter]) -> dict[str, str]:
    """What every field holds, in words."""
    return {one.id: one.said for chapter in chapters for one in chapter.decisions}


class Places:
    """Knows where in the steps of creation, or else in the document, a problem is."""

    def __init__(self, system: GameSystem, document: Document, chapters: Sequence[Chapter]) -> None:
        self.system, self.document = system, document
        self.names = {chapter.id: chapter.name for chapter in chapters}
        self.fields = {
            one.id: (chapter.id, one.label) for chapter in chapters for one in chapter.decisions
        }
        # A step names nothing that was accepted: this asks where that is as well.
        unlike = msgspec.structs.replace(document, is_confirmed=False)
        self.steps = {
            (problem.code, problem.where): step.id
            for step in reversed(system.steps(unlike))
            for problem in step.problems
            if step.id in self.names
        }

    def fault(self, problem: Problem, claim: str | None = None) -> Fault:
        """The problem with its place."""
        field = next((id for id in _candidates(problem.where) if id in self.fields), "")
        if field:
            part, label = self.fields[field]
            name = self.names[part]
            place = name if name == label else f"{name}: {label}"
            return Fault(problem, place, part, field, claim)
        part = self._part(problem)
        return Fault(problem, self.names.get(part) or self._elsewhere(problem), part, "", claim)

    def name(self, accepted: Accepted) -> str:
        """The place of what was accepted and is no problem any more, in words."""
        once = Problem(accepted.code, accepted.where, "")
        return self.fault(once).place or places.in_words(accepted.where)

    def _part(self, problem: Problem) -> str:
        """The step that a problem is of: where one of its fields is, or as the game says."""
        for place in _candidates(problem.where):
            for field, (part, _) in self.fields.items():
                if field.startswith(f"{place}."):
                    return part
        return self.steps.get((problem.code, problem.where), "")

    def _elsewhere(self, problem: Problem) -> str:
        """A place that no step decides: an entry of the history, or another part of a document."""
        entry = _ENTRY.match(problem.where)
        if entry and int(entry[1]) < len(self.document.ledger):
            (event,) = self.system.history(self.document, (int(entry[1]),))
            return f"History, number {event.position + 1}: {event.title}"
        return _ELSEWHERE.get(re.split(r"[.\[]", problem.where, maxsplit=1)[0], "")


def _candidates(where: str) -> Iterator[str]:
    """The fields that a place in a document may be about, the nearest first: "species.focus"."""
    place = where.rpartition(_BUILD)[2].partition("[")[0]
    while place:
        yield place
        place = place.rpartition(".")[0]


def _parts(
    chapters: Iterable[Chapter], faults: Sequence[Fault], held: Iterable[Chapter]
) -> Iterator[ReviewStep]:
    """The steps with what they held before; what is gone from one stands at its end."""
    before = {chapter.id: chapter.decisions for chapter in held}
    for chapter in chapters:
        said = {one.id: one.said for one in before.get(chapter.id, ())}
        there = {one.id for one in chapter.decisions}
        lines = [_line(one, faults, said.get(one.id, "")) for one in chapter.decisions]
        lines += [
            _line(replace(one, said="", granted=False), faults, one.said)
            for one in before.get(chapter.id, ())
            if one.id not in there
        ]
        problems = (
            fault.problem for fault in faults if fault.part == chapter.id and not fault.field
        )
        yield ReviewStep(chapter.id, chapter.name, tuple(lines), tuple(problems))


def _line(one: Decision, faults: Iterable[Fault], before: str) -> Line:
    problems = tuple(fault.problem for fault in faults if fault.field == one.id)
    return Line(one, None if before == one.said else before, problems)


def _since(
    character: Character, system: GameSystem, document: Document, first: int
) -> Iterator[Given]:
    positions = range(first, len(document.ledger))[-MOST_ENTRIES:]
    if not positions:
        return
    rows = entries.rows(system.open(document), positions)
    made = character.entries.filter(position__gte=positions[0], author__isnull=False)
    givers = dict(made.values_list("position", "author__user__username"))
    for row in rows:
        yield Given(row, givers.get(row.event.position) or "")
