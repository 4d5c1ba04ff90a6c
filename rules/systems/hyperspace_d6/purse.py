"""The credits on the sheet, as Figures: what the purse began with, and what is left of it."""

from __future__ import annotations

from rules.figures import Figure, bonus, constant, instead, total
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.character import LET_BE, Character


def starting_credits(character: Character, *, label: str = "Credits") -> Figure:
    """750; another sum by an edge or burden; the party's sum before both, and before that the one
    that the GM set for this character (HyperspaceD6, Gear).
    """
    creation, chosen = book().creation, character.chosen
    printed = constant("starting credits", creation.credits, source=creation.sources["credits"])
    if chosen.starting_credits is not None:
        ruling = creation.rulings["gm_credits"]
        given = bonus("from your GM", chosen.starting_credits, source=creation.sources["credits"])
        return instead(label, given, printed, ruling=ruling)
    if chosen.party_credits is not None:
        rules = book().party
        given = bonus("from your party", chosen.party_credits, source=rules.sources["party"])
        return instead(label, given, printed, ruling=rules.rulings["starting_credits"])
    for quirk in (chosen.edge, chosen.burden):
        if quirk and quirk.credits is not None:
            return instead(label, bonus(quirk.name, quirk.credits, source=quirk.source), printed)
    return (
        printed if label != "Credits" else total(label, printed, source=creation.sources["credits"])
    )


def credits(character: Character) -> Figure:
    """What the purse began with, less what was spent, and what came since."""
    moved = [
        bonus(account, amount, source="Your ledger") for account, amount in character.purse.items()
    ]
    if character.forgiven:
        moved.insert(0, bonus(LET_BE, character.forgiven, source="Your GM"))
    if character.chosen.spent:
        moved.insert(0, bonus("gear", -character.chosen.spent, source="What you bought"))
    if not moved:
        return starting_credits(character)
    return total("Credits", starting_credits(character, label="to start with"), *moved)
