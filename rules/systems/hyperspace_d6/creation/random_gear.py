"""Random gear: for the best attack, then for the trained skills."""

from random import Random

from msgspec.structs import replace

from rules.document import Document
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document.build import Build, Gear
from rules.systems.hyperspace_d6.ledger import kinds
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Item, Weapon

Ware = Weapon | Armor | Item
FULL_PURSE = 100
MOST_PURCHASES = 25


def gear(rng: Random, document: Document[Build]) -> Build:
    """A weapon for the best attack, armor that fits, and useful items for most of the money."""
    build = document.build
    character = kinds.replay(document)
    cart = Cart(character.credits, {gear.id for gear in build.gear})
    profession = book().professions.get(str(build.profession))
    proposed = not character.house.saber_not_proposed
    armed = any(row.workshop and row.id in cart.has for row in book().weapons.values())
    if profession and profession.kind == "force" and proposed and not armed:
        cart.gear.append(saber(rng))
    _arm(rng, character, cart)
    if not character.carried_of(Armor) and rng.random() < 0.35:
        suits = [row for row in character.tables.armor.values() if cart.affords(row)]
        if suits:
            suit = rng.choice(suits)
            cart.take(suit)
            cart.worn = suit.id
    _stock(rng, character, cart)
    worn = build.worn or cart.worn or None
    return replace(build, gear=(*build.gear, *cart.gear), worn=worn)


class Cart:
    """The things to buy, and the money left. What the character `has` is not bought again."""

    def __init__(self, credits: int, has: set[str]) -> None:
        self.left = credits
        self.has = has
        self.gear: list[Gear] = []
        self.worn = ""

    def affords(self, ware: Ware) -> bool:
        """True if it is for sale, costs no more than the money left, and is not in the cart."""
        return ware.cost is not None and ware.cost <= self.left and ware.id not in self.has

    def take(self, ware: Ware) -> None:
        """Add one to the cart, on its stack if there is one."""
        self.left -= ware.cost or 0
        for position, gear in enumerate(self.gear):
            if gear.id == ware.id:
                self.gear[position] = replace(gear, quantity=gear.quantity + 1)
                return
        self.gear.append(Gear(id=ware.id))


def saber(rng: Random) -> Gear:
    """A lightsaber that costs nothing, with a plain crystal."""
    weapon = next(row for row in book().weapons.values() if row.workshop)
    plain = [row for row in book().crystals.values() if not row.damage]
    return Gear(
        id=weapon.id,
        granted=True,
        design=rng.choice(list(book().designs)),
        features=(rng.choice(list(book().features)),) if rng.random() < 0.25 else (),
        crystal=rng.choice(plain).id,
    )


def _arm(rng: Random, character: Character, cart: Cart) -> None:
    """A weapon for the largest attack pool: one of the better ones that can be paid."""
    weapons = character.tables.weapons
    skills = dict.fromkeys(row.skill for row in weapons.values())
    skill = max(skills, key=lambda id: figures.skill(character, id).value)
    carried = [*cart.has, *(gear.id for gear in cart.gear)]
    if any(id in weapons and weapons[id].skill == skill for id in carried):
        return
    fitting = [row for row in weapons.values() if row.skill == skill and cart.affords(row)]
    fitting.sort(key=lambda row: (row.damage, row.cost or 0))
    if fitting:
        cart.take(rng.choice(fitting[-3:]))


def _stock(rng: Random, character: Character, cart: Cart) -> None:
    """Items for the trained skills first, then items for everybody."""
    items = character.tables.items.values()
    useful = [row for row in items if any(character.skill_dice(id) for id in row.helps)]
    wares = [row for row in useful if cart.affords(row)]
    if wares:
        cart.take(rng.choice(wares))
    for _ in range(MOST_PURCHASES):
        # One of most items is enough; there may be several of items that are used up or thrown.
        single = {gear.id for gear in cart.gear} - {"medpac"}
        wares = [row for row in items if row.id not in single or row.kind == "explosive"]
        wares = [row for row in wares if cart.affords(row)]
        if cart.left <= FULL_PURSE or not wares:
            break
        cart.take(rng.choice(wares))
