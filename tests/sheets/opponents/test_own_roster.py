"""One's own roster, without a party: built once, copied to the parties one leads, nobody else's."""

import pytest

from sheets.models import Character, Party
from sheets.opponents.rosters import own_rows, roster
from tests.sheets.cast import Person
from tests.sheets.opponents.files import arrived

People = dict[str, Person]
HERE = "/opponents/hyperspace-d6/"


def mine(people: People) -> list[Character]:
    return list(own_rows(people["greta"].owner))


def test_opponents_are_built_without_a_party_and_copied_to_one(
    people: People, party: Party
) -> None:
    greta = people["greta"].client
    assert greta.get("/opponents/").headers["Location"] == HERE
    assert greta.post(f"{HERE}add/listed/", {"who": "stormtrooper", "members": "5"}).url == HERE
    level = {"who": "level.proficient", "name": "Deck officer", "skills": ["blasters", "stealth"]}
    assert greta.post(HERE, {**level, "weapons": ["blaster-rifle"]}).status_code == 302
    assert greta.post(f"{HERE}ships/add/listed/", {"who": "yt-1300"}).status_code == 302
    officer = next(row for row in mine(people) if row.name == "Deck officer")
    copied = greta.post(f"{HERE}{officer.public_id}/copy/", {"party": str(party.public_id)})
    assert copied.status_code == 302
    assert [row.name for row in roster(party)] == ["Deck officer"]
    there = f"/parties/{party.public_id}/roster/"
    troopers = next(row for row in mine(people) if row.marks)
    assert '<optgroup label="Your own">' in greta.get(there).content.decode()
    assert greta.post(f"{there}add/party/", {"opponent": troopers.public_id}).status_code == 302
    back = roster(party).get(name="Deck officer").public_id
    assert greta.post(f"{there}{back}/copy/", {"party": "own"}).status_code == 302
    assert [row.name for row in mine(people)].count("Deck officer") == 2


def test_a_file_of_an_opponent_comes_and_goes(people: People) -> None:
    greta = people["greta"].client
    greta.post(f"{HERE}add/listed/", {"who": "bounty-hunter"})
    (row,) = mine(people)
    file = greta.get(f"/characters/{row.public_id}/document.json").content
    assert arrived(greta, file)["Location"] == HERE
    assert len(mine(people)) == 2
    # A file of another game goes to the roster of that game.
    assert arrived(greta, file, game="empire-ascendant")["Location"] == HERE


def test_nobody_else_learns_of_it(people: People, party: Party) -> None:
    greta = people["greta"].client
    greta.post(f"{HERE}add/listed/", {"who": "stormtrooper"})
    (row,) = mine(people)
    for name, person in people.items():
        if name == "greta":
            continue
        assert "Stormtrooper</b></a>" not in person.client.get(HERE).content.decode(), name
        for address in (f"{HERE}{row.public_id}/", f"/characters/{row.public_id}/"):
            assert person.client.get(address).status_code == 404, (name, address)
        assert person.client.post(f"{HERE}{row.public_id}/delete/").status_code == 404, name
    assert greta.get(f"/characters/{row.public_id}/table/").status_code == 200
    assert "Your opponents" in greta.get(f"/characters/{row.public_id}/").content.decode()


@pytest.mark.parametrize("page", ["", "ships/"])
def test_delete_has_an_undo(people: People, page: str) -> None:
    greta = people["greta"].client
    who = "yt-1300" if page else "thug"
    greta.post(f"{HERE}{page}add/listed/", {"who": who})
    (row,) = mine(people)
    heading = "Ships and vehicles" if page else "In the roster"
    assert f"<h2>{heading}</h2>" in greta.get(f"{HERE}{page}").content.decode()
    greta.post(f"{HERE}{page}{row.public_id}/delete/")
    assert not mine(people)
    greta.post(f"{HERE}{page}{row.public_id}/undelete/")
    assert mine(people) == [row]
