"""Likenesses: a drawn person for a character without a portrait, put together as `likenesses.toml`
says from the parts of a sprite, by species, calling, lightsaber and name; of a craft a vessel of
its kind. A likeness is decorative: the name always stands beside it.
"""

import re
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import msgspec
from django.conf import settings
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

from rules.creation import Idea
from rules.sheet.sections import Attacks, Sheet
from rules.text_cache import text_cache
from sheets.ui import emblems

STRANGER, HUMAN, ANY_CRAFT = "stranger", "human", "craft"
# The parts, each a group of layers; pages refer to them there.
SPRITE = "icons/likenesses.svg"
# Which layers a part has, and how each is painted.
LAYERS = ("tone", "ink", "cut", "dot", "line")
BEHIND = ("hood", "rifle")
SABER, NO_CRYSTAL = "lightsaber", "blue"
BLADE, GRIP = "M40.3 52.5L45 9", "grip"  # the hand with the hilt lies over the blade
# Heads are drawn larger than they are in the file, about the same middle.
HEAD_SCALE, HEAD_LEFT, HEAD_TOP = 1.15, -3.6, -0.5
HEAD = "head"  # the class of what is drawn so
_CRYSTAL = re.compile(r"(.+) crystal\b")


class Traits(NamedTuple):
    """The traits of a likeness: species, the calling's drawing, the color of a blade ("" for none),
    and a name that decides what species and calling leave open; of a craft its kind alone.
    """

    species: str = ""
    calling: str = ""
    blade: str = ""
    name: str = ""
    craft: str = ""


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The looks of a species: the parts `behind` its build, and those of its `head`; if it wears
    `hair` and clothes.
    """

    build: str
    head: tuple[str, ...]
    behind: tuple[str, ...] = ()
    hair: bool = False
    clothed: bool = True


class Hair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to wear one's hair: what of it lies behind the head, and what on it."""

    behind: tuple[str, ...] = ()
    front: tuple[str, ...] = ()


class Vessel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a kind of craft, and the words in facts and names that tell it."""

    parts: tuple[str, ...]
    words: tuple[str, ...] = ()


class Likenesses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts that each is drawn with."""

    species: dict[str, Person]
    hair: dict[str, Hair]
    callings: dict[str, tuple[str, ...]]
    folk: dict[str, str]
    blades: dict[str, str]
    craft: dict[str, Vessel]


@cache
def likenesses() -> Likenesses:
    """The file that says so."""
    source = Path(__file__).with_suffix(".toml").read_bytes()
    return msgspec.toml.decode(source, type=Likenesses)


@cache
def drawings() -> dict[str, dict[str, str]]:
    """The paths of each part of the sprite, by their layers, from the back to the front."""
    sprite = ET.parse(Path(settings.BASE_DIR, "static", SPRITE))  # noqa: S314 (a file of ours)
    return {
        part.attrib["id"]: {layer.attrib["class"]: layer.attrib["d"] for layer in part}
        for part in sprite.getroot()
    }


def likeness(sheet: Sheet) -> SafeString:
    """The likeness of a character as inline SVG in the color of the text, with one accent."""
    return drawn(*traits(sheet))


def of_idea(idea: Idea) -> SafeString:
    """The likeness of somebody who is begun from an idea, with a lightsaber where it is about
    one.
    """
    has_saber = "saber" in emblems.parts_of("idea", idea.id) or SABER in idea.keywords
    own = likenesses().blades[NO_CRYSTAL] if has_saber else ""
    return drawn(idea.species, calling_of("idea", idea.id), own, idea.name)


def traits(sheet: Sheet) -> Traits:
    """The traits that the likeness of a character or a craft goes by."""
    if sheet.is_craft:
        return Traits(craft=_kind_of_craft(sheet))
    species, calling = sheet.species, ""
    for label, text in sheet.facts:
        kind = emblems.kind_of(label)
        if kind == "species":
            species = text
        elif kind in ("profession", "idea") and text and not calling:
            calling = calling_of(kind, text)
    calling = calling or calling_of("idea", sheet.concept)
    return Traits(species, calling, blade(sheet), sheet.name)


@text_cache(2048)
def drawn(species: str, calling: str, blade: str, name: str, craft: str = "") -> SafeString:
    """A likeness by its traits."""
    parts = groupby(placed(species, calling, name, craft), key=itemgetter(1))
    groups = "".join(_group([part for part, _ in several], where) for where, several in parts)
    if blade:
        groups += (
            f'<path class="glow" stroke="{blade}" d="{BLADE}"/><path class="core" d="{BLADE}"/>'
            + _group([GRIP], "")
        )
    return mark_safe(  # noqa: S308 (made of our own drawings alone)
        f'<svg class="likeness" viewBox="0 0 48 64" aria-hidden="true">{groups}</svg>'
    )


def placed(species: str, calling: str, name: str, craft: str) -> list[tuple[str, str]]:
    """The parts of a likeness from the back to the front, each with the place it is drawn in."""
    file = likenesses()
    if craft:
        return [(part, "") for part in file.craft[craft].parts]
    person = file.species[_species(species, calling)]
    worn = file.callings.get(calling, ()) if person.clothed else ()
    hair = _hair(name) if person.hair else Hair()
    # A hood over hair alone: horns, ears and tails are what a species is known by.
    hood = ("hood",) if "hood" in worn and person.hair else ()
    behind = hood or (*hair.behind, *person.behind)
    clothes = [part for part in worn if part not in BEHIND]
    return [
        *((part, "") for part in worn if part == "rifle"),
        *((part, HEAD) for part in behind),
        *((part, "") for part in (person.build, *clothes)),
        *((part, HEAD) for part in (*person.head, *hair.front)),
    ]


def _group(parts: Iterable[str], where: str) -> str:
    """Parts in one place as SVG: the drawings stay in the sprite, which a browser keeps."""
    sprite = static(SPRITE)
    uses = "".join(f'<use href="{sprite}#{part}"/>' for part in parts)
    return f'<g class="{where}">{uses}</g>' if where else uses


def blade(sheet: Sheet) -> str:
    """The color of the character's lightsaber, by its crystal; "" without one."""
    colors = likenesses().blades
    for section in sheet.sections:
        for row in section.rows if isinstance(section, Attacks) else ():
            if SABER in row.name.casefold():
                found = (_CRYSTAL.match(words) for words in row.special)
                crystal = next((match[1].casefold() for match in found if match), NO_CRYSTAL)
                return colors.get(crystal, colors[NO_CRYSTAL])
    return ""


def calling_of(kind: str, text: str) -> str:
    """The drawing inside the emblem of a profession or an idea, where clothes go by it."""
    known = likenesses().callings
    return next((part for part in emblems.parts_of(kind, text) if part in known), "")


def _species(text: str, calling: str) -> str:
    """The id of a species by its printed name: human where a game has none."""
    file = likenesses()
    if not text:
        return file.folk.get(calling, HUMAN)
    id = emblems.id_of("species", text)
    return id if id in file.species else STRANGER


def _kind_of_craft(sheet: Sheet) -> str:
    """The drawing of a craft: of the kinds that its facts say, the first that its name says too;
    else the first of either.
    """
    by_fact, by_name = (
        [
            kind
            for kind, vessel in likenesses().craft.items()
            if any(word in text.casefold() for word in vessel.words for text in texts)
        ]
        for texts in ([text for _, text in sheet.facts], [sheet.name])
    )
    both = (kind for kind in by_fact if kind in by_name)
    return next(iter((*both, *by_fact, *by_name, ANY_CRAFT)))


def _hair(name: str) -> Hair:
    styles = list(likenesses().hair.values())
    return styles[blake2b(name.casefold().encode(), digest_size=1).digest()[0] % len(styles)]
