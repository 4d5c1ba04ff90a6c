"""Long texts are read from the database where they are shown, and on no other page."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from sheets.models import Character, Comment, Notes, PartyNotes, PartySession, Review
from sheets.models.markdown_texts import MarkdownTexts
from tests.browser import every_page
from tests.sheets.every_game.characters import EVERY

# Pages, by the name of their address, that show the texts of a model.
SHOWN = {
    "Comment": {"character_comments"},
    "Notes": {"character", "character_print", "character_words", "shared"},
    "PartyNotes": {"party_brief"},
    "PartySession": {"party_sessions"},
}


def columns() -> Iterator[tuple[str, str]]:
    """Each kept HTML, by its model, as a query names its column."""
    for model in MarkdownTexts.__subclasses__():
        for name in model.MARKDOWN:
            yield model.__name__, f'"{model._meta.db_table}"."{name}_html"'


def read(client: Client, url: str, **sent: Any) -> set[str]:
    """The models whose HTML is read from the database for an answer."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(url, **sent) if sent else client.get(url)
    assert answer.status_code in ((200,) if sent else (200, 302, 403, 404, 405, 410)), url
    asked = "\n".join(query["sql"] for query in queries)
    return {model for model, column in columns() if column in asked}


def write_about(table: every_page.Table) -> None:
    """Texts in Markdown about everything that has them."""
    for character in table.party.characters.all():
        Notes.objects.create(character=character, shared="*All*.", private="*Mine*.")
        about = {"character": character, "party": table.party}
        Review.objects.get_or_create(**about, defaults={"state": Review.State.SUBMITTED})
        Comment.objects.create(**about, author=table.gm.owner, text="*So*.")
    PartyNotes.objects.create(party=table.party, text="*Ours*.")
    texts = {"notes": "*So*.", "gm_notes": "*Hush*."}
    PartySession.objects.update_or_create(party=table.party, number=1, defaults=texts)


@EVERY
@pytest.mark.usefixtures("db")
def test_no_page_reads_html_that_it_does_not_show(slug: str) -> None:
    table = every_page.laid(slug, "Vessa")
    write_about(table)
    found = defaultdict[str, set[str]](set)
    for address in every_page.addresses(table):
        client = table.gm.client if address.inside else Client()
        for model in read(client, address.url):
            found[model].add(address.name)
    assert found == SHOWN


def test_no_field_is_saved_and_nothing_rolled_with_html(
    ines: Client,
    draft: Character,
    finished: Character,
    step_of: Callable[[Character, str], str],
    field: Callable[..., dict[str, Any]],
) -> None:
    for character in (draft, finished):
        Notes.objects.create(character=character, shared="*All*.", private="*Mine*.")
    for url, form in (
        (step_of(draft, "concept"), field("name", "Vessa")),
        (f"/characters/{finished.public_id}/table/do/skills.blasters/", {"key": "0" * 32}),
    ):
        assert read(ines, url, data=form, headers={"HX-Request": "true"}) == set()
