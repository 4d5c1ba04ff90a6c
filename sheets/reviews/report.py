"""The review report of a character: its choices, its problems, the fields that were returned, and
the changes since the last decisions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from rules import decisions, places
from rules.character import Character as OpenCharacter
from rules.decisions import Decision, StepDecisions
from rules.document import Accepted
from rules.problems import Problem
from rules.sheet import diff
from rules.sheet.diff import Group
from sheets import problems as character_problems
from sheets.history import entries
from sheets.history.entries import HistoryRow
from sheets.models import Character, Review
from sheets.reviews import reasons

_ENTRY = re.compile(r"ledger\[(\d{1,6})\]")
_BUILD = "build."
# The parts of a document that no step of creation holds.
_OTHER_PLACES = {"marks": "At the table", "house": "The rules of the party"}
# How many ledger entries are listed; the history has all of them.
MOST_ENTRIES = 60


@dataclass(frozen=True)
class FieldComparison:
    """A field with its current value, its value in the compared review (`was`, None if it is the
    same), and its problems.
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
    """One step of creation: its fields, and the problems that belong to no single field."""

    id: str
    name: str
    lines: tuple[FieldComparison, ...]
    problems: tuple[Problem, ...]

    @property
    def changed(self) -> list[FieldComparison]:
        """The fields whose value has changed."""
        return [field for field in self.lines if field.was is not None]


@dataclass(frozen=True)
class PlacedProblem:
    """A problem, its place in words, and its step and field ("" for none). `claim` is the reason
    for which an imported document says it was accepted, None without one.
    """

    problem: Problem
    place: str
    part: str
    field: str
    claim: str | None = None


@dataclass(frozen=True)
class GmEntry:
    """A ledger entry since a decision. `giver` is the game master who made it, "" where the player
    did.
    """

    row: HistoryRow
    giver: str


@dataclass(frozen=True)
class ChangesSinceReview:
    """The changes since a review was decided: the steps with changed fields, the newest of `count`
    ledger entries, and the differences on the sheet.
    """

    review: Review
    changed: tuple[tuple[ReviewStep, tuple[FieldComparison, ...]], ...]
    entries: tuple[GmEntry, ...]
    count: int
    groups: tuple[Group, ...]

    @property
    def anything(self) -> bool:
        """True if anything has changed."""
        return bool(self.changed or self.entries or self.groups)


@dataclass(frozen=True)
class ReturnedField:
    """A field that was returned: the reason, its value then, and its value now. `step` is "" where
    the field no longer exists.
    """

    id: str
    step: str
    label: str
    reason: str
    was: str
    now: str

    @property
    def changed(self) -> bool:
        """True if the player has changed it."""
        return self.was != self.now


@dataclass(frozen=True)
class ReviewReport:
    """Everything that a game master sees before deciding.

    `accepted` are exceptions for current problems, `left_over` those whose problem is gone, with
    their places in words. `asked` are the fields that were returned last time. `returned` and
    `approved` are the changes since those decisions; None without one that can be read. `parts`
    compare each field with the approved character, or else with the returned one.
    """

    parts: tuple[ReviewStep, ...]
    faults: tuple[PlacedProblem, ...]
    accepted: tuple[tuple[PlacedProblem, str], ...]
    left_over: tuple[tuple[Accepted, str], ...]
    asked: tuple[ReturnedField, ...]
    returned: ChangesSinceReview | None
    approved: ChangesSinceReview | None

    @property
    def wrong(self) -> list[PlacedProblem]:
        """The broken rules."""
        return [fault for fault in self.faults if not fault.problem.unfinished]

    @property
    def open(self) -> list[PlacedProblem]:
        """The choices that are still to be made."""
        return [fault for fault in self.faults if fault.problem.unfinished]

    @property
    def claims(self) -> list[PlacedProblem]:
        """The problems that an imported document says were accepted."""
        return [fault for fault in self.faults if fault.claim is not None]

    @property
    def granted(self) -> list[Decision]:
        """The choices that the player marked as granted by the game master."""
        lines = (line for step in self.parts for line in step.lines)
        return [line.decision for line in lines if line.decision.granted]

    @property
    def news(self) -> list[ChangesSinceReview]:
        """The changes since each decision, the newest decision first."""
        return [changes for changes in (self.returned, self.approved) if changes]


def review_report(
    character: Character,
    opened: OpenCharacter,
    *,
    asked_for: Review | None = None,
    approved: Review | None = None,
) -> ReviewReport:
    """The report on a character. `asked_for` is the review that returned it last, `approved` the
    one that approved it.
    """
    document, (current, accepted) = opened.document, character_problems.problems_of(opened)
    claims = {
        item.problem: item.reason
        for item in character_problems.claims(character, document, current)
    }
    chapters = decisions.decisions_by_step(opened)
    places = ProblemPlaces(opened, chapters)
    placed_problems = tuple(places.placed(problem, claims.get(problem)) for problem in current)
    all_problems = (*current, *(item.problem for item in accepted))
    comparison = _Comparison(character, opened, chapters)
    at_return, at_approval = comparison.at_review(asked_for), comparison.at_review(approved)
    compared = next((item.chapters for item in (at_approval, at_return) if item), chapters)
    return ReviewReport(
        parts=tuple(_review_steps(chapters, placed_problems, compared)),
        faults=placed_problems,
        accepted=tuple((places.placed(item.problem), item.reason) for item in accepted),
        left_over=tuple(
            (item, places.name(item))
            for item in character_problems.left_over(document, all_problems)
        ),
        asked=comparison.returned_fields(at_return, asked_for),
        returned=comparison.changes_since(at_return),
        approved=comparison.changes_since(at_approval),
    )


@dataclass(frozen=True)
class _ReviewedCharacter:
    """A character as it was when a review was decided."""

    review: Review
    opened: OpenCharacter
    chapters: tuple[StepDecisions, ...]


@dataclass(frozen=True)
class _Comparison:
    """The current character, to be compared with its state at a review."""

    character: Character
    opened: OpenCharacter
    chapters: tuple[StepDecisions, ...]

    def at_review(self, review: Review | None) -> _ReviewedCharacter | None:
        """The character at that review; None if it can't be read."""
        reviewed = reasons.reviewed(self.opened, review)
        if review is None or reviewed is None:
            return None
        # Acceptances that are confirmed now count for the reviewed document too.
        confirmed = self.opened.document.is_confirmed
        document = msgspec.structs.replace(reviewed.document, is_confirmed=confirmed)
        reviewed = reviewed.of_document(document)
        return _ReviewedCharacter(review, reviewed, decisions.decisions_by_step(reviewed))

    def changes_since(self, before: _ReviewedCharacter | None) -> ChangesSinceReview | None:
        """The changes since that review."""
        if before is None:
            return None
        first = len(before.opened.document.ledger)
        parts = _review_steps(self.chapters, (), before.chapters)
        return ChangesSinceReview(
            before.review,
            tuple((part, tuple(part.changed)) for part in parts if part.changed),
            tuple(_recent_entries(self.character, self.opened, first)),
            max(0, len(self.opened.document.ledger) - first),
            diff.grouped(before.opened.sheet, self.opened.sheet),
        )

    def returned_fields(
        self, before: _ReviewedCharacter | None, review: Review | None
    ) -> tuple[ReturnedField, ...]:
        """The returned fields, with their values then and now."""
        if review is None:
            return ()
        before_texts = _field_texts(before.chapters if before else ())
        after_texts = _field_texts(self.chapters)
        return tuple(
            ReturnedField(
                reason.field,
                reason.step,
                reason.label,
                reason.text,
                before_texts.get(reason.field, ""),
                after_texts.get(reason.field, ""),
            )
            for reason in reasons.field_reasons(self.opened, review)
        )


def _field_texts(chapters: Iterable[StepDecisions]) -> dict[str, str]:
    """The value of every field, in words."""
    return {decision.id: decision.said for chapter in chapters for decision in chapter.decisions}


class ProblemPlaces:
    """Finds the place of a problem: a step of creation and its field, or another part of the
    document.
    """

    def __init__(self, opened: OpenCharacter, chapters: Sequence[StepDecisions]) -> None:
        self.opened = opened
        self.names = {chapter.id: chapter.name for chapter in chapters}
        self.fields = {
            decision.id: (chapter.id, decision.label)
            for chapter in chapters
            for decision in chapter.decisions
        }
        # Steps leave out accepted problems. Unconfirmed, the document lists those too.
        unlike = msgspec.structs.replace(opened.document, is_confirmed=False)
        self.steps = {
            (problem.code, problem.where): step.id
            for step in reversed(opened.of_document(unlike).steps())
            for problem in step.problems
            if step.id in self.names
        }

    def placed(self, problem: Problem, claim: str | None = None) -> PlacedProblem:
        """The problem with its place."""
        field = next((id for id in _field_candidates(problem.where) if id in self.fields), "")
        if field:
            part, label = self.fields[field]
            name = self.names[part]
            place = name if name == label else f"{name}: {label}"
            return PlacedProblem(problem, place, part, field, claim)
        part = self._part(problem)
        return PlacedProblem(
            problem, self.names.get(part) or self._elsewhere(problem), part, "", claim
        )

    def name(self, accepted: Accepted) -> str:
        """The place of an accepted problem that is gone, in words."""
        once = Problem(accepted.code, accepted.where, "")
        return self.placed(once).place or places.in_words(accepted.where)

    def _part(self, problem: Problem) -> str:
        """The step of a problem: the one that holds its field, or the one that reports it."""
        for place in _field_candidates(problem.where):
            for field, (part, _) in self.fields.items():
                if field.startswith(f"{place}."):
                    return part
        return self.steps.get((problem.code, problem.where), "")

    def _elsewhere(self, problem: Problem) -> str:
        """A place outside the steps: a ledger entry, or another part of the document."""
        entry = _ENTRY.match(problem.where)
        if entry and int(entry[1]) < len(self.opened.document.ledger):
            (event,) = self.opened.history((int(entry[1]),))
            return f"History, number {event.position + 1}: {event.title}"
        return _OTHER_PLACES.get(re.split(r"[.\[]", problem.where, maxsplit=1)[0], "")


def _field_candidates(where: str) -> Iterator[str]:
    """The fields that a place in a document may belong to, the nearest first: "species.focus",
    "species".
    """
    place = where.rpartition(_BUILD)[2].partition("[")[0]
    while place:
        yield place
        place = place.rpartition(".")[0]


def _review_steps(
    chapters: Iterable[StepDecisions],
    faults: Sequence[PlacedProblem],
    decided_steps: Iterable[StepDecisions],
) -> Iterator[ReviewStep]:
    """The steps with their earlier values. Fields that a step has lost are at its end."""
    before = {chapter.id: chapter.decisions for chapter in decided_steps}
    for chapter in chapters:
        texts = {decision.id: decision.said for decision in before.get(chapter.id, ())}
        there = {decision.id for decision in chapter.decisions}
        lines = [
            _field_comparison(decision, faults, texts.get(decision.id, ""))
            for decision in chapter.decisions
        ]
        lines += [
            _field_comparison(replace(decision, said="", granted=False), faults, decision.said)
            for decision in before.get(chapter.id, ())
            if decision.id not in there
        ]
        problems = (
            fault.problem for fault in faults if fault.part == chapter.id and not fault.field
        )
        yield ReviewStep(chapter.id, chapter.name, tuple(lines), tuple(problems))


def _field_comparison(
    decision: Decision, faults: Iterable[PlacedProblem], before: str
) -> FieldComparison:
    problems = tuple(fault.problem for fault in faults if fault.field == decision.id)
    return FieldComparison(decision, None if before == decision.said else before, problems)


def _recent_entries(character: Character, opened: OpenCharacter, first: int) -> Iterator[GmEntry]:
    """The ledger entries from position `first` on, with the game masters who made them."""
    positions = range(first, len(opened.document.ledger))[-MOST_ENTRIES:]
    if not positions:
        return
    rows = entries.rows(opened, positions)
    written = character.entries.filter(position__gte=positions[0], author__isnull=False)
    givers = dict(written.values_list("position", "author__user__username"))
    for row in rows:
        yield GmEntry(row, givers.get(row.event.position) or "")
