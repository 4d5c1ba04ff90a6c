"""The attacks. Each is a step that one of the guest's connections takes again and again."""

import io
import json
import secrets
import uuid
from collections.abc import Callable
from random import Random

from PIL import Image

from rules import document, registry
from tests.attacks.browser import Browser

Step = Callable[[], int]
# As much as a document may hold, all of it in its ledger: of what is accepted the worst to read.
LARGEST = 250 * 1024
PIXELS = 4000, 4000
BY_CHANCE = {"surprise": "1"}


def imports(browser: Browser) -> Step:
    """The same large document, brought in as a new character."""
    pasted = _large_document()
    return lambda: browser.post("/characters/import/", {"pasted": pasted, "key": uuid.uuid4().hex})


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
    """A sheet, looked at: nothing is refused here, it is what any page costs others."""
    path = f"/characters/{browser.begin(**BY_CHANCE)}/"
    return lambda: browser.get(path)


ATTACKS = {
    "import": imports,
    "new": new_characters,
    "portraits": portraits,
    "prints": prints,
    "search": searches,
    "codes": codes,
    "bodies": bodies,
    "pages": pages,
}


def _large_document() -> str:
    system = next(iter(registry.all_systems().values()))
    plain = dict(document.write(system.random(Random(1))))
    grant = {"kind": "grant", "item": "medpac"}
    plain["ledger"] = [grant] * ((LARGEST - len(json.dumps(plain))) // (len(json.dumps(grant)) + 2))
    return json.dumps(plain)
