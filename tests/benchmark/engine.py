"""Sheets worked out a second, on one core."""

import itertools
from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.dice import exploding as explosion
from rules.dice import pools, successes
from rules.document import Document
from rules.game import Game
from tests.benchmark.measure import Press, best, show
from tests.rules.contract.systems import priced

# The member of an award that says how many points, where they are no Character Points.
AWARDED = {"storytelling-d10": "xp"}


def engine() -> None:
    """Sheets worked out a second, on one core."""
    print("The engine, on one core")
    for system in registry.all_systems().values():
        documents = itertools.cycle([system.random(Random(seed)) for seed in range(50)])
        rate = 1 / best({"sheet": sheets_of(system, documents)})["sheet"]
        show(f"{system.name}: sheets a second", f"{rate:,.0f}", "at least 3,000", met=rate >= 3000)
        long = itertools.cycle([with_ledger(system, seed, entries=300) for seed in range(5)])
        rate = 1 / best({"sheet": sheets_of(system, long)})["sheet"]
        show("the same with 300 entries", f"{rate:,.0f}", "at least 500", met=rate >= 500)
        for name, document in longest(system):
            rate = 1 / best({"sheet": sheets_of(system, itertools.repeat(document))})["sheet"]
            show(f"300 {name}", f"{rate:,.0f}", "at least 500", met=rate >= 500)


def odds() -> None:
    """Exact odds, each worked out anew."""
    print("Exact odds")

    def twelve() -> None:
        for kept in (explosion._below, explosion._last_faces, pools.ways):
            kept.cache_clear()
        explosion.chance(12, 50)

    spent = best({"odds": twelve})["odds"] * 1000
    show("twelve exploding dice", f"{spent:.2f} ms", "under 2 ms", met=spent < 2)

    def twenty() -> None:
        for kept in (successes.odds, successes._powers):
            kept.cache_clear()
        successes.chance(20, 6, 3)

    spent = best({"odds": twenty})["odds"] * 1000
    show("20 dice with ones that cancel", f"{spent:.2f} ms", "under 2 ms", met=spent < 2)


def with_ledger(system: Game, seed: int, *, entries: int) -> Document:
    """A character by chance with so many entries: awards, and whatever they can buy."""
    rng, document = Random(seed), system.random(Random(seed))
    award = system.ledger_rules.entry({"kind": "award", AWARDED.get(system.slug, "cp"): "40"})
    while len(document.ledger) < entries:
        groups = Character(system, document).offers("advance")
        ready = [offer for group in groups for offer in group.offers if offer.open]
        bought = [offer.entry for offer in ready if not offer.fields]
        document = (
            Character(system, document).enter(rng.choice(bought) if bought else award).document
        )
    return document


def longest(system: Game) -> Iterator[tuple[str, Document]]:
    """The ledgers that take longest, in games of typed codes: raises whose price is not kept,
    powers, and weapons of which each is another.
    """
    if "raise" not in system.ledger_rules.names or system.slug in AWARDED:
        return
    award = system.ledger_rules.entry({"kind": "award", "cp": "1000"})
    rows: dict[str, list[dict[str, str]]] = {
        "raises": [{"kind": "raise", "trait": trait} for trait in 95 * ("Dodge", "STR", "MEC")],
        "weapons": [
            {"kind": "gain", "what": "weapon", "name": f"Club {count}", "damage": "STR+1D"}
            | {"skill": "STR"}
            for count in range(290)
        ],
    }
    if "learn" in system.ledger_rules.names:
        first = {"kind": "raise", "trait": "control"}
        power = {"kind": "learn", "skills": "control", "cp": "1"}
        rows["powers"] = [first, *(power | {"name": f"Power {count}"} for count in range(289))]
    character = priced(system, system.random(Random(3)))
    for name, members in rows.items():
        bought = [system.ledger_rules.entry(row) for row in members]
        awards = [award] * (300 - len(bought))
        yield name, replace(character, ledger=(*awards, *bought))


def sheets_of(system: Game, documents: Iterator[Document]) -> Press:
    """A press that works the next sheet out."""
    return lambda: Character(system, next(documents)).sheet
