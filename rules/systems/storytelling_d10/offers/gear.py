"""What can be done with things: those that are carried, and those that are found or given. Nothing
has a price: everything is typed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from rules.figures import Figure, number
from rules.forms.fields import Choice, Field, Number, Option, Text
from rules.kit.inventory import (
    Wear,
    item_groups,
    lose_offer,
    quantity_field,
    source_field,
    use_offer,
    wear_offer,
)
from rules.kit.typed_items import gain_offers
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character, Holding
from rules.systems.storytelling_d10.character.items import (
    ALL_ARMS,
    HARMS,
    MOST_DAMAGE,
    MOST_RATING,
)
from rules.systems.storytelling_d10.document import MOST, NAME, Gain
from rules.systems.storytelling_d10.rulebook import rulebook

BOOK = rulebook()
USUAL = Gain(name="")
RATING = Number("rating", "Rating", ("",), highest=MOST_RATING)


def _defenses(character: Character) -> Iterable[Figure]:
    """What armor soaks, and what it takes from Dexterity."""
    soak, taken = figures.worn_soak(character), figures.worn_dexterity(character)
    return (number("Armor soak", soak.value), number("Dexterity", taken.value))


def carried(character: Character) -> tuple[OfferGroup, ...]:
    """Each thing that is carried, with what can be done with it."""
    return item_groups(character, partial(_offers, character))


def _offers(character: Character, holding: Holding) -> Iterator[Offer]:
    if holding.is_armor:
        yield wear_offer(character, holding, _defenses)
    if holding.item.what == "shield" and character.shield != holding.item.key:
        entry = Wear(item=holding.entry_name)
        yield Offer(f"wear.{holding.form_id}", entry, holding.item.name, "Carry it ready")
    if holding.item.what == "thing":
        yield use_offer(holding)
    yield lose_offer(holding)


def market(_character: Character) -> tuple[OfferGroup, ...]:
    """Things that were found, bought, or given."""
    note = "Things are free here: the source has no prices."
    return (OfferGroup("found", "Found or given", new_items("Take it"), note),)


def _menu(id: str, label: str, options: Iterable[tuple[str, str]], usual: str) -> Choice:
    rows = tuple(Option(one, name, chosen=one == usual) for one, name in options)
    return Choice(id, label, (usual,), rows, look="menu")


def _weapon() -> tuple[Field, ...]:
    sources = [(id, row.name) for id, row in BOOK.combat.damage_sources.items()]
    adds = [("", "Nothing"), *((id, row.name) for id, row in BOOK.traits.attributes.items())]
    return (
        _menu(
            "ability", "Used with", [(id, BOOK.trait_name(id)) for id in ALL_ARMS], USUAL.ability
        ),
        Text("skill", "Weapon skill", ("",), "gunnery, special: flamethrower", limit=NAME),
        Number("damage", "Dice of damage", ("",), highest=MOST_DAMAGE),
        _menu("adds", "Adds", adds, ""),
        _menu("harm", "Damage is", [(id, id.capitalize()) for id in HARMS], USUAL.harm),
        _menu("source", "From", sources, USUAL.source),
        Text("rate", "Rate", ("",), limit=NAME),
        Text("range", "Range", ("",), limit=NAME),
    )


def new_items(act: str) -> tuple[Offer, ...]:
    """A weapon, armor, a shield, another thing, each typed by hand."""
    fields = {"weapon": _weapon(), "armor": (RATING,)}
    usual = gain_offers(lambda what: Gain(name="", what=what), act, fields, limit=NAME, most=MOST)
    shield = Offer(
        "gain.shield",
        Gain(name="", what="shield"),
        "A shield",
        act,
        fields=(
            Text("name", "Name", ("",), limit=NAME),
            RATING,
            quantity_field(MOST),
            source_field(),
        ),
    )
    return (*usual, shield)
