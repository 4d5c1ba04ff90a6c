"""A character by chance: what is open in a document decided legally, or one step decided anew.

The rules leave much free; here is taste. Skills follow the profession, gear follows the best
attack.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec

from rules.document import Document
from rules.systems.hyperspace_d6 import advancement, derived
from rules.systems.hyperspace_d6.book import ATTRIBUTES, FORCE, Armor, Item, Quirk, Weapon, book
from rules.systems.hyperspace_d6.build import Build, Burden, Edge, Gear
from rules.systems.hyperspace_d6.character import Character
from rules.systems.hyperspace_d6.creation import character_problems

Thing = TypeVar("Thing")
FULL_PURSE = 100
MOST_PURCHASES = 25
STEPS = ("species", "profession", "skills", "edge-and-burden", "gear", "concept", "appearance")


def fill(rng: Random, document: Document, *, step: str = "") -> Document:
    """Decide what is open; with a `step`, decide that one anew and leave the others alone."""
    if step and step not in STEPS:
        return document
    if step:
        return _decide(rng, _cleared(document, step), step)
    for one in STEPS:
        if _open(document, one):
            document = _decide(rng, document, one)
    return document


def _cleared(document: Document, step: str) -> Document:
    """The document with a step's choices taken back."""
    replace = msgspec.structs.replace
    build: Build = document.build
    match step:
        case "skills":
            return replace(document, build=replace(build, skills=()))
        case "edge-and-burden":
            return replace(document, build=replace(build, edge=None, burden=None))
        case "concept":
            return replace(document, name="", build=replace(build, concept=""))
        case "appearance":
            return replace(document, build=replace(build, appearance="", personality=""))
    return document


def _open(document: Document, step: str) -> bool:
    """Whether a step still waits for a decision, or holds one that breaks a rule."""
    build: Build = document.build
    match step:
        case "species":
            return not build.species
        case "profession":
            return not build.profession
        case "concept":
            return not (document.name.strip() and build.concept)
        case "appearance":
            return not (build.appearance and build.personality)
        case "gear":
            return not build.gear or _faulty(document, ("build.gear", "build.worn"))
        case "skills":
            return _faulty(document, ("build.skills",))
        case _:
            return _faulty(document, ("build.edge", "build.burden"))


def _faulty(document: Document, places: tuple[str, ...]) -> bool:
    character = advancement.replay(document)
    return any(problem.where.startswith(places) for problem in character_problems(character))


def _decide(rng: Random, document: Document, step: str) -> Document:
    build: Build = document.build
    replace = msgspec.structs.replace
    match step:
        case "species":
            return replace(document, build=replace(build, species=_pick(rng, list(book().species))))
        case "profession":
            return replace(
                document, build=replace(build, profession=_pick(rng, list(book().professions)))
            )
        case "skills":
            return replace(document, build=replace(build, skills=_skills(rng, document)))
        case "edge-and-burden":
            return replace(document, build=_quirks(rng, document))
        case "gear":
            return replace(document, build=_gear(rng, document))
        case "concept":
            return _who(rng, document)
        case _:
            return replace(document, build=_looks(rng, build))


def _pick(rng: Random, things: Sequence[Thing]) -> Thing:
    return things[rng.randrange(len(things))]


def _skills(rng: Random, document: Document) -> tuple[str, ...]:
    """What is picked already, and as many more as are open: mostly what the profession leans to."""
    character = advancement.replay(document)
    profession = document.build.profession
    force = derived.has_force(character)
    known = character.chosen.skills
    open_skills = [id for id, row in known.items() if row.attribute != FORCE or force]
    leaning = book().chance.skills.get(profession if isinstance(profession, str) else "", ())
    likely = [id for id in leaning if id in open_skills]
    picked = list(character.chosen.picks)
    while len(picked) < book().creation.picks:
        pool = likely if likely and rng.random() < 0.8 else open_skills
        id = _pick(rng, pool)
        if id not in picked:
            picked.append(id)
        elif all(id in picked for id in pool):
            likely = []
    return tuple(picked)


def _quirks(rng: Random, document: Document) -> Build:
    """An edge and a burden that may stand together, with what they name, and words about both."""
    build: Build = document.build
    character = advancement.replay(document)
    edge = character.chosen.edge or _pick(rng, _fitting_edges(rng, character))
    burden = character.chosen.burden or _pick(
        rng, [row for row in book().burdens.values() if edge.credits is None or row.credits is None]
    )
    old_edge = build.edge if build.edge and build.edge.id == edge.id else Edge(id=edge.id)
    old_burden = (
        build.burden if build.burden and build.burden.id == burden.id else Burden(id=burden.id)
    )
    picks = [id for id in character.chosen.picks if character.chosen.skills[id].attribute != FORCE]
    mundane = [id for id, row in character.chosen.skills.items() if row.attribute != FORCE]
    named = character.chosen.edge_skill
    if edge.asks and not named:
        named = _pick(rng, picks if picks and rng.random() < 0.6 else mundane)
    trait = character.chosen.burden_attribute
    return msgspec.structs.replace(
        build,
        edge=Edge(id=edge.id, skill=named, note=old_edge.note or _note(rng, edge.id)),
        burden=Burden(
            id=burden.id,
            attribute=trait or _pick(rng, ATTRIBUTES) if burden.asks else "",
            note=old_burden.note or _note(rng, burden.id),
        ),
    )


def _fitting_edges(rng: Random, character: Character) -> list[Quirk]:
    """Edges that stand with the burden; the Force for those who have or need it, else now and
    then.
    """
    burden = character.chosen.burden
    rows = [
        row
        for row in book().edges.values()
        if not (burden and burden.credits is not None and row.credits is not None)
    ]
    force = derived.has_force(character)
    known = book().skills
    needed = any(id in known and known[id].attribute == FORCE for id in character.build.skills)
    if needed and not force:
        return [row for row in rows if row.force_dice]
    welcome = force or rng.random() < 0.25
    return [row for row in rows if welcome or not row.force_dice]


def _note(rng: Random, id: str) -> str:
    notes = book().chance.notes.get(id, ())
    return _pick(rng, notes) if notes else ""


def _gear(rng: Random, document: Document) -> Build:
    """A weapon for the best attack, armor where it fits, and things of use until little is left."""
    build: Build = msgspec.structs.replace(document.build, gear=(), worn=None)
    character = advancement.replay(msgspec.structs.replace(document, build=build))
    cart = Cart(character.credits)
    profession = book().professions.get(str(build.profession))
    if profession and profession.kind == "force":
        cart.gear.append(_saber(rng))
    _arm(rng, character, cart)
    if rng.random() < 0.35:
        suits = [row for row in book().armor.values() if row.cost <= cart.left]
        if suits:
            suit = _pick(rng, suits)
            cart.take(suit.id, suit.cost)
            cart.worn = suit.id
    _stock(rng, character, cart)
    return msgspec.structs.replace(build, gear=tuple(cart.gear), worn=cart.worn or None)


class Cart:
    """What is being bought, and what is left to buy with."""

    def __init__(self, credits: int) -> None:
        self.left = credits
        self.gear: list[Gear] = []
        self.worn = ""

    def take(self, id: str, cost: int) -> None:
        """Put one of a thing into the cart, onto its stack if there is one."""
        self.left -= cost
        for position, gear in enumerate(self.gear):
            if gear.id == id:
                self.gear[position] = msgspec.structs.replace(gear, quantity=gear.quantity + 1)
                return
        self.gear.append(Gear(id=id))


def _saber(rng: Random) -> Gear:
    weapon = next(row for row in book().weapons.values() if row.workshop)
    plain = [row for row in book().crystals.values() if not row.damage]
    return Gear(
        id=weapon.id,
        granted=True,
        design=_pick(rng, list(book().designs)),
        features=(_pick(rng, list(book().features)),) if rng.random() < 0.25 else (),
        crystal=_pick(rng, plain).id,
    )


def best_attack(character: Character) -> str:
    """The attack skill with the largest pool that some weapon uses; the first of equals."""
    skills = dict.fromkeys(row.skill for row in book().weapons.values())
    return max(skills, key=lambda id: derived.skill(character, id).value)


def _arm(rng: Random, character: Character, cart: Cart) -> None:
    """A weapon that the best attack skill uses: one of the better ones that can be paid."""
    skill = best_attack(character)
    if any(book().weapons[gear.id].skill == skill for gear in cart.gear):
        return
    fitting = [
        row
        for row in book().weapons.values()
        if row.skill == skill and row.cost is not None and row.cost <= cart.left
    ]
    fitting.sort(key=lambda row: (row.damage, row.cost or 0))
    if fitting:
        weapon = _pick(rng, fitting[-3:])
        cart.take(weapon.id, weapon.cost or 0)


def _stock(rng: Random, character: Character, cart: Cart) -> None:
    """Things that serve the trained skills first, then things anyone can use."""
    useful = [
        row
        for row in book().items.values()
        if row.cost <= cart.left and any(character.skill_dice(id) for id in row.helps)
    ]
    if useful:
        item = _pick(rng, useful)
        cart.take(item.id, item.cost)
    for _ in range(MOST_PURCHASES):
        if cart.left <= FULL_PURSE:
            break
        owned = {gear.id for gear in cart.gear}
        wares: list[Weapon | Armor | Item] = [
            row for row in book().items.values() if row.cost <= cart.left and _sensible(row, owned)
        ]
        if not wares:
            break
        ware = _pick(rng, wares)
        cart.take(ware.id, ware.cost or 0)


def _sensible(row: Item, owned: set[str]) -> bool:
    """One of most things is enough; of what is used up, or thrown, one may have several."""
    return row.id not in owned or row.kind == "explosive" or row.id == "medpac"


def _who(rng: Random, document: Document) -> Document:
    """A name as the species has them, a concept as the profession does."""
    build: Build = document.build
    chance = book().chance
    species = build.species if isinstance(build.species, str) else ""
    first, last = chance.names.get(species) or chance.names[""]
    parts = [_pick(rng, first), _pick(rng, last) if last else ""]
    profession = build.profession if isinstance(build.profession, str) else ""
    concepts = chance.concepts.get(profession) or chance.concepts[""]
    name = document.name.strip() or " ".join(filter(None, parts))
    return msgspec.structs.replace(
        document,
        name=name,
        build=msgspec.structs.replace(
            build,
            concept=build.concept or _pick(rng, concepts),
            pronouns=build.pronouns or _pick(rng, chance.pronouns),
        ),
    )


def _looks(rng: Random, build: Build) -> Build:
    chance = book().chance
    species = book().species.get(str(build.species))
    looks = chance.droid_appearances if species and species.kind == "droid" else chance.appearances
    return msgspec.structs.replace(
        build,
        appearance=build.appearance or _pick(rng, looks),
        personality=build.personality or _pick(rng, chance.personalities),
    )
