"""A preview says of each number what the sheet says once the choice is made."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from rules import registry
from rules.character import Character
from rules.creation import inputs
from rules.document import Document
from rules.forms.fields import Change, Choice, Field
from rules.opponents import WHO
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character as State
from rules.systems.hyperspace_d6.document.entries import Award
from rules.systems.hyperspace_d6.rulebook.book import book

GAME = registry.get("hyperspace-d6")
OPPONENTS = {
    "one of the book, with printed defenses": {WHO: ("knight",)},
    "an elite": {WHO: ("knight",), "elite": ("DEX", "FOR")},
    "a group": {WHO: ("stormtrooper",), "members": ("5",)},
    "one of a level": {WHO: ("level.proficient",), "skills": ("blasters", "brawl")},
}
PEOPLE = [pytest.param(GAME.random(Random(seed)), id=f"seed {seed}") for seed in range(8)]
MADE = [
    pytest.param(GAME.opponents.document(values), id=name) for name, values in OPPONENTS.items()
]


def numbers(state: State) -> Iterator[tuple[str, str]]:
    """Every number that a preview may name, with its value on the sheet."""
    rules = book()
    for id, row in rules.attributes.items():
        code = figures.attribute(state, id).code
        yield from ((id, code), (row.name, code))
    for id, skill in state.skills.items():
        yield skill.name, figures.skill(state, id).code
    for id, defense in rules.defenses.items():
        yield defense.name, figures.defense(state, id).code
    yield "Actions", figures.actions(state).code
    yield "Wounds", figures.wounds(state).code
    for level in rules.harm.levels:
        yield f"{level.name} from", figures.threshold(state, level.id).code
    yield "Force Points", figures.force_points(state).code
    yield "Credits", figures.credits(state).code


def strange(changes: tuple[Change, ...], before: State, after: State) -> list[Change]:
    """The changes of these numbers that the sheets before and after do not bear out."""
    was, now = set(numbers(before)), set(numbers(after))
    known = {label for label, _ in was}
    named = [change for change in changes if change.label in known]
    return [
        change
        for change in named
        if (change.label, change.before) not in was or (change.label, change.after) not in now
    ]


@pytest.mark.parametrize("document", [*PEOPLE, *MADE])
def test_an_offer_to_raise_says_what_the_raise_brings(document: Document) -> None:
    rich = replace(document, ledger=(*document.ledger, Award(cp=500)))
    character = Character(GAME, rich)
    offers = [offer for group in character.offers("advance") for offer in group.offers]
    raises = [offer for offer in offers if offer.id.startswith("raise-") and not offer.barred]
    assert raises
    for offer in raises:
        after = character.enter(offer.entry)
        assert offer.changes[0].label == offer.name
        assert not strange(offer.changes, character.state, after.state), offer.id
        moved = {row.name for id, row in book().defenses.items() if differs(character, after, id)}
        assert moved <= {change.label for change in offer.changes}, offer.id


def differs(before: Character[State], after: Character[State], defense: str) -> bool:
    was, now = (figures.defense(one.state, defense).value for one in (before, after))
    return was != now


@pytest.mark.parametrize("document", PEOPLE)
@pytest.mark.parametrize("step", ["species", "profession", "edge-and-burden"])
def test_an_option_of_a_step_says_what_the_choice_brings(document: Document, step: str) -> None:
    character = Character(GAME, document)
    shown = next(one for one in character.steps(only=step) if one.id == step)
    fields = [field for field in shown.fields if isinstance(field, Choice)]
    assert {field.id for field in fields} <= inputs(shown).keys()
    for field in fields:
        for option in (option for option in field.options if option.changes):
            after = character.set_field(field.id, (option.id,))
            assert not strange(option.changes, character.state, after.state), option.id


@pytest.mark.parametrize("step", ["species", "profession", "edge-and-burden"])
def test_in_short_a_step_is_the_same_without_numbers_and_replays_nothing(
    step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, replayed = GAME.random(Random(3)), list[Document]()
    begin = State.__init__

    def counted(state: State, document: Document) -> None:
        replayed.append(document)
        begin(state, document)

    monkeypatch.setattr(State, "__init__", counted)
    character = Character(GAME, document)
    short = next(one for one in character.steps(step, in_short=True) if one.id == step)
    assert len(replayed) == 1
    whole = next(one for one in character.steps(step) if one.id == step)
    assert len(replayed) > 5
    assert short == replace(whole, fields=tuple(map(without_numbers, whole.fields)))


def without_numbers(field: Field) -> Field:
    """A field whose cards don't say what they would change."""
    assert isinstance(field, Choice)
    bare = {"profile": (), "changes": (), "ranks": {}}
    return replace(field, options=tuple(replace(option, **bare) for option in field.options))
