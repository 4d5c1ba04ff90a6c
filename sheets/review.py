"""A character under review: what was decided, what is new since it was approved, what is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules import document as documents
from rules.document import Accepted, Document
from rules.problems import Problem, Unreadable
from rules.system import GameSystem
from sheets import decided, history, legality
from sheets.decided import Chapter, Decision
from sheets.history import Group, Row
from sheets.models import Character, Review

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
class Part:
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
    """An entry of the ledger since it was approved, and the game master who made it, if one did."""

    row: Row
    giver: str


@dataclass(frozen=True)
class Examined:
    """All of it. `accepted` and `left_over` are what a game master accepted: problems that there
    are, and such as there are no more. `granted` are gifts, by the player's word alone. `since` are
    the newest entries since it was approved, of `since_count`, and `groups` what all that comes to.
    """

    parts: tuple[Part, ...]
    faults: tuple[Fault, ...]
    accepted: tuple[tuple[Fault, str], ...]
    left_over: tuple[Accepted, ...]
    since: tuple[Given, ...]
    since_count: int
    groups: tuple[Group, ...]
    has_baseline: bool

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
    def changed(self) -> list[tuple[Part, list[Line]]]:
        """The steps where something is not what it was."""
        return [(part, part.changed) for part in self.parts if part.changed]


def examine(
    character: Character, system: GameSystem, document: Document, approved: Review | None
) -> Examined:
    """Everything that there is to see before one decides."""
    standing, accepted = legality.problems(character, system, document)
    claims = {one.problem: one.reason for one in legality.claims(character, document, standing)}
    chapters = decided.chapters(system, document)
    placed = Places(system, document, chapters)
    faults = tuple(placed.fault(problem, claims.get(problem)) for problem in standing)
    before = baseline(system, approved)
    first = len(before.ledger) if before else len(document.ledger)
    held = decided.chapters(system, before) if before else chapters
    found = (*standing, *(one.problem for one in accepted))
    return Examined(
        parts=tuple(_parts(chapters, faults, held)),
        faults=faults,
        accepted=tuple((placed.fault(one.problem), one.reason) for one in accepted),
        left_over=legality.left_over(character, document, found),
        since=tuple(_since(character, system, document, first)),
        since_count=max(0, len(document.ledger) - first),
        groups=history.grouped(system.sheet(before), system.sheet(document)) if before else (),
        has_baseline=before is not None,
    )


def baseline(system: GameSystem, approved: Review | None) -> Document | None:
    """The document as it was approved; None without, and where it cannot be read any more."""
    if approved is None or not isinstance(approved.document, dict):
        return None
    try:
        return system.take(documents.envelope(approved.document))
    except Unreadable:
        return None


class Places:
    """Knows where in the steps of creation, or else in the document, a problem is."""

    def __init__(self, system: GameSystem, document: Document, chapters: Sequence[Chapter]) -> None:
        self.system, self.document = system, document
        self.names = {chapter.id: chapter.name for chapter in chapters}
        self.fields = {
            one.id: (chapter.id, one.label) for chapter in chapters for one in chapter.decisions
        }
        self.steps = {
            (problem.code, problem.where): step.id
            for step in reversed(system.steps(document))
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
) -> Iterator[Part]:
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
        yield Part(chapter.id, chapter.name, tuple(lines), tuple(problems))


def _line(one: Decision, faults: Iterable[Fault], before: str) -> Line:
    problems = tuple(fault.problem for fault in faults if fault.field == one.id)
    return Line(one, None if before == one.said else before, problems)


def _since(
    character: Character, system: GameSystem, document: Document, first: int
) -> Iterator[Given]:
    positions = range(first, len(document.ledger))[-MOST_ENTRIES:]
    if not positions:
        return
    rows = history.rows(system, document, positions)
    made = character.entries.filter(position__gte=positions[0], author__isnull=False)
    givers = dict(made.values_list("position", "author__user__username"))
    for row in rows:
        yield Given(row, givers.get(row.event.position) or "")
