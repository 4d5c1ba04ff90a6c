"""Every page of a character, whichever game it plays."""

from collections.abc import Callable

import pytest
from django.test import Client

from rules import registry
from rules.character import Character as OpenCharacter
from rules.forms.fields import Breakdown, Codes, Number, Rows
from sheets import form_data, storage
from sheets.models import Character, Owner
from sheets.play_log.log import newest
from tests.sheets.every_game.characters import (
    EVERY,
    by_chance,
    filled,
    opens,
    plain,
    retyped,
    unchanged,
)
from tests.sheets.every_game.pages import NOTHING, address, rolls
from tests.sheets.example_characters import store
from tests.sheets.parties.pages import IN_PANEL


@EVERY
def test_a_character_begins_and_its_steps_are_saved_and_finished(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    system, draft = registry.get(slug), of_game(slug, finished=False)
    before = plain(storage.read(draft)[1])
    for step in filled(system, by_chance(slug)):
        at = address(draft, f"build/{step.id}/")
        opens(ines, at)
        for sent in (unchanged(step), retyped(step)):
            for headers in ({}, {"HX-Request": "true"}):
                answer = ines.post(at, sent, headers=headers)
                assert answer.status_code in (200, 302), (step.id, answer.content[:600])
    draft.refresh_from_db()
    assert plain(storage.read(draft)[1]) == before
    ines.post(address(draft, "finish/"), {"key": form_data.new_key()})
    draft.refresh_from_db()
    assert not draft.is_draft


@EVERY
def test_what_cannot_be_read_is_refused_and_still_stands_in_its_field(
    slug: str, ines: Client, ines_owner: Owner
) -> None:
    system = registry.get(slug)
    draft = store(ines_owner, plain(system.empty()))
    for step in filled(system, system.empty()):
        for field in (one for one in step.fields if isinstance(one, Rows | Codes | Number)):
            cells = field.cells if isinstance(field, Rows) else field.values or ("",)
            sent = {f"was.{field.id}": form_data.token(field.values), field.id: ["?!"] * len(cells)}
            answer = ines.post(address(draft, f"build/{step.id}/"), sent)
            assert answer.status_code == 422, field.id
            assert answer.content.decode().count('value="?!"') >= 1, field.id


@EVERY
def test_nothing_is_named_beside_a_draft_that_is_not_there(
    slug: str, ines: Client, ines_owner: Owner
) -> None:
    system = registry.get(slug)
    draft = store(ines_owner, plain(system.empty()))
    for step in filled(system, system.empty()):
        page = opens(ines, address(draft, f"build/{step.id}/")).content.decode()
        assert '<ul class="pane-rows"></ul>' not in page, step.id
        for field in (one for one in step.fields if isinstance(one, Breakdown)):
            raised = any(entry.raises for entry in field.entries)
            assert ("account-raises" in page) == raised, step.id


@EVERY
def test_every_page_of_a_character_opens(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    system, document = storage.read(character)
    pages = (
        "", "document.json", "print/", "sheet.pdf", "text/", "sheet.md", "sheet.txt", "words/",
        "portrait/", "history/", "history/compare/", "history/0/", "advance/", "gear/",
        "session/", "table/", "log/", "log.json", "log.txt", "delete/", "share/",
    )  # fmt: skip
    for page in pages:
        opens(ines, address(character, page))
    planned = ines.get(address(character, "plan/")).status_code
    assert planned == (200 if OpenCharacter(system, document).is_priced else 404)
    linked = f'/{character.public_id}/plan/"'.encode()
    for page in ("", "advance/"):
        content = opens(ines, address(character, page)).content
        assert (linked in content) == OpenCharacter(system, document).is_priced


@EVERY
def test_every_number_of_a_sheet_says_why(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    for key in OpenCharacter(registry.get(slug), by_chance(slug)).sheet.figures:
        opens(ines, address(character, f"why/{key}/"))


@EVERY
@pytest.mark.parametrize("kind", ["classic", "full", "cards"])
def test_it_is_printed_in_every_way(
    slug: str, kind: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    answer = opens(ines, f"{address(of_game(slug), 'sheet.pdf')}?kind={kind}")
    assert answer.content.startswith(b"%PDF")


@EVERY
def test_its_blank_sheet_is_printed(slug: str, nobody: Client) -> None:
    opens(nobody, f"/paper/{slug}/")
    assert opens(nobody, f"/paper/{slug}/blank.pdf").content.startswith(b"%PDF")


@EVERY
def test_its_rules_can_be_looked_up(slug: str, nobody: Client) -> None:
    opens(nobody, f"/rules/{slug}/?q=dice")
    for chapter in registry.get(slug).reference():
        opens(nobody, f"/rules/{slug}/{chapter.id}/")


@EVERY
def test_a_document_goes_out_and_comes_in_again(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    document = opens(ines, address(character, "document.json")).content.decode()
    answer = ines.post("/characters/import/", {"pasted": document, "key": form_data.new_key()})
    assert answer.status_code == 302
    again = Character.objects.latest("pk")
    assert opens(ines, address(again, "document.json")).content.decode() == document


@EVERY
def test_every_action_has_a_panel_and_what_needs_no_more_is_done(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    system, document = storage.read(character)
    sheet = OpenCharacter(system, document).sheet
    actions = [
        one for group in OpenCharacter(system, document).actions(NOTHING) for one in group.actions
    ]
    rolled = rolls(sheet)
    for action in (*(one.id for one in actions), *rolled):
        opens(ines, address(character, f"table/panel/{action}/"), **IN_PANEL)
    for action in (one.id for one in actions if not one.asks):
        answer = ines.post(
            address(character, f"table/do/{action}/"),
            {"key": form_data.new_key()},
            headers=IN_PANEL,
        )
        assert answer.status_code in (200, 422), action
    assert newest(character, 5)
    for page in ("", "table/", "log/", "log.txt"):
        opens(ines, address(character, page))


@EVERY
def test_what_is_offered_and_asks_nothing_is_done_and_told(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    pages = ("session/", "gear/", "advance/")
    for page in pages:
        opens(ines, address(character, page))
    system = registry.get(slug)
    session = {"key": form_data.new_key(), "version": character.version, "entry": "kind=session"}
    assert ines.post(address(character, "session/"), session).status_code == 302
    character.refresh_from_db()
    assert len(storage.read(character)[1].ledger) == 1
    for page in (*pages, "history/", "history/1/", "history/compare/", "history/0/take-back/"):
        opens(ines, address(character, page))
    assert OpenCharacter(system, storage.read(character)[1]).history()[0].kind == "session"


@EVERY
def test_it_is_rebuilt(slug: str, ines: Client, of_game: Callable[..., Character]) -> None:
    character = of_game(slug)
    ines.post(address(character, "rebuild/"), {"key": form_data.new_key()})
    for step in OpenCharacter(registry.get(slug), by_chance(slug)).steps():
        opens(ines, address(character, f"build/{step.id}/"))
    opens(ines, address(character))


@EVERY
def test_it_is_shared(slug: str, ines: Client, of_game: Callable[..., Character]) -> None:
    character = of_game(slug)
    ines.post(address(character, "share/"), {"key": form_data.new_key(), "whole": "yes"})
    opens(ines, address(character, "share/"))
