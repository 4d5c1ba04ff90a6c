"""Every address × everybody × every method: who gets in, who gets what else."""

import pytest
from django.test import Client
from django.urls import URLPattern, reverse

from sheets.models import Character
from sheets.urls import urlpatterns

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
READ, WRITE, BOTH = {"GET", "HEAD"}, {"POST"}, {"GET", "HEAD", "POST"}

# What everybody may do. Then, for each address of one character: which methods it has, which
# character of Ines it is tried on, and what Ines gets; strangers and nobody get 404, and for the
# demo's character, which all may see, what is said last: what reading it and what writing it gets.
OPEN = {
    "landing": (READ, 200),
    "credits": (READ, 200),
    "theme": (WRITE, 302),
    "characters": (READ, 200),
    "character_new": (BOTH, 200),
    "character_import": (BOTH, 200),
    "rules": (READ, 302),
    "reference": (READ, 200),
    "reference_chapter": (READ, 200),
    "reference_booklet": (READ, 200),
    "blank": (READ, 200),
    "blank_pdf": (READ, 200),
    "blank_picture": (READ, 200),
}
RULES = {
    "reference": {"system": "hyperspace-d6"},
    "reference_chapter": {"system": "hyperspace-d6", "chapter": "combat"},
    "reference_booklet": {"system": "hyperspace-d6"},
    "blank": {"system": "hyperspace-d6"},
    "blank_pdf": {"system": "hyperspace-d6"},
    "blank_picture": {"system": "hyperspace-d6", "number": 1},
}
OF_ONE = {
    "character": (READ, "finished", 200, 200),
    "character_why": (READ, "finished", 200, 200),
    "character_document": (READ, "finished", 200, 200),
    "character_pdf": (READ, "finished", 200, 200),
    "character_print": (READ, "finished", 200, 200),
    "character_print_picture": (READ, "finished", 200, 200),
    "character_copy": (READ, "finished", 200, 200),
    "character_markdown": (READ, "finished", 200, 200),
    "character_text": (READ, "finished", 200, 200),
    "character_words": (BOTH, "finished", 200, 403),
    "character_portrait": (BOTH, "finished", 200, 403),
    "character_portrait_image": (READ, "portrayed", 200, 404),  # the demo's have none
    "character_portrait_whole": (READ, "portrayed", 200, 403),
    "character_portrait_show": (WRITE, "portrayed", 302, 403),
    "character_portrait_remove": (WRITE, "portrayed", 302, 403),
    "character_build": (READ, "draft", 302, 403),
    "character_step": (BOTH, "draft", 200, 403),
    "character_surprise": (WRITE, "draft", 302, 403),
    "character_finish": (WRITE, "complete", 302, 403),
    "character_rebuild": (WRITE, "finished", 302, 403),
    "character_rebuild_leave": (WRITE, "rebuilding", 302, 403),
    "character_rebuild_finish": (WRITE, "rebuilding", 302, 403),
    "character_rebuild_why": (READ, "rebuilding", 200, 403),
    "character_history": (READ, "played", 200, 200),
    "character_moment": (READ, "played", 200, 200),
    "character_moment_why": (READ, "played", 200, 200),
    "character_compare": (READ, "played", 200, 200),
    "character_take_back": (BOTH, "played", 200, 403),
    "character_go_back": (BOTH, "played", 200, 403),
    "character_advance": (BOTH, "finished", 200, 403),
    "character_gear": (BOTH, "finished", 200, 403),
    "character_session": (BOTH, "finished", 200, 403),
    "character_price": (READ, "finished", 200, 403),
    "character_plan": (BOTH, "finished", 200, 403),
    "character_wish": (WRITE, "finished", 422, 403),
    "character_table": (READ, "finished", 200, 403),
    "character_table_panel": (READ, "finished", 200, 403),
    "character_table_do": (WRITE, "finished", 302, 403),
    "character_table_point": (WRITE, "finished", 404, 403),
    "character_table_declare": (WRITE, "finished", 422, 403),
    "character_table_take_back": (WRITE, "finished", 404, 403),
    "character_table_answer": (WRITE, "finished", 404, 403),
    "character_log": (READ, "finished", 200, 200),
    "character_log_json": (READ, "finished", 200, 200),
    "character_log_text": (READ, "finished", 200, 200),
    "character_duplicate": (WRITE, "finished", 302, 403),
    "character_archive": (WRITE, "finished", 302, 403),
    "character_restore": (WRITE, "archived", 302, 403),
    "character_delete": (BOTH, "finished", 200, 403),
}
MORE = {
    "character_table_panel": {"action": "skills.agility"},
    "character_table_do": {"action": "skills.agility"},
    "character_table_point": {"number": 1},
    "character_table_take_back": {"number": 1},
    "character_table_answer": {"number": 1},
    "character_price": {"part": "advance", "offer": "raise-skill.agility"},
    "character_why": {"key": "defenses.dodge"},
    "character_print_picture": {"number": 1},
    "character_rebuild_why": {"key": "defenses.dodge"},
    "character_moment": {"moment": 0},
    "character_moment_why": {"moment": 0, "key": "defenses.dodge"},
    "character_take_back": {"position": 1},
    "character_go_back": {"moment": 0},
    "character_step": {"step": "concept"},
    "character_surprise": {"step": "species"},
}
# What nothing at all, sent by POST, is answered where that is not 302.
POSTED_ANSWERS = {
    "character_table_point": 404,
    "character_table_declare": 422,
    "character_table_take_back": 404,
    "character_table_answer": 404,
    "character_advance": 409,
    "character_gear": 409,
    "character_session": 409,
    "character_plan": 409,
    "character_wish": 422,
    "character_new": 422,
    "character_import": 422,
    "character_portrait": 422,
    "character_portrait_show": 409,
    "character_rebuild_finish": 409,
    "character_take_back": 409,
    "character_go_back": 409,
}


def address(name: str, character: Character) -> str:
    return reverse(name, kwargs={"id": character.public_id, **MORE.get(name, {})})


@pytest.fixture
def character(request: pytest.FixtureRequest, name: str) -> Character:
    row: Character = request.getfixturevalue(OF_ONE[name][1])
    return row


def test_every_address_is_in_these_tables() -> None:
    names = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert names == set(OPEN) | set(OF_ONE)
    assert len(urlpatterns) == len(names)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", OPEN)
def test_what_is_nobodys_is_open_to_everybody(
    name: str, method: str, ines: Client, tom: Client, nobody: Client
) -> None:
    allowed, answer = OPEN[name]
    for client in (ines, tom, nobody):
        status = client.generic(method, reverse(name, kwargs=RULES.get(name))).status_code
        if method not in allowed:
            assert status == 405
        elif method == "POST":
            assert status == POSTED_ANSWERS.get(name, answer)
        else:
            assert status == answer


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", OF_ONE)
def test_only_the_owner_gets_at_a_character(
    name: str, method: str, character: Character, ines: Client, tom: Client, nobody: Client
) -> None:
    allowed, _, answer, _ = OF_ONE[name]
    url = address(name, character)
    for client in (tom, nobody):
        expected = 404 if method in allowed else 405
        assert client.generic(method, url).status_code == expected
    status = ines.generic(method, url).status_code
    if method not in allowed:
        assert status == 405
    else:
        assert status == (POSTED_ANSWERS.get(name, 302) if method == "POST" else answer)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", OF_ONE)
def test_everybody_may_look_at_a_ready_made_character_and_nobody_may_change_it(
    name: str, method: str, ready_made: Character, ines: Client, tom: Client, nobody: Client
) -> None:
    allowed, _, _, answer = OF_ONE[name]
    for client in (ines, tom, nobody):
        status = client.generic(method, address(name, ready_made)).status_code
        assert status == (answer if method in allowed else 405)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", OF_ONE)
def test_a_character_that_is_not_there_is_404_after_405(
    name: str, method: str, ines: Client
) -> None:
    kwargs = {"id": "00000000-0000-4000-8000-000000000000", **MORE.get(name, {})}
    expected = 404 if method in OF_ONE[name][0] else 405
    assert ines.generic(method, reverse(name, kwargs=kwargs)).status_code == expected


def test_answers_belong_to_the_one_who_asked(ines: Client, finished: Character) -> None:
    for name, kwargs in (("characters", {}), ("character", {"id": finished.public_id})):
        response = ines.get(reverse(name, kwargs=kwargs))
        assert response["Cache-Control"] == "private, no-store"
        assert "Cookie" in response["Vary"]


def test_a_strangers_character_is_on_no_shelf_but_their_own(
    ines: Client, tom: Client, nobody: Client, finished: Character, ready_made: Character
) -> None:
    def shown(client: Client) -> list[str]:
        return [card.character.name for card in client.get("/characters/").context["cards"]]

    assert shown(ines) == ["Vessa Korr"]
    assert shown(tom) == ["Brakka"]
    assert shown(nobody) == []
