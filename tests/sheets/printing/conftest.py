"""Printing meets no database. The characters of these tests, as documents."""

import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.document import Document, Envelope
from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import Pool

SLUG = "hyperspace-d6"


@pytest.fixture
def _database() -> None:
    """None is needed here."""


@pytest.fixture(autouse=True)
def _the_same_is_printed_once(
    request: pytest.FixtureRequest, folder_of_the_run: Path
) -> Iterator[None]:
    """Prints equal jobs of two tests of a run once, except in tests of printing itself."""
    if "/printing/pdf/" in request.node.nodeid:
        yield
        return

    folder = folder_of_the_run / "printed"
    folder.mkdir(exist_ok=True)

    def render(pool: Pool, job: Job) -> bytes:
        kept = folder / blake2b(msgspec.msgpack.encode(job), digest_size=16).hexdigest()
        if not kept.exists():
            own = kept.with_suffix(f".{os.getpid()}")
            own.write_bytes(printed(pool, job))
            own.replace(kept)
        return kept.read_bytes()

    printed = Pool.render
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pool, "render", render)
        yield


def document(name: str, build: dict[str, Any], **others: Any) -> Document:
    """A document of HyperspaceD6."""
    members = {"player": "", "ledger": [], "marks": {}, "house": {}, **others}
    return registry.from_envelope(Envelope(system=SLUG, name=name, build=build, **members))


@pytest.fixture
def scoundrel() -> Document:
    """Ordinary, wounded once."""
    build = {
        "concept": "Gunslinger with a cybernetic eye",
        "pronouns": "he/him",
        "appearance": "A burn across the left hand.",
        "personality": "Quiet until the plan falls apart.",
        "species": "human",
        "profession": "scoundrel",
        "skills": ["blasters", "deceive", "pilot"],
        "edge": {"id": "luck", "note": "It never asked."},
        "burden": {"id": "debt", "note": "Twelve thousand, to Mother Sool."},
        "gear": [
            {"id": "blaster-pistol", "quantity": 1},
            {"id": "medpac", "quantity": 2},
            {"name": "Marked sabacc deck", "quantity": 1},
        ],
    }
    return document("Dask Orrin", build, marks={"wounds": 1})


@pytest.fixture
def jedi() -> Document:
    """With the Force, and a lightsaber from the GM."""
    build = {
        "concept": "Learner without a teacher",
        "species": "rodian",
        "profession": "jedi-padawan",
        "skills": ["control", "melee", "agility"],
        "edge": {"id": "favors"},
        "burden": {"id": "wanted"},
        "gear": [{"id": "lightsaber", "quantity": 1, "granted": True, "crystal": "green"}],
    }
    return document("Neesha Vaanik", build)


@pytest.fixture
def hoarder() -> Document:
    """Twenty weapons, forty things, a name of two hundred letters, and much to tell."""
    weapons = [{"id": "vibroknife", "quantity": 1, "as": f"Knife {n:02}!"} for n in range(20)]
    things = [{"name": f"Thing {n:02}!", "quantity": n + 1} for n in range(40)]
    story = " ".join(
        f"Sentence {n:03}! of a life that was long and full of words." for n in range(60)
    )
    build = {
        "concept": "Owner of one of everything, and of two of most things that can be carried",
        "species": "wookiee",
        "profession": "trader",
        "skills": ["bargain", "brawl", "steal"],
        "appearance": story,
        "edge": {"id": "trained", "skill": "search", "note": "Edge words! " * 30},
        "burden": {"id": "wounded", "attribute": "STR", "note": "Burden words! " * 30},
        "gear": weapons + things,
    }
    name = "Arrakkatuk of the Twelve Quiet Moons, " * 6
    return document(name[:199] + "!", build)
