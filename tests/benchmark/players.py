"""Players without an account who write, again and again, while a site fails.

Each repeats a write, with the same form, until it is answered. What was answered has to be there in
the end, once.
"""

import json
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from urllib.parse import urlencode

from django.urls import reverse
from PIL import Image

from rules import registry
from rules.character import Character as OpenCharacter
from sheets import storage
from sheets.form_data import token
from sheets.models import Character, Portrait
from tests.attacks.browser import Browser

ANSWERED = (200, 201, 302)
# The parts of an answer that nobody can use: no server, and one that says so.
UNANSWERED = (0, 503)


class Player:
    """Somebody who writes until told to stop. A write that was not answered is repeated."""

    kind = ""
    # How long they think between two writes; whether their next answer shows that the site is back.
    pause, is_prompt = 0.01, True

    def __init__(self, port: int, number: int) -> None:
        self.browser = Browser(port, f"127.0.3.{number}")
        self.browser.connection.timeout = 10
        self.answered, self.tried = 0, 0
        self.stops = threading.Event()
        self.fault, self.status = "", 0

    def play(self) -> None:
        """Writes."""
        while not self.stops.is_set() and not self.fault:
            key = uuid.uuid4().hex
            self.tried += 1
            while (status := self.write(key)) not in ANSWERED:
                self.status = status
                if self.stops.is_set():
                    return
                self._check(status)
                time.sleep(0.05)
            self.answered += 1
            self.stops.wait(self.pause)

    def _check(self, status: int) -> None:
        """Whoever is not answered is told why, and when to try again."""
        headers = self.browser.headers
        if status not in UNANSWERED:
            self.fault = f"was answered with {status}"
        elif status == 503 and not headers.get("Retry-After"):
            self.fault = "was not told when to try again"

    def write(self, key: str) -> int:
        """One write; the status of its answer."""
        raise NotImplementedError

    def stored(self) -> int:
        """The number of writes that are stored."""
        raise NotImplementedError

    def compare(self) -> tuple[int, int]:
        """The number of answered writes that are missing, and of stored ones beyond those tried."""
        stored = self.stored()
        return max(0, self.answered - stored), max(0, stored - self.tried)


class Saver(Player):
    """Saves the name of a draft: the last one has to be there."""

    kind = "autosaves"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.id, self.names = self.browser.begin(), [""]

    def write(self, key: str) -> int:
        """Saves a name."""
        path = f"/characters/{self.id}/build/concept/"
        fields = {"was.name": token((self.names[-1],)), "name": key}
        status = self.browser.post(path, fields, htmx=True)
        if status in ANSWERED:
            self.names.append(key)
        return status

    def stored(self) -> int:
        """All that were answered if the name is the last of them or the one being saved."""
        name = Character.objects.get(public_id=self.id).name
        return self.answered if name not in self.names[:-1] else self.names.index(name)


class Maker(Player):
    """Makes characters."""

    kind = "new characters"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.id = self.browser.begin()

    def write(self, key: str) -> int:
        """Makes one."""
        system = next(iter(registry.all_systems()))
        return self.browser.post("/characters/new/", {"system": system, "key": key})

    def stored(self) -> int:
        """The characters of the same owner but the first."""
        first = Character.objects.get(public_id=self.id)
        return Character.objects.filter(owner=first.owner_id).count() - 1


class Importer(Maker):
    """Imports a character file."""

    kind, pause = "imports", 0.3

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.file = storage.download(Character.objects.get(public_id=self.id)).decode()

    def write(self, key: str) -> int:
        """Imports it once more."""
        return self.browser.post("/characters/import/", {"pasted": self.file, "key": key})


class Owner(Player):
    """Somebody with a finished character."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.id = self.browser.begin(surprise="1")
        self.browser.post(f"/characters/{self.id}/finish/", {"key": uuid.uuid4().hex})
        self.character = Character.objects.get(public_id=self.id)
        self.version = self.character.version
        system, document = storage.read(self.character)
        self.pool = next(iter(OpenCharacter(system, document).play_state({}).pools))


class Roller(Owner):
    """Rolls dice."""

    kind = "rolls"

    def write(self, key: str) -> int:
        """Rolls once."""
        path = reverse("character_table_do", args=[self.id, self.pool])
        return self.browser.post(path, {"key": key})

    def stored(self) -> int:
        """The lines of the log."""
        return self.character.play_log.count()


class Offline(Roller):
    """Sends rolls that waited on a device."""

    kind = "offline queue"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.browser.get("/outbox/")
        self.account = json.loads(self.browser.content)["account"]

    def write(self, key: str) -> int:
        """Sends one."""
        path = reverse("character_table_do", args=[self.id, self.pool])
        change = {"account": self.account, "path": path, "body": urlencode({"key": key})}
        return self.browser.send_json("/outbox/", {**change, "line": self.answered, "sent": [key]})


class Advancer(Owner):
    """Writes entries of the ledger."""

    kind = "ledger entries"

    def write(self, key: str) -> int:
        """Enters one point."""
        return self.enter("kind=award&cp=1", key)

    def enter(self, entry: str, key: str) -> int:
        """Makes one entry."""
        fields = {"entry": entry, "version": str(self.version), "key": key}
        status = self.browser.post(f"/characters/{self.id}/session/", fields)
        self.version += status in ANSWERED
        return status

    def stored(self) -> int:
        """The entries of the ledger."""
        return self.character.entries.count()


class Undoer(Advancer):
    """Undoes an entry, redoes it, and so on."""

    kind, before = "undos", ("kind=award&cp=99", "kind=raise-skill&skill=agility")

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        for entry in self.before:
            self.enter(entry, uuid.uuid4().hex)

    def write(self, key: str) -> int:
        """Undoes the newest entry, which is an undo from the second time on."""
        newest = str(len(self.before) + self.answered - 1)
        fields = {"positions": newest, "version": str(self.version), "key": key}
        status = self.browser.post(f"/characters/{self.id}/history/{newest}/take-back/", fields)
        self.version += status in ANSWERED
        return status

    def stored(self) -> int:
        """The entries since then."""
        return super().stored() - len(self.before)


class Painter(Owner):
    """Uploads portraits: the last one has to be there."""

    kind, pause, is_prompt = "portraits", 0.5, False

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        picture = BytesIO()
        Image.new("RGB", (400, 400), "#123456").save(picture, "PNG")
        self.picture, self.told = picture.getvalue(), [""]

    def write(self, key: str) -> int:
        """Uploads one, described by its key."""
        status = self.browser.send(
            f"/characters/{self.id}/portrait/",
            self.picture,
            name="picture",
            file="me.png",
            fields={"alt": key},
        )
        if status in ANSWERED:
            self.told.append(key)
        return status

    def stored(self) -> int:
        """All that were answered if the picture is the last of them or the one being sent."""
        portrait = Portrait.objects.filter(character=self.character).first()
        alt = portrait.alt if portrait else ""
        return self.answered if alt not in self.told[:-1] else self.told.index(alt)


class Printer(Owner):
    """Prints a sheet that was not printed before: each PDF has to be whole."""

    kind, pause, is_prompt = "prints", 0.5, False

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.browser.connection.timeout = 60
        self.whole = 0

    def write(self, key: str) -> int:
        """Prints one with a date of its own, twice: the second time it comes from the cache."""
        path = f"/characters/{self.id}/sheet.pdf?date=typed&when={key}"
        for _ in range(2):
            status = self.browser.get(path)
            if status not in ANSWERED:
                return status
            content = self.browser.content
            if not (content.startswith(b"%PDF") and content.rstrip().endswith(b"%%EOF")):
                return status
        self.whole += 1
        return status

    def stored(self) -> int:
        """The whole ones."""
        return self.whole


class Reader(Owner):
    """Reads pages: each is whole, or says what is the matter."""

    kind = "pages"

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.whole = 0

    def write(self, key: str) -> int:  # noqa: ARG002 (each write gets one)
        """Reads the list, and the sheet."""
        for path in ("/characters/", f"/characters/{self.id}/"):
            status = self.browser.get(path)
            if status not in ANSWERED:
                told = b"Try again" in self.browser.content
                self.fault = "" if status == 0 or told else f"{path} does not say what to do"
                return status
        self.whole += b"</html>" in self.browser.content
        return status

    def stored(self) -> int:
        """The whole ones."""
        return self.whole


@contextmanager
def playing(players: Sequence[Player]) -> Iterator[None]:
    """All players write meanwhile, each in a thread."""
    threads = [threading.Thread(target=player.play) for player in players]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for player in players:
            player.stops.set()
        for thread in threads:
            thread.join()
