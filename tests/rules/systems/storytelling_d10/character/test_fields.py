"""Groups in order, and dots over the traits of a group."""

import pytest

from rules.character import Character
from rules.document import Document
from rules.forms.fields import Allot, Ranking
from rules.kit.dot_fields import place_of
from rules.problems import RuleViolation
from tests.dots_game.game import DUSK, Build


def document(*order: str, **attributes: int) -> Document:
    return Document("dusk", "Ox", Build(order=order, attributes=attributes))


def test_a_ranking_has_a_place_for_each_group_with_what_it_is_worth() -> None:
    field = Character(DUSK, document("mind", "body", "heart")).steps(only="attributes")[1].fields[0]
    assert isinstance(field, Ranking)
    assert [(place.name, place.worth) for place in field.places] == [
        ("First", "4 dots"),
        ("Second", "3 dots"),
        ("Third", "2 dots"),
    ]
    assert field.values == ("mind", "body", "heart")
    empty = Character(DUSK, document()).steps(only="attributes")[1].fields[0]
    assert isinstance(empty, Ranking)
    assert empty.values == ("", "", "")


@pytest.mark.parametrize(
    ("was", "sent", "held"),
    [
        ((), ("mind", "", ""), ("mind", "", "")),
        (("mind", "body", "heart"), ("heart", "body", "heart"), ("heart", "body", "mind")),
        (("mind", "body", "heart"), ("mind", "mind", "heart"), ("body", "mind", "heart")),
        (("mind", "", ""), ("mind", "mind", ""), ("", "mind", "")),
        (("mind", "body", "heart"), ("body", "heart", "mind"), ("body", "heart", "mind")),
        (("mind", "body", "heart"), ("", "", ""), ()),
        # Whoever puts one group in two places at once is told by the problems.
        (("mind", "body", "heart"), ("heart", "heart", "heart"), ("heart", "heart", "mind")),
    ],
)
def test_a_group_that_is_moved_swaps_with_the_one_that_was_there(
    was: tuple[str, ...], sent: tuple[str, ...], held: tuple[str, ...]
) -> None:
    after = DUSK.fields.write(document(*was), "order", sent)
    assert after.build.order == held


@pytest.mark.parametrize("sent", [("mind",), ("mind", "body", "soul"), ("a", "b", "c", "d"), ()])
def test_what_is_no_order_is_refused(sent: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation):
        DUSK.fields.write(document(), "order", sent)


def test_a_group_without_a_place_of_its_own_has_no_dots_to_give() -> None:
    assert place_of(("mind", "body"), "body") == 1
    assert place_of(("mind", "mind"), "mind") is None
    assert place_of((), "mind") is None


def test_dots_are_given_beyond_the_free_one_and_the_others_stay() -> None:
    held = document("body", "heart", "mind", charm=3)
    held = DUSK.fields.write(held, "body", ("4", "1"))
    assert held.build.attributes == {"charm": 3, "strength": 4}
    field = Character(DUSK, held).steps(only="attributes")[1].fields[1]
    assert isinstance(field, Allot)
    assert (field.id, field.values, field.total, field.left, field.unit) == (
        "body",
        ("4", "1"),
        4,
        1,
        "dots",
    )
    assert [(one.value, one.lowest, one.highest) for one in field.traits] == [(4, 1, 5), (1, 1, 5)]


@pytest.mark.parametrize("sent", [("6", "1"), ("1",), ("x", "1"), ("-1", "1")])
def test_what_is_no_dots_is_refused(sent: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation):
        DUSK.fields.write(document(), "body", sent)


def test_dots_left_and_too_many_are_told() -> None:
    held = document("body", "heart", "mind", strength=5, agility=2, charm=2)
    told = {one.message: one.unfinished for one in Character(DUSK, held).problems}
    assert told == {
        "Body: 4 dots to give, and you gave 5.": False,
        "Heart: 2 dots left.": True,
        "Mind: 2 dots left.": True,
        "Abilities: 6 dots left.": True,
    }
