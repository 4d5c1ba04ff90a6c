"""The last rolls of everyone at the table, on the board and where a character is played."""

import re
from collections.abc import Callable
from typing import Any

from sheets.models import Character, Party
from tests.sheets.cast import Person
from tests.sheets.example_characters import VESSA, store
from tests.sheets.parties.pages import get, play, text

People = dict[str, Person]
Make = Callable[..., Character]
SWAPPED = r'<\w+ [^>]*id="([\w-]+)"[^>]* hx-swap-oob="true"'


def table(who: Person, character: Character) -> Any:
    return who.client.get(f"/characters/{character.public_id}/table/")


def look(who: Person, character: Character, page: str) -> Any:
    """The news since a page, or since an answer, as its script asks."""
    asked = {"part": "table"}
    for name in ("seen", "ticker"):
        found = re.search(rf'name="{name}"\s+value="(\w*)"', page)
        if found:
            asked[name] = found[1]
    return who.client.get(f"/characters/{character.public_id}/live/", asked)


def rolls(page: Any) -> list[tuple[str, str]]:
    return [(line.who, line.brief.what) for line in page.context["ticker"]]


def test_everyones_rolls_stand_in_one_line_each(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, brakka = in_party(), in_party("Brakka", of="femi")
    assert rolls(table(people["ines"], vessa)) == []
    play(people["ines"], vessa, "do/skills.stealth/", target="40")
    play(people["femi"], brakka, "do/skills.search/")
    play(people["femi"], brakka, "do/harm/", damage="6")
    page = get(people["greta"], party)
    assert rolls(page) == [("Brakka", "Search 5D"), ("Vessa Korr", "Stealth 6D")]
    assert "against target number 40: failure" in text(page)
    assert rolls(table(people["ines"], vessa)) == rolls(page)
    play(people["ines"], vessa, "take-back/1/")
    assert re.search(r"Stealth 6D ?: .*failure undone", text(get(people["femi"], party)))


def test_a_table_follows_the_rolls_of_others_without_itself(
    people: People, party: Party, in_party: Make
) -> None:
    vessa, brakka, ines = in_party(), in_party("Brakka", of="femi"), people["ines"]
    page = table(ines, vessa).content.decode()
    assert look(ines, vessa, page).status_code == 204
    play(people["femi"], brakka, "do/skills.search/")
    answer = look(ines, vessa, page)
    assert re.findall(SWAPPED, answer.content.decode()) == [
        "ticker",
        "ticker-seen",
        "fighting",
        "fight",
    ]
    assert rolls(answer) == [("Brakka", "Search 5D")]
    old = re.search(r'name="seen"\s+value="(\w+)"', page)
    assert old
    now = f'name="seen" value="{old[1]}" {answer.content.decode()}'
    assert look(ines, vessa, now).status_code == 204
    play(ines, vessa, "do/skills.stealth/")
    both = look(ines, vessa, now)
    assert re.findall(SWAPPED, both.content.decode()) == [
        "table",
        "called",
        "seen",
        "ticker",
        "ticker-seen",
        "fighting",
        "fight",
    ]
    assert look(ines, vessa, both.content.decode()).status_code == 204


def test_players_do_not_see_what_opponents_roll(
    people: People, party: Party, in_party: Make
) -> None:
    vessa = in_party()
    foe = store(people["greta"].owner, {**VESSA, "name": "Trooper"}, finished=True)
    Character.objects.filter(pk=foe.pk).update(kind="opponent", roster=party)
    play(people["greta"], foe, "do/skills.stealth/")
    assert rolls(get(people["greta"], party)) == [("Trooper", "Stealth 6D")]
    assert rolls(get(people["ines"], party)) == []
    assert "Trooper" not in table(people["ines"], vessa).content.decode()
