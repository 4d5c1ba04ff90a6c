"""The combatants that can be added to an encounter: characters of the party, opponents and craft
of its roster and of one's own by their folders, and those that the game lists; searched by a few
words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import compress
from operator import attrgetter

from rules import registry
from rules.game import Game
from rules.search import Entry, matches
from sheets.encounters.lineup import own_roster, roster, shown_name
from sheets.folders import by_folder
from sheets.models import Character, Member

# So many of a source, or of one of its folders, are shown; a search finds the others.
MOST_SHOWN = 10
LONGEST_SEARCH = 60


@dataclass(frozen=True)
class Candidate:
    """One that can be added: the `field` of the form and its `value`. `can_group` says that several
    can come as one group.
    """

    field: str
    value: str
    name: str
    about: str = ""
    keywords: str = ""
    can_group: bool = False
    folder: str = ""


@dataclass(frozen=True)
class Source:
    """Where candidates come from, or a `folder` of that, with those that a search found; `more`
    others are not shown.
    """

    name: str
    folder: str
    found: tuple[Candidate, ...]
    more: int


def sources_for(
    membership: Member, inside: Collection[int], *, query: str = ""
) -> Iterator[Source]:
    """The sources that have somebody for these words, the party's first. `inside` are the
    characters in the encounter, by row id.
    """
    party = membership.party
    ready = Character.documents.filter(party=party, archived_at=None, finished_at__isnull=False)
    absent = (row for row in ready.order_by("name", "pk") if row.pk not in inside)
    game = registry.get(party.system)
    for name, candidates in (
        ("The party", _rows(absent)),
        ("The roster", _rows(roster(party).whole())),
        ("Your own", _rows(own_roster(membership).whole())),
        (game.opponents.heading if game.opponents else "", _opponents(game)),
        ("Ships and vehicles", _craft(game)),
    ):
        known = list(candidates)
        entries = [Entry(one.name, f"{one.about} {one.keywords} {one.folder}") for one in known]
        found = compress(known, matches(query, entries))
        for folder, rows in by_folder(found, attrgetter("folder")):
            yield Source(name, folder, tuple(rows[:MOST_SHOWN]), max(0, len(rows) - MOST_SHOWN))


def _rows(rows: Iterable[Character]) -> Iterator[Candidate]:
    for row in rows:
        name, id = shown_name(row), str(row.public_id)
        yield Candidate("characters", id, name, keywords=row.search, folder=row.folder)


def _opponents(game: Game) -> Iterator[Candidate]:
    rules = game.opponents
    for one in rules.listed() if rules else ():
        about, is_grouped = f"{one.side}: {one.does}", bool(rules and rules.group)
        yield Candidate("listed", one.id, one.name, about, one.keywords, is_grouped)


def _craft(game: Game) -> Iterator[Candidate]:
    for one in game.craft.listed() if game.craft else ():
        yield Candidate("craft", one.id, one.name, f"{one.side}: {one.does}", one.keywords)
