"""The gear step: custom items, the credits left, and advice; and the gear of random characters.
`shop.py` has the shop.
"""

from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from rules.creation import Bound, of_build, with_build
from rules.document import Document
from rules.forms import parsing
from rules.forms.parsing import YES, Values
from rules.phrases import counted
from rules.problems import InvalidDocument, ProblemList
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import carried, form_id, worn_armor
from rules.systems.hyperspace_d6.creation import shop
from rules.systems.hyperspace_d6.document.build import LINE, MOST_OF_A_THING, Build, Gear
from rules.systems.hyperspace_d6.homebrew.tables import document_tables
from rules.systems.hyperspace_d6.ledger import kinds
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Item, Weapon


def state(character: Character) -> str:
    """The credits left."""
    return f"{character.credits:,} of {counted(character.starting_credits, 'credit')} left"


def advice(character: Character) -> tuple[str, ...]:
    """Hints of an experienced player, never problems."""
    hints = []
    weapons = [weapon for _, weapon in character.carried_of(Weapon)]
    carried = {weapon.skill for weapon in weapons}
    for kind in book().weapon_kinds.values():
        skill = next(weapon.skill for weapon in book().weapons.values() if weapon.kind == kind.id)
        if character.skill_dice(skill) and skill not in carried:
            named = character.chosen.skills[skill].name
            hints.append(f"You are trained in {named} but carry no weapon for it.")
    suits = character.carried_of(Armor)
    if suits and not character.worn:
        hints.append(f"You own {suits[0][0].item.name} but don't wear it.")
    if lacking := _lacking_saber(character, (weapon.id for weapon in weapons)):
        hints.append(f"You are a Jedi without a {lacking.name}: your GM can grant you one.")
    return tuple(hints)


def _lacking_saber(character: Character, has: Iterable[str]) -> Weapon | None:
    """The lightsaber that a Jedi is without, unless the party does not propose it."""
    profession = book().professions.get(str(character.build.profession))
    if profession is None or profession.kind != "force" or character.house.saber_not_proposed:
        return None
    sabers = {row.id: row for row in book().weapons.values() if row.workshop}
    return next(iter(sabers.values())) if sabers.keys().isdisjoint(has) else None


def _write_quantity(document: Document[Build], key: str, values: Values) -> Document[Build]:
    """Set the quantity of an item; an item without a price is granted, armor is put on."""
    build, tables = document.build, document_tables(document)
    quantity = parsing.number(parsing.one(values), 0, MOST_OF_A_THING)
    rows = [gear for gear in build.gear if form_id(gear) == key]
    row = tables.thing(rows[0].id if rows else key)
    if row is None and not rows:
        raise InvalidDocument(f"The rules have no item {key[:40]!r}.")
    others = [gear for gear in build.gear if form_id(gear) != key]
    worn = build.worn
    if not quantity:
        gone = {name for gear in rows for name in (gear.key, gear.id)}
        return with_build(document, gear=tuple(others), worn=None if worn in gone else worn)
    priceless = row is not None and row.cost is None
    current = rows[0] if rows else Gear(id=key, granted=priceless)
    # Granted items of a stack stay, as long as the quantity is no smaller.
    rest = sum(gear.quantity for gear in rows[1:])
    is_rest_kept = quantity > rest
    changed = replace(current, quantity=quantity - rest if is_rest_kept else quantity)
    if isinstance(row, Armor) and not worn:
        worn = changed.key
    if not rows:
        return with_build(document, gear=(*build.gear, changed), worn=worn)
    gear = tuple(
        changed if one is current else one
        for one in build.gear
        if one is current or is_rest_kept or form_id(one) != key
    )
    return with_build(document, gear=gear, worn=worn)


def _worn(build: Build, tables: Book) -> str:
    stacks, _ = carried(build.gear, tables, ProblemList())
    return worn_armor(build.worn, stacks, ProblemList()) or build.worn or ""


def _quantity_of(build: Build, key: str) -> Values:
    """The quantity of a stack, 0 for an item that is not owned."""
    return (str(sum(gear.quantity for gear in build.gear if gear.id and form_id(gear) == key)),)


STACK = ("gear_granted", "gear_design", "gear_features", "gear_crystal")


def _write_typed(build: Build, values: Values) -> Build:
    """Custom items: names and quantities."""
    of_tables = [gear for gear in build.gear if gear.id]
    before = {gear.name: gear for gear in reversed(build.gear) if not gear.id}
    typed = (
        replace(before.get(name) or Gear(name=name), quantity=quantity)
        for name, quantity in parsing.rows(values, limit=LINE, most=MOST_OF_A_THING)
    )
    return replace(build, gear=(*of_tables, *typed))


def _stack_details(document: Document[Build]) -> Iterator[str]:
    """The details of every stack in the tables, stack by stack."""
    for gear in document.build.gear:
        if gear.id:
            yield from (f"{part}.{form_id(gear)}" for part in STACK)


def _stack_detail(part: str, member: str) -> Bound:
    """One detail of each stack: its custom name, whether it was a gift, or a part of a saber."""

    def stack(document: Document[Build], key: str) -> Gear | None:
        rows = (gear for gear in document.build.gear if gear.id and form_id(gear) == key)
        return next(rows, None)

    def read(document: Document[Build], key: str) -> Values | None:
        match getattr(stack(document, key), member, None):
            case bool() as is_on:
                return (YES,) if is_on else ()
            case tuple() as ids:
                return tuple(id for id in book().features if id in ids)
            case str() as text:
                return (text,)
        return None

    def write(document: Document[Build], key: str, values: Values) -> Document[Build]:
        build, current = document.build, stack(document, key)
        if current is None:
            raise InvalidDocument("This item is no longer listed.")
        written: object = tuple(dict.fromkeys(filter(None, values)))
        if member == "granted":
            written = YES in values
        elif member != "features":
            written = parsing.text(values, LINE) if member == "alias" else parsing.one(values)
        changed = replace(current, **{member: written})
        gear = tuple(changed if one is current else one for one in build.gear)
        worn = changed.key if build.worn == current.key else build.worn
        return with_build(document, gear=gear, worn=worn)

    return Bound(part, read, write, nested=True)


FIELDS = (
    Bound(
        "gear",
        lambda document, key: _quantity_of(document.build, key),
        _write_quantity,
        lambda document, _: with_build(document, gear=()),
        _stack_details,
        nested=True,
        show=shop.fields,
    ),
    _stack_detail("gear_as", "alias"),
    *(_stack_detail(part, part.removeprefix("gear_")) for part in STACK),
    of_build("typed", lambda build: shop.typed_rows(build.gear), _write_typed),
    Bound(
        "worn",
        lambda document, _: (_worn(document.build, document_tables(document)),),
        lambda document, _, values: with_build(document, worn=parsing.one(values) or None),
        lambda document, _: with_build(document, worn=None),
    ),
    # The shop shows it.
    replace(shop.CREDITS, show=lambda _character: ()),
)


# --- the gear of random characters

Ware = Weapon | Armor | Item
FULL_PURSE = 100
MOST_PURCHASES = 25


def random_gear(rng: Random, document: Document[Build]) -> Build:
    """A weapon for the best attack, armor that fits, and useful items for most of the money."""
    build = document.build
    character = kinds.replay(document)
    cart = Cart(character.credits, {gear.id for gear in build.gear})
    if lacking := _lacking_saber(character, cart.has):
        cart.gear.append(saber(rng, lacking))
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


def saber(rng: Random, weapon: Weapon) -> Gear:
    """A lightsaber that costs nothing, with a plain crystal."""
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
