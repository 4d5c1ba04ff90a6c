"""One press on a dice code rolls with what stands: what its form would roll as it opens."""

from random import Random

from rules import registry
from rules.character import Character
from rules.problems import RuleViolation
from tests.sheets.every_game.characters import EVERY, by_chance


def rolled_by(character: Character) -> list[str]:
    """The keys of everything on the sheet that rolls; other figures have no place in them."""
    return [key for key in character.play_state({}).pools if "." in key]


@EVERY
def test_a_press_without_a_form_rolls_what_the_form_rolls_as_it_opens(slug: str) -> None:
    character = Character(registry.all_systems()[slug], by_chance(slug))
    rolled = 0
    for key in rolled_by(character):
        form = character.roll_form({}, key, {})
        shown = {field.id: field.values for field in form.fields if hasattr(field, "values")}
        assert shown, key
        if form.barred:
            continue
        pressed, opened = (character.resolve({}, key, values, Random(7)) for values in ({}, shown))
        assert pressed == opened, key
        assert pressed.dice, key
        rolled += 1
    assert rolled >= 10


@EVERY
def test_a_barred_roll_is_refused_with_or_without_its_form(slug: str) -> None:
    character = Character(registry.all_systems()[slug], by_chance(slug))
    for key in rolled_by(character):
        if not character.roll_form({}, key, {}).barred:
            continue
        try:
            character.resolve({}, key, {}, Random(7))
        except RuleViolation:
            continue
        raise AssertionError(key)
