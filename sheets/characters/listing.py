"""Which of a visitor's characters are listed, and in which order: what the address asks for."""

import re
import uuid
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, Case, Count, Value, When
from django.http import QueryDict
from django.urls import reverse

from rules import registry
from sheets import search_text
from sheets.models import Character
from sheets.models.character import CharacterQuerySet

PER_PAGE = 20
LONGEST_QUERY = 100
EDITED, BY_NAME, BY_GAME = "", "name", "game"
SORTS = {EDITED: "Last edited", BY_NAME: "Name", BY_GAME: "Game"}
NO_PARTY = "none"
FORMER_PARTY = "Former party"
_DIGITS = re.compile(r"([0-9]{1,9})")

Choices = list[tuple[str, str]]


@dataclass(frozen=True)
class ListQuery:
    """The query of an address or a form: search words, order, game, party, and `archived` for the
    archive. An empty one is "".
    """

    q: str = ""
    sort: str = EDITED
    game: str = ""
    party: str = ""
    archived: str = ""

    @classmethod
    def read(cls, sent: QueryDict) -> "ListQuery":
        """The query that was sent. An order, a game or a party that cannot exist asks for
        nothing.
        """
        sort, game, party = (sent.get(name, "") for name in ("sort", "game", "party"))
        return cls(
            q=sent.get("q", "").strip()[:LONGEST_QUERY],
            sort=sort if sort in SORTS else EDITED,
            game=game if game in registry.all_systems() else "",
            party=party if party == NO_PARTY else _party_id(party),
            archived="1" if sent.get("archived") == "1" else "",
        )

    @property
    def is_narrow(self) -> bool:
        """True if it leaves out some characters."""
        return bool(self.q or self.game or self.party)

    @property
    def members(self) -> dict[str, str]:
        """Its parts that ask for something, as an address or a form sends them."""
        return {name: value for name, value in vars(self).items() if value}

    def address(self, **more: str) -> str:
        """The page that it asks for."""
        encoded = urlencode({**self.members, **more})
        return f"{reverse('characters')}?{encoded}" if encoded else reverse("characters")

    def matches(self, own: CharacterQuerySet) -> list[uuid.UUID]:
        """The public ids of the characters that it lists, in its order. One query."""
        rows = own.shelf(archived=bool(self.archived))
        if self.q:
            rows = rows.found_by(search_text.query_words(self.q))
        if self.game:
            rows = rows.filter(system=self.game)
        if self.party:
            in_none = self.party == NO_PARTY
            rows = rows.filter(party=None) if in_none else rows.filter(party__public_id=self.party)
        listed = list(rows.values_list("public_id", "name", "system"))
        if self.sort:
            listed.sort(key=lambda row: _sort_key(row[1], row[2] if self.sort == BY_GAME else ""))
        return [row[0] for row in listed]


@dataclass
class Stock:
    """The number of an owner's characters, on this list and archived, and the games and parties of
    those on this list.
    """

    listed: int = 0
    archived: int = 0
    games: set[str] = field(default_factory=set)
    parties: dict[str, str] = field(default_factory=dict)

    def game_choices(self, query: ListQuery) -> Choices:
        """The games to choose from; [] if there is only one."""
        chosen = {query.game} if query.game else set()
        games = {slug: registry.name_of(slug) for slug in self.games | chosen}
        ordered = sorted(games.items(), key=lambda game: game[1].casefold())
        return [("", "All games"), *ordered] if len(games) > 1 or chosen else []

    def party_choices(self, query: ListQuery) -> Choices:
        """The parties to choose from; [] if no character is in one."""
        parties = dict(self.parties)
        if query.party not in ("", NO_PARTY):
            parties.setdefault(query.party, FORMER_PARTY)
        ordered = sorted(parties.items(), key=lambda party: search_text.fold(party[1]))
        ends = [("", "All parties"), (NO_PARTY, "No party")]
        return [ends[0], *ordered, ends[1]] if ordered or query.party else []


def stock(own: CharacterQuerySet, *, archived: bool) -> Stock:
    """The numbers of characters, and the games and parties to choose from. One query."""
    is_archived = Case(
        When(archived_at=None, then=Value(False)),  # noqa: FBT003 (a value of SQL)
        default=Value(True),  # noqa: FBT003 (a value of SQL)
        output_field=BooleanField(),
    )
    groups = own.annotate(is_put_away=is_archived).values_list(
        "is_put_away", "system", "party__public_id", "party__name"
    )
    result, counts = Stock(), Counter[bool]()
    for put_away, system, party, name, count in groups.annotate(count=Count("pk")).order_by():
        counts[put_away] += count
        if put_away == archived:
            result.games.add(system)
            if party:
                result.parties[str(party)] = name
    result.listed, result.archived = counts[archived], counts[True]
    return result


@dataclass(frozen=True)
class Listing:
    """One page of the characters that a query lists."""

    query: ListQuery
    own: CharacterQuerySet
    number: str | None = None

    @cached_property
    def ids(self) -> list[uuid.UUID]:
        """All that match, on whatever page."""
        return self.query.matches(self.own)

    @cached_property
    def page(self) -> Page[uuid.UUID]:
        """This page of them."""
        return Paginator(self.ids, PER_PAGE).get_page(self.number)

    @property
    def addresses(self) -> dict[str, str]:
        """Of the pages before and after it, as far as there are such."""
        page, addresses = self.page, dict[str, str]()
        if page.has_previous():
            addresses["previous"] = self.query.address(page=str(page.previous_page_number()))
        if page.has_next():
            addresses["next"] = self.query.address(page=str(page.next_page_number()))
        return addresses

    @cached_property
    def characters(self) -> list[Character]:
        """The characters of this page with ledgers and parties, in order. Two queries."""
        ids = list(self.page)
        if not ids:
            return []
        rows = self.own.filter(public_id__in=ids).select_related("party").with_portrait().whole()
        by_id = {row.public_id: row for row in rows}
        return [by_id[id] for id in ids if id in by_id]


def _sort_key(name: str, system: str) -> tuple[object, ...]:
    """By game where that is asked, then by name without case and accents, numbers by their value;
    whoever has no name comes last.
    """
    folded = search_text.fold(name).strip()
    parts = _DIGITS.split(folded)
    pairs = [
        (text, int(digits)) for text, digits in zip(parts[::2], [*parts[1::2], "0"], strict=True)
    ]
    return (registry.name_of(system).casefold() if system else "", not folded, pairs)


def _party_id(text: str) -> str:
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return ""
