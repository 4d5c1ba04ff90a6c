"""What can be done with things: those that are carried, and those that are found or given. Nothing
has a price: everything is typed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.figures import Figure, number
from rules.kit.inventory import Wear
from rules.kit.item_offers import USUAL_NAMES, ItemOffers, cell_fields
from rules.ledger.offers import Offer
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character, Holding
from rules.systems.storytelling_d10.creation.gear import RATING, WEAPON
from rules.systems.storytelling_d10.document import MOST, NAME, Gain

USUAL, SHIELD = Gain(name=""), "shield"
# Cells of a weapon that are not asked of a new one: every item has the others, and the difficulty
# is the usual one.
LEFT_OUT = ("name", "quantity", "difficulty")
HINTS = {"skill": "gunnery, special: flamethrower"}
RATINGS = cell_fields((RATING,), USUAL)
PARTICULARS = {
    "weapon": cell_fields((cell for cell in WEAPON if cell.id not in LEFT_OUT), USUAL, HINTS),
    "armor": RATINGS,
    SHIELD: RATINGS,
}


def _defenses(character: Character) -> Iterable[Figure]:
    """What armor soaks, and what it takes from Dexterity."""
    soak, taken = figures.worn_soak(character), figures.worn_dexterity(character)
    return (number("Armor soak", soak.value), number("Dexterity", taken.value))


def _ready(character: Character, holding: Holding) -> Iterator[Offer]:
    """Another shield is carried ready."""
    if holding.item.what == SHIELD and character.shield != holding.item.key:
        entry = Wear(item=holding.entry_name)
        yield Offer(f"wear.{holding.form_id}", entry, holding.item.name, "Carry it ready")


ITEMS = ItemOffers(
    entry=lambda what: Gain(name="", what=what),
    particulars=lambda _character: PARTICULARS,
    defenses=_defenses,
    is_used=lambda item: item.what == "thing",
    note="Things are free here: the source has no prices.",
    names={**USUAL_NAMES, SHIELD: "A shield"},
    others=_ready,
    limit=NAME,
    most=MOST,
)
