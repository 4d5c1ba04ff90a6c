"""What the ledger may hold: what each kind of entry may not and does, replayed one after another.

What entries cost stands in `prices.py`, what they do to things in `possessions.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rules import ledger
from rules.document import Document
from rules.faults import Refused
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6 import possessions
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE
from rules.systems.hyperspace_d6.build import AnyEntry
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.prices import currency, may_pay, paid, price

Raising = entries.RaiseSkill | entries.RaiseAttribute | entries.UnlockForce
Giving = entries.Award | entries.Adjust
Deed = Callable[[Character, Any], None]


def targets(document: Document) -> list[int | None]:
    """For each entry the position that it undoes, None for every other kind."""
    return [entry.entry if isinstance(entry, entries.Undo) else None for entry in document.ledger]


def replay(document: Document) -> Character:
    """The character after every entry that counts; what may not be does nothing and is a fault."""
    character = Character(document)
    counts, amiss = ledger.active(targets(document))
    for position, entry in enumerate(document.ledger):
        if position in amiss:
            message = "An undo names one earlier entry that is not undone yet."
            character.faults.append(Problem("bad-undo", f"ledger[{position}]", message))
        elif counts[position]:
            take(character, entry, position)
    return character


def take(character: Character, entry: AnyEntry, position: int) -> None:
    """Let an entry do what it does, or note why it may not.

    What was paid for it then is what it takes; where that is not the price, it is a fault as well,
    and the entry counts all the same: balances never change afterwards.
    """
    where = f"ledger[{position}]"
    character.memo.clear()
    if entry.paid is not None and entry.paid >= 0:
        cost = price(character, entry).value
        if entry.paid != cost:
            said = f"This costs {cost:,} {currency(entry)}, and {entry.paid:,} were paid."
            character.faults.append(Problem("wrong-paid", where, said))
    try:
        may(character, entry)
    except Refused as refused:
        character.faults.append(Problem(refused.code, where + refused.place, refused.message))
        return
    if isinstance(entry, entries.Rebuild):
        character.rebuild(entry.build, prefix=f"{where}.")
    elif found := DEEDS.get(type(entry)):
        found[1](character, entry)


def obstacle(character: Character, entry: AnyEntry) -> Refused | None:
    """Why an entry may not be made now, or None."""
    try:
        may(character, entry)
    except Refused as refused:
        return refused
    return None


def may(character: Character, entry: AnyEntry) -> None:
    """Refused where an entry may not be made now."""
    if found := DEEDS.get(type(entry)):
        found[0](character, entry)


def _may_raise(character: Character, entry: Raising) -> None:
    """One more die in a skill or an attribute; the Force goes from nothing to 1D by unlocking."""
    force = character.attribute_dice(FORCE)
    match entry:
        case entries.RaiseSkill(skill=id):
            skill = character.skills.get(id := character.tables.skill_id(id))
            if skill is None:
                raise Refused("unknown-skill", f"No skill is called {id!r}.")
            if skill.attribute == FORCE and not force:
                raise Refused("needs-force", f"{skill.name} needs the Force: unlock it first.")
        case entries.RaiseAttribute(attribute=id):
            if id not in (*ATTRIBUTES, FORCE):
                known = ", ".join((*ATTRIBUTES, FORCE))
                raise Refused("unknown-attribute", f"{id!r} is none of {known}.")
            if id == FORCE and not force:
                raise Refused("force-locked", "The Force is not raised from nothing: unlock it.")
        case _:
            id = FORCE
            if force:
                raise Refused("already-unlocked", "This character has the Force already.")
    if character.house.one_raise_a_session and id in character.risen:
        said = "This was raised already; your party raises a trait once a session."
        raise Refused("once-a-session", said)
    may_pay(character, entry)


def _raise(character: Character, entry: Raising) -> None:
    cost = paid(character, entry)
    match entry:
        case entries.RaiseSkill(skill=named):
            id = character.tables.skill_id(named)
            character.pay("skills", cost)
        case entries.RaiseAttribute(attribute=id):
            character.pay("attributes", cost)
        case _:
            character.pay("the Force", cost)
            character.unlocked = 1
            character.risen.add(FORCE)
            return
    character.raised[id] = character.raised.get(id, 0) + 1
    character.risen.add(id)


def _may_spend(character: Character, entry: entries.Spend) -> None:
    if entry.cp < 1:
        raise Refused("bad-amount", "A roll takes 1 Character Point or more.")
    may_pay(character, entry)


def _spend(character: Character, entry: entries.Spend) -> None:
    character.pay("rolls", paid(character, entry))


def _begin_session(character: Character, _entry: entries.Session) -> None:
    character.begin_session()


def _always(_character: Character, _entry: AnyEntry) -> None:
    """Nothing stands in the way, or nothing is done."""


def _may_give(character: Character, entry: Giving) -> None:
    if isinstance(entry, entries.Award) and (entry.cp < 0 or entry.credits < 0):
        raise Refused("bad-amount", "An award gives; a correction takes away.")
    balances = ((character.character_points, entry.cp), (character.credits, entry.credits))
    if any(amount < 0 and balance + amount < 0 for balance, amount in balances):
        raise Refused("cannot-afford", "More is taken away than there is.")


def _give(character: Character, entry: Giving) -> None:
    account = "awarded" if isinstance(entry, entries.Award) else "adjusted"
    for kept, amount in ((character.points, entry.cp), (character.purse, entry.credits)):
        if amount:
            kept[account] = kept.get(account, 0) + amount


def _may_rebuild(character: Character, entry: entries.Rebuild) -> None:
    """What came since rests on the build: the Force that was raised, things that were sold or
    improved, credits that were spent.
    """
    trial = Character(msgspec.structs.replace(character.document, build=entry.build))
    base = trial.attribute_dice(FORCE) + character.unlocked
    grown = [FORCE, *(id for id, row in character.skills.items() if row.attribute == FORCE)]
    if not base and any(character.raised.get(id) for id in grown):
        said = "You raised the Force, and the new build has none: keep it, or take that back first."
        raise Refused("needs-force", said)
    for held in character.holdings.values():
        new = trial.holdings.get(held.stack.key)
        given = new.given if new else 0
        if given + held.added < 0 or (held.quantity and held.upgrades and not given + held.added):
            said = (
                f"The new build leaves out {held.stack.name}, which you sold, used or improved "
                "since: keep it, or take that back first."
            )
            raise Refused("not-owned", said)
    purse = trial.starting_credits - trial.chosen.spent + sum(character.purse.values())
    if purse < 0:
        said = (
            f"With what you bought since, this gear costs {-purse:,} credits more than there are."
        )
        raise Refused("overspent", said, short=-purse, place=".build.gear")


RAISING, PARTING = (_may_raise, _raise), (possessions.may_part, possessions.part)
GETTING, GIVING = (possessions.may_get, possessions.get), (_may_give, _give)
# For each kind of entry: what refuses it, and what it does. An undo does nothing of its own.
DEEDS: dict[type, tuple[Deed, Deed]] = {
    entries.RaiseSkill: RAISING,
    entries.RaiseAttribute: RAISING,
    entries.UnlockForce: RAISING,
    entries.Award: GIVING,
    entries.Adjust: GIVING,
    entries.Upgrade: (possessions.may_upgrade, possessions.upgrade),
    entries.Buy: GETTING,
    entries.Grant: GETTING,
    entries.Sell: PARTING,
    entries.Use: PARTING,
    entries.Lose: PARTING,
    entries.Wear: (possessions.may_wear, possessions.wear),
    entries.Name: (possessions.may_name, possessions.name),
    entries.Spend: (_may_spend, _spend),
    entries.Session: (_always, _begin_session),
    entries.Rebuild: (_may_rebuild, _always),
}


def enter(document: Document, entry: AnyEntry) -> Document:
    """The document with the entry appended and what it cost noted; RuleViolation where it may not
    be. A new session gives the Force Points back.
    """
    before = replay(document)
    cost = price(before, entry).value
    kept = (
        entry if entry.paid is not None or not cost else msgspec.structs.replace(entry, paid=cost)
    )
    after = msgspec.structs.replace(document, ledger=(*document.ledger, kept))
    known = set(before.faults)
    if fresh := [fault for fault in replay(after).faults if fault not in known]:
        raise RuleViolation(fresh)
    if isinstance(entry, entries.Session) and document.marks:
        marks = msgspec.structs.replace(document.marks, force_points=None)
        after = msgspec.structs.replace(after, marks=marks)
    return after
