"""A printed sheet that comes back from the table: what can be penciled in on it, what that changes,
and where the character has changed since.

Every game answers from what it has: boxes of harm, points in its marks, balances, offers. The
outcome is one line of the log at the table, with all its marks and entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from rules.figures import Figure
from rules.forms.fields import Number
from rules.ledger.offers import Offer, OfferGroup
from rules.play import MarkChange, Outcome
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.sheet.sections import Figures, Line, Track, Traits
from rules.system import OpenCharacter

# The kind and the name of the line of the log.
KIND, NAME = "paper", "From paper"
REASON = "From a printed sheet."
# The kinds of questions: boxes marked; a number; how often raised; a code; how many are left of an
# item; new items, one a line.
COUNT, NUMBER, STEPS, CODE, LEFT, ITEMS = "count", "number", "steps", "code", "left", "items"
ADDED = (NUMBER, LEFT)
MOST_NUMBER, MOST_STEPS, MOST_ITEMS, LONGEST_ITEM = 1_000_000, 9, 20, 120
NEW_ITEMS = "items"
NOT_A_NUMBER = "Type a whole number from 0 to {most:,}."
TOO_FEW = "Only {now} are there now, not {answer}. Keep that, and add new ones under New gear."
TOO_MANY_ITEMS = f"At most {MOST_ITEMS} new items fit here, of {LONGEST_ITEM} characters each."
# How a change can be decided where the character has changed since it was printed.
PAPER, PRESENT, BOTH = "paper", "now", "both"


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


class Penciled(msgspec.Struct, frozen=True, gc=False):
    """A question that was answered otherwise than it was printed: the value as printed, on paper,
    and now. Where these are all different it is `open`: someone has to decide.
    """

    question: Question
    printed: str
    paper: str
    now: str
    is_open: bool
    both: str = ""


def groups(opened: OpenCharacter) -> tuple[QuestionGroup, ...]:
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


def penciled(
    printed: Mapping[str, Question], now: Mapping[str, Question], answers: Mapping[str, str]
) -> tuple[Penciled, ...]:
    """What was answered otherwise than it was printed, and is not so already. RuleViolation with
    every answer that cannot be read.
    """
    wrong: list[Problem] = []
    changes: list[Penciled] = []
    for id, question in printed.items():
        answer = answers.get(id, question.value).strip()
        if problem := _unreadable(question, answer):
            wrong.append(Problem("bad-value", id, problem))
        elif answer != question.value:
            present = now.get(id) or msgspec.structs.replace(question, value="0", state="")
            change = _change(question, present, answer)
            if change:
                changes.append(change)
    if wrong:
        raise RuleViolation(wrong)
    return tuple(changes)


def decided(changes: tuple[Penciled, ...], choices: Mapping[str, str]) -> dict[str, str] | None:
    """The answers that count, with a choice for each change that is open; None while one is
    missing.
    """
    answers: dict[str, str] = {}
    for change in changes:
        id = change.question.id
        choice = choices.get(id, "") if change.is_open else PAPER
        if choice not in (PAPER, PRESENT, BOTH) or (choice == BOTH and not change.both):
            return None
        if choice != PRESENT:
            answers[id] = change.both if choice == BOTH else change.paper
    return answers


def outcome(
    opened: OpenCharacter, answers: Mapping[str, str], rng: Random, note: str = ""
) -> Outcome:
    """What these answers change of a character, as one line of its log; `note` is one more sentence
    of it. RuleViolation where the rules do not allow it, and where more is left of an item on paper
    than there is.
    """
    now = by_id(groups(opened))
    if wrong := list(_too_few(now, answers)):
        raise RuleViolation(wrong)
    known = {id: answer for id, answer in answers.items() if id in now}
    marks = _marked(opened, now, known, rng)
    shifts = tuple(_shifts(opened, marks))
    entries = tuple(_entries(opened, now, known))
    said = tuple(_sentence(now[id], answer) for id, answer in known.items())
    return Outcome(
        KIND, NAME, KIND, said=(*said, *((note,) if note else ())), shifts=shifts, entries=entries
    )


# --- what can be penciled in


def _harm(opened: OpenCharacter) -> Iterator[QuestionGroup]:
    if not opened.system.has_boxes:
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


def _balances(opened: OpenCharacter) -> Iterator[Question]:
    offer = _correction(opened)
    balances = opened.system.ledger_rules.balances(opened.state)
    for field, figure in zip(offer.fields if offer else (), balances, strict=False):
        value = str(figure.value)
        yield Question(f"sum.{field.id}", figure.label, NUMBER, value, value)


def _correction(opened: OpenCharacter) -> Offer | None:
    offers = (offer for group in opened.offers("table") for offer in group.offers)
    return next((offer for offer in offers if offer.id == "adjust"), None)


def _points(opened: OpenCharacter) -> Iterator[Question]:
    """Points that stand in the marks: each mark that moves one number of one line of the sheet."""
    before, boxed, named = _lines(opened), _boxed(opened), set[str]()
    for mark, value in _marks(opened).items():
        if mark in boxed:
            continue
        full = opened.numbers.get(mark, 0) if value is None else value
        if not isinstance(full, int):
            continue
        after = _lines(opened.marked(_with(opened, mark, full + 1 if value is not None else 0)))
        moved = [key for key, numbers in before.items() if after.get(key, numbers) != numbers]
        lines = {line.key: line for line in _figure_lines(opened)}
        if len(moved) == 1 and moved[0] in lines:
            label = lines[moved[0]].name
            name = f"{label} spent" if mark.endswith("_spent") else label
            if name in named:
                continue
            named.add(name)
            yield Question(f"mark.{mark}", name, NUMBER, str(full), str(full), 100)


def _boxed(opened: OpenCharacter) -> set[str]:
    """The marks that move boxes of harm."""
    boxed: set[str] = set()
    tracks = _track_counts(opened)
    for mark, value in _marks(opened).items():
        if value is not None and _track_counts(opened.marked(_with(opened, mark, value + 1))) != (
            tracks
        ):
            boxed.add(mark)
    return boxed


def _track_counts(opened: OpenCharacter) -> list[int]:
    tracks = (one for one in opened.sheet.sections if isinstance(one, Track))
    return [level.ticked + level.worse for track in tracks for level in track.levels]


def _lines(opened: OpenCharacter) -> dict[str, tuple[int, int, int, str]]:
    """What each line says of its points: its value, what is left of it, its ticked boxes, and its
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


def _figure_lines(opened: OpenCharacter) -> Iterator[Line]:
    for section in opened.sheet.sections:
        if isinstance(section, Figures):
            yield from section.lines


def _traits(opened: OpenCharacter) -> Iterator[QuestionGroup]:
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


def _codes(opened: OpenCharacter) -> dict[str, Figure]:
    """The figure of every trait by its name."""
    found: dict[str, Figure] = {}
    for section in opened.sheet.sections:
        if isinstance(section, Traits):
            for column in (*section.columns, *((section.row,) if section.row else ())):
                if column.figure:
                    found[column.name.casefold()] = column.figure
                found |= {line.name.casefold(): line.figure for line in column.lines}
    return found


def _gear(opened: OpenCharacter) -> Iterator[Question]:
    for group in opened.offers("carried"):
        if (lose := _loss(group)) is not None:
            count = next((one.highest for one in lose.fields if isinstance(one, Number)), None) or 1
            yield Question(f"item.{group.id}", group.name, LEFT, str(count), str(count), count)


def _loss(group: OfferGroup) -> Offer | None:
    """The offer to lose some of an item."""
    return next((one for one in group.offers if one.id.startswith("lose.") and one.open), None)


def _new_gear(opened: OpenCharacter) -> Iterator[Question]:
    if _gain(opened):
        yield Question(NEW_ITEMS, "New items", ITEMS)


def _gain(opened: OpenCharacter) -> Offer | None:
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


# --- what was penciled in


def _unreadable(question: Question, answer: str) -> str:
    if question.kind == ITEMS:
        lines = [line for line in answer.split("\n") if line.strip()]
        too_long = any(len(line) > LONGEST_ITEM for line in lines)
        return TOO_MANY_ITEMS if len(lines) > MOST_ITEMS or too_long else ""
    if question.kind == CODE:
        return ""
    number = int(answer) if answer.isascii() and answer.isdigit() and len(answer) < 9 else -1
    return "" if 0 <= number <= question.most else NOT_A_NUMBER.format(most=question.most)


def _too_few(now: Mapping[str, Question], answers: Mapping[str, str]) -> Iterator[Problem]:
    """Items of which more is left on paper than there is by now."""
    items = {id: int(answer) for id, answer in answers.items() if id.startswith("item.")}
    for id, answer in items.items():
        have = int(now[id].value) if id in now else 0
        if answer > have:
            yield Problem("not-owned", id, TOO_FEW.format(now=have, answer=answer))


def _change(printed: Question, now: Question, answer: str) -> Penciled | None:
    """The change of one question; None where it is so already."""
    is_new = printed.kind in (STEPS, ITEMS)
    if answer == now.value and not is_new:
        return None
    is_open = now.state != printed.state and printed.kind != ITEMS
    both = ""
    if is_open and printed.kind in ADDED:
        together = int(now.value) + int(answer) - int(printed.value)
        both = str(together) if together >= 0 else ""
    return Penciled(
        question=printed,
        printed=printed.state if printed.kind == STEPS else printed.value,
        paper=answer,
        now=now.state if printed.kind == STEPS else now.value,
        is_open=is_open,
        both=both,
    )


def _marks(opened: OpenCharacter) -> dict[str, int | None]:
    marks = opened.document.marks
    return msgspec.structs.asdict(marks) if marks is not None else {}


def _with(opened: OpenCharacter, mark: str, value: int) -> Any:
    return msgspec.structs.replace(opened.document.marks, **{mark: value})


def _marked(
    opened: OpenCharacter, now: Mapping[str, Question], answers: Mapping[str, str], rng: Random
) -> OpenCharacter:
    """The character with the boxes and points that were answered."""
    for id, answer in answers.items():
        place, _, name = id.partition(".")
        if place == "box":
            count, ticked = int(answer), int(now[id].value)
            box = count if count > ticked else count + 1
            pressed = opened.resolve({}, f"box.{name}.{box}", {}, rng)
            for shift in pressed.shifts:
                value = _marks(opened)[shift.mark]
                moved = (shift.full if value is None else value) + shift.by
                opened = opened.marked(_with(opened, shift.mark, moved))
        elif place == "mark":
            opened = opened.marked(_with(opened, name, int(answer)))
    return opened.settled()


def _shifts(before: OpenCharacter, after: OpenCharacter) -> Iterator[MarkChange]:
    was = _marks(before)
    for mark, value in _marks(after).items():
        full = before.numbers.get(mark, 0) if was[mark] is None else 0
        old = full if was[mark] is None else was[mark]
        if value is not None and old is not None and value != old:
            yield MarkChange(mark, value - old, full=full)


def _entries(
    opened: OpenCharacter, now: Mapping[str, Question], answers: Mapping[str, str]
) -> Iterator[Any]:
    """The entries, those that bring points before those that cost them."""
    system = opened.system
    sums = {
        id.removeprefix("sum."): int(answer) - int(now[id].value)
        for id, answer in answers.items()
        if id.startswith("sum.")
    }
    offers = {
        f"{kind}.{offer.id}": offer
        for group in opened.offers("advance")
        for offer in group.offers
        for kind in ("raise", "code")
    }
    steps = [
        offers[id].entry
        for id, answer in answers.items()
        if now[id].kind == STEPS
        for _ in range(int(answer))
    ]
    # What is penciled in as points left counts after what was raised.
    spent = sum(_prices(opened, steps))
    first = next(iter(sums), "")
    if first and spent:
        sums[first] += spent
    if any(sums.values()):
        members = {name: str(by) for name, by in sums.items() if by}
        yield system.entry({"kind": "adjust", "reason": REASON, **members})
    yield from steps
    for id, answer in answers.items():
        if now[id].kind == CODE:
            yield msgspec.structs.replace(offers[id].entry, code=answer, reason=REASON)
    yield from _items(opened, now, answers)


def _prices(opened: OpenCharacter, steps: list[Any]) -> Iterator[int]:
    """The prices of raises one after the other; of those that the rules refuse, nothing."""
    for entry in steps:
        yield opened.system.price(opened.document, entry).value
        try:
            opened = opened.enter(entry)
        except (RuleViolation, InvalidDocument):
            return


def _items(
    opened: OpenCharacter, now: Mapping[str, Question], answers: Mapping[str, str]
) -> Iterator[Any]:
    for group in opened.offers("carried"):
        answer, lose = answers.get(f"item.{group.id}"), _loss(group)
        if answer is not None and lose is not None:
            gone = int(now[f"item.{group.id}"].value) - int(answer)
            yield msgspec.structs.replace(lose.entry, quantity=gone)
    offer = _gain(opened)
    for line in answers.get(NEW_ITEMS, "").split("\n"):
        if offer and (name := " ".join(line.split())):
            yield msgspec.structs.replace(offer.entry, name=name)


def _sentence(question: Question, answer: str) -> str:
    """One answer in words: "Wounded 1 → 2"."""
    if question.kind == STEPS:
        return f"{question.label} raised{'' if answer == '1' else f' {answer} times'}"
    if question.kind == LEFT and answer == "0":
        return f"{question.label} {'is' if question.value == '1' else 'are'} gone"
    if question.kind == ITEMS:
        names = (" ".join(line.split()) for line in answer.split("\n"))
        return f"New: {', '.join(filter(None, names))}"
    return f"{question.label} {question.value or '–'} → {answer}"
