"""Entries from what a form sends, rebuilds, and what a plan of entries comes to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from rules import document as documents
from rules.document import Document
from rules.figures import Figure, number, total
from rules.history import kind
from rules.offers import Estimate, Priced
from rules.problems import Problem, RuleViolation, Unreadable
from rules.systems.hyperspace_d6 import advancement, creation, telling
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.build import AnyEntry, Marks
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.prices import POINTS, currency, price

SENT = {kind(one): one for one in telling.TITLES if one is not entries.Rebuild}
GIVING = (entries.Award, entries.Adjust)
SET_BY_US = ("by", "at", "paid")
WHOLE = re.compile(r"[+-]?\d{1,10}")
LARGEST = 1_000_000
# More than any plan costs: what a plan is priced with.
ENOUGH = 10**9


def entry(members: Mapping[str, str]) -> AnyEntry:
    """The entry that these texts say; RuleViolation names every member that cannot be read."""
    shape = SENT.get(members.get("kind", ""))
    if shape is None:
        known = ", ".join(SENT)
        raise RuleViolation([Problem("unknown-kind", "kind", f"An entry is one of {known}.")])
    values: dict[str, Any] = {}
    wrong: list[Problem] = []
    for field in msgspec.structs.fields(shape):
        if field.encode_name in SET_BY_US or not members.get(field.encode_name, "").strip():
            if field.required and field.type is not msgspec.UNSET and not _may_be_none(field.type):
                said = "This has to be filled in."
                wrong.append(Problem("missing", field.encode_name, said))
            elif field.required:
                values[field.name] = None
            continue
        try:
            values[field.name] = _value(field.encode_name, field.type, members[field.encode_name])
        except Unreadable as unreadable:
            wrong.append(Problem("bad-value", field.encode_name, unreadable.message))
    if shape in GIVING and not wrong and not (values.get("cp") or values.get("credits")):
        said = "Enter Character Points, credits, or both."
        wrong.append(Problem("missing", "cp", said))
    if wrong:
        raise RuleViolation(wrong)
    return shape(**values)  # type: ignore[no-any-return]  # one of the kinds of AnyEntry


def _may_be_none(kind: Any) -> bool:
    return "None" in str(kind)


def _value(name: str, kind: Any, text: str) -> str | int:
    """A text as a line of text, or as a whole number."""
    text = text.replace("\r\n", "\n").strip()
    if "int" in str(kind):
        plain = re.sub(r"[\s,.'_\u2019\u00a0\u202f](?=\d{3})", "", text).replace("\u2212", "-")
        if not WHOLE.fullmatch(plain) or abs(int(plain)) > LARGEST:
            raise Unreadable(f"Type a whole number, at most {LARGEST:,}.")
        return int(plain)
    limit = creation.NOTE if name == "note" else creation.LINE
    if len(text) > limit:
        raise Unreadable(f"At most {limit:,} characters fit here; these are {len(text):,}.")
    documents.check([text], where=name)
    return text


def as_of(document: Document, moment: int) -> Document:
    """The document after its first `moment` entries, with nothing marked."""
    return msgspec.structs.replace(document, ledger=document.ledger[:moment], marks=Marks())


def build_now(document: Document) -> Document:
    """The build that counts now, as a document of its own, without a ledger."""
    build = advancement.replay(document).build
    return msgspec.structs.replace(document, build=build, ledger=())


def rebuilt(document: Document, build: Document, *, by: str, at: str) -> Document:
    """The document with a new build put under everything that came since.

    RuleViolation where that build is unfinished or breaks a rule that was not accepted, or where
    something since rests on what it leaves out.
    """
    fresh = msgspec.structs.replace(build, ledger=(), marks=Marks())
    accepted = {(one.code, one.where) for one in getattr(document.house, "accepted", ())}
    if found := [
        problem
        for problem in creation.problems(fresh)
        if (problem.code, problem.where) not in accepted
    ]:
        raise RuleViolation(found)
    return advancement.enter(document, entries.Rebuild(build=build.build, by=by, at=at))


def estimate(document: Document, wishes: tuple[AnyEntry, ...]) -> Estimate:
    """Each wish priced as if those before it had come true, and what that is in sessions of 2 to
    4 Character Points (HyperspaceD6, Gaining Character Points).
    """
    rules = book().advancement
    character = advancement.replay(document)
    balance = number("you have", character.character_points)
    character.points["to plan with"] = character.purse["to plan with"] = ENOUGH
    priced = tuple(_wish(character, wish) for wish in wishes)
    paid = [one.price for one in priced if one.price and one.currency == POINTS and not one.barred]
    cost = total("together", *paid, source=rules.sources["skill"])
    missing = number("still to come", max(0, cost.value - balance.value))
    return Estimate(
        wishes=priced,
        cost=cost,
        balance=balance,
        missing=missing,
        fewest_sessions=-(-missing.value // rules.session_most),
        most_sessions=-(-missing.value // rules.session_least),
    )


def _wish(character: Character, wish: AnyEntry) -> Priced:
    """One wish, which then has come true."""
    character.memo.clear()
    character.risen.clear()
    name, cost = telling.title(character, wish), price(character, wish)
    refused = advancement.obstacle(character, wish)
    if refused is None:
        advancement.take(character, wish, 0)
    shown: Figure = msgspec.structs.replace(cost, label=name)
    return Priced(wish, name, shown, currency(wish), refused.message if refused else "")
