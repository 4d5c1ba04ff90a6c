"""Those with an account, or with the keys of the server, who write while a site fails."""

import subprocess
import sys
import uuid
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.urls import reverse

from sheets.access import LEADING_ROLES, MemberAccess
from sheets.api import tokens
from sheets.errors import NeedsConfirmation
from sheets.models import Award, Encounter, Identity, Member
from sheets.models import Owner as OwnerRow
from sheets.parties.awards import operations as awards
from sheets.writes import Mine
from tests.benchmark import fight, players
from tests.benchmark.players import Player, Roller

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "a password for nobody else"


class Leader(Player):
    """A game master, signed in, with a party of so many players."""

    size = 2

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.party, clients = fight.table(self.size)
        name = settings.SESSION_COOKIE_NAME
        self.browser.cookies[name] = clients["gm"].cookies[name].value
        self.leader = Member.objects.get(party=self.party, role=Member.Role.GM)


class Awarder(Leader):
    """Hands out points."""

    kind = "awards"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.to = self.party.characters.order_by("pk")[0].public_id
        user = self.leader.owner.user_id
        leads = MemberAccess(Identity(user=user), self.party.public_id, LEADING_ROLES)
        try:
            members = {"kind": "award", "cp": "1"}
            awards.GiveAwards(leads, to=[self.to], members=members, confirmed="").run()
        except NeedsConfirmation as question:
            self.confirmed = question.digest

    def write(self, key: str) -> int:
        """Hands out one point, confirmed."""
        fields = {"to": str(self.to), "entry": "kind=award&cp=1", "confirmed": self.confirmed}
        path = reverse("party_hand_out", args=[self.party.public_id])
        return self.browser.post(path, {**fields, "key": key})

    def stored(self) -> int:
        """The points that the character has for it, and the awards: the fewer of them."""
        character = self.party.characters.get(public_id=self.to)
        return min(Award.objects.filter(party=self.party).count(), character.entries.count())


class Fighter(Leader):
    """Goes on to the next turn of a fight."""

    kind, size = "encounter turns", 3

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        fight.running(self.party)
        self.encounter = Encounter.objects.get(party=self.party)
        rows = self.encounter.combatants.order_by("rank")
        self.order = list(rows.values_list("pk", flat=True))
        self.first = self.turns()

    def turns(self) -> int:
        """The number of turns so far."""
        self.encounter.refresh_from_db()
        return self.encounter.round * len(self.order) + self.order.index(self.encounter.turn)

    def write(self, key: str) -> int:
        """Goes on once."""
        after = self.order[self.answered % len(self.order)]
        path = reverse("encounter_next", args=[self.party.public_id, self.encounter.public_id])
        return self.browser.post(path, {"after": str(after), "key": key})

    def stored(self) -> int:
        """The turns since then."""
        return self.turns() - self.first


class Program(Roller):
    """Rolls dice through the API."""

    kind = "API writes"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        user = User.objects.create(username=f"bot {number}")
        owner = OwnerRow.objects.create(kind=OwnerRow.Kind.USER, user=user)
        self.character.owner = owner
        self.character.save(update_fields=["owner"])
        token = tokens.Create(
            Mine(owner), name="A bot", can_write=True, lasts="never", character=None
        ).run()
        self.headers = {"Authorization": f"Bearer {token}"}

    def write(self, key: str) -> int:
        """Rolls once."""
        path = reverse("api_action", args=[self.id, self.pool])
        headers = {**self.headers, "Idempotency-Key": key}
        return self.browser.send_json(path, {"fields": {}}, headers=headers)


class SignedIn(Player):
    """Signs in with a password: each session has to be there."""

    kind, pause, is_prompt = "sessions", 0.5, False

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.name = f"someone-{uuid.uuid4().hex[:8]}"
        User.objects.create_user(self.name, password=PASSWORD)
        self.sessions: list[str] = []

    def write(self, key: str) -> int:
        """Signs in as if for the first time."""
        cookie = settings.SESSION_COOKIE_NAME
        self.browser.cookies.pop(cookie, None)
        fields = {"login": self.name, "password": PASSWORD, "key": key}
        status = self.browser.post(reverse("account_login"), fields)
        if status == 302:
            self.sessions.append(self.browser.cookies[cookie])
        return status if status != 200 else 400  # the form once more: refused

    def stored(self) -> int:
        """Those of the sessions that are there."""
        return Session.objects.filter(session_key__in=self.sessions).count()


class Backuper(Player):
    """Makes backups, some of which are killed: each file under its name has to be whole."""

    kind, pause, is_prompt = "backups", 3, False

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.folder = Path(mkdtemp(prefix="hyperspace-backups-"))

    def write(self, key: str) -> int:
        """Makes one; 0 where it could not be made, or was killed."""
        process = self._manage("backup", str(self.folder / f"{key}.backup"))
        with suppress(subprocess.TimeoutExpired):
            killed = Random().random() < 0.3
            process.wait(Random().uniform(0.5, 3) if killed else 120)
        process.kill()
        status = process.wait()
        return 200 if status == 0 else 0 if status in (2, -9) else 400 + abs(status)

    def _manage(self, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "manage.py", *arguments]
        nothing = subprocess.DEVNULL
        return subprocess.Popen(command, cwd=ROOT, stdout=nothing, stderr=nothing)

    def stored(self) -> int:
        """Those that can be read back; a half one under its name counts as one that is missing."""
        whole, names = 0, sorted(self.folder.glob("*.backup"))
        for name in names:
            whole += self._manage("restore_check", str(name)).wait() == 0
            name.unlink()
        with suppress(OSError):
            for rest in self.folder.iterdir():
                rest.unlink()
            self.folder.rmdir()
        return whole if whole == len(names) else 0


def everybody(port: int) -> list[Player]:
    """One player for each kind of write, and one who reads."""
    kinds = (
        *(players.Saver, players.Maker, players.Roller, players.Advancer, players.Undoer),
        *(players.Offline, players.Importer, players.Painter, players.Printer, players.Reader),
        *(Awarder, Fighter, Program, SignedIn, Backuper),
    )
    return [kind(port, number) for number, kind in enumerate(kinds, start=1)]
