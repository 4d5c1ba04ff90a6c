"""Texts that cost whoever shows them, in every row of a party at its table, and on paper:
opponents, encounters, duels, the log, reviews, homebrew, comments, requests, awards, portraits.

Rows and their texts are found, not listed: a new one is tried by itself. The work of a page is the
number of functions that it calls, so it is the same on every machine.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from io import BytesIO
from types import FrameType
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import models
from django.forms import TextInput
from django.test import Client
from django.utils import timezone
from PIL import Image

from rules import document as documents
from rules import registry
from rules.character import Character as OpenCharacter
from rules.forms.fields import Rows, Text
from rules.house import plain_house
from sheets import storage
from sheets.markdown import safe_html
from sheets.models import (
    AddedNote,
    ApiToken,
    Award,
    AwardRecipient,
    Character,
    LedgerEntry,
    Owner,
    Party,
    PlayLogEntry,
    Portrait,
    Review,
    RollRequest,
    RollRequestTarget,
    Screen,
    SecretRoll,
    ShipUpgrade,
    StashAct,
    StashItem,
    StashMove,
    Takeover,
)
from sheets.models.markdown_texts import MarkdownTexts
from sheets.printing import Extras, Note, sheet_job
from sheets.printing.pdf import worker
from sheets.printing.pdf.messages import MOST_WORK
from tests.browser import every_page
from tests.hostile_texts import TEXTS
from tests.rules.contract.test_house import one_of_each
from tests.sampling import draw, sample
from tests.sheets import pages
from tests.sheets.every_game.characters import EVERY, by_chance
from tests.sheets.every_game.characters import filled as filled_steps
from tests.sheets.example_characters import store
from tests.sheets.limits.test_hostile_texts import (
    FIELDS,
    GROWTH,
    KINDS,
    LONG,
    LONGEST,
    filled,
    ready_made,
)
from tests.sheets.limits.test_loaded_texts import write_about
from tests.sheets.printing.test_work import EDITIONS

GAMES = list(registry.built_in())
ALL = [(kind, slug) for kind in KINDS for slug in GAMES]
# Texts that nobody types, by model: ids, codes, digests, and what the game names.
WRITTEN_BY_US = {
    "Attack": {"action", "weapon", "unit", "follows"},
    "Batch": {"place", "origin", "why", "zone"},
    "Convention": {"seed", "theme", "level"},
    "ConventionSeat": {"idea"},
    "Character": {"system"},
    "Cost": {"view"},
    "Duelist": {"prize"},
    "Exchange": {"action"},
    "Owner": {"visitor_hash", "chat_error", "chat_address"},
    "Party": {"system", "chat_error", "chat_address"},
    "PlayLogEntry": {"kind"},
    "RollRequestTarget": {"action"},
    "Portrait": {"shape"},
    "Surprise": {"step", "after"},
    "WorkerDeath": {"page", "method", "route", "about", "who", "request_id", "ended_by"},
}
# Rows that a game without duels, or without ships of the book, has none of.
NOT_EVERYWHERE = {"Duel", "Duelist", "Exchange", "ShipUpgrade"}
EVERYWHERE = {"nonce", "digest", "code", "start", "key", "station", "side", "front", "lease"}
# What a log entry names by its id.
IDS = {"action", "kind", "of", "subject", "key"}


def add_rows(table: every_page.Table) -> None:
    """Add rows that the table lacks: homebrew, a request, an award, a token, portraits, a review
    that was answered.
    """
    write_about(table)
    party, system = table.party, registry.get(table.slug)
    Party.objects.filter(pk=party.pk).update(house=plain_house(one_of_each(system)))
    now = timezone.now()
    request = RollRequest.objects.create(party=party, number=1, kind="check", name="A")
    award = Award.objects.create(party=party, description="A", by="A", at=now)
    ApiToken.objects.create(owner=table.gm.owner, name="A", start="a", digest="a")
    picture = BytesIO()
    Image.new("RGB", (40, 40)).save(picture, "WEBP")
    whole = {"picture": picture.getvalue(), "shown": picture.getvalue(), "digest": "a"}
    size = {"width": 40, "height": 40, "left": 0, "top": 0, "across": 40, "down": 40}
    for character in party.characters.filter(roster=None):
        action = table.ids["key"][0]
        RollRequestTarget.objects.create(
            request=request, character=character, action=action, name="A"
        )
        AwardRecipient.objects.create(award=award, character=character, position=0)
        entry = {"kind": "session", "by": "A", "at": "2026-01-01T00:00:00+00:00"}
        LedgerEntry.objects.get_or_create(character=character, position=0, content=entry)
        Portrait.objects.create(character=character, alt="A", shape="square", **whole, **size)
        Review.objects.create(
            character=character,
            party=party,
            state="returned",
            note="A",
            answer="A",
            by="A",
            decided_at=now,
            reasons={"name": "A"},
            document=documents.write(storage.read(character)[1]),
        )
    Screen.objects.create(party=party, owner=table.gm.owner, text="A", alt="A")
    line = PlayLogEntry.objects.latest("pk")
    AddedNote.objects.create(entry=line, text="A")
    SecretRoll.objects.create(party=party, character=line.character, note="A", content=line.content)
    _fill_stash(party, now)
    Takeover.objects.create(party=party, name="A", asked_at=now, state="led", ended_at=now, by="A")
    Takeover.objects.create(party=party, name="A", asked_at=now)
    Party.objects.filter(pk=party.pk).update(lead_asked_at=now)
    craft = Character.documents.filter(kind=Character.Kind.CRAFT)
    ship = craft.filter(party=party).first() or craft.filter(roster=party).first()
    if ship:
        Character.documents.filter(pk=ship.pk).update(roster=None, party=party)
        ShipUpgrade.objects.create(ship=ship, description="A", by="A", at=now)


def _fill_stash(party: Party, now: datetime) -> None:
    """Something that the party owns together, and what was done with it."""
    stash = registry.get(party.system).stash
    assert stash
    gives = {"name": "A", "content": {"kind": "take", "name": "A"}, "quantity": 2}
    StashItem.objects.create(party=party, **gives)
    act = StashAct.objects.create(
        party=party, description="A", by="A", at=now, undone_at=now, undone_by="A"
    )
    StashMove.objects.create(act=act, change=2, **gives)


def typed_fields(row: models.Model) -> Iterator[models.Field[Any, Any]]:
    """The texts of a row that people write."""
    ours = EVERYWHERE | WRITTEN_BY_US.get(type(row).__name__, set())
    for field in row._meta.concrete_fields:
        is_text = isinstance(field, models.CharField | models.TextField) and not field.choices
        if is_text and field.name not in ours and not field.name.endswith("_html"):
            yield field


def rows_not_there() -> set[str]:
    """The models with texts that people write of which the table has no row."""
    models_of_ours = apps.get_app_config("sheets").get_models()
    return {
        model.__name__
        for model in models_of_ours
        if any(typed_fields(model())) and not model._base_manager.exists()
    }


def fill_rows(make: Callable[[int], str]) -> tuple[int, Counter[str]]:
    """Fills every text of every row, as long as it may be; the letters of all, and how many texts
    of each model.
    """
    letters, found = 0, Counter[str]()
    for model in apps.get_app_config("sheets").get_models():
        for row in model._base_manager.all():
            longest = LONGEST if isinstance(row, MarkdownTexts) else LONG
            for field in typed_fields(row):
                text = make(min(field.max_length or longest, longest))
                setattr(row, field.name, text)
                letters += len(text)
                found[model.__name__] += 1
            row.save()
    return letters, found


def fill_documents(make: Callable[[int], str]) -> int:
    """Fills homebrew, characters, opponents and craft, reviews, and the log; the letters of all."""
    text, count = make(LONG), 0
    for row in Character._base_manager.all():
        plain, here = filled(documents.write(storage.read(row)[1]), text)
        row.build, row.house = plain["build"], plain.get("house", {})
        row.marks, row.version = plain.get("marks", {}), row.version + 1
        row.save()
        count += here
    for review in Review.objects.exclude(document=None):
        review.reasons = {"name": text}
        review.document, here = filled(review.document, text)
        review.save()
        count += here
    for entry in PlayLogEntry.objects.all():
        entry.content, here = replaced(entry.content, text)
        entry.save()
        count += here
    return count * len(text)


def replaced(plain: Any, text: str) -> tuple[Any, int]:
    """JSON with the text in place of each that is no id, and how many there are."""
    if isinstance(plain, str):
        return text, 1
    if isinstance(plain, list):
        pairs = [replaced(value, text) for value in plain]
        return [value for value, _ in pairs], sum(count for _, count in pairs)
    if isinstance(plain, dict):
        named = {k: replaced(v, text) if k not in IDS else (v, 0) for k, v in plain.items()}
        return {k: v for k, (v, _) in named.items()}, sum(count for _, count in named.values())
    return plain, 0


def work(ask: Callable[[], Any]) -> tuple[Any, int]:
    """An answer, and how many functions it called."""
    called = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        return ask(), called
    finally:
        sys.setprofile(None)


def measured(table: every_page.Table, share: int) -> dict[str, tuple[int, int, int]]:
    """Every so many pages of the table: the status, the length, and the work."""
    found, nobody = {}, Client()
    for address in list(every_page.addresses(table))[draw() % share :: share]:
        client = table.gm.client if address.inside else nobody
        answer, calls = work(lambda c=client, url=address.url: c.get(url))
        found[address.url] = (answer.status_code, len(b"".join(answer)), calls)
    return found


@pytest.mark.all_games
@pytest.mark.looks
@pytest.mark.usefixtures("db")
@pytest.mark.parametrize(("kind", "slug"), sample(ALL, every=76, first=draw() % 76))
def test_no_page_grows_or_takes_more_work_with_any_text_of_any_row(
    kind: str, slug: str, settings: Any, pytestconfig: pytest.Config
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ())
    share = 1 if pytestconfig.getoption("--soak") else 3
    table = every_page.laid(slug, "Vessa")
    add_rows(table)
    assert rows_not_there() <= NOT_EVERYWHERE
    before = measured(table, share)
    letters = fill_documents(TEXTS[kind])
    more, found = fill_rows(TEXTS[kind])
    letters += more
    assert set(found) >= {"Award", "Character", "Comment", "Encounter", "Member", "Notes", "Party"}
    assert set(found) >= {"PartyNotes", "PartySession", "PlayLogEntry", "Portrait", "Review"}
    User.objects.update(username="W" * 150)
    Party.objects.update(chat_address=f"https://discord.com/api/webhooks/{TEXTS[kind](200)}")
    for url, (status, length, calls) in measured(table, share).items():
        was_status, was_length, was_calls = before[url]
        assert status == was_status, url
        assert length < was_length + letters, url
        assert calls < 2 * was_calls + letters // 4, url


@pytest.mark.all_games
@pytest.mark.looks
@pytest.mark.parametrize(
    ("kind", "slug", "edition"),
    sample([(*one, edition) for one in ALL for edition in EDITIONS], every=115, first=draw() % 115),
)
def test_every_edition_of_any_text_is_printed_within_its_work_or_refused(
    kind: str, slug: str, edition: str
) -> None:
    plain, count = filled(ready_made(slug), TEXTS[kind](LONG))
    extras = Extras(
        date=TEXTS[kind](300),
        player=TEXTS[kind](LONG),
        portrait_alt=TEXTS[kind](300),
        notes=(Note(TEXTS[kind](300), safe_html(TEXTS[kind](LONGEST))),),
    )
    job = sheet_job(registry.read(json.dumps(plain)), EDITIONS[edition], extras)
    assert len(job.html) < 400_000 + GROWTH * (LONG * count + LONGEST)
    result = worker.run(job)
    assert bool(result.pdf) != result.too_long
    assert result.too_long or result.work <= MOST_WORK


# --- names


def one_line_limits(slug: str) -> Iterator[tuple[str, int]]:
    """The limit of every one-line text that a game asks for, by its field."""
    system, document = registry.get(slug), by_chance(slug)
    fields = [field for step in filled_steps(system, document) for field in step.fields]
    house = one_of_each(system)
    fields += system.house.fields(house)
    for kind in system.house.kinds:
        fields += system.house.form(house, kind.kind)
    for part in ("advance", "gear", "session"):
        for group in OpenCharacter(system, document).offers(part):
            fields += [field for offer in group.offers for field in offer.fields]
    for field in fields:
        if isinstance(field, Text) and field.lines == 1:
            yield field.id, field.limit
        elif isinstance(field, Rows):
            yield from ((f"{field.id}.{cell.id}", cell.limit) for cell in field.cells)


@EVERY
def test_forms_take_names_as_long_as_names_are(slug: str) -> None:
    limits = dict(one_line_limits(slug))
    assert {"name", "player"} <= set(limits)
    assert {name: limit for name, limit in limits.items() if limit > 400} == {}


def test_forms_of_the_site_take_names_as_long_as_names_are() -> None:
    lines = {name: it for name, it in FIELDS.items() if isinstance(it.widget, TextInput)}
    assert len(lines) > 15
    assert {name: it.limit for name, it in lines.items() if it.limit > 400} == {}


@pytest.mark.all_games
@pytest.mark.looks
@pytest.mark.parametrize(("kind", "slug"), sample(ALL, every=19, first=draw() % 19))
def test_a_document_with_a_longer_name_is_read_and_its_pages_and_prints_stay_cheap(
    kind: str, slug: str, ines: Client, ines_owner: Owner, settings: Any
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ())
    name, found = TEXTS[kind](LONGEST).strip(), []
    for text in ("Vessa", name):
        plain = {**ready_made(slug), "name": text, "player": text}
        row = store(ines_owner, plain, finished=True)
        addresses = [url for url in pages.of(row) if not url.endswith("/print/")]
        found.append([work(lambda url=url: ines.get(url)) for url in addresses])
    for (short, few), (long, many) in zip(*found, strict=True):
        assert long.status_code == short.status_code
        assert len(b"".join(long)) < len(b"".join(short)) + GROWTH * LONGEST
        assert many < 2 * few + LONGEST
    document = registry.read_character(json.dumps(plain))
    assert document.name == name
    for edition in ("classic", "cards"):
        result = worker.run(sheet_job(document, EDITIONS[edition]))
        assert result.pdf
        assert result.work <= MOST_WORK / 2
