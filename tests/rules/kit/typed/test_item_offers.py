"""Forms of new items, made of the cells of creation."""

import msgspec

from rules.forms.fields import Cell, Choice, Number, Option, Text, options
from rules.kit.typed.item_offers import cell_fields
from rules.tables import Row


class Gain(msgspec.Struct):
    kind: str = "blunt"


def test_cells_become_fields_of_their_kinds() -> None:
    cells = (
        Cell("skill", "Skill", limit=20, suggestions=("Clubs",)),
        Cell("damage", "Damage", "number", lowest=0, highest=50),
        Cell("kind", "Kind", "menu", options=(Option("sharp", "Sharp"), Option("blunt", "Blunt"))),
    )
    assert cell_fields(cells, Gain(), {"skill": "Clubs, staves"}) == (
        Text("skill", "Skill", ("",), "Clubs, staves", limit=20, suggestions=("Clubs",)),
        Number("damage", "Damage", ("",), lowest=0, highest=50),
        Choice(
            "kind",
            "Kind",
            ("blunt",),
            (Option("sharp", "Sharp"), Option("blunt", "Blunt", chosen=True)),
            look="menu",
        ),
    )


def test_options_are_names_or_the_names_of_rows() -> None:
    rows = {"near": Row(id="near", name="Near", source="Charms")}
    assert options(rows) == (Option("near", "Near"),)
    assert options({"far": "Far"}, "far", none="Nowhere") == (
        Option("", "Nowhere"),
        Option("far", "Far", chosen=True),
    )
    assert options({"far": "Far"}, "", none="Nowhere")[0].chosen
    assert not options({"far": "Far"}, none="Nowhere")[0].chosen
