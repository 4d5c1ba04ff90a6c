"""The step of gear and languages, all typed by hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.figures import Figure, number
from rules.forms import parsing
from rules.forms.fields import Cell, Change, Choice, Field, Option, options
from rules.kit import typed
from rules.kit.bound_fields import rows_field, worn_field
from rules.kit.typed_document import Thing
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.dots import LANGUAGES
from rules.systems.storytelling_d10.character.items import (
    ALL_ARMS,
    HARMS,
    MOST_DAMAGE,
    MOST_RATING,
)
from rules.systems.storytelling_d10.document import (
    MANY,
    MOST,
    NAME,
    Build,
    Protection,
    Weapon,
)
from rules.systems.storytelling_d10.rulebook import rulebook

BOOK = rulebook()
QUANTITY = Cell("quantity", "How many", "number", highest=MOST)
RATING = Cell("rating", "Rating", "number", lowest=0, highest=MOST_RATING)


WEAPON = (
    Cell("name", "Weapon", limit=NAME),
    Cell(
        "ability",
        "Used with",
        "menu",
        options=options({id: BOOK.trait_name(id) for id in ALL_ARMS}),
    ),
    Cell("skill", "Weapon skill", limit=NAME),
    Cell("damage", "Dice of damage", "number", lowest=0, highest=MOST_DAMAGE),
    Cell("adds", "Adds", "menu", options=options(BOOK.traits.attributes, none="Nothing")),
    Cell("harm", "Damage is", "menu", options=options({id: id.capitalize() for id in HARMS})),
    Cell("source", "From", "menu", options=options(BOOK.combat.damage_sources)),
    Cell("difficulty", "Difficulty", "number", lowest=2, highest=10),
    Cell("rate", "Rate", limit=NAME),
    Cell("range", "Range", limit=NAME),
    QUANTITY,
)


def _skills(character: Character) -> dict[str, tuple[str, ...]]:
    own = (skill for id in ("firearms", "melee") for skill in character.weapon_skills(id))
    return {"skill": tuple(own)}


# --- armor and shield


def _in_armor(character: Character, key: str) -> tuple[Change, ...]:
    """What the armor of that key soaks, and takes from Dexterity; "" for none."""
    other = character.wearing(key)
    soak = (figures.worn_soak(character), figures.worn_soak(other))
    taken = (figures.worn_dexterity(character), figures.worn_dexterity(other))
    return (*_change("Armor soak", *soak), *_change("Dexterity", *taken))


def _change(label: str, now: Figure, then: Figure) -> tuple[Change, ...]:
    if now.value == then.value:
        return ()
    return (Change(label, now.code, then.code, then.value > now.value),)


def _shield_name(build: Build) -> str:
    named = {typed.key(row.name): row.name for row in build.shields}
    return named.get(typed.key(build.shield), build.shield) if build.shield else ""


def _show_shield(character: Character) -> Iterator[Field]:
    shield_name = _shield_name(character.build)
    names = dict.fromkeys(("", *(row.name for row in character.build.shields), shield_name))
    ratings = {row.name: row.rating for row in character.build.shields}
    now = number("Shield", ratings.get(shield_name, 0))
    shields = tuple(
        Option(
            name,
            name or "None",
            chosen=name == shield_name,
            changes=_change("Shield", now, number("Shield", ratings.get(name, 0))),
        )
        for name in names
    )
    yield Choice("shield", "Your shield", (shield_name,), shields, look="menu")


def state(character: Character) -> str:
    """What is carried, and what is spoken."""
    things = [holding.item.name for holding in character.carried]
    return ", ".join((*things, *(one.name for one in character.build.languages)))


def advice(character: Character) -> tuple[str, ...]:
    """What a player might have forgotten: never a fault."""
    texts = []
    if not any(holding.item.weapon for holding in character.carried):
        texts.append("No weapon yet.")
    if character.build.armor and not character.build.worn:
        texts.append("You carry armor but don't wear any. It soaks only while worn.")
    if not character.build.languages:
        texts.append("No language yet.")
    return tuple(texts)


FIELDS: tuple[Bound, ...] = (
    LANGUAGES.field,
    rows_field(
        "weapons",
        "Weapons",
        Weapon,
        WEAPON,
        limit=MANY,
        hint="With a weapon skill you don't have, difficulties are 2 higher.",
        suggest=_skills,
    ),
    rows_field(
        "armor",
        "Armor",
        Protection,
        (Cell("name", "Armor", limit=NAME), RATING),
        limit=MANY,
        hint="Ratings 1–2 are light, 3–4 medium, 5–6 heavy: 1, 2, or 3 dice of Dexterity.",
    ),
    worn_field(NAME, _in_armor, hint="Its rating soaks damage, and it slows your hands."),
    rows_field(
        "shields",
        "Shields",
        Protection,
        (Cell("name", "Shield", limit=NAME), RATING),
        limit=MANY,
        hint="They soak first, and wear down.",
    ),
    of_build(
        "shield",
        lambda build: (_shield_name(build),),
        lambda build, values: replace(build, shield=parsing.text(values, NAME)),
        empty=lambda build: replace(build, shield=""),
        show=_show_shield,
        dependent=lambda document: ("shield",) if document.build.shields else (),
    ),
    rows_field(
        "gear",
        "Everything else",
        Thing,
        (Cell("name", "Thing", limit=NAME), QUANTITY),
        limit=MANY,
    ),
)
