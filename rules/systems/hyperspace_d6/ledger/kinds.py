"""The kinds of ledger entries: what refuses each, its effect, and its title; and all that is open
or wrong of a character.
"""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from rules import phrases
from rules.document import Document
from rules.kit.bound_fields import open_name
from rules.kit.inventory import PARTING, WEAR, counted, rebuilt
from rules.kit.ledger import AccountLedger
from rules.kit.stash import FROM_STASH, TO_STASH, Stash
from rules.ledger.entries import Entry, Session, Undo
from rules.ledger.rules import REBUILD, SESSION, UNDO, EntryKind
from rules.problems import UNKNOWN, EntryRefused, Problem
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.character.marks import mark_faults
from rules.systems.hyperspace_d6.document import build as document_build
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.entries import AnyEntry
from rules.systems.hyperspace_d6.ledger import gear
from rules.systems.hyperspace_d6.ledger.prices import ACCOUNTS, PAYMENTS, POINTS, upgrades
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Armor


def _may_raise(character: Character, entry: entries.Raising) -> None:
    """Refuse a raise of the Force from nothing: it is unlocked first."""
    match entry:
        case entries.RaiseSkill(skill=id):
            skill = character.skills.get(id := character.tables.skill_id(id))
            if skill is None:
                raise EntryRefused("unknown-skill", f"No skill is called {id!r}.", never=UNKNOWN)
            if skill.attribute == FORCE and not character.has_force:
                message = f"{skill.name} needs the Force. Unlock it first."
                character.deviation("needs-force", message)
        case entries.RaiseAttribute(attribute=id):
            if id not in (*ATTRIBUTES, FORCE):
                known = ", ".join((*ATTRIBUTES, FORCE))
                message = f"{id!r} isn't one of {known}."
                raise EntryRefused("unknown-attribute", message, never=UNKNOWN)
            if id == FORCE and not character.attribute_dice(FORCE):
                message = "Unlock the Force first. Then you can raise it."
                character.deviation("force-locked", message)
        case _:
            id = FORCE
            if character.attribute_dice(FORCE):
                raise EntryRefused("already-unlocked", "This character has the Force already.")
    if character.house.one_raise_a_session and id in character.risen:
        message = "You already raised this. Your party allows one raise a session for each trait."
        character.deviation("once-a-session", message)
    PAYMENTS.check(character, entry)


def _raise(character: Character, entry: entries.Raising) -> None:
    match entry:
        case entries.RaiseSkill(skill=named):
            purpose, id = "skills", character.tables.skill_id(named)
        case entries.RaiseAttribute(attribute=id):
            purpose = "attributes"
        case _:
            purpose, id = "the Force", FORCE
    PAYMENTS.pay(character, entry, purpose)
    character.risen.add(id)
    if isinstance(entry, entries.UnlockForce):
        character.unlocked = 1
    else:
        character.raised[id] = character.raised.get(id, 0) + 1


def _may_spend(character: Character, entry: entries.Spend) -> None:
    if entry.cp < 1:
        raise EntryRefused("bad-amount", "Spend 1 Character Point or more.")
    PAYMENTS.check(character, entry)


def _may_rebuild(character: Character, entry: entries.Rebuild) -> None:
    """Refuse a build without the Force, items or credits that later entries need."""
    trial = Character(replace(character.document, build=entry.build))
    base = trial.attribute_dice(FORCE) + character.unlocked
    grown = [FORCE, *(id for id, row in character.skills.items() if row.attribute == FORCE)]
    if not base and any(character.raised.get(id) for id in grown):
        text = "You raised the Force, but the rebuild has none. Keep it, or undo that raise first."
        character.deviation("needs-force", text)
    _, left_out = rebuilt(character.holdings, trial.chosen.items, Holding)
    if left_out:
        names = ", ".join(dict.fromkeys(stack.name for stack in left_out))
        message = (
            f"The rebuild drops {names}, which you sold, used or upgraded since. Keep it, or undo"
            " that first."
        )
        character.deviation("not-owned", message)
    purse = trial.starting_credits - trial.chosen.spent + sum(character.purse.values())
    if purse < 0:
        short = phrases.counted(-purse, "credit")
        message = f"With your later purchases, this gear is {short} over budget."
        character.deviation("overspent", message, short=-purse, place=".build.gear")


_players = partial(EntryKind, undoable_by_player=True)
_raising = partial(_players, check=_may_raise, apply=_raise)


def thing(character: Character, entry: entries.Getting | entries.Parting) -> str:
    """The item with its quantity; for a granted lightsaber, its parts."""
    holding = character.holding(entry.item) if entry.item else None
    row = character.tables.thing(entry.item)
    name = holding.item.name if holding else str(getattr(row, "name", entry.item))
    named = getattr(entry, "alias", "") or name or getattr(entry, "name", "")
    if changes := ", ".join(_made(entry)):
        named = f"{named}: {changes}"
    return counted(named, entry.quantity)


_getting = partial(EntryKind, title=thing, check=gear.check_get, apply=gear.get)
_parting = partial(PARTING, title=thing, check=gear.check_part, apply=gear.part)


def skill(character: Character, entry: entries.RaiseSkill) -> str:
    """The dice of the skill itself: "Agility +1D → +2D"."""
    skill = character.skills.get(entry.skill)
    dice = character.skill_dice(entry.skill)
    return f"{skill.name if skill else entry.skill} +{dice}D → +{dice + 1}D"


def attribute(character: Character, entry: entries.RaiseAttribute) -> str:
    """The dice of an attribute: "Dexterity 4D → 5D"."""
    row = book().attributes.get(entry.attribute)
    dice = character.attribute_dice(entry.attribute)
    return f"{row.name if row else entry.attribute} {dice}D → {dice + 1}D"


def upgrade(character: Character, entry: entries.Upgrade) -> str:
    """The upgrade, with the old and the new value."""
    holding = character.holding(entry.item)
    name = holding.item.name if holding else entry.item
    if entry.aspect == "feature" or holding is None:
        return f"{name}: {entry.feature or entry.aspect}"
    dice = next(iter(upgrades(holding).values()), 0)
    if isinstance(holding.item.row, Armor):
        return f"{name}: Soak +{dice} → +{dice + 1}"
    if entry.aspect == "dice":
        return f"{name}: +{dice}D → +{dice + 1}D"
    return f"{name}: damage {dice}D → {dice + 1}D"


def name(character: Character, entry: entries.Name) -> str:
    """The item's new name."""
    holding = character.holding(entry.item)
    return f"{holding.item.name if holding else entry.item} is now {entry.alias}"


KINDS: dict[type[Entry], EntryKind] = {
    entries.Award: ACCOUNTS.kind("Award"),
    entries.RaiseSkill: _raising("Skill raised", skill),
    entries.RaiseAttribute: _raising("Attribute raised", attribute),
    entries.UnlockForce: _raising("Force unlocked", lambda *_: "The Force 0D → 1D"),
    entries.Upgrade: _players("Gear upgraded", upgrade, gear.check_upgrade, gear.upgrade),
    entries.Buy: _getting("Bought", undoable_by_player=True),
    entries.Sell: _parting("Sold"),
    entries.Grant: _getting("Given"),
    entries.Use: _parting("Used up"),
    entries.Lose: _parting("Lost"),
    Stash: _parting(TO_STASH, undoable_by_player=False, from_form=False),
    entries.Take: EntryKind(FROM_STASH, thing, gear.check_take, gear.take, from_form=False),
    entries.Wear: WEAR,
    entries.Name: _players("Named", name, gear.check_name, gear.name),
    entries.Spend: EntryKind(
        "Points",
        lambda _character, entry: f"{POINTS.counted(entry.cp)} spent",
        _may_spend,
        lambda character, entry: PAYMENTS.pay(character, entry, "rolls"),
    ),
    Session: replace(SESSION, apply=lambda character, _entry: character.begin_session()),
    entries.Rebuild: replace(REBUILD, check=_may_rebuild),
    entries.Adjust: ACCOUNTS.kind("Correction"),
    Undo: UNDO,
}


class AdvancementRules(AccountLedger[Character, AnyEntry]):
    """The ledger of this game: Character Points buy improvements, credits buy gear."""

    kinds = KINDS
    carrying = ("gear",)
    character = Character
    accounts = ACCOUNTS
    payments = PAYMENTS
    rebuild_entry = entries.Rebuild

    def lift_limits(self, character: Character) -> None:
        """Also a session for each raise."""
        super().lift_limits(character)
        character.risen.clear()

    def clear_cache(self, character: Character) -> None:
        """Clear the computed pools and holdings."""
        character.clear()

    def marks(self, character: Character, before: Character | None = None) -> document_build.Marks:
        """Counters and switches within bounds; of the burdens' marks only that of the present
        burden. A character with more wounds than its changed Strength allows is unconscious, and
        one with fewer is not.
        """
        marks = character.marks
        if before and before.is_down != character.is_down:
            return replace(marks, unconscious=int(character.is_down), woken=0)
        return marks

    def after_entry(self, document: Document, entry: AnyEntry) -> Document:
        """A new session restores the Force Points, and nobody is still stunned."""
        if not isinstance(entry, Session) or not document.marks:
            return document
        marks = replace(document.marks, force_points=None, stunned=0)
        return replace(document, marks=marks)

    @property
    def points_per_session(self) -> tuple[int, int]:
        """2 to 4 Character Points (HyperspaceD6, Gaining Character Points)."""
        return book().advancement.session_least, book().advancement.session_most

    @property
    def source(self) -> str:
        """Where the book says what a skill costs."""
        return book().advancement.sources["skill"]


LEDGER_RULES = AdvancementRules()
replay, refusal, enter = LEDGER_RULES.replay, LEDGER_RULES.refusal, LEDGER_RULES.enter


def character_problems(character: Character) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    nameless = () if character.opponent else open_name(character.document)
    problems, faults = [*nameless, *character.chosen.faults], character.faults
    if character.house.quickplay and not character.opponent:
        if faults:
            # Those with and without quick play: older entries stay as they are.
            house = replace(character.house, quickplay=False)
            moved = replay(replace(character.document, house=house))
            places = {(fault.code, fault.where) for fault in moved.faults}
            faults = [fault for fault in faults if (fault.code, fault.where) in places]
        return (*problems, *faults, *mark_faults(character))
    short = max(character.chosen.spent - character.starting_credits, -character.credits)
    if short > 0:
        message = f"You are {phrases.counted(short, 'credit')} over budget. Remove some gear."
        problems.append(Problem("overspent", f"{character.prefix}build.gear", message))
    return (*problems, *faults, *mark_faults(character))


def _made(entry: Entry) -> Iterator[str]:
    """The parts of a granted lightsaber: "Great Saber", "Red crystal"."""
    if not isinstance(entry, entries.Grant):
        return
    tables = book()
    if design := tables.designs.get(entry.design):
        yield design.name
    known = (tables.features.get(id) for id in entry.features)
    yield from (feature.name for feature in known if feature)
    if crystal := tables.crystals.get(entry.crystal):
        yield f"{crystal.name} crystal"
