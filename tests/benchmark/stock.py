"""A site with a great many characters, and its pages.

A visitor has two characters, another one 2,000; a party of eight has a log of a line for each
character of the site. All others are copies: four of an owner, five of each hundred in a party.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.character import Character as OpenCharacter
from sheets import storage
from sheets.models import Character, Identity, LedgerEntry, Member, Owner, Party, PlayLogEntry
from sheets.parties import live
from tests.benchmark import bulk
from tests.benchmark.measure import Press, getter
from tests.benchmark.pages import autosave, kept
from tests.benchmark.party import leading
from tests.benchmark.server import link_of

OWN, OF_AN_OWNER, A_PARTY, IN_A_PARTY, LEDGER = 2000, 4, 100, 5, 5
LARGE = [Character, LedgerEntry, PlayLogEntry, Owner, Party, Member]
PAGES_OF_ONE = (
    "character",
    "character_table",
    "character_log",
    "character_history",
    "character_advance",
    "character_gear",
    "character_words",
    "character_share",
    "character_plan",
    "character_portrait",
    "character_copy",
)
PAGES_OF_PARTY = (
    "party",
    "party_log",
    "party_members",
    "party_skills",
    "party_sessions",
    "party_call",
    "party_hand_out",
    "party_rules",
    "party_guests",
    "encounters",
    "party_roster",
)


@dataclass
class Stock:
    """The rows that pages are about: a finished character and a draft of a visitor, one of the
    owner of 2,000, and the game master's membership.
    """

    visitor: Client
    owner: Client
    gm: Client
    sample: Character
    draft: Character
    member: Member

    @classmethod
    def of(cls, characters: int) -> "Stock":
        """Fills the empty database in use: so many characters, beside the 2,000 of one owner."""
        visitor, owner = Client(), Client()
        (sample, draft), (owned, _) = kept(visitor), kept(owner)
        gm, member = leading()
        ledger = [
            LedgerEntry(character=sample, position=n, content={"kind": "award", "cp": 1})
            for n in range(LEDGER)
        ]
        LedgerEntry.objects.bulk_create(ledger)
        stock = cls(visitor, owner, gm, sample, draft, member)
        with bulk.loading(LARGE):
            stock._copy(OWN, owner_id=str(owned.owner_id))
            stock._fill(characters)
            stock._write_log(characters)
        return stock

    def _fill(self, characters: int) -> None:
        """So many characters with their owners and parties."""
        strangers = -(-characters // OF_AN_OWNER)
        owner = bulk.copy(self.sample.owner, strangers, visitor_hash="'stranger ' || n.i")
        parties = -(-characters // A_PARTY)
        party = bulk.copy(self.member.party, parties, public_id=bulk.some_uuid())
        leads = f"{owner} + n.i * {A_PARTY // OF_AN_OWNER}"
        bulk.copy(self.member, parties, party_id=f"{party} + n.i", owner_id=leads)
        is_in_party = f"n.i %% {A_PARTY} < {IN_A_PARTY}"
        self._copy(
            characters,
            owner_id=f"{owner} + n.i / {OF_AN_OWNER}",
            party_id=f"CASE WHEN {is_in_party} THEN {party} + n.i / {A_PARTY} END",
        )

    def _copy(self, count: int, **changed: str) -> None:
        """So many copies of the sample, each with its ledger."""
        first = bulk.copy(
            self.sample,
            count,
            public_id=bulk.some_uuid(),
            name="t.name || ' ' || n.i",
            search="t.search || ' ' || n.i",
            **changed,
        )
        entries, characters = LedgerEntry._meta.db_table, Character._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {entries} (character_id, position, content)"
                f" SELECT c.id, e.position, e.content FROM {characters} c"
                f" JOIN {entries} e ON e.character_id = %s WHERE c.id >= %s"
                " ORDER BY c.id, e.position",
                [self.sample.pk, first],
            )

    def _write_log(self, lines: int) -> None:
        """So many lines in the log of the party, of its characters in turn."""
        table = [int(pk) for pk in self.member.party.characters.values_list("pk", flat=True)]
        first = PlayLogEntry.objects.create(
            character_id=table[0],
            number=1,
            kind="check",
            content={"action": "x", "name": "X", "dice": [{"face": 3}], "total": 3},
            at=self.sample.created_at,
        )
        turns = " ".join(f"WHEN {n} THEN {character}" for n, character in enumerate(table))
        bulk.copy(
            first,
            lines - 1,
            character_id=f"CASE (n.i + 1) %% {len(table)} {turns} END",
            number=f"(n.i + 1) / {len(table)} + 1",
        )

    def presses(self) -> dict[str, Press]:
        """Each page by its name, a save, and a roll."""
        sheet, party = self.sample.public_id, self.member.party.public_id
        logged = self.member.party.characters.latest("pk").public_id
        seen = live.party_state(Identity(user=self.member.owner.user_id), party)
        others = {
            "landing": (self.visitor, reverse("landing")),
            "wizard": (
                self.visitor,
                reverse("character_step", args=[self.draft.public_id, "concept"]),
            ),
            "deleted characters": (self.visitor, reverse("characters_deleted")),
            "my characters": (self.visitor, reverse("characters")),
            f"my {OWN:,} characters": (self.owner, reverse("characters")),
            "shared sheet": (Client(), link_of(self.visitor, self.sample)),
            "parties": (self.gm, reverse("parties")),
            "a look, nothing new": (self.gm, f"{reverse('party_live', args=[party])}?seen={seen}"),
            "play, long log": (self.gm, reverse("character_table", args=[logged])),
            "log, long": (self.gm, reverse("character_log", args=[logged])),
            "operator's page": (staff(), reverse("site_status")),
        }
        pages = {
            **{name: (self.visitor, reverse(name, args=[sheet])) for name in PAGES_OF_ONE},
            **{name: (self.gm, reverse(name, args=[party])) for name in PAGES_OF_PARTY},
            **others,
        }
        gets = {name: checked(client, url) for name, (client, url) in pages.items()}
        return {"empty view": getter(self.visitor, "/empty/"), **gets, **self._writes()}

    def search(self) -> Press:
        """A search of the 2,000 that finds some of them."""
        return checked(self.owner, f"{reverse('characters')}?q=1999")

    def _writes(self) -> dict[str, Press]:
        step = reverse("character_step", args=[self.draft.public_id, "concept"])
        save = autosave(self.visitor, self.draft, step="concept", url=step)
        assert save is not None
        self.sample.refresh_from_db()
        system, document = storage.read(self.sample)
        pool = next(iter(OpenCharacter(system, document).play_state({}).pools))
        url = reverse("character_table_do", args=[self.sample.public_id, pool])

        def roll() -> None:
            assert self.visitor.post(url, {"key": uuid.uuid4().hex}).status_code == 302

        return {"a save": save, "a roll": roll}


def scans(press: Press) -> list[str]:
    """The queries of a page that read a large table from end to end, each with how."""
    tables, found = {model._meta.db_table for model in LARGE}, []
    with CaptureQueriesContext(connection) as queries:
        press()
    for sql in (query["sql"] for query in queries):
        if sql.startswith("SELECT") and (line := bulk.scan(sql, tables)):
            found.append(f"{line}\n    {sql[:400]}")
    return found


def checked(client: Client, url: str) -> Callable[[], HttpResponse]:
    """A press that fetches a page, which is there or has nothing new."""
    status = client.get(url).status_code
    assert status in (200, 204), (url, status)
    return getter(client, url)


def staff() -> Client:
    """Somebody who may see the operator's page."""
    client = Client()
    client.force_login(User.objects.create(username="operator", is_staff=True))
    return client
