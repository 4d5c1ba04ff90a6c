"""Pages and autosaves as multiples of an empty view; and what they weigh.

The measure of a page is an empty view: a Django view behind the whole middleware, with a session,
its visitor, and one query.
"""

import gzip
import itertools
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse

from hyperspace import urls as hyperspace
from rules import registry
from rules.character import Character as OpenCharacter
from rules.creation import Step
from rules.forms.fields import Choice, Pick, Shop, Text
from sheets import storage
from sheets.advancement.pages import ROOMS
from sheets.form_data import token
from sheets.models import Character
from tests.benchmark.measure import best, finish, getter, made, show

Fetch = Callable[[], HttpResponse]


def empty(request: HttpRequest) -> HttpResponse:
    """The least that any page does: a session, its visitor, and one query."""
    request.session.get("nothing")
    visitor = request.visitor  # type: ignore[attr-defined]  # the middleware puts it there
    count = Character.objects.filter(owner=visitor.owner).count()
    return HttpResponse(str(count))


urlpatterns = [path("empty/", empty), *hyperspace.urlpatterns]


def pages() -> None:
    """Pages and autosaves as multiples of an empty view, with their queries and their weight."""
    print("\nPages, as multiples of an empty view")
    client = Client()
    finished, draft = kept(client)
    presses: dict[str, Fetch] = {
        "empty view": getter(client, "/empty/"),
        "the shelf": getter(client, reverse("characters")),
        "sheet page": getter(client, reverse("character", args=[finished.public_id])),
        **{
            f"{room.name} page": getter(client, reverse(room.address, args=[finished.public_id]))
            for room in ROOMS
        },
    }
    for step in OpenCharacter(registry.get(draft.system), storage.read(draft)[1]).steps():
        url = reverse("character_step", args=[draft.public_id, step.id])
        presses[f"step {step.id}"] = getter(client, url)
        if press := autosave(client, draft, step=step.id, url=url):
            presses[f"autosave {step.id}"] = press
    spent = best(presses)
    for name, seconds in spent.items():
        with CaptureQueriesContext(connection) as queries:
            response = presses[name]()
        ratio, most = seconds / spent["empty view"], limit(name)
        weight = len(gzip.compress(response.content, 6)) / 1024
        shown = (
            f"{ratio:5.2f} × {seconds * 1000:6.2f} ms {len(queries):3d} queries {weight:6.1f} KiB"
        )
        asked = f"at most {most} ×" if most else ""
        show(name, shown, asked, met=not most or ratio <= most)


def limit(name: str) -> int:
    """The limit for a page, as a multiple of an empty view; 0 for a page without one."""
    if name.startswith("autosave"):
        return 4
    return {"sheet page": 5, "Advance page": 6}.get(name, 0)


def kept(client: Client) -> tuple[Character, Character]:
    """A finished character and a draft, both of the client's own visitor."""
    finished, draft = made(client), made(client)
    session = SessionStore()
    session["since"] = "today"
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    finish(client, finished)
    return finished, draft


def autosave(client: Client, draft: Character, *, step: str, url: str) -> Fetch | None:
    """A press that changes one field of a step anew each time; None where it has none to change."""
    system = registry.get(draft.system)
    document = storage.read(draft)[1]
    shown = next(one for one in OpenCharacter(system, document).steps(only=step) if one.id == step)
    values = alternatives(shown)
    if values is None:
        return None
    field, turn = values[0], itertools.cycle(values[1])
    now = [next(turn)]

    def press() -> HttpResponse:
        was, now[0] = now[0], next(turn)
        sent = {f"was.{field}": token(was), field: now[0]}
        response = client.post(
            url,
            urlencode(sent, doseq=True),
            content_type="application/x-www-form-urlencoded",  # as htmx sends it
            headers={"HX-Request": "true"},
        )
        assert response.status_code == 200, (url, sent, response.status_code)
        return response

    return press


def alternatives(step: Step) -> tuple[str, list[tuple[str, ...]]] | None:
    """A field of a step with its present value and another one; of a shop with so many that no
    answer was given before.
    """
    for field in step.fields:
        match field:
            case Text():
                return field.id, [field.values, ("Another word",)]
            case Choice():
                other = next(option.id for option in field.options if not option.chosen)
                return field.id, [field.values, (other,)]
            case Pick():
                fewer = field.values[:-1]
                return field.id, [field.values, fewer]
            case Shop():
                ware = next(ware for shelf in field.shelves for ware in shelf.wares if ware.price)
                more = range(ware.quantity, ware.highest + 1)
                return ware.field, [(str(quantity),) for quantity in more]
            case _:
                continue
    return None


def weights() -> None:
    """The weight of a page over the wire, with its fonts in the browser's cache."""
    print("\nStyles, scripts and icons over the wire, as KiB of gzip")
    for kind in ("css", "js", "svg"):
        files = Path(settings.STATICFILES_DIRS[0]).rglob(f"*.{kind}")
        show(kind, f"{sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1024:.1f}")
