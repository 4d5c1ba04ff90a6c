"""Fields whose traits and cells depend on the document, menus, and the armor that is worn, with a
build of no game.
"""

from collections.abc import Mapping

import msgspec
import pytest

from rules.creation import Binding
from rules.document import Document
from rules.figures import Figure, dice
from rules.forms.fields import Cell, Change, Choice, Codes
from rules.kit.bound_fields import codes_field, number_field, rows_field, worn_field
from rules.problems import Problem, RuleViolation


class Suit(msgspec.Struct, frozen=True):
    name: str
    bulk: int | None = None
    color: str = "gray"


class Build(msgspec.Struct, frozen=True):
    cold: bool = False
    codes: dict[str, str] = msgspec.field(default_factory=dict)
    armor: tuple[Suit, ...] = ()
    worn: str = ""
    move: int | None = None


class Character:
    def __init__(self, document: Document) -> None:
        self.document, self.build = document, document.build


def traits(document: Document) -> Mapping[str, str]:
    return {"c": "Cold"} if document.build.cold else {"a": "Arms", "b": "Back"}


def cells(document: Document) -> tuple[Cell, ...]:
    bulk = Cell("bulk", "Bulk", "number", lowest=0, highest=9, optional=True)
    color = Cell("color", "Color", limit=5 if document.build.cold else 20)
    return Cell("name", "Suit"), bulk, color


def figure(character: Character, id: str) -> Figure:
    return dice(id, len(character.build.codes.get(id, "")))


def changes(character: Character, key: str) -> tuple[Change, ...]:
    return (Change("Guard", "", key, better=True),) if key else ()


FIELDS = (
    codes_field("codes", "Codes", traits, figure, hint="", also={"a", "b", "c"}),
    rows_field(
        "armor",
        "Armor",
        Suit,
        cells,
        limit=3,
        shown={"color": lambda document, said: "white" if document.build.cold else said},
    ),
    worn_field(20, changes, hint="One at a time.", term="armor"),
    number_field("move", "Move", 9, lowest=2),
)
BINDING = Binding(FIELDS)
VEST, COAT = Suit("Vest", 0), Suit("Coat")


def document(**members: object) -> Document:
    build = Build(codes={"a": "3D", "c": "1D", "z": "9D"}, armor=(VEST, COAT), worn="vest")
    return Document(system="", name="Mira", build=msgspec.structs.replace(build, **members))


def shown(field: str, found: Document) -> list[object]:
    return list(BINDING.fields[field].show(Character(found)))


def test_codes_are_those_of_the_document_and_strange_ones_stay() -> None:
    found = BINDING.write(document(cold=True), "codes", ("2d",))
    assert found.build.codes == {"c": "2D", "z": "9D"}
    [field] = shown("codes", document())
    assert isinstance(field, Codes)
    assert [trait.id for trait in field.traits] == ["a", "b"]
    assert (field.values, field.left) == (("3D", ""), None)


def test_a_number_may_be_left_empty_in_a_row_and_the_struct_says_the_rest() -> None:
    values = ("Vest", "", "", "Coat", "3", "red")
    found = BINDING.write(document(), "armor", values)
    assert found.build.armor == (Suit("Vest"), Suit("Coat", 3, "red"))
    assert BINDING.values(document(), "armor") == ("Vest", "0", "gray", "Coat", "", "gray")
    assert BINDING.values(document(cold=True), "armor") == (
        *("Vest", "0", "white"),
        *("Coat", "", "white"),
    )


def test_armor_is_worn_by_its_name_and_what_is_gone_is_kept_aside() -> None:
    [field] = shown("worn", document())
    assert isinstance(field, Choice)
    assert [(one.id, one.chosen, one.term) for one in field.options] == [
        ("", False, "armor"),
        ("Vest", True, ""),
        ("Coat", False, ""),
    ]
    assert [one.changes for one in field.options] == [
        (),
        (Change("Guard", "", "vest", better=True),),
        (Change("Guard", "", "coat", better=True),),
    ]
    [field] = shown("worn", document(worn="Cape"))
    assert isinstance(field, Choice)
    assert [one.id for one in field.options if one.set_aside] == ["Cape"]
    assert BINDING.dependent(document())["worn"] == ("Vest",)
    assert "worn" not in BINDING.dependent(document(armor=()))


def test_a_number_with_a_lowest() -> None:
    assert BINDING.write(document(), "move", ("2",)).build.move == 2


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("move", "1", "Enter a number from 2 to 9, not 1."),
    ],
)
def test_what_they_cannot_take_is_refused(field: str, value: str, said: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        BINDING.write(document(), field, (value,))
    assert refused.value.problems == (Problem("bad-value", field, said),)
