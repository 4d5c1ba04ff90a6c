"""How fast it is: `bin/bench`. Everything is measured in turns within one run and shown as ratios.

The measure of a page is an empty view: a Django view behind the whole middleware, with a session,
its visitor, and one query.
"""

import gzip
import itertools
import logging
import statistics
import time
import uuid
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.template import Context, Engine  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import path, reverse  # noqa: E402
from weasyprint import CSS, HTML  # noqa: E402
from weasyprint.text.fonts import FontConfiguration  # noqa: E402

import hyperspace.urls  # noqa: E402
from rules import registry  # noqa: E402
from rules.document import Document  # noqa: E402
from rules.steps import Choice, Pick, Shop, Step, Text  # noqa: E402
from rules.system import GameSystem  # noqa: E402
from sheets import bridge  # noqa: E402
from sheets.forms import token  # noqa: E402
from sheets.models import Character  # noqa: E402
from sheets.printing import KINDS, Edition, faces, page_pictures, sheet_pdf, styles  # noqa: E402
from sheets.printing.fetcher import OurFiles  # noqa: E402
from sheets.printing.parts import parts  # noqa: E402
from sheets.printing.share import share_out  # noqa: E402
from sheets.rooms import ROOMS  # noqa: E402

ROUNDS, TURN = 30, 0.01
FLEXBOX = Path(__file__).parent / "flexbox"
Press = Callable[[], object]


def empty(request: HttpRequest) -> HttpResponse:
    """What every page costs at the least: a session, its visitor, and one query."""
    request.session.get("nothing")
    visitor = request.visitor  # type: ignore[attr-defined]  # the middleware puts it there
    count = Character.objects.filter(owner=visitor.owner).count()
    return HttpResponse(str(count))


urlpatterns = [path("empty/", empty), *hyperspace.urls.urlpatterns]


def best(presses: dict[str, Press]) -> dict[str, float]:
    """Seconds a press, the best of many short turns, so that all share the machine's moods."""
    found = dict.fromkeys(presses, float("inf"))
    for press in presses.values():
        press()
    for _ in range(ROUNDS):
        for name, press in presses.items():
            count, start = 0, time.perf_counter()
            while (spent := time.perf_counter() - start) < TURN:
                press()
                count += 1
            found[name] = min(found[name], spent / count)
    return found


def engine() -> None:
    """Sheets worked out a second, on one core."""
    print("The engine, on one core")
    for system in registry.all_systems().values():
        documents = itertools.cycle([system.random(Random(seed)) for seed in range(50)])
        rate = 1 / best({"sheet": sheets_of(system, documents)})["sheet"]
        show(f"{system.name}: sheets a second", f"{rate:,.0f}", "at least 3,000", met=rate >= 3000)
        long = itertools.cycle([with_ledger(system, seed, entries=300) for seed in range(5)])
        rate = 1 / best({"sheet": sheets_of(system, long)})["sheet"]
        show("the same with 300 entries", f"{rate:,.0f}", "at least 500", met=rate >= 500)


def with_ledger(system: GameSystem, seed: int, *, entries: int) -> Document:
    """A character by chance with so many entries: awards, and whatever they can buy."""
    rng, document = Random(seed), system.random(Random(seed))
    award = system.entry({"kind": "award", "cp": "40"})
    while len(document.ledger) < entries:
        groups = system.offers(document, "advance")
        ready = [offer for group in groups for offer in group.offers if offer.open]
        bought = [offer.entry for offer in ready if not offer.fields]
        document = system.enter(document, rng.choice(bought) if bought else award)
    return document


def sheets_of(system: GameSystem, documents: Iterator[Document]) -> Press:
    """A press that works the next sheet out."""
    return lambda: system.sheet(next(documents))


def pages() -> None:
    """Pages and autosaves as multiples of an empty view, with their queries and their weight."""
    print("\nPages, as multiples of an empty view")
    client = Client()
    finished, draft = kept(client)
    presses: dict[str, Press] = {
        "empty view": getter(client, "/empty/"),
        "the shelf": getter(client, reverse("characters")),
        "sheet page": getter(client, reverse("character", args=[finished.public_id])),
        **{
            f"{room.name} page": getter(client, reverse(room.address, args=[finished.public_id]))
            for room in ROOMS
        },
    }
    for step in registry.get(draft.system).steps(bridge.read(draft)[1]):
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
    """How many times an empty view something may take; 0 where nothing is promised."""
    if name.startswith("autosave"):
        return 4
    return {"sheet page": 5, "Advance page": 6}.get(name, 0)


def kept(client: Client) -> tuple[Character, Character]:
    """A finished character and a draft, both of the client's own visitor."""
    slug = next(iter(registry.all_systems()))
    for _ in range(2):
        sent = {"system": slug, "surprise": "1", "key": uuid.uuid4().hex}
        client.post(reverse("character_new"), sent)
    session = SessionStore()
    session["since"] = "today"
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    finished, draft = Character.objects.order_by("pk")
    client.post(reverse("character_finish", args=[finished.public_id]), {"key": uuid.uuid4().hex})
    return finished, draft


def getter(client: Client, url: str) -> Press:
    """A press that fetches a page."""
    return lambda: client.get(url)


def autosave(client: Client, draft: Character, *, step: str, url: str) -> Press | None:
    """A press that changes one field of a step back and forth; None where it has none to change."""
    system = registry.get(draft.system)
    document = bridge.read(draft)[1]
    shown = next(one for one in system.steps(document, only=step) if one.id == step)
    values = alternatives(shown)
    if values is None:
        return None
    field, turn = values[0], itertools.cycle(values[1])
    now = [next(turn)]

    def press() -> HttpResponse:
        was, now[0] = now[0], next(turn)
        sent = {f"was.{field}": token(was), field: now[0]}
        response = client.post(url, sent, headers={"HX-Request": "true"})
        assert response.status_code == 200, (url, sent, response.status_code)
        return response

    return press


def alternatives(step: Step) -> tuple[str, list[tuple[str, ...]]] | None:
    """A field of a step with its present value and another one."""
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
                return ware.field, [ware.values, (str(ware.quantity + 1),)]
            case _:
                continue
    return None


def weights() -> None:
    """What a page weighs over the wire with its fonts in the browser's cache."""
    print("\nStyles, scripts and icons over the wire, as KiB of gzip")
    for kind in ("css", "js", "svg"):
        files = Path(settings.STATICFILES_DIRS[0]).rglob(f"*.{kind}")
        show(kind, f"{sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1024:.1f}")


def paper() -> None:
    """The printed sheet: a fresh one, in a warm process, beside the same content in flexbox with
    everything parsed anew."""
    print("\nPaper")
    system = next(iter(registry.all_systems().values()))
    documents = [system.random(Random(seed)) for seed in range(6)]
    turns: dict[str, Iterator[Document]] = {}

    def turn(name: str, make: Callable[[Document], object]) -> Press:
        turns[name] = itertools.cycle(documents)
        return lambda: make(next(turns[name]))

    editions = {kind: Edition(kind=kind) for kind in KINDS}
    presses = {
        f"{kind}, as PDF": turn(kind, partial(sheet_pdf, edition=edition))
        for kind, edition in editions.items()
    }
    presses["classic, with fields"] = turn(
        "fields", partial(sheet_pdf, edition=Edition(fillable=True))
    )
    presses["the same in flexbox"] = turn("flexbox", in_flexbox)
    pdf = sheet_pdf(documents[0])
    presses["pictures of its pages"] = lambda: page_pictures(pdf, width=800)
    spent = best(presses)
    for name, seconds in spent.items():
        show(name, f"{seconds * 1000:.0f} ms")
    share = spent["classic, as PDF"] / spent["the same in flexbox"]
    show("one page, as a share of that", f"{share:.1%}", "at most 20%", met=share <= 0.2)


def in_flexbox(document: Document) -> bytes:
    """A sheet as one would write it without thinking of the time: nothing is kept from the last."""
    sheet = registry.get(document.system).sheet(document)
    look = styles.for_game(sheet.system)
    shown = parts(sheet, look, blank=False)
    share_out(shown, look, paper="a4", head=30)
    markup = FLEXBOX.joinpath("sheet.html").read_text()
    named = {id.replace("-", "_"): part for id, part in shown.items()}
    html = Engine().from_string(markup).render(Context({"sheet": sheet, "parts": named}))
    fonts, fetcher = FontConfiguration(), OurFiles()
    text = faces.RULES + FLEXBOX.joinpath("sheet.css").read_text()
    css = CSS(string=text, font_config=fonts, url_fetcher=fetcher)
    page = HTML(string=html, url_fetcher=fetcher)
    made = page.write_pdf(stylesheets=[css], font_config=fonts, pdf_variant="pdf/ua-1")
    return bytes(made)


def prints() -> None:
    """A character's PDF and the picture of its page, whole views: kept ones, and unchanged ones."""
    print("\nPrints that are kept, through the whole view")
    client = Client()
    slug = next(iter(registry.all_systems()))
    client.post(
        reverse("character_new"), {"system": slug, "surprise": "1", "key": uuid.uuid4().hex}
    )
    character = Character.objects.latest("pk")
    for name, url in (
        ("PDF", reverse("character_pdf", args=[character.public_id])),
        ("picture", reverse("character_print_picture", args=[character.public_id, 1])),
    ):
        etag = client.get(url)["ETag"]
        for what, headers in (("kept", {}), ("unchanged", {"If-None-Match": etag})):
            spent = median(partial(client.get, url, headers=headers))
            show(f"{name}, {what}", f"{spent * 1000:.2f} ms", "under 5 ms", met=spent < 0.005)


def median(press: Press) -> float:
    """Seconds a press, the median of many."""
    found = []
    for _ in range(200):
        start = time.perf_counter()
        press()
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def show(name: str, measured: str, asked: str = "", *, met: bool = True) -> None:
    """One measurement, what was promised, and whether it holds."""
    verdict = "" if not asked else "yes" if met else "NO"
    print(f"  {name:32} {measured:45} {asked:16} {verdict}".rstrip())


def main() -> None:
    """Everything, in a database of its own."""
    settings.ROOT_URLCONF = "tests.benchmark"
    for name in ("weasyprint", "weasyprint.progress"):
        logging.getLogger(name).setLevel(logging.ERROR)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    engine()
    pages()
    weights()
    paper()
    prints()


if __name__ == "__main__":
    main()
