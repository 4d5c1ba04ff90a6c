"""The prices of ledger entries, and their payment."""

from rules.figures import Figure, constant, number, times
from rules.kit.currency import CHARACTER_POINTS, Accounts, Payments, of_account
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.build import MOST_CREDITS
from rules.systems.hyperspace_d6.document.entries import AnyEntry
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Item, Weapon

CREDITS = of_account(
    "purse", "credits", name="credits", one="credit", member="credits", most=MOST_CREDITS
)
POINTS = CHARACTER_POINTS
ACCOUNTS = Accounts((POINTS, CREDITS), entries.Award, entries.Adjust)


def price(character: Character, entry: AnyEntry) -> Figure:
    """The price of an entry now: Character Points, or credits for a purchase. 3 × the new skill
    dice, without the attribute; 9 × the new attribute dice; 20 to unlock the Force; 6 × the new
    value of an upgrade; for a feature the GM's price; for a purchase the printed price
    (HyperspaceD6, Character Advancement; Upgrading Gear and Vehicles).
    """
    rules = book().advancement
    match entry:
        case entries.RaiseSkill(skill=skill):
            known = character.tables.skill_id(skill)
            new = number("new dice", character.skill_dice(known) + 1)
            return _priced("skill", rules.skill, new, ruling="skill_dice_all")
        case entries.RaiseAttribute(attribute=attribute):
            new = number("new dice", character.attribute_dice(attribute) + 1)
            return _priced("attribute", rules.attribute, new)
        case entries.UnlockForce():
            return constant("cost", rules.unlock_force, source=rules.sources["unlock_force"])
        case entries.Upgrade(aspect="feature", cp=named):
            return number("set by your GM", named or 0, source=rules.sources["gear"])
        case entries.Upgrade(item=item):
            return _upgrade(character.holding(item))
        case entries.Buy(item=item, quantity=quantity):
            row = character.tables.thing(item)
            cost, source = (row.cost or 0, row.source) if row else (0, "")
            each = number("each", cost, source=source)
            return times("cost", number("", quantity), each)
        case entries.Spend(cp=spent):
            return number("spent on a roll", spent, source=rules.sources["spend"])
        case _:
            return number("cost", 0)


def _upgrade(holding: Holding | None) -> Figure:
    row = holding.item.row if holding else None
    dice = next(iter(upgrades(holding).values()), 0) if holding else 0
    ruling = ""
    if isinstance(row, Weapon):
        ruling = "saber_base" if row.workshop else "weapon_base" if row.adds else ""
    elif isinstance(row, Item):
        ruling = "thing_base"
    return _priced("gear", book().advancement.gear, number("new value", dice + 1), ruling=ruling)


def upgrades(holding: Holding) -> dict[str, int]:
    """The upgrades of an item, with the number that each raises; and a weapon's new feature."""
    match holding.item.row:
        case Weapon(damage=dice):
            return {"damage": dice + holding.upgrades, "feature": 0}
        case Armor(soak=soak):
            return {"soak": soak + holding.upgrades}
        case Item(damage=dice) if dice:
            return {"damage": dice + holding.upgrades}
        case Item(helps=helps, help_dice=dice) if helps:
            return {"dice": dice + holding.upgrades}
    return {}


def _priced(kind: str, factor: int, new: Figure, *, ruling: str = "") -> Figure:
    rules = book().advancement
    ruling_text = rules.rulings[ruling] if ruling else ""
    return times("cost", constant("", factor), new, source=rules.sources[kind], ruling=ruling_text)


PAYMENTS = Payments(price, lambda entry: CREDITS if isinstance(entry, entries.Buy) else POINTS)
