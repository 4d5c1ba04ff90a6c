"""Everything that the site offers works for a character of every game, or is not offered."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from rules import registry
from rules.play import Situation
from rules.sheet import Column, Sheet, Traits
from rules.steps import Account, Codes, Number, Rows
from sheets import bridge, forms
from sheets.models import Call, Character, Member, Owner, Party
from sheets.table_log import newest
from tests.sheets.cast import Person
from tests.sheets.conftest import store
from tests.sheets.every_game import EVERY, by_chance, filled, opens, plain, retyped, unchanged
from tests.sheets.parties.asking import IN_PANEL, url

NOTHING: Situation = {}


@pytest.fixture
def of_game(ines_owner: Owner) -> Callable[..., Character]:
    """A character of a game, of Ines, finished."""

    def make(slug: str, *, finished: bool = True) -> Character:
        return store(ines_owner, plain(by_chance(slug)), finished=finished)

    return make


def columns(sheet: Sheet) -> list[Column]:
    return [one for part in sheet.sections if isinstance(part, Traits) for one in part.columns]


def address(character: Character, rest: str = "") -> str:
    return f"/characters/{character.public_id}/{rest}"


@EVERY
def test_a_character_begins_and_its_steps_are_saved_and_finished(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    system, draft = registry.get(slug), of_game(slug, finished=False)
    before = plain(bridge.read(draft)[1])
    for step in filled(system, by_chance(slug)):
        at = address(draft, f"build/{step.id}/")
        opens(ines, at)
        for sent in (unchanged(step), retyped(step)):
            for headers in ({}, {"HX-Request": "true"}):
                answer = ines.post(at, sent, headers=headers)
                assert answer.status_code in (200, 302), (step.id, answer.content[:600])
    draft.refresh_from_db()
    assert plain(bridge.read(draft)[1]) == before
    ines.post(address(draft, "finish/"), {"key": forms.new_key()})
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
            sent = {f"was.{field.id}": forms.token(field.values), field.id: ["?!"] * len(cells)}
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
        for field in (one for one in step.fields if isinstance(one, Account)):
            raised = any(entry.raises for entry in field.entries)
            assert ("account-raises" in page) == raised, step.id


@EVERY
def test_every_page_of_a_character_opens(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    system, document = bridge.read(character)
    pages = (
        "", "document.json", "print/", "sheet.pdf", "text/", "sheet.md", "sheet.txt", "words/",
        "portrait/", "history/", "history/compare/", "history/0/", "advance/", "gear/",
        "session/", "table/", "log/", "log.json", "log.txt", "delete/", "share/",
    )  # fmt: skip
    for page in pages:
        opens(ines, address(character, page))
    planned = ines.get(address(character, "plan/")).status_code
    assert planned == (200 if system.is_priced(document) else 404)
    linked = f'/{character.public_id}/plan/"'.encode()
    for page in ("", "advance/"):
        content = opens(ines, address(character, page)).content
        assert (linked in content) == system.is_priced(document)


@EVERY
def test_every_number_of_a_sheet_says_why(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    for key in registry.get(slug).sheet(by_chance(slug)).figures:
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
    assert opens(nobody, f"/rules/{slug}/booklet.pdf").content.startswith(b"%PDF")


@EVERY
def test_a_document_goes_out_and_comes_in_again(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    document = opens(ines, address(character, "document.json")).content.decode()
    answer = ines.post("/characters/import/", {"pasted": document, "key": forms.new_key()})
    assert answer.status_code == 302
    again = Character.objects.latest("pk")
    assert opens(ines, address(again, "document.json")).content.decode() == document


@EVERY
def test_every_action_has_a_panel_and_what_needs_no_more_is_done(
    slug: str, ines: Client, of_game: Callable[..., Character]
) -> None:
    character = of_game(slug)
    system, document = bridge.read(character)
    sheet = system.sheet(document)
    actions = [one for group in system.actions(document, NOTHING) for one in group.actions]
    rolled = [column.key for column in columns(sheet)]
    rolled += [line.key for column in columns(sheet) for line in column.lines]
    for action in (*(one.id for one in actions), *rolled):
        opens(ines, address(character, f"table/panel/{action}/"), **IN_PANEL)
    for action in (one.id for one in actions if not one.asks):
        answer = ines.post(
            address(character, f"table/do/{action}/"), {"key": forms.new_key()}, headers=IN_PANEL
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
    session = {"key": forms.new_key(), "version": character.version, "entry": "kind=session"}
    assert ines.post(address(character, "session/"), session).status_code == 302
    character.refresh_from_db()
    assert len(bridge.read(character)[1].ledger) == 1
    for page in (*pages, "history/", "history/1/", "history/compare/", "history/0/take-back/"):
        opens(ines, address(character, page))
    assert system.history(bridge.read(character)[1])[0].kind == "session"


@EVERY
def test_it_is_rebuilt(slug: str, ines: Client, of_game: Callable[..., Character]) -> None:
    character = of_game(slug)
    ines.post(address(character, "rebuild/"), {"key": forms.new_key()})
    for step in registry.get(slug).steps(by_chance(slug)):
        opens(ines, address(character, f"build/{step.id}/"))
    opens(ines, address(character))


@EVERY
def test_it_is_shared(slug: str, ines: Client, of_game: Callable[..., Character]) -> None:
    character = of_game(slug)
    ines.post(address(character, "share/"), {"key": forms.new_key(), "whole": "yes"})
    opens(ines, address(character, "share/"))


@pytest.fixture
def playing(people: dict[str, Person]) -> Callable[[str], tuple[Party, Character]]:
    """Greta's party of a game, with a character of Ines and one of Greta's own in it."""

    def make(slug: str) -> tuple[Party, Character]:
        party = Party.objects.create(name="The Long Watch", system=slug)
        for name, role in (("greta", Member.Role.GM), ("ines", Member.Role.PLAYER)):
            Member.objects.create(party=party, owner=people[name].owner, role=role)
        for name in ("greta", "ines"):
            row = store(people[name].owner, plain(by_chance(slug)), finished=True)
            Character.objects.filter(pk=row.pk).update(party=party)
        return party, Character.objects.get(pk=row.pk)

    return make


@EVERY
def test_every_page_of_a_party_opens(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, character = playing(slug)
    greta, ines = people["greta"].client, people["ines"].client
    pages = (
        "", "skills/", "log/", "calls/", "members/", "hand-out/", "brief/", "brief.pdf", "pack/",
        "rules/", "reviews/", f"reviews/{character.public_id}/", "dissolve/",
    )  # fmt: skip
    for page in pages:
        opens(greta, url(party, page))
    for page in ("", "skills/", "log/", "members/", "rules/"):
        opens(ines, url(party, page))
    for page in ("review/", "comments/", "table/"):
        opens(ines, address(character, page))
    for making in registry.get(slug).makings:
        opens(greta, url(party, f"rules/{making.kind}/"))


@EVERY
def test_the_sheets_of_a_party_are_printed_together(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    for _ in range(40):
        answer = people["greta"].client.get(url(party, "pack.pdf"), follow=True)
        if answer["Content-Type"] == "application/pdf":
            break
    assert b"".join(answer).startswith(b"%PDF")


@EVERY
def test_a_party_decides_what_there_is_to_decide(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    page = opens(people["greta"].client, url(party, "rules/")).content.decode()
    system = registry.get(slug)
    assert ("Decide</button>" in page) == bool(system.house_fields(system.take_house({})))
    assert ("Made for this party" in page) == bool(system.makings)


@EVERY
def test_all_are_called_in_every_way_that_the_game_knows(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, character = playing(slug)
    greta, system = people["greta"].client, registry.get(slug)
    board = opens(greta, url(party)).context["board"]
    roll = next(iter(board.rows[0].traits))
    to = [str(row.character.public_id) for row in board.rows]
    page = opens(greta, url(party, "calls/")).content.decode()
    for kind in Call.Kind.values:
        known = kind in system.calls
        assert (f'id="call-{kind}"' in page) == known
        sent = {"key": forms.new_key(), "kind": kind, "roll": roll, "to": to, "target": ""}
        if kind == Call.Kind.COMBINED:
            sent |= {"to": to[:1], "helpers": to[1:]}
        answer = greta.post(url(party, "calls/"), sent)
        assert answer.status_code == (302 if known else 422), kind
    assert Call.objects.count() == len(system.calls)
    call = Call.objects.get(kind="check")
    panel = address(character, f"table/panel/{roll}/?call={call.number}")
    opens(people["ines"].client, panel, **IN_PANEL)
    sent = {"key": forms.new_key(), "call": str(call.number)}
    done = address(character, f"table/do/{roll}/")
    assert people["ines"].client.post(done, sent, headers=IN_PANEL).status_code == 200
    assert call.called.exclude(line=None).count() == 1
    for page_ in ("", "calls/", "log/"):
        opens(greta, url(party, page_))


@EVERY
def test_a_new_session_is_handed_out(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, character = playing(slug)
    sent = {"key": forms.new_key(), "to": [str(character.public_id)]}
    assert people["greta"].client.post(url(party, "session/"), sent).status_code == 302
    assert character.entries.count() == 1
    opens(people["greta"].client, url(party, "brief/"))


@EVERY
def test_a_character_is_made_for_a_party_of_its_game_alone(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    ines = people["ines"].client
    page = opens(ines, f"/characters/new/?party={party.public_id}")
    assert [game.slug for game in page.context["offered"]] == [slug]
    assert {cast.system.slug for cast in page.context["casts"]} <= {slug}
    for other in registry.all_systems():
        sent = {"system": other, "party": str(party.public_id), "key": forms.new_key()}
        answer = ines.post("/characters/new/", sent)
        assert answer.status_code == (302 if other == slug else 422)
        if other != slug:
            assert f"this party plays {registry.get(slug).name}" in answer.content.decode()


@EVERY
def test_a_character_of_another_game_is_not_brought_along(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    ines = people["ines"]
    for other, game in registry.all_systems().items():
        if other != slug:
            stranger = store(ines.owner, plain(by_chance(other)), finished=True)
            sent = {"key": forms.new_key(), "character": str(stranger.public_id)}
            answer = ines.client.post(url(party, "bring/"), sent)
            assert answer.status_code == 422
            said = f"is a character of {game.name}; this party plays {registry.get(slug).name}."
            assert said in answer.content.decode()
            stranger.refresh_from_db()
            assert stranger.party is None


def test_a_visitor_chooses_among_the_games(nobody: Client) -> None:
    games = list(registry.all_systems().values())
    for page in ("/", "/characters/new/", "/credits/"):
        content = opens(nobody, page).content.decode()
        places = [content.index(game.name) for game in games]
        assert places == sorted(places), page
    offered = opens(nobody, "/characters/new/").context["offered"]
    assert [game.slug for game in offered] == [game.slug for game in games]


def shown(games: Any) -> list[str]:
    return [game.slug for game in games]


def test_the_rules_of_every_game_are_listed_where_there_are_several(nobody: Client) -> None:
    answer = nobody.get("/rules/")
    if len(registry.all_systems()) == 1:
        assert answer.status_code == 302
    else:
        assert shown(answer.context["systems"]) == shown(registry.all_systems().values())
