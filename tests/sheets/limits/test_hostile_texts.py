"""Texts that cost whoever shows them, in every field that takes a text: the writer pays.

Fields and members are found, not listed: a new one is tried by itself.
"""

import copy
import importlib
import json
import pkgutil
from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

import sheets
from rules import document as documents
from rules import registry
from rules.problems import InvalidDocument
from sheets import forms, markdown, storage
from sheets.demo import all_pregens
from sheets.errors import Refused
from sheets.models import (
    Character,
    Comment,
    Notes,
    Owner,
    PartyNotes,
    PartySession,
)
from sheets.models.markdown_texts import MarkdownTexts
from sheets.notes import operations as notes
from sheets.text_export import bundle
from tests.hostile_texts import TEXTS
from tests.sampling import sample
from tests.sheets import pages
from tests.sheets.example_characters import store

# As long as a note may be, and as a word may be where a whole document is made of such words.
LONGEST, LONG = 19_000, 2_000
# How many times as long as all that was typed a page may be, without what is on it anyway.
GROWTH = 40
KINDS = sorted(TEXTS)


def text_fields() -> Iterator[tuple[str, forms.TextField]]:
    """Every text field of every form of the site, by its form and name."""
    for module in pkgutil.walk_packages(sheets.__path__, "sheets."):
        if module.name.endswith(".forms"):
            importlib.import_module(module.name)
    pending, seen = [forms.Form], set()
    while pending:
        form = pending.pop()
        pending += form.__subclasses__()
        for name, field in form.base_fields.items():
            if isinstance(field, forms.TextField) and (form, name) not in seen:
                seen.add((form, name))
                yield f"{form.__module__}.{form.__name__}.{name}", field


FIELDS = dict(text_fields())
# The model fields that forms of Markdown are saved in, by their form.
IN_MARKDOWN = {name for name, field in FIELDS.items() if field.is_markdown}


def test_the_forms_have_text_fields_and_those_of_markdown_are_known() -> None:
    assert len(FIELDS) > 20
    assert sorted(IN_MARKDOWN) == [
        "sheets.parties.forms.NotesForm.notes",
        "sheets.parties.sessions.forms.SessionForm.gm_notes",
        "sheets.parties.sessions.forms.SessionForm.notes",
        "sheets.parties.sessions.forms.SessionTextsForm.gm_notes",
        "sheets.parties.sessions.forms.SessionTextsForm.notes",
        "sheets.reviews.forms.CommentForm.text",
    ]
    assert set(MarkdownTexts.__subclasses__()) == {Comment, Notes, PartyNotes, PartySession}


@pytest.mark.parametrize("name", sorted(FIELDS))
def test_every_field_of_a_form_refuses_a_text_or_shows_it_within_its_length(name: str) -> None:
    field = FIELDS[name]
    for make in TEXTS.values():
        for length in (field.limit, field.limit + 1, LONGEST):
            text = make(length)
            try:
                value = field.clean(text)
            except ValidationError as refused:
                (message,) = refused.messages
                assert len(message) < 200
            else:
                assert len(value) <= field.limit
                if field.is_markdown:
                    assert len(markdown.safe_html(value)) <= 8 * len(value) + 4_000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("length", [200, 1_604, LONGEST])
def test_no_markdown_grows_and_no_refused_text_either(kind: str, length: int) -> None:
    text = TEXTS[kind](length)
    shown = markdown.safe_html(text)
    if refusal := markdown.refusal(text):
        assert refusal in shown
        assert len(shown) <= 6 * len(text) + 400
    else:
        assert len(shown) <= 8 * len(text) + 4_000
        assert len(shown) <= GROWTH * len(text)


# --- notes of a character, saved and read


@pytest.mark.parametrize("kind", KINDS)
def test_a_note_is_refused_with_what_to_shorten_or_bounded_on_every_page(
    kind: str, ines: Client, finished: Character, field: Any
) -> None:
    url, text = f"/characters/{finished.public_id}/words/", TEXTS[kind](LONGEST)
    plain = len(ines.get(url).content)
    answer = ines.post(url, field("shared", text, was=("",)), headers={"HX-Request": "true"})
    assert answer.status_code in (200, 422)
    stored = Notes.objects.filter(character=finished).first()
    if answer.status_code == 422:
        assert markdown.refusal(text) in answer.content.decode()
        assert stored is None
    else:
        assert stored is not None
        assert stored.shared == text.strip("\n") or stored.shared == text
    for page in (url, f"/characters/{finished.public_id}/"):
        assert len(ines.get(page).content) < plain + 70_000 + 14 * LONGEST


def test_what_others_wrote_in_markdown_is_read_and_never_made_again(
    ines: Client, finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    Notes.objects.create(character=finished, shared="A *moon*.", private="*Mine*.")
    markdown._made.cache_clear()
    made: list[str] = []
    monkeypatch.setattr(markdown, "_render", lambda words: made.append(words) or "")
    assert (
        "<p>A <em>moon</em>.</p>" in ines.get(f"/characters/{finished.public_id}/").content.decode()
    )
    assert ines.get(f"/characters/{finished.public_id}/words/").status_code == 200
    assert made == []


# --- documents


def _leaves(plain: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every text in a document."""
    if isinstance(plain, str):
        yield path
    elif isinstance(plain, dict | list):
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from _leaves(value, (*path, key))


def ready_made(slug: str) -> dict[str, Any]:
    """A ready-made character of a game, one by chance where it has none."""
    pregens = (one.document for one in all_pregens().values() if one.document.system == slug)
    return dict(documents.write(next(pregens, None) or registry.get(slug).random(Random(1))))


def filled(document: dict[str, Any], text: str) -> tuple[dict[str, Any], int]:
    """A character with this text in every member that takes it, and how many did."""
    plain: dict[str, Any] = json.loads(json.dumps(document))
    count = 0
    for path in list(_leaves(plain)):
        changed = copy.deepcopy(plain)
        place: Any = changed
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = text
        try:
            document = registry.read(json.dumps(changed).encode())
            registry.open(document).problems  # noqa: B018 (computed on first use)
        except InvalidDocument:
            continue
        plain, count = changed, count + 1
    return plain, count


@pytest.mark.parametrize(
    ("kind", "slug"),
    sample([(kind, slug) for kind in KINDS for slug in registry.all_systems()], every=13),
)
def test_no_page_of_a_character_grows_with_any_text_of_its_document(
    kind: str, slug: str, ines: Client, ines_owner: Owner, settings: Any
) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ())
    plain, count = filled(ready_made(slug), TEXTS[kind](LONG))
    assert count >= 3
    row = store(ines_owner, plain, finished=True)
    for address in pages.of(row):
        if address.endswith("/print/"):  # a page of pictures of paper
            continue
        answer = ines.get(address)
        assert answer.status_code in (200, 302, 404), address
        assert len(b"".join(answer)) < 400_000 + GROWTH * LONG * count, address


# --- other ways in


def test_an_imported_character_and_a_note_from_paper_are_refused_the_same_way(
    ines: Client, finished: Character
) -> None:
    why = "Its tables leave out more than 300 cells. Shorten them, or type each row in full."
    text = TEXTS["square table"](1_604)
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr(bundle.CHARACTER, storage.download(finished))
        archive.writestr(bundle.PUBLIC, text)
    with pytest.raises(InvalidDocument) as unreadable:
        bundle.read(file.getvalue())
    assert unreadable.value.in_words == f"notes-public.md: {why}"
    with pytest.raises(Refused) as refused:
        notes.check_room(finished, text)
    assert refused.value.errors == {"note": why}


def test_notes_that_were_too_much_before_take_a_short_one_more(finished: Character) -> None:
    Notes.objects.create(character=finished, private=TEXTS["square table"](1_604))
    notes.check_room(finished, "We met Bo.")
