"""Offers of advancement: dots, weapon skills, Force abilities, merits, languages; things; and what
happened in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.figures import number
from rules.forms.fields import Text
from rules.kit.advancement_offers import Named
from rules.kit.currency import handed_out
from rules.kit.typed.document import NAME
from rules.ledger.offers import Offer, OfferGroup
from rules.phrases import counted
from rules.systems.storytelling_d10.character import figures, force, languages
from rules.systems.storytelling_d10.character.build import (
    ITEMS,
    SKILLS,
    WEAPON_ABILITIES,
)
from rules.systems.storytelling_d10.character.character import WILLPOWER, Character
from rules.systems.storytelling_d10.character.force import FORCE_SENSITIVITY
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.document import entries
from rules.systems.storytelling_d10.ledger import story_changes
from rules.systems.storytelling_d10.ledger.kinds import ACCOUNTS, LEDGER_RULES
from rules.systems.storytelling_d10.ledger.merits import MeritAdvancement
from rules.systems.storytelling_d10.ledger.raises import raise_offer
from rules.systems.storytelling_d10.reference.chapters import force_text
from rules.systems.storytelling_d10.rulebook.book import rulebook
from rules.systems.storytelling_d10.sheet import layout

BOOK = rulebook()
PRICES = BOOK.creation.prices
OURS = PRICES["ability"].source
THINGS = ITEMS.offers(
    figures.ARMOR.numbers,
    "Things are free here: the source has no prices.",
    {"skill": "gunnery, special: flamethrower"},
)
Groups = Callable[[Character], tuple[OfferGroup, ...]]
Numbers = Callable[[Character], list[Named]]


def _numbers(character: Character) -> list[Named]:
    """The numbers that stand first on the sheet, by their names."""
    sections = (layout.lead(character), layout.points(character))
    lines = [line for section in sections for line in section.lines if line.key != "experience"]
    return [(line.name, line.figure) for line in lines]


def _raise(character: Character, trait: str, numbers: Numbers) -> Offer:
    """One dot more, with what it moves: of the `numbers` that stand first on the sheet only
    attributes and Willpower move any.
    """
    moved = trait == WILLPOWER or trait in BOOK.traits.attributes

    def shown(one: Character) -> list[Named]:
        own = [] if trait == WILLPOWER else _pools(one, trait)
        return [*own, *numbers(one)] if moved else own

    brings = "a weapon skill" if trait in WEAPON_ABILITIES else ""
    note = f"The dot also teaches {brings}: choose it afterwards, free." if brings else ""
    if trait in BOOK.force.force_knowledges:
        note = "The dot also brings a Force ability: choose it afterwards, free."
    rows = {**BOOK.traits.attributes, **character.abilities, **BOOK.force.force_knowledges}
    detail = rows[trait].does if trait in rows else ""
    entry = entries.Raise(trait=trait)
    return raise_offer(LEDGER_RULES, character, entry, shown, detail=detail, note=note)


def _pools(character: Character, trait: str) -> list[Named]:
    """The trait itself, and its pool."""
    pools = [(character.trait_name(trait), character.trait(trait))]
    pool = None
    if trait in character.abilities:
        pool = figures.ability_pool(character, trait)
    elif trait in BOOK.force.force_knowledges:
        pool = force.pool(character, trait)
    if trait not in BOOK.traits.attributes:
        pools.append((f"{character.trait_name(trait)}, pool", pool or number("", 0)))
    return pools


def advance(character: Character) -> tuple[OfferGroup, ...]:
    """Everything that experience buys."""
    return tuple(_advance(character))


def _advance(character: Character) -> Iterator[OfferGroup]:
    now = _numbers(character)

    def numbers(one: Character) -> list[Named]:
        return now if one is character else _numbers(one)

    for id, group in BOOK.traits.attribute_groups.items():
        own = [row.id for row in BOOK.traits.attributes.values() if row.group == id]
        yield OfferGroup(id, group.name, tuple(_raise(character, one, numbers) for one in own))
    for id, ability_group in BOOK.traits.ability_groups.items():
        known = [one for one, row in character.abilities.items() if row.group == id]
        offers = [_raise(character, one, numbers) for one in known]
        if id == "knowledges":
            offers.append(_new_lore(character))
        yield OfferGroup(id, ability_group.name, tuple(offers))
    yield from SKILLS.offers(LEDGER_RULES, character)
    if character.has_merit(FORCE_SENSITIVITY):
        yield from _force(character, numbers)
    yield OfferGroup(WILLPOWER, "Willpower", (_raise(character, WILLPOWER, numbers),))
    yield from MeritAdvancement(MERITS).offers(LEDGER_RULES, character, PRICES["merit"], numbers)
    yield OfferGroup("languages", "Languages", tuple(languages.offers(character, PRICES)))


def _new_lore(character: Character) -> Offer:
    return Offer(
        "raise.lore",
        entries.Raise(trait=""),
        "A Lore of your own",
        "Learn skill",
        fields=(Text("trait", "Lore", ("",), "For example: Lore: Hutts", limit=NAME),),
        note=f"{counted(PRICES['ability'].points, 'Experience point')}.",
        barred=_no_room(character),
        source=OURS,
    )


def _no_room(character: Character) -> str:
    most = BOOK.creation.numbers["own-lores"].number
    full = len(character.own_traits) >= most
    return f"There is room for {counted(most, 'Lore')} of your own." if full else ""


def _force(character: Character, numbers: Numbers) -> Iterator[OfferGroup]:
    """Each tree: its dots, and the abilities that are not known yet."""
    for id, row in BOOK.force.force_knowledges.items():
        left = force.left_in(character, id)
        note = f"{left} free to choose." if left else ""
        learn = force.offers(LEDGER_RULES, character, id, force_text)
        offers = (_raise(character, id, numbers), *learn)
        yield OfferGroup(f"force-{id}", f"The Force: {row.name}", offers, note)


# --- what happened


def handouts(character: Character) -> tuple[OfferGroup, ...]:
    """The offers of a Storyteller: points, things, changes by the story, flaws."""
    offers = (
        ACCOUNTS.award_offer("Hand out", source=OURS),
        *THINGS.found(character, "Give"),
        story_changes.offer(),
        *MeritAdvancement(MERITS).handouts(character),
        ACCOUNTS.correction_offer(),
    )
    return (OfferGroup("given", "Hand out", handed_out(offers)),)


PARTS: dict[str, Groups] = {
    "advance": advance,
    "carried": THINGS.carried,
    "market": THINGS.market,
    "table": lambda _character: (ACCOUNTS.after_session(source=OURS),),
    "given": handouts,
}
