"""The kinds of ledger entries, and the rules of this ledger.

`rules.kit` has what entries on codes and items do, `rules.ledger` the replay.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from rules.dice import codes as dice_codes
from rules.document import Document
from rules.figures import Figure, number, total
from rules.kit.coded_ledger import (
    POINTS,
    CodedLedger,
    CodeEntries,
    leaves_out,
    raise_price,
    raised,
    rebuild_kind,
)
from rules.kit.currency import Payments
from rules.kit.typed_document import Thing
from rules.kit.typed_items import Gaining
from rules.ledger.entries import Session
from rules.ledger.rules import EntryKind
from rules.problems import EntryRefused
from rules.systems.empire_ascendant import document as entries
from rules.systems.empire_ascendant.character import figures, parsing
from rules.systems.empire_ascendant.character.character import Character
from rules.systems.empire_ascendant.character.validation import (
    Item,
    Power,
    item_of,
    power_of,
    without_dice,
)
from rules.systems.empire_ascendant.document import AnyEntry
from rules.systems.empire_ascendant.rulebook import FORCE_SKILLS, rulebook

PowerEntry = entries.Pick | entries.Learn


def is_priced(character: Character) -> bool:
    """Whether points buy pips: if a preset applies, to this character or to its party."""
    return bool(character.chosen.preset)


def price(character: Character, entry: AnyEntry) -> Figure:
    """The price of an entry now, in Character Points: raises, the first die of a Force skill, and
    powers that are learned. Everything else is free.
    """
    rules = rulebook().advancement
    if isinstance(entry, entries.Learn):
        cost = rules.learn if entry.cp is None else entry.cp
        return number("cost", cost, **rules.cite("learn", "prices"))
    trait = raised(character, entry)
    if trait in FORCE_SKILLS and not character.code(trait)[0]:
        first = number("first die", rules.force_first_die, source=rules.sources["pip"])
        return total("cost", first, **rules.cite("pip", "prices"))
    return raise_price(character, trait, rules)


PAYMENTS = Payments(price, lambda _entry: POINTS)
CODES = CodeEntries(
    figure=figures.trait,
    payments=PAYMENTS,
    is_priced=is_priced,
    no_price="Character Points buy pips only with a preset. Without one, set a new code.",
)


def _read(character: Character, row: Any, faults: Any) -> Item | None:
    return item_of(row, "", (character.chosen.preset, character.skills), faults)


GAINING = Gaining(
    rows={"weapon": entries.Weapon, "armor": entries.Armor, "thing": Thing},
    read=_read,
    bare=lambda item: Item(item.key, item.name, item.what, form=item.form),
)


# --- powers


def _power(character: Character, entry: PowerEntry) -> Power:
    """The power of an entry; EntryRefused where it is none."""
    if not entry.name.strip():
        raise EntryRefused("missing", "A power has a name.")
    power = power_of(entry, character.house)
    if not power.skills:
        known = ", ".join(rulebook().force.joins)
        message = f"{power.name}: say which Force skills it uses, one of {known}."
        raise EntryRefused("unknown-skill" if entry.skills.strip() else "missing", message)
    if character.has_power(power.key):
        raise EntryRefused("repeated-power", f"You have {power.name} already.")
    return power


def _trained(character: Character, power: Power) -> list[str]:
    """The skills of a power that have dice: all, or it is refused."""
    trained = [id for id in power.skills if character.code(id)[0] > 0]
    if message := without_dice(power, trained):
        character.deviation("no-force-skill", message)
    return trained


def _check_pick(character: Character, entry: entries.Pick) -> None:
    """A power of one skill that has a pick left."""
    power = _power(character, entry)
    if len(power.skills) > 1:
        message = f"{power.name} uses several skills. {rulebook().force.rulings['picked_alone']}"
        character.deviation("no-picks", message)
    trained = _trained(character, power)
    if lacking := tuple(id for id in trained if not character.picks_of(id)):
        names = parsing.force_names(lacking, " and ")
        character.deviation("no-picks", f"No pick of {names} is left: learn {power.name} instead.")
    character.found = power, PAYMENTS.paid(character, entry)


def _check_learn(character: Character, entry: entries.Learn) -> None:
    """A power whose skills have dice, for the price that was named."""
    power = _power(character, entry)
    if entry.prerequisites < 0 or (entry.cp is not None and entry.cp < 0):
        raise EntryRefused("bad-amount", "Prerequisites and points are counted from 0.")
    _trained(character, power)
    character.found = power, PAYMENTS.check(character, entry)


def _gain_power(character: Character, entry: PowerEntry) -> None:
    power, cost = character.found
    if cost:
        POINTS.move(character, "learned", -cost)
    character.gained[power.key] = power
    if isinstance(entry, entries.Pick):
        character.picked.add(power.key)


def _named(_character: Character, entry: PowerEntry) -> str:
    return entry.name.strip() or "A power"


# --- another build


def _check_powers(character: Character, trial: Character) -> None:
    """A power that came since rests on the dice of its skills."""
    for power in character.gained.values():
        for id in power.skills:
            since = (
                character.raised.get(id, 0) >= dice_codes.PIPS_IN_A_DIE or id in character.corrected
            )
            if id in character.force_skills and id not in trial.force_skills and not since:
                name = character.trait_name(id)
                raise EntryRefused("needs-skill", leaves_out(name, f"{power.name} needs"))


_power_kind = partial(EntryKind, title=_named, apply=_gain_power, undoable_by_player=True)
KINDS: dict[type[Any], EntryKind] = {
    **CODES.kinds(entries.Gain, GAINING, entries.Rebuild, rebuild_kind(Character, _check_powers)),
    entries.Pick: _power_kind("Power picked", check=_check_pick),
    entries.Learn: _power_kind("Power learned", check=_check_learn),
}


class AdvancementRules(CodedLedger):
    """The ledger of this game."""

    kinds = KINDS
    character, rebuild_entry = Character, entries.Rebuild
    codes, table = CODES, rulebook().advancement
    reads = {"damage": parsing.damage, "soak": dice_codes.read}  # noqa: RUF012 (never written)

    def after_entry(self, document: Document, entry: AnyEntry) -> Document:
        """A new session is another day: a medpac can help again."""
        if not isinstance(entry, Session) or not document.marks.medpac_today:
            return document
        return replace(document, marks=replace(document.marks, medpac_today=0))


LEDGER_RULES = AdvancementRules()
