"""One character that the rules fail to work out takes no page of others with it, in any game."""

import uuid
from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest

from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from sheets import form_data, storage
from sheets.models import Character, LedgerEntry, Party, RollRequest
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, SAMPLES
from tests.sheets.every_game.pages import HURT, brass_key, rolls

People = dict[str, Person]
Playing = Callable[[str], tuple[Party, Character]]
WHY = "an error on this site keeps it from being shown"
TOLD = "An error on this site keeps this character from being shown. Nothing is lost."
# What any page may ask of a game about one character.
ASKED = ("sheet", "summary", "play_state", "actions", "problems", "steps", "history", "roll_form")
PAGES = (
    "",
    "live/",
    "skills/",
    "log/",
    "calls/",
    "reviews/",
    "hand-out/",
    "brief/",
    "pack/",
    "members/",
)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """The rules fail at a question about whoever is called Broken, and at no other."""

    def fail(slug: str, *questions: str) -> None:
        house = registry.get(slug).house
        moves = house.moved

        def moved(document: Document, rules: Any) -> Document:
            if document.name == "Broken":
                raise KeyError("")
            return moves(document, rules)

        for question in questions:
            if question == "moved":
                monkeypatch.setattr(house, question, moved)
                continue
            answer = getattr(OpenCharacter, question)

            def ask(one: OpenCharacter, *told: Any, _answer: Any = answer, **more: Any) -> Any:
                if (one.document.system, one.document.name) == (slug, "Broken"):
                    raise KeyError("")
                if isinstance(_answer, cached_property):
                    return _answer.func(one)
                return _answer(one, *told, **more)

            is_property = isinstance(answer, cached_property)
            monkeypatch.setattr(OpenCharacter, question, property(ask) if is_property else ask)

    return fail


@pytest.fixture
def broken(playing: Playing) -> Callable[[str], tuple[Party, Character, Character]]:
    """A party with one character that fails, of Ines, and one that does not, of Greta."""

    def make(slug: str) -> tuple[Party, Character, Character]:
        party, other = playing(slug)
        well = Character.objects.exclude(pk=other.pk).get(party=party)
        other.name, well.name = "Broken", "Whole"
        other.marks = HURT[slug]
        other.save()
        well.save()
        return party, other, well

    return make


@EVERY
@pytest.mark.parametrize("question", ASKED)
def test_every_page_with_others_shows_the_others(
    question: str,
    slug: str,
    broken: Callable[[str], tuple[Party, Character, Character]],
    failing: Callable[..., None],
    people: People,
) -> None:
    party, _, _ = broken(slug)
    failing(slug, question)
    for page in PAGES:
        answer = people["greta"].client.get(f"/parties/{party.public_id}/{page}")
        assert answer.status_code == 200, page
        assert "Whole" in answer.content.decode() or page == "log/", page
    mine = people["ines"].client.get("/characters/")
    assert mine.status_code == 200
    assert "Broken" in mine.content.decode()


@EVERY
def test_it_is_named_everywhere_with_the_reason(
    slug: str,
    broken: Callable[[str], tuple[Party, Character, Character]],
    failing: Callable[..., None],
    people: People,
) -> None:
    party, _, _ = broken(slug)
    failing(slug, *ASKED)
    for page in ("", "brief/", "pack/"):
        said = people["greta"].client.get(f"/parties/{party.public_id}/{page}").content.decode()
        assert WHY in said, page
    for who, url in (("greta", f"/parties/{party.public_id}/reviews/"), ("ines", "/characters/")):
        assert TOLD in people[who].client.get(url).content.decode()
    assert people["ines"].client.get("/characters/?q=brok").status_code == 200


@EVERY
def test_its_file_is_still_to_be_had(
    slug: str,
    broken: Callable[[str], tuple[Party, Character, Character]],
    failing: Callable[..., None],
    people: People,
) -> None:
    _, other, _ = broken(slug)
    failing(slug, *ASKED)
    answer = people["ines"].client.get(f"/characters/{other.public_id}/document.json")
    assert b'"Broken"' in b"".join(answer)


@EVERY
def test_nobody_gets_anything_and_it_is_said_because_of_whom(
    slug: str,
    broken: Callable[[str], tuple[Party, Character, Character]],
    failing: Callable[..., None],
    people: People,
) -> None:
    party, other, well = broken(slug)
    failing(slug, "enter")
    sent = {**brass_key(slug), "to": [str(one.public_id) for one in (other, well)]}
    url = f"/parties/{party.public_id}/hand-out/"
    answer = people["greta"].client.post(url, {**sent, "key": uuid.uuid4().hex})
    assert answer.status_code == 422
    assert f"Broken: {TOLD}" in answer.content.decode()
    assert not LedgerEntry.objects.exists()


@EVERY
@pytest.mark.parametrize("question", ["sheet", "summary", "problems", "moved"])
def test_a_party_can_still_decide_its_rules(
    question: str,
    slug: str,
    broken: Callable[[str], tuple[Party, Character, Character]],
    failing: Callable[..., None],
    people: People,
) -> None:
    party, _, _ = broken(slug)
    failing(slug, question)
    url = f"/parties/{party.public_id}/"
    assert people["greta"].client.get(f"{url}rules/").status_code == 200
    rule = SAMPLES[slug].rule
    sent = {"rules": rule, "was.rules": form_data.token(()), "key": uuid.uuid4().hex}
    answer = people["greta"].client.post(f"{url}options/", sent)
    assert answer.status_code == 302
    party.refresh_from_db()
    assert party.house == {rule: True}


@EVERY
def test_a_call_goes_to_those_who_can_answer_it(
    slug: str,
    broken: Callable[[str], tuple[Party, Character, Character]],
    failing: Callable[..., None],
    people: People,
) -> None:
    party, _, well = broken(slug)
    system, document = storage.read(well)
    roll = rolls(OpenCharacter(system, document).sheet)[0]
    failing(slug, "roll_form")
    sent = {"key": uuid.uuid4().hex, "kind": "check", "roll": roll, "everybody": "yes"}
    answer = people["greta"].client.post(f"/parties/{party.public_id}/calls/", sent)
    assert answer.status_code == 302
    assert [one.character for one in RollRequest.objects.get().targets.all()] == [well]
