"""The API as multiples of an empty view, and what a poll costs."""

import json
from collections.abc import Callable

from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from sheets.api import sheet, tokens
from sheets.models import Character, Owner
from sheets.writes import Mine
from tests.benchmark.measure import best, getter, show
from tests.benchmark.pages import kept

MOST = {"API sheet": 1.5}


def api() -> None:
    """Reads and writes of a program, with its token."""
    print("\nThe API, as multiples of an empty view")
    settings.RATES = settings.RATES | {
        "api_read": ((10**9, 60, "visitor"),),
        "api_write": ((10**9, 60, "visitor"),),
    }
    browser = Client()
    finished, _ = kept(browser)
    program = Client(headers={"Authorization": f"Bearer {_token(finished)}"})
    address, marks = (
        reverse(name, args=[finished.public_id]) for name in ("api_sheet", "api_marks")
    )
    tag = program.get(address)["ETag"]
    presses: dict[str, Callable[[], HttpResponse]] = {
        "empty view": getter(browser, "/empty/"),
        "API sheet": getter(program, address),
        "API sheet, changed": lambda: _anew(program, address),
        "API document": getter(program, reverse("api_character", args=[finished.public_id])),
        "API poll, nothing new": lambda: program.get(address, headers={"If-None-Match": tag}),
        "API wound and back": _wound(program, marks),
    }
    # A wound changes the ETag of the sheet, so it is timed last and by itself.
    wound = presses.pop("API wound and back")
    spent = best(presses)
    spent |= best({"API wound": wound})
    for name, seconds in spent.items():
        with CaptureQueriesContext(connection) as queries:
            (presses.get(name) or wound)()
        ratio, most = seconds / spent["empty view"], MOST.get(name, 0)
        shown = f"{ratio:5.2f} × {seconds * 1000:6.2f} ms {len(queries):3d} queries"
        show(name, shown, f"at most {most} ×" if most else "", met=not most or ratio <= most)


def _token(character: Character) -> str:
    """A token of an account that the character is given to."""
    from django.contrib.auth.models import User  # noqa: PLC0415 (settings come first)

    user = User.objects.create(username="program")
    owner = Owner.objects.create(kind=Owner.Kind.USER, user=user)
    Character.objects.filter(pk=character.pk).update(owner=owner)
    return tokens.Create(
        Mine(owner), name="Bench", can_write=True, lasts="never", character=None
    ).run()


def _anew(program: Client, address: str) -> HttpResponse:
    """The sheet as after a change: nothing of it is at hand."""
    sheet._WRITTEN.clear()
    return program.get(address)


def _wound(program: Client, address: str) -> Callable[[], HttpResponse]:
    turn = [1]

    def press() -> HttpResponse:
        turn[0] = -turn[0]
        sent = json.dumps({"move": {"wounds": -turn[0]}})
        return program.post(address, sent, content_type="application/json")

    return press
