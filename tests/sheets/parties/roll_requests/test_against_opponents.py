"""Opposed requests against opponents: of the roster, of the book, a group, a craft, or one in the
fight. Their side is rolled by the site with their own number.
"""

from collections.abc import Callable

import pytest
from django.utils import timezone

from sheets.models import Character, Combatant, Encounter, Party, PlayLogEntry, RollRequest
from sheets.parties.roll_requests import operations
from tests.dice import Fixed
from tests.sheets.cast import Person
from tests.sheets.parties.pages import call, get, text, url
from tests.sheets.parties.roll_requests.pages import STEALTH, answers, roll

People = dict[str, Person]
SEARCH = "skills.search"


@pytest.fixture(autouse=True)
def theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opponents roll fours."""
    monkeypatch.setattr(operations, "DICE", Fixed(*[4] * 40))


def opponent(people: People, party: Party, build: dict[str, object], **fields: object) -> Character:
    row = Character(
        owner=people["greta"].owner,
        kind=fields.pop("kind", Character.Kind.OPPONENT),
        roster=party,
        system=party.system,
        build=build,
        finished_at=timezone.now(),
        **fields,
    )
    row.save()
    return row


def against(people: People, party: Party, mine: Character, other: Character, trait: str) -> int:
    both = [str(mine.public_id), str(other.public_id)]
    sent = {"kind": "opposed", "roll": STEALTH, "other": trait, "to": both}
    return int(call(people["greta"], party, **sent).status_code)


def test_an_opponent_rolls_at_once_and_players_read_it_when_they_have_rolled(
    people: People, party: Party, vessa: Character, falls: Callable[..., None]
) -> None:
    trooper = opponent(people, party, {"opponent": {"id": "stormtrooper"}}, name="Sergeant")
    assert against(people, party, vessa, trooper, "skills.blasters") == 302
    (entry,) = PlayLogEntry.objects.all()
    assert entry.character == trooper
    total = entry.content["total"]
    assert answers(get(people["greta"], party))["Sergeant"] == (total, None)
    page = get(people["ines"], party)
    assert answers(page) == {"Vessa Korr": (None, None), "Sergeant": (None, None)}
    assert "rolled, told once you have" in text(page)
    falls(5, 5, 5, 5, 5, 5)
    assert roll(people["ines"], vessa).status_code in (200, 302)
    page = get(people["ines"], party)
    assert answers(page) == {"Vessa Korr": (30, True), "Sergeant": (total, False)}
    assert f"Vessa Korr 30 beats Sergeant {total} by {30 - total}." in text(page)


@pytest.mark.parametrize(
    ("build", "kind", "trait", "name"),
    [
        ({"opponent": {"id": "thug"}}, Character.Kind.OPPONENT, "attributes.STR", "Thug"),
        ({"craft": {"id": "tie-fighter"}}, Character.Kind.CRAFT, "mobility", "TIE Fighter"),
    ],
)
def test_whoever_the_book_knows_can_be_rolled_against(
    build: dict[str, object],
    kind: str,
    trait: str,
    name: str,
    people: People,
    party: Party,
    vessa: Character,
) -> None:
    row = opponent(people, party, build, kind=kind)
    page = people["greta"].client.get(url(party, "calls/"))
    assert name in text(page)
    known = (one for _, rows in page.context["opponents"] for one in rows)
    (offered,) = (one for one in known if one.character == row)
    assert trait in offered.traits
    assert not any(key.startswith("weapons.") for key in offered.traits)
    assert against(people, party, vessa, row, trait) == 302
    assert answers(get(people["greta"], party))[name][0] is not None


def test_a_group_that_fights_rolls_under_its_name_there_and_the_hidden_are_not_offered(
    people: People, party: Party, vessa: Character
) -> None:
    build = {"opponent": {"id": "stormtrooper"}}
    group, lurker = (opponent(people, party, build, marks={"members": 5}) for _ in range(2))
    encounter = Encounter.objects.create(party=party, name="Ambush", state="running", round=1)
    for row, name, hidden in ((group, "First squad", False), (lurker, "Second squad", True)):
        Combatant.objects.create(
            encounter=encounter, character=row, side="opponents", name=name, hidden=hidden
        )
    page = people["greta"].client.get(url(party, "calls/"))
    ((folder, rows),) = page.context["opponents"]
    assert (folder, [one.sheet.name for one in rows]) == ("", ["First squad"])
    assert against(people, party, vessa, group, "skills.blasters") == 302
    assert "First squad" in text(get(people["ines"], party))
    assert against(people, party, vessa, lurker, "skills.blasters") == 422


def test_an_opponent_is_rolled_for_again_by_the_game_master(
    people: People, party: Party, vessa: Character, falls: Callable[..., None]
) -> None:
    trooper = opponent(people, party, {"opponent": {"id": "stormtrooper"}}, name="Sergeant")
    against(people, party, vessa, trooper, "skills.blasters")
    again = url(party, f"calls/1/again/{trooper.public_id}/")
    assert people["greta"].client.post(again, {"line": "1"}).status_code == 302
    falls(*[1] * 20)
    assert roll(people["greta"], trooper, action="skills.blasters").status_code in (200, 302)
    assert PlayLogEntry.objects.filter(character=trooper).count() == 2
    newest = PlayLogEntry.objects.get(character=trooper, number=2).content["total"]
    assert answers(get(people["greta"], party))["Sergeant"] == (newest, None)


def test_two_opponents_need_no_request_and_players_make_none(
    people: People, party: Party, vessa: Character
) -> None:
    build = {"opponent": {"id": "stormtrooper"}}
    first, second = (opponent(people, party, build) for _ in range(2))
    assert against(people, party, first, second, "") == 422
    both = [str(vessa.public_id), str(first.public_id)]
    sent = {"kind": "opposed", "roll": STEALTH, "to": both}
    assert call(people["ines"], party, **sent).status_code == 404
    assert RollRequest.objects.count() == 0
