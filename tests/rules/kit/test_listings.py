"""Parts of a reference made of a game's tables."""

from types import SimpleNamespace

from rules.kit import listings
from rules.kit.listings import ListedGuide, Listing, ListingColumn
from rules.reference.chapters import Column, Table, Terms
from rules.tables import Row


class Beast(Row, frozen=True, kw_only=True):
    """A beast of a kind, with its legs and the bonus of its hide by place."""

    kind: str
    legs: int
    hide: dict[str, int]


def beast(id: str, kind: str, legs: int, **hide: int) -> Beast:
    return Beast(id=id, name=id.title(), source="A book", kind=kind, legs=legs, hide=hide)


BEASTS = {
    "crab": beast("crab", "sea", 10, back=3),
    "goat": beast("goat", "land", 4, back=0, head=2),
    "snake": beast("snake", "land", 0),
}
BOOK = SimpleNamespace(beasts=BEASTS, kinds={"land": SimpleNamespace(name="On land")})
COLUMNS = (
    ListingColumn(name="LEG", member="legs", full="Legs", form="{}L"),
    ListingColumn(name="Back", member="hide[back]", form="{:+}"),
    ListingColumn(name="Cry", member="cry"),
)


def listed(**members: object) -> Table | Terms:
    usual = {"id": "land", "name": "Beasts", "rows": "beasts", "prefix": "beast"}
    listing = Listing(**{**usual, **members})  # type: ignore[arg-type]  # members of a listing
    guide = ListedGuide(chapters={}, headings={}, topics={}, listings={"land": listing})
    cries = {"cry": lambda row: f"{row.name}!"}
    (part,) = listings.parts(guide, BOOK, see=lambda row: (row.kind,), computed=cries)
    assert isinstance(part, Table | Terms)
    return part


def test_a_listing_shows_the_rows_of_its_kind_under_a_name_of_the_tables() -> None:
    part = listed(name="{tables.kinds[land].name}", kind="land", head="Beast", columns=COLUMNS)
    assert isinstance(part, Table)
    assert (part.name, [row.name for row in part.rows]) == ("On land", ["Goat", "Snake"])
    assert part.columns[0] == Column("LEG", "Legs")


def test_a_figure_has_the_form_of_its_column_and_a_sign_leaves_0_out() -> None:
    crab, goat, snake = listed(head="Beast", columns=COLUMNS).rows
    assert crab.figures == ("10L", "+3", "Crab!")
    assert goat.figures == ("4L", "–", "Goat!")
    assert snake.figures == ("0L", "–", "Snake!")


def test_rows_are_found_by_a_further_key_and_name_related_terms() -> None:
    crab = listed(key="gear").rows[0]
    assert (crab.id, crab.keys, crab.see) == ("beast-crab", ("gear.crab",), ("sea",))


def test_columns_without_a_head_stand_under_terms_that_are_read_in_order() -> None:
    part = listed(columns=COLUMNS)
    assert isinstance(part, Terms)
    assert [column.name for column in part.columns] == ["LEG", "Back", "Cry"]
