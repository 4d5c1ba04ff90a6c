"""Sentences that whoever runs the game reads about somebody else, in every game: what harm did to
an opponent or a craft, and the words of a craft that is gone.
"""

import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.game import Game
from rules.opponents import WHO
from rules.play import Attempt, shifted
from rules.sheet.sections import Track
from tests.rules.contract.systems import samples

GAMES = registry.all_systems()
SLUGS = sorted(slug for slug, game in GAMES.items() if game.fight and game.opponents)
YOU = re.compile(r"\byou(r|'re|’re)?\b", re.IGNORECASE)
# Somebody of the list to be harmed, and a craft.
PLACES = (0, 8)


def harmed_ones(game: Game) -> Iterator[Character]:
    """Opponents and a craft of the game."""
    lists = [(game.opponents, place) for place in PLACES] + [(game.craft, 5)]
    for rules, place in lists:
        if rules:
            listed = rules.listed()
            document = rules.document({WHO: (listed[min(place, len(listed) - 1)].id,)})
            yield Character(registry.rules_of(document), document)


def told(one: Character, seed: int) -> Iterator[str]:
    """The sentences of eight hits, one after the other: foreseen, told, of the levels, and of what
    is left of it.
    """
    fight = one.system.fight
    assert fight is not None
    for hit in range(8):
        fields = {field.id for field in one.roll_form({}, fight.harm, {}).fields}
        damage = str(Random(seed * 31 + hit).randint(1, 30))
        sent = {"damage": (damage,), "soak": ("2",), "successes": (damage,), "section": ("fore",)}
        values = {name: value for name, value in sent.items() if name in fields}
        form = one.roll_form({}, fight.harm, values)
        yield from (*form.foreseen, form.barred, *one.play_state({}).remarks)
        if form.barred:
            return
        outcome = one.resolve({}, fight.harm, values, Random(seed + hit))
        yield from outcome.said
        marks = msgspec.structs.asdict(one.document.marks)
        marks |= {shift.mark: shifted(marks, shift) for shift in outcome.shifts}
        one = one.marked(type(one.document.marks)(**marks))
        tracks = (part for part in one.sheet.sections if isinstance(part, Track))
        yield from (level.effect for track in tracks for level in track.levels)


@pytest.mark.parametrize("slug", SLUGS)
def test_harm_is_told_of_whomever_it_befalls_not_to_whoever_reads_it(slug: str) -> None:
    sentences = {
        sentence
        for one in harmed_ones(GAMES[slug])
        for seed in range(12)
        for sentence in told(one, seed)
    }
    assert len(sentences) > 12
    assert sorted(sentence for sentence in sentences if YOU.search(sentence)) == []
    assert sorted(text for text in sentences if re.search(r"\b1 (?:\w+ )?\w+s left", text)) == []


@pytest.mark.parametrize(
    "slug", [slug for slug in SLUGS if GAMES[slug].craft and samples(GAMES[slug]).wrecked]
)
def test_a_craft_that_is_gone_speaks_of_repairs_only_where_something_is_repaired(slug: str) -> None:
    rules = GAMES[slug].craft
    assert rules is not None
    assert rules.crew is not None
    marks = samples(GAMES[slug]).wrecked
    document = rules.document({WHO: (rules.listed()[5].id,)})
    craft = Character(registry.rules_of(document), document)
    craft = craft.marked(type(craft.document.marks)(**marks))
    said: dict[str, str] = {}
    for station in rules.crew.stations(craft.state):
        for action in rules.crew.actions(Attempt(craft.state, {}), station.id, ()):
            said[action.name] = action.barred
    for group in craft.actions({}):
        said |= {action.name: action.barred for action in group.actions}
    guns = [text for name, text in said.items() if name.startswith("Fire ")]
    assert guns
    assert all(text.endswith("obody can act with it.") for text in guns)
    about_repairs = [name for name, text in said.items() if "repair" in text.lower()]
    assert all("epair" in name for name in about_repairs)


def test_firepower_is_the_word_of_the_book_for_the_guns_of_a_craft() -> None:
    game = GAMES["hyperspace-d6"]
    assert game.craft is not None
    document = game.craft.document({WHO: ("yt-1300",)})
    craft = Character(registry.rules_of(document), document)
    lines = [line.name for part in craft.sheet.sections for line in getattr(part, "lines", ())]
    assert "Firepower" in lines
    fields = [getattr(field, "label", "") for field in game.craft.fields({})]
    assert "Firepower (dice)" in fields
    text = msgspec.json.encode(list(craft.sheet.sections)).decode()
    assert "Fire Control" not in text
