"""Pregenerated characters for a table: legal, by the theme, and good at different things."""

from random import Random

from rules import pregens
from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.pregens import Order, Pregen
from tests.rules.contract.systems import AT_CONVENTIONS, OF_THE_PROGRAM


def made(system: Game, count: int, **order: str) -> list[Pregen]:
    """So many characters of one order."""
    wanted = {"theme": "crew", "level": "seasoned"} | order
    seed = wanted.pop("seed", "one")
    characters: list[Pregen] = []
    for _ in range(count):
        one = Order(**wanted, players=count)
        rng = Random(f"{seed} {len(characters)}")
        characters.append(pregens.next_pregen(system, one, characters, rng))
    return characters


def documents(system: Game, count: int, **order: str) -> list[Document]:
    """The same as documents."""
    return [one.document for one in made(system, count, **order)]


@AT_CONVENTIONS
def test_six_characters_are_legal_and_somebody_is_trained_in_everything_important(
    system: Game,
) -> None:
    characters = documents(system, 6)
    assert [Character(system, one).problems for one in characters] == [()] * 6
    assert len({one.name for one in characters}) == 6
    best = pregens.best_at(system, characters)
    assert [one.name for one in best if not (one.is_trained and one.positions)] == []


@AT_CONVENTIONS
def test_points_are_spent_except_for_what_buys_nothing(system: Game) -> None:
    (one,) = documents(system, 1)
    assert len(one.ledger) > 2
    assert system.ledger_rules.balances(system.ledger_rules.replay(one))[0].value < 10


@AT_CONVENTIONS
def test_the_same_order_makes_the_same_characters_again(system: Game) -> None:
    two = documents(system, 2)
    assert documents(system, 2) == two
    assert documents(system, 2, seed="two") != two


@AT_CONVENTIONS
def test_a_theme_limits_how_many_are_made_from_some_ideas(system: Game) -> None:
    convention = system.convention
    assert convention is not None
    for id, theme in convention.themes.items():
        ideas = [one.idea for one in made(system, 8, theme=id, level="new")] if theme.limits else []
        for limit in theme.limits:
            assert sum(idea in limit.ideas for idea in ideas) <= limit.most, id


@OF_THE_PROGRAM
def test_a_table_of_twenty_has_one_jedi(system: Game) -> None:
    convention = system.convention
    assert convention is not None
    (limit,) = convention.themes["one-jedi"].limits
    ideas = [one.idea for one in made(system, 20, theme="one-jedi", level="new")]
    assert sum(idea in limit.ideas for idea in ideas) == 1


@AT_CONVENTIONS
def test_ready_made_characters_come_first_and_chance_makes_the_rest(system: Game) -> None:
    ready = documents(system, 2, seed="ready", level="new")
    order = Order(players=3, theme="ready-made", level="new")
    characters: list[Pregen] = []
    for _ in range(3):
        characters.append(pregens.next_pregen(system, order, characters, Random(1), ready))
    assert [one.document for one in characters[:2]] == ready
    assert characters[2].idea
    assert Character(system, characters[2].document).problems == ()


@AT_CONVENTIONS
def test_the_card_names_parts_or_terms_of_the_reference(system: Game) -> None:
    assert system.convention is not None
    parts = [part for chapter in system.reference() for part in chapter.parts]
    known = {part.id for part in parts}
    known |= {row.id for part in parts for row in getattr(part, "rows", ())}
    assert [id for id in system.convention.card if id not in known] == []


@AT_CONVENTIONS
def test_the_strengths_of_a_character_are_trained_and_the_highest_come_first(
    system: Game,
) -> None:
    (document,) = documents(system, 1)
    lines = pregens.trait_lines(Character(system, document).sheet).values()
    trained = {(line.name, line.figure.code) for line in lines if line.trained}
    found = pregens.strengths(system, document)
    assert {(name, figure.code) for name, figure in found} <= trained
    weights = [figure.weight for _, figure in found]
    assert weights == sorted(weights, reverse=True)
    assert weights
