"""Every page of a party, whichever game it plays, and the choice of one."""

from collections.abc import Callable

import pytest
from django.test import Client

from rules import registry
from sheets import form_data
from sheets.models import Character, Party, RollRequest
from sheets.play import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, by_chance, opens, plain
from tests.sheets.every_game.pages import address, shown
from tests.sheets.example_characters import store
from tests.sheets.parties.pages import IN_PANEL, confirm, url


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
    for making in registry.get(slug).house.kinds:
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
def test_a_party_optionss_what_there_is_to_decide(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    page = opens(people["greta"].client, url(party, "rules/")).content.decode()
    system = registry.get(slug)
    assert ("Save</button>" in page) == bool(system.house.fields(system.house.read({})))
    assert ("Homebrew" in page) == bool(system.house.kinds)


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
    for kind in RollRequest.Kind.values:
        known = kind in system.calls
        assert (f'id="call-{kind}"' in page) == known
        sent = {"key": form_data.new_key(), "kind": kind, "roll": roll, "to": to, "target": ""}
        if kind == RollRequest.Kind.COMBINED:
            sent |= {"to": to[:1], "helpers": to[1:]}
        answer = greta.post(url(party, "calls/"), sent)
        assert answer.status_code == (302 if known else 422), kind
    assert RollRequest.objects.count() == len(system.calls)
    call = RollRequest.objects.get(kind="check")
    panel = address(character, f"table/panel/{roll}/?call={call.number}")
    opens(people["ines"].client, panel, **IN_PANEL)
    sent = {"key": form_data.new_key(), "call": str(call.number)}
    done = address(character, f"table/do/{roll}/")
    assert people["ines"].client.post(done, sent, headers=IN_PANEL).status_code == 200
    assert call.targets.exclude(entry=None).count() == 1
    for page_ in ("", "calls/", "log/"):
        opens(greta, url(party, page_))


@EVERY
def test_a_new_session_is_handed_out(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, character = playing(slug)
    sent = {"key": form_data.new_key(), "to": [str(character.public_id)]}
    assert confirm(people["greta"].client, url(party, "session/"), sent).status_code == 302
    assert character.entries.count() == 1
    opens(people["greta"].client, url(party, "brief/"))


@EVERY
def test_a_character_is_made_for_a_party_of_its_game_alone(
    slug: str, people: dict[str, Person], playing: Callable[[str], tuple[Party, Character]]
) -> None:
    party, _ = playing(slug)
    ines = people["ines"].client
    page = opens(ines, f"/characters/new/?party={party.public_id}")
    assert (page.context["game"].slug, page.context["games"]) == (slug, [])
    assert {cast.system.slug for cast in page.context["pregen_groups"]} <= {slug}
    for other in registry.all_systems():
        sent = {"system": other, "party": str(party.public_id), "key": form_data.new_key()}
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
            sent = {"key": form_data.new_key(), "character": str(stranger.public_id)}
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
    offered = opens(nobody, "/characters/new/").context["games"]
    assert [game.slug for game in offered] == [game.slug for game in games]


def test_the_rules_of_every_game_are_listed_where_there_are_several(nobody: Client) -> None:
    answer = nobody.get("/rules/")
    if len(registry.all_systems()) == 1:
        assert answer.status_code == 302
    else:
        assert shown(answer.context["systems"]) == shown(registry.all_systems().values())


def test_medicine_heals_another_of_the_party_in_the_second_game_too(
    people: dict[str, Person],
    playing: Callable[[str], tuple[Party, Character]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    party, patient = playing("rules-sheet-d6")
    doctor = party.characters.exclude(pk=patient.pk).get()
    skill = {"name": "Medicine", "attribute": "TEC", "code": "4D"}
    doctor.build = {**doctor.build, "skills": [skill], "weapons": []}
    doctor.save()
    Character.objects.filter(pk=patient.pk).update(marks={"wounds": 1})
    form = {"key": form_data.new_key(), "whom": str(patient.public_id), "tool": "other-medpac"}
    monkeypatch.setattr(operations, "DICE", Fixed(4, 4, 4, 4))
    there = address(doctor, "table/do/medicine-other/")
    answer = people["greta"].client.post(there, form, headers=IN_PANEL)
    assert answer.status_code == 200
    assert "16: 1 wound healed, 0 left." in answer.content.decode()
    patient.refresh_from_db()
    assert patient.marks == {}
    assert patient.play_log.get().content["name"] == "Treatment"
