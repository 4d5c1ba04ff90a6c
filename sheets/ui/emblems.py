"""Emblems: a small line drawing of ours for each species, profession, edge, burden, attribute, idea
and Force knowledge, put together from the parts in `emblems.toml`. What has no drawing of its own,
such as homebrew, gets the frame of its kind with a constellation made from its name.

A drawing is decorative: the name always stands beside it.
"""

import re
from collections.abc import Iterable
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any
from unicodedata import normalize

import msgspec
from django.utils.safestring import SafeString, mark_safe

from rules.text_cache import text_cache

# The first part of a term, or the label of a fact, and the kind of drawing that it stands for.
KINDS = {
    "species": "species",
    "profession": "profession",
    "edge": "edge",
    "merits": "edge",
    "merit": "edge",
    "burden": "burden",
    "flaws": "burden",
    "flaw": "burden",
    "attributes": "attribute",
    "attribute": "attribute",
    "force_abilities": "tree",
    "power": "tree",
    "idea": "idea",
    "archetype": "idea",
    "template": "idea",
}
# The frame of homebrew of a kind that has no frame.
HOMEBREW = "ring"
# The corners near which the stars of a constellation stand.
CORNERS = ((8, 8), (14, 8), (14, 14), (8, 14))
_BARE = re.compile(r"[^:(,]*")
_UNFIT = re.compile(r"[^a-z0-9]+")


class Emblems(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of drawings: `kinds` names the frame of each kind; `drawings` the parts of each;
    `names` leads from printed names to ids.
    """

    frames: dict[str, str]
    kinds: dict[str, str]
    parts: dict[str, str]
    drawings: dict[str, dict[str, tuple[str, ...]]]
    names: dict[str, dict[str, str]]


@cache
def emblems() -> Emblems:
    """All drawings."""
    source = Path(__file__).with_suffix(".toml").read_bytes()
    return msgspec.toml.decode(source, type=Emblems)


@text_cache(2048)
def drawing(kind: str, name: str) -> str:
    """The path of an emblem on a grid of 24 by its kind and its id or name; "" for another kind."""
    file, kind = emblems(), kind_of(kind)
    if not kind or not name:
        return ""
    parts = parts_of(kind, name)
    frame = file.kinds[kind] or ("" if parts else HOMEBREW)
    inner = "".join(file.parts[part] for part in parts) if parts else _constellation(name)
    return file.frames.get(frame, "") + inner


@text_cache(2048)
def emblem(kind: str, name: str) -> SafeString:
    """An emblem as inline SVG in the color of the text; "" for a kind without any."""
    path = drawing(kind, name)
    if not path:
        return SafeString("")
    return mark_safe(  # noqa: S308 (made of our own drawings alone)
        f'<svg class="emblem" viewBox="0 0 24 24" aria-hidden="true"><path d="{path}"/></svg>'
    )


@text_cache(2048)
def known_emblem(kind: str, key: str) -> SafeString:
    """The emblem of a kind by an id, a name, or the last part of a key ("attributes.DEX"); nothing
    where it has no drawing of its own.
    """
    name = key.rpartition(".")[2]
    return emblem(kind, name) if parts_of(kind_of(kind), name) else SafeString("")


def drawn(kind: str, several: Iterable[Any]) -> str:
    """The kind, if each of several has a drawing of its own; "" where one has none."""
    keys = (str(getattr(one, "key", "") or one.id) for one in several)
    return kind if all(parts_of(kind, key.rpartition(".")[2]) for key in keys) else ""


def emblem_of_term(term: str, name: str) -> SafeString:
    """The emblem of an entry of the reference ("species.bith"), or of homebrew by its kind and
    its name ("species.", "Sand walker").
    """
    kind, _, id = term.partition(".")
    return emblem(kind, id if parts_of(kind_of(kind), id) else name)


def kind_of(label: str) -> str:
    """The kind of drawing for a label: "Merit, 2 points" is an edge. "" for any other."""
    return KINDS.get(label.casefold().partition(",")[0], "")


def parts_of(kind: str, name: str) -> tuple[str, ...]:
    """The parts of a drawing by its id or its printed name, or none."""
    own = emblems().drawings.get(kind, {})
    return own.get(name) or own.get(id_of(kind, name)) or ()


def id_of(kind: str, name: str) -> str:
    """The id of what a kind has under a printed name: "twilek" for the species "Twi'lek"."""
    id = _id(name)
    return emblems().names.get(kind, {}).get(id, id)


def _id(name: str) -> str:
    """A name as an id, without what was chosen with it: "Twi'lek" is twilek, "Heirloom: Melee" is
    heirloom.
    """
    bare = _BARE.match(name.casefold())
    own = bare[0].rstrip() if bare else ""
    plain = normalize("NFKD", own.replace("'", "").replace("’", ""))
    return _UNFIT.sub("-", plain.encode("ascii", "ignore").decode()).strip("-")


def _constellation(name: str) -> str:
    """Four stars joined by a line, and the same for the same name every time."""
    digest = blake2b(name.casefold().encode(), digest_size=12).digest()
    order = sorted(range(len(CORNERS)), key=lambda corner: (digest[corner], corner))
    stars = [
        (CORNERS[corner][0] + digest[4 + corner] % 3, CORNERS[corner][1] + digest[8 + corner] % 3)
        for corner in order
    ]
    line = "M" + "L".join(f"{x} {y}" for x, y in stars)
    rings = "".join(f"M{x - 1} {y}a1 1 0 1 0 2 0a1 1 0 1 0-2 0" for x, y in stars)
    return line + rings
