"""The inventory that games share, with items of no game."""

import msgspec
import pytest

from rules.kit import inventory
from rules.kit.inventory import Carrier, Lose, Use, Wear
from rules.problems import EntryRefused


class Item(msgspec.Struct, frozen=True):
    key: str
    name: str
    quantity: int = 1
    made_of: str = "wood"


class Holding(inventory.Holding[Item]):
    better = False

    @property
    def is_improved(self) -> bool:
        return self.better

    @property
    def is_armor(self) -> bool:
        return self.item.name == "Shield"

    def is_same(self, item: Item) -> bool:
        return self.item.made_of == item.made_of

    def numbered(self, count: int) -> Item:
        return msgspec.structs.replace(self.item, key=f"{self.item.key}-{count}")

    def with_given(self, item: Item, given: int) -> "Holding":
        found = super().with_given(item, given)
        found.better = self.better
        return found

    def reset(self) -> None:
        self.better = False


class Bearer(Carrier[Holding]):
    def __init__(self, *items: Item) -> None:
        self.holdings = inventory.of_build(Holding, items)
        self.worn = ""


def club(quantity: int = 1, made_of: str = "wood") -> Item:
    return Item("club", "Club", quantity, made_of)


SHIELD = Item("shield", "Shield")


def test_a_build_gives_what_it_lists_in_its_order() -> None:
    bearer = Bearer(club(3), SHIELD)
    assert [(held.item.name, held.quantity) for held in bearer.carried] == [
        ("Club", 3),
        ("Shield", 1),
    ]


def test_what_is_used_up_is_carried_no_more() -> None:
    bearer = Bearer(club(3))
    inventory.part(bearer, Use(item="club", quantity=3))
    assert bearer.carried == []
    assert bearer.holding("club") is None


def test_armor_that_is_lost_is_not_worn() -> None:
    bearer = Bearer(SHIELD)
    inventory.wear(bearer, Wear(item="shield"))
    assert bearer.worn == "shield"
    inventory.part(bearer, Lose(item="shield"))
    assert bearer.worn == ""


@pytest.mark.parametrize(
    ("entry", "code", "message"),
    [
        (Use(item="club", quantity=0), "too-few", "Enter a quantity of 1 or more."),
        (Use(item="club", quantity=4), "not-owned", "You have 3 of Club, not 4."),
        (Lose(item="torch"), "not-owned", "You carry nothing named 'torch'."),
    ],
)
def test_one_parts_with_what_there_is(entry: Use | Lose, code: str, message: str) -> None:
    with pytest.raises(EntryRefused) as refused:
        inventory.check_part(Bearer(club(3)), entry, code="too-few")
    assert (refused.value.code, refused.value.message) == (code, message)


def test_only_armor_is_worn() -> None:
    bearer = Bearer(club(), SHIELD)
    inventory.check_wear(bearer, Wear(item="shield"))
    inventory.check_wear(bearer, Wear(item=None))
    with pytest.raises(EntryRefused) as refused:
        inventory.check_wear(bearer, Wear(item="club"))
    assert (refused.value.code, refused.value.message) == ("not-armor", "Club isn't armor.")


def test_more_of_an_item_joins_the_same_item_and_another_goes_by_a_number() -> None:
    bearer = Bearer(club(2))
    assert inventory.place(Holding, club(), bearer.holdings) is bearer.holdings["club"]
    iron = inventory.place(Holding, club(made_of="iron"), bearer.holdings)
    assert (iron.item.key, iron.item.made_of) == ("club-2", "iron")


def test_more_of_an_improved_item_stands_beside_it_until_none_is_left() -> None:
    bearer = Bearer(club())
    bearer.holdings["club"].better = True
    assert inventory.place(Holding, club(), bearer.holdings).item.key == "club-2"
    bearer.holdings["club"].remove(1)
    again = inventory.place(Holding, club(), bearer.holdings)
    assert (again.item.key, again.better) == ("club", False)


def test_a_rebuild_keeps_what_came_since() -> None:
    bearer = Bearer(club(3))
    bearer.holdings["club"].remove(1)
    kept, left_out = inventory.rebuilt(bearer.holdings, [club(5), SHIELD], Holding)
    assert {key: held.quantity for key, held in kept.items()} == {"club": 4, "shield": 1}
    assert left_out == []


def test_a_rebuild_names_what_it_leaves_short() -> None:
    bearer = Bearer(club(3))
    bearer.holdings["club"].remove(2)
    kept, left_out = inventory.rebuilt(bearer.holdings, [club(1)], Holding)
    assert kept["club"].quantity == 0
    assert [item.name for item in left_out] == ["Club"]
    kept["club"].add(1)
    assert kept["club"].quantity == 1, "what a rebuild left short is no debt"


def test_another_item_of_the_same_key_takes_it_and_the_first_goes_by_a_number() -> None:
    bearer = Bearer(club(1))
    bearer.holdings["club"].add(2)
    kept, left_out = inventory.rebuilt(bearer.holdings, [club(1, "iron")], Holding)
    assert {key: (held.item.made_of, held.quantity) for key, held in kept.items()} == {
        "club": ("iron", 1),
        "club-2": ("wood", 2),
    }
    assert left_out == []


def test_of_several_one_stays_improved_after_a_rebuild() -> None:
    bearer = Bearer(club(1))
    bearer.holdings["club"].better = True
    kept, _ = inventory.rebuilt(bearer.holdings, [club(3)], Holding)
    assert {key: (held.quantity, held.better) for key, held in kept.items()} == {
        "club": (1, True),
        "club-2": (2, False),
    }


def test_a_preview_wears_armor_and_the_character_does_not() -> None:
    bearer = Bearer(SHIELD)
    assert (bearer.wearing("shield").worn, bearer.worn) == ("shield", "")


def test_titles_count_what_is_more_than_one() -> None:
    bearer = Bearer(club(2), SHIELD)
    assert inventory.part_title(bearer, Use(item="club", quantity=2)) == "Club ×2"
    assert inventory.part_title(bearer, Use(item="torch")) == "torch"
    assert inventory.wear_title(bearer, Wear(item="shield")) == "Shield put on"
    assert inventory.wear_title(bearer, Wear(item=None)) == "Armor taken off"


def test_each_item_offers_what_fits_it() -> None:
    bearer = Bearer(club(2), SHIELD)
    clubs, shield = inventory.item_groups(
        bearer, lambda held: (inventory.use_offer(held), inventory.lose_offer(held))
    )
    assert (clubs.name, clubs.note, shield.note) == ("Club", "You have 2.", "")
    assert [offer.id for offer in clubs.offers] == ["use.club", "lose.club"]
    assert [field.id for field in clubs.offers[0].fields] == ["quantity", "note"]
    assert [field.id for field in shield.offers[0].fields] == ["note"]
