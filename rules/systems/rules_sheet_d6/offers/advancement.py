"""Offers of advancement: traits raised at the preset's prices or set for free, and what happened in
play.

`gear.py` has the offers of gear.
"""

from __future__ import annotations

from rules.figures import Figure
from rules.kit.advancement_offers import CodeOffers, Named
from rules.kit.currency import handed_out, session_offer
from rules.ledger.offers import Offer, OfferGroup
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.ledger import prices
from rules.systems.rules_sheet_d6.ledger.kinds import LEDGER_RULES
from rules.systems.rules_sheet_d6.offers import gear
from rules.systems.rules_sheet_d6.rulebook import ATTRIBUTES, book

RULES = book().advancement


def _does(trait: str) -> str:
    """What a trait is good for."""
    row = book().traits.attributes.get(trait) or book().traits.skills.get(trait)
    return row.does if row else ""


def _rests_on(character: Character, trait: str) -> list[Named]:
    """The figures that a trait moves: itself, its skills, Defense, the four numbers, the marks a
    box takes, damage.
    """
    rules = book().defense
    found = {character.full_name(trait): figures.trait(character, trait)}
    for key, skill in character.skills.items():
        if skill.attribute == trait:
            found[skill.name] = figures.skill(character, key)
    dodge = character.skills[rules.defense_skill]
    if trait in (dodge.key, dodge.attribute):
        found["Defense"] = figures.defense(character)
    if trait == rules.harm_attribute:
        for row in rules.levels.values():
            if row.times:
                found[f"{row.name} from"] = figures.threshold(character, row.id)
        found["Marks a box takes"] = figures.boxes(character)
        found |= _damages(character)
    return list(found.items())


def _damages(character: Character) -> dict[str, Figure]:
    """What weapons do to which Strength is added."""
    return {
        f"{held.item.name} damage": damage
        for held in character.carried
        if held.item.damage and held.item.damage.with_strength
        if (damage := figures.damage(character, held.item))
    }


CODES = CodeOffers(
    rules=LEDGER_RULES,
    figure=figures.trait,
    does=_does,
    rests_on=_rests_on,
    is_priced=prices.is_priced,
    source=RULES.sources["correct"],
    ruling=RULES.rulings["correct"],
)


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Attributes with their skills: pips by the preset's prices, or codes set anew."""
    return tuple(CODES.group(character, id) for id in ATTRIBUTES)


def table(character: Character) -> tuple[OfferGroup, ...]:
    """After a session: what was gained, learned, put right; and that a new one begins."""
    session = session_offer(ruling=RULES.rulings["session"])
    any_code = (CODES.any_code(character),) if prices.is_priced(character) else ()
    found = (
        _award("Take the award"),
        session,
        CODES.new_skill(character),
        *any_code,
        prices.ACCOUNTS.correction_offer(),
    )
    return (OfferGroup("table", "At the table", found),)


def _award(act: str) -> Offer:
    return prices.ACCOUNTS.award_offer(act, source=RULES.sources["award"])


def given(character: Character) -> tuple[OfferGroup, ...]:
    """What a game master hands out: points, things, a correction."""
    found = (_award("Hand out"), *gear.found(character, "Give"), prices.ACCOUNTS.correction_offer())
    return (OfferGroup("given", "Hand out", handed_out(found)),)


PARTS = {
    "advance": advance,
    "carried": gear.carried,
    "market": gear.market,
    "table": table,
    "given": given,
}
