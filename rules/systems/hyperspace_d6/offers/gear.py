"""Offers of gear: carried, for sale, or found."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from rules.figures import Figure
from rules.forms.fields import Choice, Number, Option, Shelf, Text, Ware
from rules.kit import inventory
from rules.kit.advancement_offers import priced_offer
from rules.ledger.offers import Offer, OfferGroup
from rules.phrases import counted
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.holdings import Holding
from rules.systems.hyperspace_d6.creation import shop
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.build import LINE, MOST_CREDITS, MOST_OF_A_THING, Gear
from rules.systems.hyperspace_d6.ledger import kinds
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Weapon

FOUND = "Found or given"


def carried(character: Character) -> tuple[OfferGroup, ...]:
    """Each carried item, with its offers."""
    return inventory.item_groups(character, partial(_offers, character))


def _offers(character: Character, holding: Holding) -> Iterator[Offer]:
    """Wear or take off, use up, sell, lose, name."""
    stack, id = holding.item, holding.form_id
    if holding.is_armor:
        yield inventory.wear_offer(character, holding, _defenses)
    if not isinstance(stack.row, Weapon | Armor):
        yield inventory.use_offer(holding)
    price = Number("credits", "Price for all, in credits", ("",), highest=MOST_CREDITS)
    yield Offer(
        f"sell.{id}",
        entries.Sell(item=stack.key, credits=0),
        stack.name,
        "Sell",
        fields=(*inventory.part_fields(holding), price),
        detail=_printed_price(holding),
        ruling=book().advancement.rulings["sell_price"],
    )
    yield inventory.lose_offer(holding)
    yield Offer(
        f"name.{id}",
        entries.Name(item=stack.key, alias=""),
        stack.name,
        "Name 1 item" if holding.quantity > 1 else "Name item",
        fields=(Text("as", "Custom name", ("",), limit=LINE),),
        ruling=book().advancement.rulings["named_thing"],
    )


def _defenses(character: Character) -> list[Figure]:
    """The defenses that armor may change."""
    return [figures.defense(character, id) for id in book().defenses]


def _printed_price(holding: Holding) -> str:
    cost = getattr(holding.item.row, "cost", None)
    return f"New price: {counted(cost, 'credit')}." if cost else ""


def market(character: Character) -> tuple[OfferGroup, ...]:
    """Everything for sale, by shelves; before it, items found or given."""
    shelves = (_for_sale(character, shelf) for shelf in shop.shelves(character))
    offers = (found(character, "Take item", FOUND), *sabers(character, "Take item"))
    taken = OfferGroup("found", FOUND, offers, "Free.")
    return (taken, *shelves)


def found(character: Character, act: str, name: str) -> Offer:
    """A free item: of the book, of the party's homebrew, or of any name."""
    things = tuple(Option(row.id, row.name) for row in character.tables.things)
    menu = Choice(
        "item",
        "An item of the book",
        ("",),
        (Option("", "None of them"), *things),
        look="menu",
    )
    fields = (
        menu,
        Text("name", "Or a custom item", ("",), limit=LINE, hint="No price, no rules."),
        inventory.quantity_field(MOST_OF_A_THING),
        inventory.source_field(),
    )
    return Offer("grant", entries.Grant(), name, act, fields=fields)


def sabers(character: Character, act: str, *, anybody: bool = False) -> Iterator[Offer]:
    """A lightsaber, made as it was found or given (HyperspaceD6, Lightsabers); its effects are
    shown, unless `anybody` may get it.
    """
    for row in character.tables.weapons.values():
        if row.workshop:
            gear = Gear(id=row.id)
            blade = None if anybody else shop.Blade(character, row, gear)
            fields = (
                *shop.workshop(gear, "{}", blade=blade),
                inventory.quantity_field(MOST_OF_A_THING),
                inventory.source_field(),
            )
            yield Offer(f"grant-{row.id}", entries.Grant(item=row.id), row.name, act, fields=fields)


def _for_sale(character: Character, shelf: Shelf) -> OfferGroup:
    offers = tuple(_buy(character, ware) for ware in shelf.wares)
    return OfferGroup(shelf.group.id, shelf.group.name, offers, shelf.group.note, shelf.group.pool)


def _buy(character: Character, ware: Ware) -> Offer:
    item = ware.field.partition(".")[2]
    offer = priced_offer(
        kinds.LEDGER_RULES,
        character,
        f"buy.{item}",
        entries.Buy(item=item),
        name=ware.name,
        act="Buy",
        changes=ware.changes,
        fields=(inventory.quantity_field(MOST_OF_A_THING),),
        detail=ware.detail,
        note=" · ".join(f"{fact.label} {fact.code}" for fact in ware.facts),
    )
    return replace(offer, price=ware.price, source=ware.source, ruling=ware.ruling)
