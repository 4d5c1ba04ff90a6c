"""The pencil marks on a sheet that comes back from the table: the changes they make, and the places
where the character has changed since. The outcome is one line of the log at the table, with all its
marks and entries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from rules import plain_text
from rules.character import Character
from rules.ledger.entries import Entry
from rules.paper.questions import (
    CODE,
    ITEMS,
    LEFT,
    LONGEST_ITEM,
    MOST_ITEMS,
    NEW_ITEMS,
    NUMBER,
    STEPS,
    Question,
    by_id,
    gain_offer,
    groups,
    loss_offer,
    marks,
    with_mark,
)
from rules.play import MarkChange, Outcome
from rules.problems import InvalidDocument, Problem, RuleViolation

# The kind and the name of the line of the log.
KIND, NAME = "paper", "From paper"
REASON = "From a printed sheet."
# Kinds of questions whose changes on paper and since add up.
ADDED = (NUMBER, LEFT)
NOT_A_NUMBER = "Type a whole number from 0 to {most:,}."
TOO_FEW = "Only {now} are there now, not {answer}. Keep that, and add new ones under New gear."
TOO_MANY_ITEMS = f"At most {MOST_ITEMS} new items fit here, of {LONGEST_ITEM} characters each."
# How a change can be decided where the character has changed since it was printed.
PAPER, PRESENT, BOTH = "paper", "now", "both"


class Penciled(msgspec.Struct, frozen=True, gc=False):
    """A question that was answered otherwise than it was printed: the value as printed, on paper,
    and now. Where these all differ, it `is_open`: someone has to decide. `both` is the value with
    the changes on paper and since added up; "" where they can't be.
    """

    question: Question
    printed: str
    paper: str
    now: str
    is_open: bool
    both: str = ""


def penciled(
    printed: Mapping[str, Question], now: Mapping[str, Question], answers: Mapping[str, str]
) -> tuple[Penciled, ...]:
    """The answers that differ from the print and from the character now. RuleViolation with every
    answer that cannot be read.
    """
    wrong: list[Problem] = []
    changes: list[Penciled] = []
    for id, question in printed.items():
        answer = _as_stored(question, answers.get(id, question.value).strip())
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


def outcome(opened: Character, answers: Mapping[str, str], rng: Random, note: str = "") -> Outcome:
    """The changes of a character by these answers, as one line of its log; `note` is one more
    sentence of it. RuleViolation where the rules do not allow it, and where more is left of an item
    on paper than there is.
    """
    now = by_id(groups(opened))
    if wrong := list(_too_few(now, answers)):
        raise RuleViolation(wrong)
    known = {id: answer for id, answer in answers.items() if id in now}
    marked = _marked(opened, now, known, rng)
    shifts = tuple(_shifts(opened, marked))
    entries = tuple(_entries(opened, now, known))
    sentences = tuple(_sentence(now[id], answer) for id, answer in known.items())
    return Outcome(
        KIND,
        NAME,
        KIND,
        said=(*sentences, *((note,) if note else ())),
        shifts=shifts,
        entries=entries,
    )


def _as_stored(question: Question, answer: str) -> str:
    """An answer as the character's own values are written: "٣" is "3"."""
    if question.kind == ITEMS:
        return answer
    number = plain_text.number(answer)
    return plain_text.straight(answer) if number is None else str(number)


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


def _marked(
    opened: Character, now: Mapping[str, Question], answers: Mapping[str, str], rng: Random
) -> Character:
    """The character with the boxes and points that were answered."""
    for id, answer in answers.items():
        place, _, name = id.partition(".")
        if place == "box":
            count, ticked = int(answer), int(now[id].value)
            box = count if count > ticked else count + 1
            pressed = opened.resolve({}, f"box.{name}.{box}", {}, rng)
            for shift in pressed.shifts:
                value = marks(opened)[shift.mark]
                moved = (shift.full if value is None else value) + shift.by
                opened = opened.marked(with_mark(opened, shift.mark, moved))
        elif place == "mark":
            opened = opened.marked(with_mark(opened, name, int(answer)))
    return opened.settled()


def _shifts(before: Character, after: Character) -> Iterator[MarkChange]:
    was = marks(before)
    for mark, value in marks(after).items():
        full = before.numbers.get(mark, 0) if was[mark] is None else 0
        old = full if was[mark] is None else was[mark]
        if value is not None and old is not None and value != old:
            yield MarkChange(mark, value - old, full=full)


def _entries(
    opened: Character, now: Mapping[str, Question], answers: Mapping[str, str]
) -> Iterator[object]:
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
        yield system.ledger_rules.entry({"kind": "adjust", "reason": REASON, **members})
    yield from steps
    for id, answer in answers.items():
        if now[id].kind == CODE:
            yield msgspec.structs.replace(offers[id].entry, code=answer, reason=REASON)
    yield from _items(opened, now, answers)


def _prices(opened: Character, steps: list[Entry]) -> Iterator[int]:
    """The prices of raises one after the other; of those that the rules refuse, nothing."""
    for entry in steps:
        yield opened.price(entry).value
        try:
            opened = opened.enter(entry)
        except (RuleViolation, InvalidDocument):
            return


def _items(
    opened: Character, now: Mapping[str, Question], answers: Mapping[str, str]
) -> Iterator[object]:
    for group in opened.offers("carried"):
        answer, lose = answers.get(f"item.{group.id}"), loss_offer(group)
        if answer is not None and lose is not None:
            gone = int(now[f"item.{group.id}"].value) - int(answer)
            yield msgspec.structs.replace(lose.entry, quantity=gone)
    offer = gain_offer(opened)
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
