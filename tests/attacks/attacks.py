"""The attacks. Each is a step that one of the guest's connections takes again and again."""

import io
import itertools
import json
import secrets
import socket
import time
import uuid
from collections.abc import Callable
from random import Random
from urllib.parse import urlencode

from PIL import Image

from rules import document, registry
from sheets.form_data import token
from tests.attacks.browser import Browser
from tests.hostile_texts import TEXTS

Step = Callable[[], int]
# As much as a document may hold, and as many entries as a ledger may.
LARGEST, ENTRIES = 250 * 1024, 3_000
PIXELS = 4000, 4000
LONGEST_TEXT = 19_000
SLOW_SECONDS = 3
# How many connections an attack has, where it is another number than that of the others.
CONNECTIONS = {"readers": 64}
BY_CHANCE = {"surprise": "1"}
PAGES = ("", "history/", "gear/", "table/", "plan/", "text/", "print/", "document.json")


def imports(browser: Browser) -> Step:
    """The same file over and over, as large as one may be."""
    return _import(browser, _grants(LARGEST // 35))


def grants(browser: Browser) -> Step:
    """A character with 3,000 things handed out, as a new one each time."""
    return _import(browser, _grants(ENTRIES))


def members(browser: Browser) -> Step:
    """A file of nothing but members, the last of which stands there twice."""
    names = [*range(LARGEST // 12), 0]
    return _import(browser, "{" + ",".join(f'"{name}":0' for name in names) + "}")


def new_characters(browser: Browser) -> Step:
    """One more character by chance."""
    fields = {"system": next(iter(registry.all_systems())), **BY_CHANCE}
    return lambda: browser.post("/characters/new/", {**fields, "key": uuid.uuid4().hex})


def portraits(browser: Browser) -> Step:
    """A picture that is small as a file and large when it is decoded."""
    path, written = f"/characters/{browser.begin(**BY_CHANCE)}/portrait/", io.BytesIO()
    Image.new("RGBA", PIXELS, (10, 20, 30, 200)).save(written, "PNG")
    return lambda: browser.send(path, written.getvalue(), name="picture", file="me.png")


def prints(browser: Browser) -> Step:
    """A sheet that was never printed before, since it has another date each time."""
    path = f"/characters/{browser.begin(**BY_CHANCE)}/sheet.pdf?kind=full&date=typed&when="
    return lambda: browser.get(path + secrets.token_hex(8))


def searches(browser: Browser) -> Step:
    """A search among as many characters as there may be, that finds nearly all of them."""
    for _ in range(25):  # for each connection
        new_characters(browser)()
    return lambda: browser.get(f"/characters/?q={secrets.choice('aeinorst')}")


def codes(browser: Browser) -> Step:
    """A guess at the code of a party."""
    return lambda: browser.post("/parties/join/", {"code": secrets.token_hex(6)})


def bodies(browser: Browser) -> Step:
    """Much more than anything takes."""
    content = bytes(20 * 1024 * 1024)
    return lambda: browser.send("/characters/import/", content, name="document", file="me.json")


def pages(browser: Browser) -> Step:
    """The pages of a character with 3,000 things, looked at: nothing is refused here."""
    grants(browser)()
    paths = itertools.cycle([f"{browser.location}{page}" for page in PAGES])
    return lambda: browser.get(next(paths))


def texts(browser: Browser) -> Step:
    """Notes that cost whoever shows them, saved and read, one after another; and the name of a
    character.
    """
    location = f"/characters/{browser.begin(**BY_CHANCE)}/"
    turns = itertools.cycle(make(LONGEST_TEXT) for make in TEXTS.values())
    stored = ""

    def save_and_read() -> int:
        nonlocal stored
        text = next(turns)
        fields = {"was.shared": token((stored,)), "shared": text}
        status = browser.post(f"{location}words/", fields, htmx=True)
        if status == 200:
            stored = text
        return browser.get(location) if status == 200 else status

    return save_and_read


def names(browser: Browser) -> Step:
    """The pages of a character whose name costs whoever shows it."""
    system = next(iter(registry.all_systems().values()))
    plain = dict(document.write(system.random(Random(1))))
    locations = []
    for make in TEXTS.values():
        _import(browser, json.dumps({**plain, "name": make(LONGEST_TEXT)}))()
        locations.append(browser.location)
    paths = itertools.cycle(f"{location}{page}" for location in locations for page in PAGES[:5])
    return lambda: browser.get(next(paths))


def readers(browser: Browser) -> Step:
    """Forty pages asked for at once, of which a hundred bytes a second are read."""
    system = next(iter(registry.all_systems().values()))
    path = f"/rules/{system.slug}/{system.reference()[0].id}/"
    host, port = browser.connection.host, browser.connection.port
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookies}\r\n\r\n".encode()
    source = browser.connection.source_address

    def read_slowly() -> int:
        with socket.socket() as reader:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            reader.bind(source)
            reader.connect((host, port))
            reader.sendall(request * 40)
            for _ in range(SLOW_SECONDS):
                reader.recv(100)
                time.sleep(1)
        return 200

    return read_slowly


ATTACKS = {
    "import": imports,
    "grants": grants,
    "members": members,
    "new": new_characters,
    "portraits": portraits,
    "prints": prints,
    "search": searches,
    "codes": codes,
    "bodies": bodies,
    "pages": pages,
    "readers": readers,
    "texts": texts,
    "names": names,
}


def _import(browser: Browser, pasted: str) -> Step:
    """The form is written once: the guest's own work is no part of what the site bears."""
    form = urlencode({"pasted": pasted}).encode()

    def send() -> int:
        key = urlencode({"key": uuid.uuid4().hex}).encode()
        return browser.send_form("/characters/import/", form + b"&" + key)

    return send


def _grants(count: int) -> str:
    """A document with so many things handed out."""
    system = next(iter(registry.all_systems().values()))
    plain = dict(document.write(system.random(Random(1))))
    plain["ledger"] = [{"kind": "grant", "item": "medpac"}] * count
    return json.dumps(plain, separators=(",", ":"))
