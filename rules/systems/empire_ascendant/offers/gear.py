"""What can be done with items: those that are carried, and those that are found or given. Nothing
has a price: everything is typed by hand.
"""

from __future__ import annotations

from rules.forms.fields import Choice, Number, Option, Text
from rules.kit.advancement_offers import CODE
from rules.kit.coded_offers import ItemOffers
from rules.systems.empire_ascendant.character import figures
from rules.systems.empire_ascendant.document import MOST_DIFFICULTY, Gain
from rules.systems.empire_ascendant.rulebook import rulebook

USUAL = Gain(name="").form
FORMS = tuple(
    Option(row.id, row.name, chosen=row.id == USUAL) for row in rulebook().combat.forms.values()
)
ITEMS = ItemOffers(
    entry=lambda what: Gain(name="", what=what),
    armor=(Text("soak", "Adds to Soak", ("",), "1D, 1D+2", limit=CODE),),
    defenses=lambda wearer: [figures.soak(wearer)],
    is_used=lambda item: item.what == "thing" or item.form == "grenade",
    note="Items are free here: the source has no prices.",
    weapon=(
        (Choice("form", "Kind", (USUAL,), FORMS, look="menu"),),
        (Number("difficulty", "Difficulty, in melee", ("",), highest=MOST_DIFFICULTY),),
    ),
)
