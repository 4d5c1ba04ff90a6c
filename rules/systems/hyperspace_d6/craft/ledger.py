"""The ledger of a craft: points awarded and paid in, upgrades by their price, and their offers."""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from rules.craft import CraftEdit, Upgrade, UpgradeRules, edit_kind
from rules.figures import Figure, constant, number, times
from rules.forms.fields import Option
from rules.forms.parsing import FormValues
from rules.kit.craft.craft import MOST_WEAPONS
from rules.kit.currency import CHARACTER_POINTS, Accounts, Payments
from rules.kit.ledger import AccountLedger
from rules.kit.play.answers import pick
from rules.ledger.entries import Entry, Undo
from rules.ledger.rules import UNDO, EntryKind
from rules.play import Attempt
from rules.problems import UNKNOWN, EntryRefused, Problem, RuleViolation
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.craft.craft import DECLARED, DEFENSES, DICE_NUMBERS, Craft
from rules.systems.hyperspace_d6.craft.rolls import QUESTIONNAIRE, QUESTIONS, Inputs
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.rulebook.book import book

MOST_DAMAGE = DECLARED.tables.most_damage
ASPECTS = (*DICE_NUMBERS, "shields", "damage", "weapon", "component")
UNKNOWN_UPGRADE = "This craft has no such upgrade. Choose one of its list."
NAMED = {"weapon": "A new weapon", "component": "A new component"}
RAISES = "Usually it raises a defense by 1 as well: your GM says which."
ACCOUNTS = Accounts((CHARACTER_POINTS,), entries.CraftAward, entries.CraftAdjust)


def price(craft: Craft, entry: Entry) -> Figure:
    """Six times the new value; of a component the GM's price (HyperspaceD6, Upgrading Gear)."""
    rules = book().advancement
    if not isinstance(entry, entries.CraftUpgrade):
        return number("cost", 0)
    if entry.aspect == "component":
        return number("set by your GM", entry.cp or 0, source=rules.sources["gear"])
    weapon, new = craft.weapon(entry.weapon), number("new value", 0)
    if entry.aspect == "weapon":
        new = number("its damage", max(0, entry.damage or 0))
    elif entry.aspect == "damage":
        new = number("new dice", craft.damage(weapon).value + 1 if weapon else 0)
    elif entry.aspect in ASPECTS:
        new = number("new value", craft.value(entry.aspect) + 1)
    return times("cost", constant("", rules.gear), new, source=rules.sources["gear"])


# Everything is paid in Character Points.
PAYMENTS = Payments(price, lambda _entry: CHARACTER_POINTS)


def _may_contribute(_craft: Craft, entry: entries.Contribute) -> None:
    if entry.cp < 1:
        raise EntryRefused("bad-amount", "Pay in 1 Character Point or more.")
    if not entry.giver.strip():
        raise EntryRefused("missing", "Name the character that pays it.", place=".from")


def _may_upgrade(craft: Craft, entry: entries.CraftUpgrade) -> None:
    aspect = entry.aspect
    if aspect not in ASPECTS:
        message = f"{aspect[:40]!r} can't be upgraded. Choose one of {', '.join(ASPECTS)}."
        raise EntryRefused("unknown-aspect", message, place=".aspect", never=UNKNOWN)
    _check_members(entry)
    if aspect == "shields" and not craft.value("shields"):
        message = "This craft has no Shields to upgrade."
        craft.deviation("no-shields", message, place=".aspect")
    if aspect == "damage" and craft.weapon(entry.weapon) is None:
        ids = ", ".join(weapon.id for weapon in craft.weapons) or "none"
        message = f"No weapon aboard is {entry.weapon[:60]!r}. There is {ids}."
        raise EntryRefused("unknown-weapon", message, place=".weapon", never=UNKNOWN)
    if aspect == "weapon" and not 1 <= (entry.damage or 0) <= MOST_DAMAGE:
        message = f"Enter its damage, 1D to {MOST_DAMAGE}D."
        raise EntryRefused("bad-amount", message, place=".damage")
    if aspect == "weapon" and len(craft.weapons) >= 2 * MOST_WEAPONS:
        raise EntryRefused("bad-amount", "There is no room for another weapon.", place=".aspect")
    if aspect in ("weapon", "component") and not entry.name.strip():
        raise EntryRefused("missing", f"Give the {aspect} a name.", place=".name")
    if aspect == "component" and (entry.cp is None or entry.cp < 0):
        message = "Enter the Character Points that your GM named, 0 or more."
        raise EntryRefused("bad-amount", message, place=".cp")
    _check_raises(craft, entry)
    PAYMENTS.check(craft, entry)


def _check_members(entry: entries.CraftUpgrade) -> None:
    """Refuse members that this kind of upgrade does not have."""
    belongs = {"damage": ("weapon",), "weapon": ("name", "damage"), "component": ("name", "cp")}
    for member in ("weapon", "name", "damage", "cp"):
        value = getattr(entry, member)
        if value not in ("", None) and member not in belongs.get(entry.aspect, ()):
            message = f"An upgrade of {entry.aspect.replace('_', ' ')} has no {member}. Remove it."
            raise EntryRefused("takes-no-choice", message, place=f".{member}")


def _check_raises(craft: Craft, entry: entries.CraftUpgrade) -> None:
    """Refuse defenses that there are not, twice the same, and Shields where there are none."""
    if strange := [id for id in entry.raises if id not in DEFENSES]:
        message = f"{strange[0][:40]!r} is no defense. Name {', '.join(DEFENSES)}."
        raise EntryRefused("unknown-defense", message, place=".raises", never=UNKNOWN)
    if len(set(entry.raises)) < len(entry.raises):
        message = "An upgrade raises each defense once."
        raise EntryRefused("repeated-pick", message, place=".raises")
    if "shields" in entry.raises and not craft.value("shields"):
        message = "This craft has no Shields to raise."
        raise EntryRefused("no-shields", message, place=".raises")


def _upgrade(craft: Craft, entry: entries.CraftUpgrade) -> None:
    PAYMENTS.pay(craft, entry, "upgrades")
    raised = entry.raises
    match entry.aspect:
        case "component":
            craft.components.append(entry.name.strip())
        case "weapon":
            craft.install(entry.name, entry.damage or 0, book().advancement.sources["gear"])
        case "damage":
            raised = (f"weapons.{entry.weapon}", *raised)
        case aspect:
            raised = (aspect, *raised)
    for id in raised:
        craft.raised[id] = craft.raised.get(id, 0) + 1


def _may_edit(craft: Craft, entry: CraftEdit) -> None:
    """Weapons that upgrades improved or added stay what they are."""
    edited = Craft(replace(craft.document, build=entry.build))
    anew = {weapon.id for weapon in edited.built_weapons}
    for weapon in craft.built_weapons:
        if craft.raised.get(f"weapons.{weapon.id}") and weapon.id not in anew:
            message = f"An upgrade improved {weapon.name}. Keep it, or undo the upgrade first."
            raise EntryRefused("unknown-weapon", message, place=".build.craft.weapons")
    for weapon in craft.installed:
        if weapon.id in anew:
            message = f"An upgrade added {weapon.name}. Call the other one something else."
            raise EntryRefused("repeated-name", message, place=".build.craft.weapons")


def title(craft: Craft, entry: entries.CraftUpgrade) -> str:
    """The upgraded number with its old and new value: "Mobility 3D → 4D"."""
    weapon, aspect = craft.weapon(entry.weapon), entry.aspect
    if aspect == "component":
        return f"Component: {entry.name}"
    if aspect == "weapon":
        return f"New weapon: {entry.name} {entry.damage or 0}D"
    if aspect == "damage":
        name, unit = f"{weapon.name if weapon else entry.weapon}: damage", "D"
        value = craft.damage(weapon).value if weapon else 0
    elif aspect in craft.tables.numbers:
        name, unit = craft.name_of(aspect), "D" if aspect in DICE_NUMBERS else ""
        value = craft.value(aspect)
    else:
        return aspect
    return f"{name} {value}{unit} → {value + 1}{unit}"


_players = partial(EntryKind, undoable_by_player=True)


class CraftLedger(AccountLedger[Any, Entry]):
    """Character Points buy improvements of a craft."""

    kinds: Mapping[type[Entry], EntryKind] = MappingProxyType(
        {
            entries.CraftAward: ACCOUNTS.kind("Award"),
            entries.Contribute: _players(
                "Paid in",
                lambda _craft, entry: f"{CHARACTER_POINTS.counted(entry.cp)} from {entry.giver}",
                _may_contribute,
                lambda craft, entry: CHARACTER_POINTS.move(craft, "paid in", entry.cp),
            ),
            entries.CraftUpgrade: _players("Upgraded", title, _may_upgrade, _upgrade),
            entries.CraftAdjust: ACCOUNTS.kind("Correction"),
            DECLARED.edit_type: edit_kind(_may_edit),
            Undo: UNDO,
        }
    )
    carrying = ()
    character = Craft
    accounts = ACCOUNTS
    payments = PAYMENTS
    rebuild_entry = DECLARED.edit_type


CRAFT_LEDGER = CraftLedger()


# --- improvements on offer


def _ids(craft: Craft) -> Iterator[str]:
    yield from DICE_NUMBERS
    if craft.value("shields"):
        yield "shields"
    yield from (f"damage.{weapon.id}" for weapon in craft.weapons)
    yield from NAMED


def chosen(craft: Craft, id: str, values: FormValues) -> Upgrade:
    """An improvement with what was typed of it."""
    upgrade, inputs = _read(craft, id, values)
    is_named, is_priced = "name" not in inputs.missing, not inputs.missing.keys() - {"name"}
    return Upgrade(
        id=id,
        name=title(craft, upgrade) if is_named else NAMED[id],
        price=price(craft, upgrade) if is_priced else None,
        fields=tuple(inputs.fields),
    )


def _read(craft: Craft, id: str, values: FormValues) -> tuple[entries.CraftUpgrade, Inputs]:
    """The entry so far, and its form; RuleViolation for what is unknown or cannot be read."""
    if id not in set(_ids(craft)):
        raise RuleViolation([Problem("unknown-upgrade", "upgrade", UNKNOWN_UPGRADE)])
    inputs, (aspect, _, weapon) = (
        Inputs(QUESTIONNAIRE, Attempt(craft, {}, values)),
        id.partition("."),
    )
    inputs.ask(QUESTIONS.get(id, ()))
    raises: tuple[str, ...] = ()
    if id in DICE_NUMBERS:
        raisable = [id for id in DEFENSES if id != "shields" or craft.value(id)]
        raises = inputs.answers.options("raises", raisable)
        options = (Option(id, f"{DEFENSES[id]} +1", chosen=id in raises) for id in raisable)
        inputs.fields.append(pick("raises", RAISES, tuple(options)))
    inputs.answers.check()
    return entries.CraftUpgrade(aspect=aspect, weapon=weapon, raises=raises, **inputs.said), inputs


def entry(craft: Craft, id: str, values: FormValues) -> entries.CraftUpgrade:
    """The entry of an improvement; RuleViolation by field for what is missing."""
    upgrade, inputs = _read(craft, id, values)
    if inputs.missing:
        raise RuleViolation([next(iter(inputs.missing.values()))])
    return upgrade


UPGRADES = UpgradeRules[Character, Craft](
    # Every improvement (HyperspaceD6, Upgrading Vehicles).
    offers=lambda craft: tuple(chosen(craft, id, {}) for id in _ids(craft)),
    chosen=chosen,
    entry=entry,
    pool=lambda craft: number("in the pool", craft.character_points, source="Its history"),
    points=lambda character: number(
        "Character Points", character.character_points, source="Your history"
    ),
    pay_in=lambda points, giver: entries.Contribute(cp=points, giver=giver),
    spend=lambda points, note: entries.Spend(cp=points, note=note),
    unit=CHARACTER_POINTS.counted,
)
