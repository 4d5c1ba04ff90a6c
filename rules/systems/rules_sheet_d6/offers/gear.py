"""Offers of items, carried and new. Items have no price: everything is typed by hand."""

from __future__ import annotations

from rules.forms.fields import Number
from rules.kit.coded_offers import ItemOffers
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.document import MOST_DEFENSE, Gain

ITEMS = ItemOffers(
    entry=lambda what: Gain(name="", what=what),
    armor=(Number("defense", "Adds to Defense", ("",), highest=MOST_DEFENSE),),
    defenses=lambda wearer: [figures.defense(wearer)],
    is_used=lambda item: item.what == "thing",
    note="It costs nothing here: the source has no prices.",
)
