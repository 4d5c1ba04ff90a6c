"""Tables as games read them: a wrong one names its file and key."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from rules import tables
from rules.tables import At, In, Reader, TableError


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    dice: int = 0
    traits: dict[str, int] = {}


Write = Callable[[str], Reader]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Reader:
        (tmp_path / "things.toml").write_text(text, encoding="utf-8")
        return Reader(tmp_path)

    return written


def fault(reader: Reader) -> str:
    with pytest.raises(TableError) as caught:
        reader.entries("things.toml", "thing", Row)
    return str(caught.value)


class Blade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    skill: Annotated[str, In("skills")] = ""


class Armory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    skills: dict[str, Row]
    blades: dict[str, Blade]
    usual: Annotated[str, In("blades")]


ARMORY = """usual = "knife"
[[skills]]
id = "stab"
[[blades]]
id = "knife"
skill = "stab"
[[blades]]
id = "toy"
"""


def test_a_whole_file_has_the_rows_of_each_member_in_the_array_of_its_name(write: Write) -> None:
    reader = write(ARMORY)
    found = reader.file("things.toml", Armory)
    reader.check(found)
    assert found.blades == {"knife": Blade("knife", "stab"), "toy": Blade("toy")}
    assert (list(found.skills), found.usual) == (["stab"], "knife")


@pytest.mark.parametrize(
    ("right", "wrong", "named"),
    [
        ('skill = "stab"', 'skill = "stap"', "knife.skill: “stap”"),
        ('usual = "knife"', 'usual = "fork"', "usual: “fork”"),
        ('usual = "knife"', 'usual = ""', "usual: “”"),
    ],
)
def test_what_a_member_says_that_it_names_has_to_be_there(
    write: Write, right: str, wrong: str, named: str
) -> None:
    reader = write(ARMORY.replace(right, wrong))
    found = reader.file("things.toml", Armory)
    with pytest.raises(TableError) as caught:
        reader.check(found)
    assert str(caught.value) == f"things.toml: {named} is in no table it may come from"


class Smithy(msgspec.Struct, frozen=True):
    edges: Annotated[dict[str, Blade], At("things.toml", "blades")]
    skills: Annotated[dict[str, Row], At("things.toml", "skills")]
    armory: Annotated[Armory, At("whole.toml")]
    made: int = 0


def test_a_member_is_read_from_the_place_that_it_names(write: Write) -> None:
    reader = write(ARMORY)
    (reader.folder / "whole.toml").write_text('usual = "toy"\nskills = {}\nblades = {}', "utf-8")
    smithy = Smithy(**reader.tables_of(Smithy))
    assert list(smithy.edges) == ["knife", "toy"]
    assert (list(smithy.skills), smithy.armory.usual, smithy.made) == (["stab"], "toy", 0)
    reader.check(smithy)


def test_a_row_of_such_a_member_that_names_no_row_is_a_fault(write: Write) -> None:
    reader = write(ARMORY.replace('skill = "stab"', 'skill = "stbA"'))
    (reader.folder / "whole.toml").write_text('usual = "toy"\nskills = {}\nblades = {}', "utf-8")
    smithy = Smithy(**reader.tables_of(Smithy))
    with pytest.raises(TableError, match=r"^things\.toml: knife\.skill: “stbA” is in no table"):
        reader.check(smithy)


def test_rows_keep_the_order_in_which_they_are_printed(write: Write) -> None:
    reader = write('[[thing]]\nid = "b"\n[[thing]]\nid = "a"\ndice = 2\n')
    rows = reader.entries("things.toml", "thing", Row)
    assert list(rows) == ["b", "a"]
    assert rows["a"] == Row("a", 2)


def test_the_same_id_twice_is_a_fault(write: Write) -> None:
    said = fault(write('[[thing]]\nid = "a"\n[[thing]]\nid = "a"\n'))
    assert said == "things.toml: a: appears twice among [[thing]]"


def test_a_row_without_an_id_is_named_by_its_place(write: Write) -> None:
    assert (
        fault(write("[[thing]]\ndice = 1\n"))
        == "things.toml: thing[0].id: missing; every row has one"
    )


def test_a_wrong_value_is_named_by_row_and_key(write: Write) -> None:
    said = fault(write('[[thing]]\nid = "a"\ntraits = { DEX = "two" }\n'))
    assert said.startswith("things.toml: a.traits[...]: expected `int`")


def test_an_unknown_key_is_a_fault(write: Write) -> None:
    assert "unknown field `dise`" in fault(write('[[thing]]\nid = "a"\ndise = 1\n'))


def test_an_array_that_is_not_there_is_a_fault(write: Write) -> None:
    assert fault(write('[[thnig]]\nid = "a"\n')) == "things.toml: thing: no [[thing]] is there"


def test_what_is_no_toml_is_named_with_its_line(write: Write) -> None:
    said = fault(write('[[thing]]\nid = "a\n'))
    assert said.startswith("things.toml: ")
    assert "line 2" in said


def test_bytes_that_are_no_utf_8_are_named(tmp_path: Path) -> None:
    (tmp_path / "things.toml").write_bytes(b'[[thing]]\nid = "\xff"\n')
    assert fault(Reader(tmp_path)).startswith("things.toml: ")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert fault(Reader(tmp_path)) == "things.toml: No such file or directory"


def test_a_whole_file_holds_nothing_else(write: Write) -> None:
    reader = write('id = "a"\n[[thing]]\nid = "b"\n')
    with pytest.raises(TableError, match=r"^things\.toml: object contains unknown field `thing`"):
        reader.whole("things.toml", Row)


def test_a_name_that_no_table_has_is_named_with_its_key() -> None:
    tables.check_known("a.toml", "x.skill", ["melee"], {"melee": 1})
    with pytest.raises(TableError, match=r"^a\.toml: x\.skill: “brwal”"):
        tables.check_known("a.toml", "x.skill", ["melee", "brwal"], {"melee": 1})


class Tool(msgspec.Struct, frozen=True):
    id: str
    thing: str = ""
    things: tuple[str, ...] = ()


class Tools(msgspec.Struct, frozen=True):
    tools: dict[str, Tool]
    things: dict[str, Row]


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        ('thing = "rock"\nthings = ["rock"]', ""),
        ('thing = "rcok"', "things.toml: hammer.thing: “rcok” is in no table it may come from"),
        ('things = ["rock", "rcok"]', "things.toml: hammer.things: “rcok” is in no table"),
        ("", ""),
    ],
)
def test_a_reference_names_a_row_of_its_table(write: Write, tool: str, message: str) -> None:
    reader = write(f'[[thing]]\nid = "rock"\n[[tool]]\nid = "hammer"\n{tool}\n')
    refs, optional = {"things": "things"}, {"thing": "things"}
    found = Tools(
        tools=reader.entries("things.toml", "tool", Tool, refs=refs, optional=optional),
        things=reader.entries("things.toml", "thing", Row),
    )
    if not message:
        reader.check(found)
        return
    with pytest.raises(TableError) as caught:
        reader.check(found)
    assert str(caught.value).startswith(message)


def test_a_reference_that_is_not_optional_is_there(write: Write) -> None:
    reader = write('[[thing]]\nid = "rock"\n[[tool]]\nid = "hammer"\n')
    found = Tools(
        tools=reader.entries("things.toml", "tool", Tool, refs={"thing": "things"}),
        things=reader.entries("things.toml", "thing", Row),
    )
    with pytest.raises(TableError, match=r"^things\.toml: hammer\.thing: “” is in no table"):
        reader.check(found)


class Level(Row, frozen=True):
    kind: str = ""


class Harm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: int
    levels: dict[str, Level]
    kinds: dict[str, Row]


WHOLE = """
base = 3
[[level]]
id = "hurt"
kind = "{kind}"
[[kind]]
id = "grave"
"""
ROWS = {"levels": "level", "kinds": "kind"}


def test_a_whole_file_holds_its_numbers_and_its_rows_by_id(write: Write) -> None:
    found = write(WHOLE.format(kind="grave")).whole("things.toml", Harm, rows=ROWS)
    assert found == Harm(3, {"hurt": Level("hurt", kind="grave")}, {"grave": Row("grave")})


def test_a_row_of_a_whole_file_that_names_no_row_is_a_fault(write: Write) -> None:
    reader = write(WHOLE.format(kind="mild"))
    found = reader.whole("things.toml", Harm, rows=ROWS, refs={"levels.kind": "kinds"})
    with pytest.raises(TableError, match=r"things\.toml: hurt\.kind: “mild” is in no table"):
        reader.check(found)


def test_a_file_cites_where_a_number_stands_and_what_was_decided() -> None:
    numbers = tables.Numbers(sources={"hits": "A book, Hits"}, rulings={"ties": "Ties hit."})
    assert numbers.cite("hits") == {"source": "A book, Hits", "ruling": ""}
    assert numbers.cite("hits", "ties") == {"source": "A book, Hits", "ruling": "Ties hit."}
