"""Things of a party's making, which are named rows, in a game of charms."""

from collections.abc import Iterable, Iterator

import msgspec
import pytest

from rules.document import Document
from rules.forms.fields import Field, Number, Text
from rules.kit import homebrew
from rules.kit.homebrew import HomebrewRows, PartyRules, RowProblem, described, name_problems
from rules.kit.house_switches import HouseOptions
from rules.problems import RuleViolation
from rules.tables import Row


class Charm(msgspec.Struct, frozen=True):
    id: str
    name: str = ""
    power: int = 1
    does: str = ""


class House(msgspec.Struct, frozen=True):
    charms: tuple[Charm, ...] = ()


def fields(charm: Charm, _house: House) -> tuple[Field, ...]:
    return (
        Text("name", "Name", (charm.name,), limit=20),
        Number("power", "Power", (str(charm.power),), highest=9),
        Text("does", "Effect", (charm.does,), limit=100_000),
    )


def wrong(charm: Charm, others: Iterable[Charm], _house: House) -> Iterator[RowProblem]:
    yield from name_problems(charm, others, "charm")
    if charm.does and charm.name == charm.does:
        yield "does", "Say more."


CHARMS = HomebrewRows(
    "charms",
    Charm(""),
    fields,
    wrong,
    lambda charm, _house: charm.does,
    most=3,
)
ABOUT = {"charms": Row(id="charms", name="Charm", source="")}
PARTY = PartyRules(
    House,
    HouseOptions(tuple),
    (CHARMS,),
    described((CHARMS,), ABOUT),
    lambda document: document.build,
)
OWN = House((Charm("ward", "Ward", 2, "Keeps out."),))


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Night's Eye", "nights-eye"),
        ("Éclair!", "eclair"),
        ("own", "own-76bef661"),
        ("x" * 80, "x" * 60),
    ],
)
def test_an_id_is_made_of_a_name(name: str, id: str) -> None:
    assert homebrew.slug(name) == id


def test_an_id_that_is_taken_is_numbered() -> None:
    assert homebrew.free_slug("Ward", ["ward", "ward-2"]) == "ward-3"


def test_a_document_takes_along_what_it_uses_and_its_new_party_lacks() -> None:
    own = (Charm("ward", "Ward"), Charm("bell", "Bell"), Charm("veil", "Veil"))
    theirs = House((Charm("ward", "Greater ward"),))
    document = Document("charms", "", ("ward", "bell"), house=House(own))
    assert [charm.name for charm in PARTY.moved(document, theirs).house.charms] == [
        "Greater ward",
        "Bell",
    ]
    assert PARTY.moved(Document("charms", "", ("ward",)), theirs).house == theirs


def test_a_row_is_made_made_anew_and_removed() -> None:
    made = PARTY.save(OWN, "charms", {"name": ("Bell",), "power": ("",)})
    assert made.charms[1] == Charm("bell", "Bell")
    again = PARTY.save(made, "charms", {"name": ("Bells",)}, "bell")
    assert again.charms == (OWN.charms[0], Charm("bell", "Bells"))
    assert PARTY.remove(again, "charms", "bell") == OWN
    assert [(item.id, item.about) for item in CHARMS.items(OWN)] == [("ward", "Keeps out.")]


def test_a_form_holds_what_a_row_has() -> None:
    assert [field.values for field in PARTY.form(OWN, "charms", "ward")] == [
        ("Ward",),
        ("2",),
        ("Keeps out.",),
    ]


@pytest.mark.parametrize(("kind", "id"), [("spells", ""), ("charms", "bell")])
def test_what_there_is_not_is_a_key_error(kind: str, id: str) -> None:
    with pytest.raises(KeyError):
        PARTY.form(OWN, kind, id)
    with pytest.raises(KeyError):
        PARTY.remove(OWN, kind, id)


@pytest.mark.parametrize(
    ("values", "where"),
    [
        ({"name": ("Ward",)}, ["name"]),
        ({"name": ("Bell",), "power": ("12",)}, ["power"]),
        ({"name": ("x" * 30,), "power": ("many",)}, ["name", "power"]),
        ({"name": ("Bell",), "does": ("x" * 99_000,)}, ["does"]),
        ({"name": ("Bell",), "power": ("many",), "does": ("Bell",)}, ["power", "does"]),
    ],
)
def test_every_field_that_is_wrong_is_named(
    values: dict[str, tuple[str, ...]], where: list[str]
) -> None:
    with pytest.raises(RuleViolation) as refused:
        PARTY.save(OWN, "charms", values)
    assert [problem.where for problem in refused.value.problems] == where


def test_there_are_only_so_many() -> None:
    house = House(tuple(Charm(str(n), f"Charm {n}") for n in range(3)))
    with pytest.raises(RuleViolation, match="3 of a kind is the limit"):
        PARTY.save(house, "charms", {"name": ("Bell",)})
