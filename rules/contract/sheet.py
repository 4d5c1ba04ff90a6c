"""The sheet of a character, its numbers, and its document."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec

from rules.contract.subject import Check, Subject


def every_figure_says_why(subject: Subject) -> Iterator[str]:
    """Any number of a sheet answers "why?"."""
    for document in subject.documents:
        sheet = subject.opened(document).sheet
        if sheet.system != subject.game.slug:
            yield f"Sheet.system is {sheet.system!r}: write the slug, {subject.game.slug!r}"
        if not sheet.credit:
            yield "Sheet.credit is empty: write whose rules these are"
        ids = [section.id for section in sheet.sections]
        yield from (
            f"two sections of the sheet have the id {id}" for id in {*ids} if ids.count(id) > 1
        )
        for key, figure in sheet.figures.items():
            if not figure.label or not figure.text:
                yield f"figure {key} has no label"
            elif not figure.why:
                yield f"figure {key} has no why: build it of facts with rules.figures"


def the_short_sheet_agrees(subject: Subject) -> Iterator[str]:
    """A number is the same on a card and on the sheet."""
    for document in subject.documents:
        character = subject.opened(document)
        whole = character.sheet.figures
        for key, figure in character.summary.figures.items():
            if key not in whole or whole[key].value != figure.value:
                yield f"summary: {key} is not what the sheet says"


def numbers_are_plain(subject: Subject) -> Iterator[str]:
    """Scripts read them as JSON."""
    for document in subject.documents:
        numbers = subject.opened(document).numbers
        try:
            same = json.loads(json.dumps(numbers, allow_nan=False)) == numbers
        except (TypeError, ValueError) as error:
            yield f"numbers: {error}; give texts, whole numbers, lists and tables"
            continue
        if not same:
            yield "numbers: JSON reads them otherwise: give texts for keys, and lists for tuples"


def a_document_is_read_as_written(subject: Subject) -> Iterator[str]:
    """A stored document is what was there."""
    for document in subject.documents:
        again = subject.again(document)
        if again != document:
            yield "a document is read otherwise than it was written: give its structs defaults"
        elif subject.opened(again).sheet != subject.opened(document).sheet:
            yield "a document that was read has another sheet: compute it from the document alone"


def marks_change_the_sheet(subject: Subject) -> Iterator[str]:
    """Whoever is hurt has a sheet that says so, and is still legal."""
    for name in ("hurt", "dead"):
        marks = getattr(subject.samples, name)
        for document in subject.finished[:3] if marks else ():
            before, after = subject.opened(document), subject.marked(document, marks)
            if msgspec.to_builtins(after.sheet) == msgspec.to_builtins(before.sheet):
                yield f"samples.toml, {name}: these marks change nothing on the sheet"
            for problem in after.problems if name == "hurt" else ():
                yield f"samples.toml, {name}: {problem.message}"


CHECKS = (
    Check("A sheet has every figure under its key, and says why.", every_figure_says_why),
    Check("The short sheet agrees with the whole one.", the_short_sheet_agrees),
    Check("Its numbers are plain.", numbers_are_plain),
    Check("A document is read as it was written.", a_document_is_read_as_written),
    Check(
        "Whoever is hurt has a sheet that shows it.",
        marks_change_the_sheet,
        lambda subject: bool(subject.samples.hurt or subject.samples.dead),
    ),
)
