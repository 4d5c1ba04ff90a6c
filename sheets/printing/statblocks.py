"""The opponents of an encounter on one page: a statblock for each kind, and boxes to tick for each
of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

import msgspec
from django.template import Engine
from django.template.loader import render_to_string

from sheets.printing.pdf.messages import Job
from sheets.printing.pdf.pool import pool
from sheets.printing.statblock import SHORT, Opponent, Statblock, statblocks
from sheets.printing.statblock_columns import below, in_rows
from sheets.printing.styles import GENERAL, PAPERS, Styles, for_game, page_rule
from sheets.printing.type.direction import apart
from sheets.printing.type.glyphs import one_line, printable, typographic
from sheets.printing.type.measure import shorten
from sheets.printing.version import version_for

TEMPLATE, STYLES = "printing/statblocks/statblocks.html", "printing/statblocks/statblocks.css"
# What the page gives up, one after the other, if that saves a second one.
TIGHT = tuple(f"printing/statblocks/{name}.css" for name in ("tight", "tightest", "bare"))
# The name at the foot of further pages: its points, and its millimeters.
RUNNING_SIZE, RUNNING_MEASURE = 7, 62
ADVICE = "Shorten the notes of the encounter, or split it in two."


class Encounter(msgspec.Struct, frozen=True):
    """The page: who fights, where, and the game master's notes, as plain text."""

    slug: str
    game: str
    credit: str
    name: str
    place: str
    notes: str
    date: str
    opponents: tuple[Opponent, ...]


def statblocks_pdf(encounter: Encounter, *, paper: str = "a4") -> bytes:
    """The opponents' page. ValueError if there is no such paper, PrintingFailed."""
    return pool().render(statblocks_job(encounter, paper=paper))


def statblocks_key(encounter: Encounter, *, paper: str = "a4") -> str:
    """A hash of everything that the page depends on, for an ETag or a cache."""
    digest = blake2b(version_for(encounter.slug), digest_size=16)
    for name in (TEMPLATE, STYLES, *TIGHT):
        digest.update(_source(name).encode())
    digest.update(msgspec.json.encode(("statblocks", paper, encounter)))
    return digest.hexdigest()


def statblocks_job(encounter: Encounter, *, paper: str) -> Job:
    """The HTML of the page."""
    if paper not in PAPERS:
        raise ValueError(f"no such paper: {paper!r}; there are {', '.join(PAPERS)}")
    look = for_game(encounter.slug)
    blocks = list(statblocks(encounter.opponents, look))
    shared = shared_texts(blocks)
    is_lone = len(blocks) == 1
    blocks, told = below([replace(_without(it, shared), is_wide=is_lone) for it in blocks])
    context = {
        "encounter": encounter,
        "running": apart(shorten(one_line(encounter.name), RUNNING_SIZE, RUNNING_MEASURE)),
        "rows": in_rows(blocks),
        "is_lone": is_lone,
        "below": told,
        "effects": effects_of_all(blocks),
        "shared": shared,
        "emblem": look.value("emblem"),
        "emblem_full": look.value("emblem-full"),
        "ruler": look.value("ruler"),
    }
    html = typographic(printable(render_to_string(TEMPLATE, context) + ""))  # a plain text again
    own = Styles(_source(GENERAL), _source(STYLES))
    tight = tuple(_source(name) for name in TIGHT)
    return Job(html, (own.text, page_rule(paper)), advice=ADVICE, tight=tight)


def effects_of_all(blocks: Iterable[Statblock]) -> tuple[tuple[str, str], ...]:
    """The effects of the wound levels by name, in the order of whoever has the most, if they are
    the same for all; () if not.
    """
    effects: dict[str, set[str]] = {}
    for block in sorted(blocks, key=lambda block: len(block.levels), reverse=True):
        for band in block.levels:
            effects.setdefault(band.name, set()).add(band.effect)
    if any(len(texts) > 1 for texts in effects.values()):
        return ()
    return tuple((name, text) for name, texts in effects.items() for text in texts)


def shared_texts(blocks: Iterable[Statblock]) -> dict[str, str]:
    """The long texts that several statblocks have, by name, in their order."""
    found: dict[str, list[str]] = {}
    for block in blocks:
        for passage in block.passages:
            found.setdefault(passage.name, []).append(passage.text)
    return {
        name: texts[0]
        for name, texts in found.items()
        if len(texts) > 1 and len(set(texts)) == 1 and len(texts[0]) > SHORT
    }


def _without(block: Statblock, shared: dict[str, str]) -> Statblock:
    """The statblock without those texts. Of such a passage stay the player's own words."""
    passages = (
        msgspec.structs.replace(passage, text="") if passage.name in shared else passage
        for passage in block.passages
    )
    return replace(
        block,
        passages=tuple(passage for passage in passages if passage.text or passage.own_words),
        shared=tuple(passage.name for passage in block.passages if passage.name in shared),
    )


def _source(name: str) -> str:
    return str(Engine.get_default().get_template(name).source)
