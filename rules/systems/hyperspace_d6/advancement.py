"""What the ledger may hold: the price, the effect and the faults of each kind of entry."""

from __future__ import annotations

import msgspec

from rules import ledger
from rules.document import Document
from rules.figures import Figure, constant, number, times
from rules.problems import Problem, RuleViolation
from rules.systems.hyperspace_d6 import build as entries
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Armor, Weapon, book
from rules.systems.hyperspace_d6.build import AnyEntry, Gear
from rules.systems.hyperspace_d6.character import Character, Holding
from rules.systems.hyperspace_d6.gear import opened, table_row

ASPECTS = ("damage", "soak", "feature")


class Refused(Exception):
    """An entry that does nothing, because it may not be made."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


def replay(document: Document) -> Character:
    """The character after every entry that counts; what may not be does nothing and is a fault."""
    character = Character(document)
    undone = [entry.entry if isinstance(entry, entries.Undo) else None for entry in document.ledger]
    counts, amiss = ledger.active(undone)
    for position, entry in enumerate(document.ledger):
        where = f"ledger[{position}]"
        if position in amiss:
            message = "An undo names one earlier entry that is not undone yet."
            character.faults.append(Problem("bad-undo", where, message))
        elif counts[position]:
            try:
                _apply(character, entry, where)
            except Refused as refused:
                character.faults.append(Problem(refused.code, where, refused.message))
    return character


def price(character: Character, entry: AnyEntry) -> Figure:
    """What an entry costs this character now: Character Points, or credits for a purchase.

    3 × the new skill dice, the attribute not counted; 9 × the new attribute dice; 20 to unlock the
    Force; 6 × the new value of a weapon's damage or an armor's Soak; a feature what the GM named; a
    purchase its printed price (HyperspaceD6, Character Advancement; Upgrading Gear and Vehicles).
    """
    rules = book().advancement
    match entry:
        case entries.RaiseSkill(skill=skill):
            new = number("new dice", character.skill_dice(skill) + 1)
            return _priced("skill", rules.skill, new, ruling="skill_dice_all")
        case entries.RaiseAttribute(attribute=attribute):
            new = number("new dice", character.attribute_dice(attribute) + 1)
            return _priced("attribute", rules.attribute, new)
        case entries.UnlockForce():
            return constant("cost", rules.unlock_force, source=rules.sources["unlock_force"])
        case entries.Upgrade(aspect="feature", cp=named):
            return number("named by your GM", named or 0, source=rules.sources["gear"])
        case entries.Upgrade(item=item):
            held = character.holding(item)
            now = _upgradable(held) + held.upgrades if held else 0
            saber = (
                isinstance(held.stack.row, Weapon) and held.stack.row.workshop if held else False
            )
            return _priced(
                "gear",
                rules.gear,
                number("new value", now + 1),
                ruling="saber_base" if saber else "",
            )
        case entries.Buy(item=item, quantity=quantity):
            row = table_row(item)
            each = number(
                "each", getattr(row, "cost", None) or 0, source=getattr(row, "source", "")
            )
            return times("cost", number("", quantity), each)
        case entries.Spend(cp=spent):
            return number("spent on a roll", spent)
        case _:
            return number("cost", 0)


def _priced(kind: str, factor: int, new: Figure, *, ruling: str = "") -> Figure:
    rules = book().advancement
    said = rules.rulings[ruling] if ruling else ""
    return times("cost", constant("", factor), new, source=rules.sources[kind], ruling=said)


def _apply(character: Character, entry: AnyEntry, where: str) -> None:
    """Let an entry do what it does; Refused where it may not be made."""
    character.memo.clear()
    match entry:
        case entries.RaiseSkill() | entries.RaiseAttribute() | entries.UnlockForce():
            _raise(character, entry)
        case entries.Award() | entries.Adjust():
            _gain(character, entry)
        case entries.Upgrade():
            _upgrade(character, entry)
        case entries.Buy() | entries.Grant():
            _acquire(character, entry)
        case entries.Sell() | entries.Use() | entries.Lose():
            _part_with(character, entry)
        case entries.Wear(item=item):
            _wear(character, item)
        case entries.Spend():
            _spend(character, entry)
        case entries.Rebuild(build=build):
            character.rebuild(build, prefix=f"{where}.")
        case entries.Session() | entries.Undo():
            pass


def _raise(
    character: Character, entry: entries.RaiseSkill | entries.RaiseAttribute | entries.UnlockForce
) -> None:
    """One more die in a skill or an attribute; the Force goes from nothing to 1D by unlocking."""
    force = character.attribute_dice(FORCE)
    match entry:
        case entries.RaiseSkill(skill=id):
            skill = character.skills.get(id)
            if skill is None:
                raise Refused("unknown-skill", f"No skill is called {id!r}.")
            if skill.attribute == FORCE and not force:
                raise Refused("needs-force", f"{skill.name} needs the Force; unlock it first.")
            _pay(character, entry, "skills")
        case entries.RaiseAttribute(attribute=id):
            if id not in (*ATTRIBUTES, FORCE):
                known = ", ".join((*ATTRIBUTES, FORCE))
                raise Refused("unknown-attribute", f"{id!r} is none of {known}.")
            if id == FORCE and not force:
                raise Refused("force-locked", "The Force is not raised from nothing: unlock it.")
            _pay(character, entry, "attributes")
        case _:
            if force:
                raise Refused("already-unlocked", "This character has the Force already.")
            _pay(character, entry, "the Force")
            character.unlocked = 1
            return
    character.raised[id] = character.raised.get(id, 0) + 1


def _spend(character: Character, entry: entries.Spend) -> None:
    if entry.cp < 1:
        raise Refused("bad-amount", "A roll takes 1 Character Point or more.")
    _pay(character, entry, "rolls")


def _pay(character: Character, entry: AnyEntry, account: str) -> None:
    """Take the price in Character Points; what an entry says was paid must be its price."""
    cost = price(character, entry).value
    if entry.paid is not None and entry.paid != cost:
        raise Refused("wrong-paid", f"This costs {cost} Character Points, not {entry.paid}.")
    if cost > character.character_points:
        short = cost - character.character_points
        raise Refused(
            "cannot-afford", f"This costs {cost} Character Points; {short} more are needed."
        )
    character.points[account] = character.points.get(account, 0) - cost


def _gain(character: Character, entry: entries.Award | entries.Adjust) -> None:
    account = "awarded" if isinstance(entry, entries.Award) else "adjusted"
    if isinstance(entry, entries.Award) and (entry.cp < 0 or entry.credits < 0):
        raise Refused("bad-amount", "An award gives; to take something away is an adjustment.")
    balances = ((character.character_points, entry.cp), (character.credits, entry.credits))
    if any(amount < 0 and balance + amount < 0 for balance, amount in balances):
        raise Refused("cannot-afford", "More is taken away than there is.")
    for kept, amount in ((character.points, entry.cp), (character.purse, entry.credits)):
        if amount:
            kept[account] = kept.get(account, 0) + amount


def _upgradable(held: Holding) -> int:
    """The number that an upgrade raises: a weapon's own dice, an armor's own Soak."""
    row = held.stack.row
    return row.damage if isinstance(row, Weapon) else row.soak if isinstance(row, Armor) else 0


def _upgrade(character: Character, entry: entries.Upgrade) -> None:
    """Raise a weapon's damage or an armor's Soak by one, or add a feature; one of several splits
    off.
    """
    held = character.holding(entry.item)
    if held is None:
        raise Refused("not-owned", f"Nothing carried is called {entry.item!r}.")
    row = held.stack.row
    fits = {
        "damage": isinstance(row, Weapon),
        "soak": isinstance(row, Armor),
        "feature": isinstance(row, Weapon),
    }
    if not fits.get(entry.aspect):
        raise Refused(
            "not-upgradable",
            f"{held.stack.name} has no {entry.aspect} to upgrade; there is {', '.join(ASPECTS)}.",
        )
    if entry.aspect == "feature" and (not entry.feature or (entry.cp or 0) < 0 or entry.cp is None):
        raise Refused(
            "bad-amount", "A new feature has words of its own and the price that the GM named."
        )
    _pay(character, entry, "gear")
    if held.quantity > 1:
        held.added -= 1
        held = _split(character, held)
    if entry.aspect == "feature":
        held.features.append(entry.feature)
    else:
        held.upgrades += 1


def _split(character: Character, held: Holding) -> Holding:
    """One of a stack as a stack of its own: `blaster-pistol-2`."""
    count = 2
    while f"{held.stack.key}-{count}" in character.holdings:
        count += 1
    single = Holding(msgspec.structs.replace(held.stack, key=f"{held.stack.key}-{count}"), added=1)
    single.upgrades, single.features = held.upgrades, list(held.features)
    character.holdings[single.stack.key] = single
    return single


def _acquire(character: Character, entry: entries.Buy | entries.Grant) -> None:
    if entry.quantity < 1:
        raise Refused("bad-quantity", "One gets 1 or more of a thing.")
    row = table_row(entry.item)
    if isinstance(entry, entries.Buy):
        if row is None:
            raise Refused("unknown-item", f"Nothing for sale is called {entry.item!r}.")
        if getattr(row, "cost", None) is None:
            raise Refused(
                "not-for-sale", f"{getattr(row, 'name', '')} has no price; a GM may grant it."
            )
        cost = price(character, entry).value
        if entry.paid is not None and entry.paid != cost:
            raise Refused("wrong-paid", f"This costs {cost:,} credits, not {entry.paid:,}.")
        if cost > character.credits:
            raise Refused(
                "cannot-afford",
                f"This costs {cost:,} credits; {cost - character.credits:,} more are needed.",
            )
        character.purse["bought"] = character.purse.get("bought", 0) - cost
    if row is not None:
        granted = isinstance(entry, entries.Grant)
        stacks = opened(Gear(id=entry.item, quantity=entry.quantity, granted=granted), row, "")
    elif known := character.holding(entry.item):
        stacks = [msgspec.structs.replace(known.stack, quantity=entry.quantity)]
    else:
        raise Refused("unknown-item", f"Nothing is called {entry.item!r}.")
    for stack in stacks:
        held = character.holdings.setdefault(stack.key, Holding(stack))
        held.added = max(held.added, -held.given) + stack.quantity


def _part_with(character: Character, entry: entries.Sell | entries.Use | entries.Lose) -> None:
    if entry.quantity < 1:
        raise Refused("bad-quantity", "One parts with 1 or more of a thing.")
    held = character.holding(entry.item)
    if held is None or held.quantity < entry.quantity:
        raise Refused("not-owned", f"There are not {entry.quantity} of {entry.item!r}.")
    if isinstance(entry, entries.Sell):
        if entry.credits < 0:
            raise Refused("bad-amount", "A sale brings 0 credits or more.")
        character.purse["sold"] = character.purse.get("sold", 0) + entry.credits
    held.added = max(held.added, -held.given) - entry.quantity
    if not held.quantity and character.worn == held.stack.key:
        character.worn = ""


def _wear(character: Character, item: str | None) -> None:
    if not item:
        character.worn = ""
        return
    held = character.holding(item)
    if held is None:
        raise Refused("not-owned", f"Nothing carried is called {item!r}.")
    if not isinstance(held.stack.row, Armor):
        raise Refused("not-armor", f"{held.stack.name} is no armor.")
    character.worn = held.stack.key


def enter(document: Document, entry: AnyEntry) -> Document:
    """The document with the entry appended and what it cost noted; RuleViolation where it may not
    be.
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
    return after
