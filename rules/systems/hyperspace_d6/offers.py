"""Offers of advancement, of events in play, and of gear: carried, for sale, or found."""

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from rules.forms.fields import Change, Choice, Number, Option, Shelf, Text, Ware
from rules.kit import inventory
from rules.kit.advancement_offers import priced_offer
from rules.kit.currency import MOST_POINTS, handed_out, session_offer
from rules.ledger.entries import NOTE
from rules.ledger.offers import Offer, OfferGroup
from rules.phrases import counted
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.creation import shop
from rules.systems.hyperspace_d6.creation.preview import Baseline
from rules.systems.hyperspace_d6.document import entries
from rules.systems.hyperspace_d6.document.build import LINE, MOST_CREDITS, MOST_OF_A_THING, Gear
from rules.systems.hyperspace_d6.ledger import kinds
from rules.systems.hyperspace_d6.ledger.prices import ACCOUNTS, POINTS, upgrades
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Armor, Item, Skill, Weapon


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Attributes with their skills, the Force, gear: everything that points buy."""
    now = Baseline(character)
    groups = [_trait_group(character, id, now) for id in (*ATTRIBUTES, FORCE)]
    if upgrades := tuple(_upgrades(character)):
        note = book().advancement.notes["upgrade"]
        groups.append(OfferGroup("upgrades", "Gear", upgrades, note))
    return tuple(groups)


def _trait_group(character: Character, id: str, now: Baseline) -> OfferGroup:
    """An attribute with its own raise (for the Force, unlocking it), and its skills."""
    row = book().attributes[id]
    head = figures.attribute(character, id)
    is_locked = id == FORCE and not head.value
    first = _unlock(character) if is_locked else _attribute(character, id, now)
    counted = () if character.house.quickplay else character.skills.values()
    skills = [_skill(character, skill, now) for skill in counted if skill.attribute == id]
    note = book().advancement.notes["unlock"] if is_locked else ""
    return OfferGroup(id, row.name, (first, *skills), note, head)


_offer = partial(priced_offer, kinds.LEDGER_RULES)


def _skill(character: Character, row: Skill, now: Baseline) -> Offer:
    return _offer(
        character,
        f"raise-skill.{row.id}",
        entries.RaiseSkill(skill=row.id),
        name=row.name,
        act=f"Raise to {figures.skill(character, row.id).value + 1}D",
        changes=now.skills_moved({row.id: 1}),
        detail=row.does,
    )


def _attribute(character: Character, id: str, now: Baseline) -> Offer:
    row = book().attributes[id]
    return _offer(
        character,
        f"raise-attribute.{id}",
        entries.RaiseAttribute(attribute=id),
        name=row.name,
        act=f"Raise to {character.attribute_dice(id) + 1}D",
        changes=now.attribute_raised(id),
        detail=row.does,
        note=f"Every skill of {row.name} gets the die as well.",
    )


def _unlock(character: Character) -> Offer:
    name = book().attributes[FORCE].name
    return _offer(
        character,
        "unlock-force",
        entries.UnlockForce(),
        name=name,
        act=f"Unlock {name}",
        changes=(Change(name, "0D", "1D", better=True),),
        detail=book().attributes[FORCE].does,
    )


def _upgrades(character: Character) -> Iterator[Offer]:
    """The upgrades of each item, and a new feature for each weapon."""
    for holding in character.carried:
        for aspect, dice in upgrades(holding).items():
            if aspect == "feature":
                yield _feature(holding)
            else:
                yield _upgrade(character, holding, aspect, dice)


def _upgrade(character: Character, holding: Holding, aspect: str, dice: int) -> Offer:
    stack = holding.item
    if isinstance(stack.row, Weapon):
        damage = figures.damage(character, holding, stack.row)
        changes = [Change("Damage", damage.code, f"{damage.value + 1}D", better=True)]
        effect = f"weapon dice to {dice + 1}D" if stack.row.adds else f"damage to {dice + 1}D"
    elif isinstance(stack.row, Item):
        label = "Damage" if aspect == "damage" else f"{stack.name} in use"
        sign = "" if aspect == "damage" else "+"
        changes = [Change(label, f"{sign}{dice}D", f"{sign}{dice + 1}D", better=True)]
        effect = f"{'damage to ' if aspect == 'damage' else 'bonus to +'}{dice + 1}D"
    else:
        changes = [Change(f"Soak of {stack.name}", f"+{dice}", f"+{dice + 1}", better=True)]
        effect = f"Soak to +{dice + 1}"
        if character.worn == stack.key:
            soak = figures.defense(character, "soak")
            changes.append(Change(soak.label, soak.code, str(soak.value + 1), better=True))
    return _offer(
        character,
        f"upgrade-{aspect}.{holding.form_id}",
        entries.Upgrade(item=stack.key, aspect=aspect),
        name=stack.name,
        act=f"Upgrade {effect}",
        changes=tuple(changes),
        note="Upgrades one of them." if holding.quantity > 1 else "",
    )


def _feature(holding: Holding) -> Offer:
    """A new feature: its description, and the GM's price."""
    properties = tuple(row.name for row in book().properties.values())
    rules = book().advancement
    return Offer(
        id=f"upgrade-feature.{holding.form_id}",
        entry=entries.Upgrade(item=holding.item.key, aspect="feature"),
        name=holding.item.name,
        act="Add a feature",
        currency=POINTS.name,
        fields=(
            Text("feature", "New feature", ("",), limit=LINE, suggestions=properties),
            Number("cp", "Price set by your GM", ("",), highest=MOST_POINTS),
        ),
        note=rules.notes["feature"],
        source=rules.sources["upgrade"],
        ruling=rules.rulings["feature_price"],
    )


def table(character: Character) -> tuple[OfferGroup, ...]:
    """After a session: what was gained, spent on rolls, put right; and that a new one begins."""
    rules = book().advancement
    spend = Offer(
        id="spend",
        entry=entries.Spend(cp=1),
        name="Spent on a roll",
        act="Spend",
        currency=POINTS.name,
        barred="" if character.character_points else "You have no Character Points to spend.",
        fields=(
            Number("cp", "Character Points", ("1",), lowest=1, highest=MOST_POINTS),
            Text("note", "Which roll", ("",), limit=NOTE),
        ),
        source=rules.sources["spend"],
    )
    session = session_offer(
        note="Your Force Points are full again.",
        source=rules.sources["session"],
        ruling=rules.rulings["force_points_next_session"],
    )
    offers = (_award("Take the award"), spend, session, ACCOUNTS.correction_offer())
    return (OfferGroup("table", "At the table", offers),)


def given(character: Character) -> tuple[OfferGroup, ...]:
    """The offers of a game master: points and credits, an item, a correction."""
    awards = (
        _award("Hand out"),
        found(character, "Give", "An item"),
        *sabers(character, "Give", anybody=True),
        ACCOUNTS.correction_offer(),
    )
    return (OfferGroup("given", "Hand out", handed_out(awards)),)


def _award(act: str) -> Offer:
    rules = book().advancement
    return ACCOUNTS.award_offer(
        act,
        note=rules.notes["award"],
        source=rules.sources["award"],
        occasions=rules.occasions["award"],
    )


def carried(character: Character) -> tuple[OfferGroup, ...]:
    """Each carried item, with its offers."""
    return inventory.item_groups(character, partial(_offers, character))


def _offers(character: Character, holding: Holding) -> Iterator[Offer]:
    """Wear or take off, use up, sell, lose, name."""
    stack, id, cost = holding.item, holding.form_id, getattr(holding.item.row, "cost", None)
    if holding.is_armor:
        yield inventory.wear_offer(
            character,
            holding,
            lambda wearer: [figures.defense(wearer, id) for id in book().defenses],
        )
    if not isinstance(stack.row, Weapon | Armor):
        yield inventory.use_offer(holding)
    price = Number("credits", "Price for all, in credits", ("",), highest=MOST_CREDITS)
    yield Offer(
        f"sell.{id}",
        entries.Sell(item=stack.key, credits=0),
        stack.name,
        "Sell",
        fields=(*inventory.part_fields(holding), price),
        detail=f"New price: {counted(cost, 'credit')}." if cost else "",
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


def market(character: Character) -> tuple[OfferGroup, ...]:
    """Everything for sale, by shelves, after what is found or given; in quick play gear is text."""
    if character.house.quickplay:
        return ()
    shelves = (_for_sale(character, shelf) for shelf in shop.shelves(character))
    offers = (found(character, "Take item", "An item"), *sabers(character, "Take item"))
    taken = OfferGroup("found", "Found or given", offers, "Free.")
    return (taken, *shelves)


def found(character: Character, act: str, name: str) -> Offer:
    """A free item: of the book, of the party's homebrew, or of any name."""
    things = (Option(row.id, row.name) for row in character.tables.things)
    items = (Option("", "None of them"), *things)
    fields = (
        Choice("item", "An item of the book", ("",), items, look="menu"),
        Text("name", "Or a custom item", ("",), limit=LINE, hint="No price, no rules."),
        inventory.quantity_field(MOST_OF_A_THING),
        inventory.source_field(),
    )
    return Offer("grant", entries.Grant(), name, act, fields=fields)


def sabers(character: Character, act: str, *, anybody: bool = False) -> Iterator[Offer]:
    """A lightsaber, made as it was found, and its effects unless `anybody` may get it."""
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
