"""Each form of a party, sent from two tabs that were opened before: what the second one adds to
what the first one added, or writes over what it wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client

from sheets.models import Combatant, Encounter, Receipt
from tests.sheets.concurrency.world import world

# Where twice is right, and why. Everything else adds once.
COPY = "a copy beside the first, which nobody takes for it"
ONE_MORE = "each press adds one more of the same"
AGAIN = "what happens at the table happens again"
TWICE = {
    "calls/secret/": "a second roll of one's own, which changes nothing of anybody",
    "encounters/": "another encounter, on a page of its own",
    "encounters/*/add/": ONE_MORE,
    "encounters/*/combatants/*/do/forward/": AGAIN,
    "encounters/*/combatants/*/do/harm/": AGAIN,
    "encounters/*/crew/*/hazard/": AGAIN,
    "encounters/*/crew/*/take/": "a station holds one: the second press puts them there anew",
    "encounters/*/duplicate/": COPY,
    "invitations/": "another link, for somebody else",
    "roster/*/character/": COPY,
    "roster/*/copy/": COPY,
    "roster/*/duplicate/": COPY,
    "roster/add/character/": ONE_MORE,
    "roster/add/listed/": ONE_MORE,
    "roster/add/random/": "another character, by chance",
    "ships/*/copy/": COPY,
    "ships/*/duplicate/": COPY,
    "ships/add/listed/": ONE_MORE,
}
# Each press shows what it says, in place of what is on the second screen.
SHOWN = {("screen/show/", "text"), ("screen/show/", "alt")}
TYPED = {"number": "1", "date": "2026-12-01"}
ID = re.compile(r"[0-9a-f-]{36}|\d+")
NOT_A_PAGE = re.compile(r"pdf|png|/log/|/text/|/live/")


@dataclass
class Form:
    """A form of a page: where it goes, what it sends, and its buttons: name, value, address."""

    action: str
    posts: bool
    sent: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """The links of a page and its forms, each filled in as somebody would who skips nothing."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._options: tuple[Form, str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        name, value, kind = has.get("name", ""), has.get("value", ""), has.get("type", "text")
        if tag == "a":
            self.links.append(has.get("href", "").partition("#")[0].partition("?")[0])
        if tag == "form":
            self.forms.append(Form(has.get("action", ""), has.get("method") == "post"))
            self._by_id[has.get("id", "")] = self.forms[-1]
        form = self._by_id.get(has["form"]) if "form" in has else next(iter(self.forms[-1:]), None)
        if form is None:
            return
        if tag == "button" and kind != "button" and "disabled" not in has:
            form.buttons.append((name, value, has.get("formaction", "")))
        if tag == "select":
            self._options = (form, name)
        if tag == "option" and self._options and value:
            chosen, menu = self._options
            if "selected" in has or menu not in chosen.sent:
                chosen.sent[menu] = [value]
        if tag in ("input", "textarea") and name and kind != "file":
            typed = value.strip("0") or has.get("min", "").strip("0") or TYPED.get(kind, "Rope")
            self._fill(form, name, value if kind == "hidden" else typed, kind, "checked" in has)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._options = None

    @staticmethod
    def _fill(form: Form, name: str, value: str, kind: str, checked: object) -> None:
        if kind in ("text", "search"):
            form.texts.append(name)
        if kind in ("hidden", "checkbox"):
            form.sent.setdefault(name, []).append(value)
        elif kind != "radio" or checked or name not in form.sent:
            form.sent[name] = [value]


def like(form: Form, other: Form) -> bool:
    """True if both are the same form, in two tabs: all but their keys is alike."""
    first, second = ({**one.sent, "key": [], "csrfmiddlewaretoken": []} for one in (form, other))
    return (form.action, form.buttons, first) == (other.action, other.buttons, second)


def newest() -> tuple[Any, ...]:
    """The newest row of each kind."""
    asked = (
        f"(SELECT MAX({model._meta.pk.column}) FROM {model._meta.db_table})"
        for model in apps.get_models()
        if model._meta.pk and model is not Receipt
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(asked)}")
        return tuple(cursor.fetchone())


def send(client: Client, form: Form, number: int) -> None:
    """Presses a button of a form, and confirms what is asked then."""
    name, value, elsewhere = form.buttons[number]
    answer = client.post(elsewhere or form.action, form.sent | ({name: value} if name else {}))
    if answer.status_code == 200:
        for asked in Page(answer.content.decode()).forms:
            if "confirmed" in asked.sent:
                send(client, asked, 0)
    assert answer.status_code in (200, 302, 404, 405, 409, 422), form.action


def pages(client: Client, base: str) -> Iterator[tuple[str, Page]]:
    """Every page of a party that a link leads to, once for each kind."""
    seen, todo = set(), [base]
    while todo:
        at = todo.pop()
        kind = ID.sub("*", at.removeprefix(base))
        if kind in seen or not at.startswith(base) or NOT_A_PAGE.search(at):
            continue
        answer = client.get(at)
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            seen.add(kind)
            page = Page(answer.content.decode())
            todo += page.links
            yield at, page


@pytest.fixture
def party(db: None, settings: Any) -> tuple[Client, str]:
    """A game master, and the address of a party with a fight that runs and one that is prepared."""
    settings.RATES = dict.fromkeys(settings.RATES, ())
    made = world()
    for state in ("running", "prepared"):
        fight = Encounter.objects.create(
            party=made.party, name=state.title(), state=state, round=1, shown_round=1
        )
        for rank, name in enumerate(("vessa", "brakka", "zin", "gannet")):
            side = "opponents" if name == "zin" else "party"
            row = made.characters[name]
            Combatant.objects.create(encounter=fight, character=row, side=side, rank=rank)
    made.party.fighting = True
    made.party.save()
    client = Client()
    client.force_login(made.user("greta"))
    return client, f"/parties/{made.party.public_id}/"


def test_a_second_tab_adds_nothing_unless_twice_is_right(party: tuple[Client, str]) -> None:
    client, base = party
    once, twice, done = set(), set(), set()
    for at, first in list(pages(client, base)):
        second = Page(client.get(at).content.decode()).forms
        for tabs in ((one, other) for one in first.forms for other in second if like(one, other)):
            for number, (name, _, elsewhere) in enumerate(tabs[0].buttons if tabs[0].posts else ()):
                address = elsewhere or tabs[0].action
                kind = ID.sub("*", address.partition("#")[0].removeprefix(base))
                if (kind, name) in done or not address.startswith(base):
                    continue
                done.add((kind, name))
                before, cookies = transaction.savepoint(), deepcopy(client.cookies)
                start = newest()
                send(client, tabs[0], number)
                last = newest()
                send(client, tabs[1], number)
                if last != start:
                    (once if newest() == last else twice).add(kind)
                transaction.savepoint_rollback(before)
                client.cookies = cookies
    assert len(done) > 80, sorted(done)
    assert twice == set(TWICE)
    assert once >= {"calls/", "hand-out/", "session/", "stash/add/", "stash/take/"}


def test_a_text_that_another_tab_changed_is_not_overwritten(party: tuple[Client, str]) -> None:
    client, base = party
    kept, won, done = set(), set(), set()
    for at, first in list(pages(client, base)):
        second = Page(client.get(at).content.decode()).forms
        for one, other in ((one, other) for one in first.forms for other in second):
            for name in one.texts if one.posts and one.buttons and like(one, other) else ():
                kind = ID.sub("*", one.action.removeprefix(base)), name
                if kind in done or not one.action.startswith(base):
                    continue
                done.add(kind)
                before = transaction.savepoint()
                for form, text in ((one, "Otter One"), (other, "Otter Two")):
                    send(client, replace(form, sent=form.sent | {name: [text]}), 0)
                shown = client.get(at).content.decode()
                if "Otter One" in shown or "Otter Two" in shown:
                    (kept if "Otter One" in shown else won).add(kind)
                transaction.savepoint_rollback(before)
    assert won == SHOWN
    assert len(kept) > 10
