"""Every page of a game, taken from the table of all addresses: a new page joins by itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from django.urls import NoReverseMatch, reverse

from rules import registry
from rules.document import Document
from sheets import catalog, form_data
from sheets.models import (
    Character,
    Combatant,
    Duel,
    Encounter,
    Member,
    Party,
    PlayLogEntry,
)
from tests.sheets import cast
from tests.sheets.access_rows import READ, Row
from tests.sheets.access_table import TABLE
from tests.sheets.every_game.characters import by_chance, plain
from tests.sheets.every_game.pages import HURT, rolls
from tests.sheets.example_characters import store

# What rows of the table are tried on that is a party.
OF_PARTIES = {"party", "battle", "open_call", "session", "house", "guest_table", "reviewed"}
# Files, and fragments that are sent to a page that is there.
NO_PAGES = re.compile(r"\.\w+$|^/(sw\.js|offline/)|/live/$|/price/")
# What an address that is about something may do without, tried in this order.
LEFT_OUT = (
    {"encounter"},
    {"character"},
    {"encounter", "character"},
    {"encounter", "character", "id"},
)
# Seeds of characters whose first figures are long: a Soak with pips beside four numbers.
LONG_FIGURES = {"empire-ascendant": 4}


class Address(NamedTuple):
    """Where a page is, by which name, and whether one is signed in there."""

    name: str
    url: str
    inside: bool


@dataclass
class Table:
    """A party at the table, its game master, who has an account and leads the site too, and what
    the arguments of addresses may be.
    """

    slug: str
    gm: cast.Person
    party: Party
    ids: dict[str, list[Any]] = field(default_factory=dict)
    codes: dict[str, dict[str, list[Any]]] = field(default_factory=dict)

    def post(self, address: str, **sent: Any) -> None:
        """Posts a form there as the game master."""
        answer = self.gm.client.post(address, {"key": form_data.new_key(), **sent})
        assert answer.status_code in (200, 302), (address, answer.status_code)

    def listed(self, address: str) -> list[str]:
        """Whom the book has for a roster; nobody in a game that has none."""
        page = self.gm.client.get(address).content.decode()
        return re.findall(r'name="who" value="([^"]+)"', page)


def _someone(slug: str) -> Document:
    """A character by chance, with the longest figures that its game has."""
    return by_chance(slug, LONG_FIGURES.get(slug, 7))


def laid(slug: str, name: str) -> Table:
    """A party of a game with all that its pages show: characters that were played and hurt, a
    draft, a rebuild, a fight, a duel, opponents, a ship. All of it is called so.
    """
    gm = cast.person("greta", staff=True)
    party = Party.objects.create(name=name, system=slug)
    Member.objects.create(party=party, owner=gm.owner, role=Member.Role.GM)
    table = Table(slug, gm, party)
    document = {**plain(_someone(slug)), "name": name, "player": name, "marks": HURT[slug]}
    draft = store(gm.owner, document)
    finished = store(gm.owner, document, finished=True)
    rebuilding = store(gm.owner, document, finished=True)
    rebuilding.rebuilding = {part: document[part] for part in ("name", "player", "build")}
    rebuilding.save()
    Character.objects.update(party=party)
    _play(table, finished)
    _fight(table, name)
    _duel(table, finished, name)
    table.codes = {
        "invitation": {"code": [cast.invite(party)]},
        "seat": {"code": [cast.open_table(party)]},
        "printed": {"code": [cast.print_code(finished)]},
        "held": {"key": [cast.share(finished)]},
    }
    system = registry.get(slug)
    trait = rolls(registry.open(_someone(slug)).sheet)[0]
    table.ids |= {
        "draft": [draft.public_id],
        "rebuilding": [rebuilding.public_id],
        "character": [finished.public_id],
        "party": [party.public_id],
        "step": [step.id for step in registry.open(_someone(slug)).steps()] + ["review"],
        "system": [slug],
        "chapter": [chapter.id for chapter in system.reference()],
        "action": [trait, "harm"],
        "key": [trait],
        "kind": [kind.kind for kind in system.house.kinds],
        "moment": [0],
        "number": [1],
    }
    return table


def _play(table: Table, character: Character) -> None:
    """Rolls twice; the first roll is taken back, and of the other twelve dice fell."""
    base = f"/characters/{character.public_id}/"
    trait = rolls(registry.open(_someone(table.slug)).sheet)[0]
    table.post(f"{base}table/do/{trait}/")
    table.post(f"{base}table/take-back/1/")
    table.post(f"{base}table/do/{trait}/")
    newest = PlayLogEntry.objects.filter(character=character).latest("number")
    newest.content["dice"] = (newest.content["dice"] * 12)[:12]
    if "total" in newest.content:
        newest.content["total"] = 57
    newest.save()


def _fight(table: Table, name: str) -> None:
    """A fight in its first round, with two opponents of the book."""
    base = f"/parties/{table.party.public_id}/"
    for who in table.listed(f"{base}roster/")[:2]:
        table.post(f"{base}roster/add/listed/", who=who)
    for row in table.party.characters.filter(kind="character", finished_at__isnull=False)[:1]:
        table.post(f"{base}roster/add/character/", character=str(row.public_id))
    # The last of a list is a large one, with more to show of it.
    for who in table.listed(f"{base}ships/")[-1:]:
        table.post(f"{base}ships/add/listed/", who=who)
    roster = list(Character.documents.filter(roster=table.party))
    Character.documents.filter(pk__in=[row.pk for row in roster]).update(name=name[:120])
    table.ids["opponent"] = [row.public_id for row in roster]
    table.ids["ship"] = [row.public_id for row in roster if row.kind == "craft"]
    answer = table.gm.client.post(f"{base}encounters/", {"name": name[:120], "place": name})
    if answer.status_code == 404:
        return
    encounter = Encounter.objects.get(party=table.party)
    there = f"{base}encounters/{encounter.public_id}/"
    chosen = [str(row.public_id) for row in roster]
    table.post(f"{there}add/", characters=chosen, count="1")
    for verb in ("start", "roll"):
        table.post(f"{there}{verb}/")
    table.gm.client.post(f"{there}next/", {"after": ""})  # where initiative is rolled for all
    table.ids["encounter"] = [encounter.public_id]
    table.ids["combatant"] = list(
        Combatant.objects.filter(encounter=encounter).values_list("pk", flat=True)[:1]
    )


def _duel(table: Table, character: Character, name: str) -> None:
    """A duel against an opponent: both rolled initiative, and the first who acts waits for the
    answer.
    """
    if not catalog.has_duels(table.slug):
        return
    base = f"/parties/{table.party.public_id}/duel/"
    foe = Character.documents.filter(roster=table.party, kind="opponent").latest("pk")
    sides = {f"side-{character.public_id}": "1", f"side-{foe.public_id}": "2"}
    table.post(f"{base}begin/", place=name[:80], **sides)
    duel = Duel.objects.get(party=table.party)
    for duelist in duel.duelists.all():
        table.post(f"{base}roll/initiative/", who=str(duelist.pk))
    duel.refresh_from_db()
    table.post(f"{base}roll/check/", who=str(duel.turn), skill="skills.melee")


def addresses(table: Table) -> Iterator[Address]:
    """Every page there may be. Not all of them answer: not every game has ships."""
    seen = set()
    for name, row in TABLE.items():
        if not row.methods & READ or row.is_api:
            continue
        for address in _of(table, name, row):
            if not NO_PAGES.search(address) and address not in seen:
                seen.add(address)
                yield Address(name, address, "staff" not in row.got)


def _of(table: Table, name: str, row: Row) -> Iterator[str]:
    """The addresses of a row, with each of what its arguments may be."""
    known = {key: table.ids.get(key, [value]) for key, value in row.arguments.items()}
    if row.on:
        of_whom = "party" if row.on in OF_PARTIES else row.on
        known["id"] = table.ids.get(of_whom, table.ids["character"])
        known["encounter"] = table.ids.get("encounter", [None])
        known["character"] = table.ids["character"]
        known |= table.codes.get(row.on, {})
    for values in product(*known.values()):
        kwargs = dict(zip(known, values, strict=True))
        for left_out in LEFT_OUT:
            try:
                yield reverse(name, kwargs={k: v for k, v in kwargs.items() if k not in left_out})
            except NoReverseMatch:
                continue
            break
