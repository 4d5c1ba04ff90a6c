"""The envelope of an actor file for Foundry Virtual Tabletop, whatever the system in it."""

from __future__ import annotations

import hashlib
import html
import string

import msgspec

from rules.document import FORMAT

ALPHABET = string.ascii_uppercase + string.ascii_lowercase + string.digits
ID_LENGTH = 16
# The types of actors: a player's, and an opponent.
CHARACTER, OPPONENT = "character", "npc"
FRIENDLY, HOSTILE = 1, -1
PORTRAIT = "icons/svg/mystery-man.svg"
NAMELESS = "Unnamed character"


class Target(msgspec.Struct, frozen=True, gc=False):
    """A system of Foundry: its id and version, and the version of Foundry that files name."""

    id: str
    version: str
    core: str

    @property
    def stats(self) -> dict[str, str]:
        """Which versions a file is made for."""
        return {
            "coreVersion": self.core,
            "systemId": self.id,
            "systemVersion": self.version,
        }


def stable_id(text: str, length: int = ID_LENGTH) -> str:
    """An id of letters and digits that is the same for the same text."""
    number = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest(), "big")
    signs = []
    for _ in range(length):
        number, place = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[place])
    return "".join(signs)


def paragraphs(*texts: str) -> str:
    """Plain texts as HTML, a paragraph for each; empty ones are left out."""
    lines = (line.strip() for text in texts for line in text.split("\n"))
    return "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines if line)


class Items:
    """The items of an actor, each with an id that is the same whenever the file is made."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.items: list[dict[str, object]] = []
        self._ids: set[str] = set()

    def add(
        self, type: str, name: str, icon: str, system: dict[str, object], **flags: str
    ) -> dict[str, object]:
        """One more item; `flags` are our own."""
        name = name.strip() or type.capitalize()
        count = 1
        while (id := stable_id(f"{type}/{name.casefold()}/{count}")) in self._ids:
            count += 1
        self._ids.add(id)
        item: dict[str, object] = {
            "name": name,
            "type": type,
            "img": f"icons/svg/{icon}.svg",
            "system": system,
        }
        if flags:
            item["flags"] = {"hyperspace": flags}
        item |= {"_id": id, "_stats": self.target.stats}
        self.items.append(item)
        return item


def actor(
    items: Items, name: str, type: str, system: dict[str, object], *, game: str, id: str = ""
) -> dict[str, object]:
    """The whole file. `game` is the slug of the character's game, `id` the character's own id where
    it has one. Each token of an opponent is one of its own.
    """
    name = name.strip() or NAMELESS
    flags = {"system": game, "format": FORMAT} | ({"id": id} if id else {})
    return {
        "name": name,
        "type": type,
        "img": PORTRAIT,
        "system": system,
        "prototypeToken": {
            "name": name,
            "actorLink": type != OPPONENT,
            "disposition": HOSTILE if type == OPPONENT else FRIENDLY,
        },
        "items": items.items,
        "effects": [],
        "flags": {"hyperspace": flags},
        "_stats": items.target.stats,
    }
