"""The identity of a declared game: `game.toml`."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from rules.declared.folder import Folder

FILE = "game.toml"
SLUG = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST_SLUG, LONGEST_NAME = 40, 80


class Identity(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game: the slug that documents name, its name and edition, a sentence or two about it, its
    author, the kind of its traits, where its rows stand if they do not say so (`source`), and an
    `example` of who somebody is.
    """

    slug: str
    name: str
    credit: str
    edition: str = ""
    about: str = ""
    license: str = ""
    rank: int = 5
    traits: Literal["codes", "dots"] = "codes"
    source: str = ""
    example: str = ""


def read(folder: Folder) -> Identity | None:
    """The identity of a folder's game, None with a fault for none."""
    if not folder.has(FILE):
        if not folder.faults:
            folder.fault(FILE, "", "", "is missing; it says slug, name, and credit")
        return None
    identity = folder.table(FILE, Identity, folder.members(FILE))
    if identity is None:
        return None
    if not SLUG.fullmatch(identity.slug) or len(identity.slug) > LONGEST_SLUG:
        text = f"small letters, digits and single hyphens, at most {LONGEST_SLUG}: lantern-deep"
        folder.fault(FILE, "", "slug", text)
    if not 0 < len(identity.name.strip()) <= LONGEST_NAME:
        folder.fault(FILE, "", "name", f"1 to {LONGEST_NAME} letters")
    return identity
