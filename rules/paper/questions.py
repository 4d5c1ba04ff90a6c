"""The questions that can be answered in pencil on a printed sheet.

Every game answers from what it has: boxes of harm, points in its marks, balances, offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rules.character import Character
from rules.figures import Figure
from rules.forms.fields import Number
from rules.ledger.offers import Offer, OfferGroup
from rules.sheet.sections import Figures, Line, Track, Traits

# The kinds of questions: boxes marked; a number; how often raised; a code; how many are left of an
# item; new items, one a line.
COUNT, NUMBER, STEPS, CODE, LEFT, ITEMS = "count", "number", "steps", "code", "left", "items"
MOST_NUMBER, MOST_STEPS, MOST_ITEMS, LONGEST_ITEM = 1_000_000, 9, 20, 120
NEW_ITEMS = "items"


class Question(msgspec.Struct, frozen=True, gc=False):
    """Something that can be penciled in: its value as the sheet has it, and the most it can be.
    `state` is what has to be the same for the pencil to mean what it meant: the value, or the code
    of a trait that is raised.
    """

    id: str
    label: str
    kind: str
    value: str = ""
    state: str = ""
    most: int = MOST_NUMBER


class QuestionGroup(msgspec.Struct, frozen=True, gc=False):
    """The questions of one part of the sheet."""

    name: str
    questions: tuple[Question, ...]


def groups(opened: Character) -> tuple[QuestionGroup, ...]:
    """Everything that can be penciled in on the sheet of a character, in the order of the sheet."""
    found = (
        *_harm(opened),
        QuestionGroup("Points", (*_balances(opened), *_points(opened))),
        *_traits(opened),
        QuestionGroup("Gear", tuple(_gear(opened))),
        QuestionGroup("New gear", tuple(_new_gear(opened))),
    )
    return tuple(group for group in found if group.questions)


def by_id(those: tuple[QuestionGroup, ...]) -> dict[str, Question]:
    """The questions by their ids."""
    return {question.id: question for group in those for question in group.questions}


def marks(opened: Character) -> dict[str, int | None]:
    """The marks of a character by name."""
    row = opened.document.marks
    return msgspec.structs.asdict(row) if row is not None else {}


def with_mark(opened: Character, mark: str, value: int) -> object:
    """The marks of a character with one of them at another value."""
    return msgspec.structs.replace(opened.document.marks, **{mark: value})


def loss_offer(group: OfferGroup) -> Offer | None:
    """The offer to lose some of an item."""
    return next((one for one in group.offers if one.id.startswith("lose.") and one.open), None)


def gain_offer(opened: Character) -> Offer | None:
    """The offer that takes an item by its name alone."""
    known = {"item", "name", "quantity", "note"}
    offers = (offer for group in opened.offers("market") for offer in group.offers)
    return next(
        (
            offer
            for offer in offers
            if "name" in (fields := {field.id for field in offer.fields}) and fields <= known
        ),
        None,
    )


def _harm(opened: Character) -> Iterator[QuestionGroup]:
    if not opened.system.play.boxes:
        return
    for section in opened.sheet.sections:
        if isinstance(section, Track):
            yield QuestionGroup(
                section.name,
                tuple(
                    Question(
                        f"box.{number}",
                        level.name,
                        COUNT,
                        str(level.ticked),
                        str(level.ticked),
                        max(1, level.boxes),
                    )
                    for number, level in enumerate(section.levels, 1)
                ),
            )


def _balances(opened: Character) -> Iterator[Question]:
    offer = _correction(opened)
    balances = opened.system.ledger_rules.balances(opened.state)
    for field, figure in zip(offer.fields if offer else (), balances, strict=False):
        value = str(figure.value)
        yield Question(f"sum.{field.id}", figure.label, NUMBER, value, value)


def _correction(opened: Character) -> Offer | None:
    offers = (offer for group in opened.offers("table") for offer in group.offers)
    return next((offer for offer in offers if offer.id == "adjust"), None)


def _points(opened: Character) -> Iterator[Question]:
    """Points that stand in the marks: each mark that moves one number of one line of the sheet."""
    before, boxed, named = _lines(opened), _boxed(opened), set[str]()
    for mark, value in marks(opened).items():
        if mark in boxed:
            continue
        full = opened.numbers.get(mark, 0) if value is None else value
        if not isinstance(full, int):
            continue
        after = _lines(opened.marked(with_mark(opened, mark, full + 1 if value is not None else 0)))
        moved = [key for key, numbers in before.items() if after.get(key, numbers) != numbers]
        lines = {line.key: line for line in _figure_lines(opened)}
        if len(moved) == 1 and moved[0] in lines:
            label = lines[moved[0]].name
            name = f"{label} spent" if mark.endswith("_spent") else label
            if name in named:
                continue
            named.add(name)
            yield Question(f"mark.{mark}", name, NUMBER, str(full), str(full), 100)


def _boxed(opened: Character) -> set[str]:
    """The marks that move boxes of harm."""
    boxed: set[str] = set()
    tracks = _track_counts(opened)
    for mark, value in marks(opened).items():
        if value is None:
            continue
        marked = opened.marked(with_mark(opened, mark, value + 1))
        if _track_counts(marked) != tracks:
            boxed.add(mark)
    return boxed


def _track_counts(opened: Character) -> list[int]:
    tracks = (one for one in opened.sheet.sections if isinstance(one, Track))
    return [level.ticked + level.worse for track in tracks for level in track.levels]


def _lines(opened: Character) -> dict[str, tuple[int, int, int, str]]:
    """The points of each line: its value, the number left of it, its ticked boxes, and its
    remark.
    """
    return {
        line.key: (
            line.figure.value,
            line.gauge.left if line.gauge and line.gauge.left is not None else 0,
            sum(line.tally),
            line.note,
        )
        for line in _figure_lines(opened)
    }


def _figure_lines(opened: Character) -> Iterator[Line]:
    for section in opened.sheet.sections:
        if isinstance(section, Figures):
            yield from section.lines


def _traits(opened: Character) -> Iterator[QuestionGroup]:
    codes = _codes(opened)
    for group in opened.offers("advance"):
        questions = tuple(question for offer in group.offers if (question := _raised(offer, codes)))
        if questions:
            yield QuestionGroup(group.name, questions)


def _raised(offer: Offer, codes: Mapping[str, Figure]) -> Question | None:
    """The question about one trait: how often it was raised, or its new code."""
    figure = codes.get(offer.name.casefold())
    if figure is None:
        return None
    fields = [field.id for field in offer.fields]
    if offer.price and offer.price.value > 0 and not fields:
        label = f"{offer.name} {figure.code}"
        return Question(f"raise.{offer.id}", label, STEPS, "0", figure.code, MOST_STEPS)
    if offer.price is None and "code" in fields and not {*fields} - {"code", "reason"}:
        return Question(f"code.{offer.id}", offer.name, CODE, figure.code, figure.code)
    return None


def _codes(opened: Character) -> dict[str, Figure]:
    """The figure of every trait by its name."""
    found: dict[str, Figure] = {}
    for section in opened.sheet.sections:
        if isinstance(section, Traits):
            for column in (*section.columns, *((section.row,) if section.row else ())):
                if column.figure:
                    found[column.name.casefold()] = column.figure
                found |= {line.name.casefold(): line.figure for line in column.lines}
    return found


def _gear(opened: Character) -> Iterator[Question]:
    for group in opened.offers("carried"):
        if (lose := loss_offer(group)) is not None:
            count = next((one.highest for one in lose.fields if isinstance(one, Number)), None) or 1
            yield Question(f"item.{group.id}", group.name, LEFT, str(count), str(count), count)


def _new_gear(opened: Character) -> Iterator[Question]:
    if gain_offer(opened):
        yield Question(NEW_ITEMS, "New items", ITEMS)
