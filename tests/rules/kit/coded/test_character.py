"""Characters with typed codes, in a game of two attributes: codes, raises, corrections, items."""

from collections.abc import Mapping

import msgspec
import pytest

from rules.document import Document
from rules.figures import Figure, dice, number
from rules.forms.fields import Change
from rules.kit import typed
from rules.kit.advancement_offers import changes
from rules.kit.coded.character import (
    CodedCharacter,
    CodeSources,
    base_figure,
    left_of,
    moved,
    skill_figure,
    weapon_damage,
)
from rules.kit.coded.ledger import (
    CodeEntries,
    Correct,
    Raise,
    check_rebuilt,
    code_problems,
    drop_corrections,
    pip_price,
    rebuild_kind,
)
from rules.kit.coded.sums import CodeSums, written
from rules.kit.currency import Currency, Payments
from rules.kit.typed import Code, Damage, Skill
from rules.kit.typed import items as typed_items
from rules.kit.typed.items import Gaining
from rules.ledger import entries
from rules.ledger.entries import Entry
from rules.problems import EntryRefused, Problem, ProblemList

NAMES = {"STR": "Strength", "WIT": "Wits"}
SOURCES = CodeSources("Typed", "Price list", "Ours.", "As its attribute.")


class Item(msgspec.Struct, frozen=True):
    key: str
    name: str
    what: str
    quantity: int = 1
    skill: str = ""


class Build(msgspec.Struct, frozen=True):
    attributes: dict[str, Code] = {}
    skills: dict[str, Skill] = {}
    items: tuple[Item, ...] = ()
    worn: str = ""
    force_points: int = 1


class Holding(typed_items.NamedHolding[Item]):
    __slots__ = ()


class Hero(CodedCharacter[Holding]):
    holding_type = Holding
    attributes: Mapping[str, str] = NAMES

    def validated(self, build: Build) -> Build:
        return build


BRAWL = Skill("brawl", "Brawl", "STR", (4, 1))
TRACK = Skill("track", "Track", "WIT")
CLUB = Item("club", "Club", "weapon", skill="brawl")
FULL = Build({"STR": (3, 2), "WIT": (2, 0)}, {"brawl": BRAWL, "track": TRACK}, (CLUB,))


def hero(build: Build = FULL) -> Hero:
    return Hero(Document(system="", name="Mira", build=build))


def figure(character: Hero, trait: str) -> Figure:
    if trait in NAMES:
        return base_figure(character, trait, trait, SOURCES, raised="Book")
    base = figure(character, character.skills[trait].attribute)
    return skill_figure(character, trait, base, SOURCES, source="Book")


def price(character: Hero, entry: Entry) -> Figure:
    trait = character.trait(entry.trait) if isinstance(entry, Raise) else ""
    if not trait:
        return number("cost", 0)
    factor = 10 if trait in NAMES else 1
    return pip_price(character.code(trait)[0], factor, least=1, source="", ruling="")


POINTS = Currency("Points", "Point", "cp", lambda one: one.points, lambda _: 50, 99)
ENTRIES = CodeEntries(figure, Payments(price, lambda _: POINTS), lambda _: True, "No.")
GAINING = Gaining({}, lambda *_: None, lambda item: item)
KINDS = ENTRIES.kinds(Entry, GAINING, entries.Rebuild, rebuild_kind(Hero), take=entries.Entry)
RAISED, CORRECTED = KINDS[Raise], KINDS[Correct]


def test_a_skill_without_a_code_is_its_attribute() -> None:
    assert [hero().code(trait) for trait in ("STR", "brawl", "track")] == [(3, 2), (4, 1), (2, 0)]
    found = figure(hero(), "track")
    assert (found.code, found.ruling) == ("2D", "As its attribute.")


@pytest.mark.parametrize(
    ("name", "trait"), [("strength", "STR"), ("WIT", "WIT"), ("BRAWL", "brawl"), ("Sing", "")]
)
def test_a_trait_goes_by_its_id_or_its_name(name: str, trait: str) -> None:
    assert hero().trait(name) == trait


def test_an_attribute_takes_the_codes_under_it_along() -> None:
    character = hero()
    assert RAISED.title(character, Raise(trait="STR")) == "Strength 3D+2 → 4D"
    RAISED.check(character, Raise(trait="STR"))
    RAISED.apply(character, Raise(trait="STR"))
    assert [figure(character, trait).code for trait in ("STR", "brawl")] == ["4D", "4D+2"]
    assert character.points == {"raised": -30}
    assert figure(character, "brawl").why == "raised 4D+2, instead of 4D"


def test_a_code_set_anew_takes_the_place_of_what_was_raised() -> None:
    character = hero()
    character.rise("brawl")
    CORRECTED.apply(character, Correct(trait="Brawl", code="5D"))
    CORRECTED.apply(character, Correct(trait="Sing", code="3D+1", attribute="Wits"))
    assert [figure(character, trait).code for trait in ("brawl", "sing")] == ["5D", "3D+1"]
    said = CORRECTED.title(character, Correct(trait="Dance", code="2d", reason="Lessons"))
    assert said == "Lessons: Dance, new: 2D"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Raise(trait="Sing"), "unknown-trait"),
        (Correct(trait="Brawl", code="many"), "bad-code"),
        (Correct(trait="Sing", code="2D", attribute="LUCK"), "unknown-attribute"),
        (Correct(trait=" ", code="2D"), "missing"),
        (Correct(trait="Sing", code="2D"), "missing"),
    ],
)
def test_what_cannot_be_raised_or_corrected_is_refused(entry: Entry, code: str) -> None:
    with pytest.raises(EntryRefused) as refused:
        (RAISED if isinstance(entry, Raise) else CORRECTED).check(hero(), entry)
    assert refused.value.code == code


def test_unreadable_codes_are_named_by_their_member() -> None:
    found = list(code_problems(Correct(trait="Brawl", code="")))
    assert [(one.code, one.where) for one in found] == [("bad-code", "code")]
    assert [one.where for one in code_problems(Raise(trait="Brawl"), trait=typed.damage)] == [
        "trait"
    ]


def test_a_new_build_keeps_what_came_since() -> None:
    character = hero()
    character.rise("brawl")
    with pytest.raises(EntryRefused, match="drops Brawl, which you raised or corrected since"):
        check_rebuilt(character, hero(msgspec.structs.replace(FULL, skills={"track": TRACK})))
    character.corrected["STR"] = (5, 0)
    drop_corrections(character, hero(msgspec.structs.replace(FULL, attributes={"STR": (2, 0)})))
    assert character.corrected == {}


def test_a_copy_changes_by_itself() -> None:
    character = hero()
    other = character.copied()
    other.rise("brawl")
    other.holdings["club"].add(1)
    assert (character.raised, character.holdings["club"].quantity) == ({}, 1)


def test_points_are_told_by_what_they_went_into() -> None:
    assert [term.value for term in moved({"awarded": 5, "raised": -3})] == [5, -3]
    assert left_of(number("Force Points", 3), 0).value == 3


@pytest.mark.parametrize(
    ("own", "code"), [(Damage(4, 1), "4D+1"), (Damage(1, 2, with_strength=True), "5D+1")]
)
def test_strength_is_added_to_damage_where_that_is_said(own: Damage, code: str) -> None:
    assert weapon_damage("Club", own, figure(hero(), "STR")).code == code


SUMS = CodeSums(attributes=15, skills=6, skill_most=3, count=2, ours="Ours.", source="", ruling="")


def test_sums_name_what_is_open_and_what_is_too_much() -> None:
    faults = ProblemList()
    SUMS.check(FULL.attributes, {"brawl": BRAWL}, faults)
    assert [(one.code, one.message) for one in faults.found] == [
        (
            "preset-attributes",
            "These attributes take 5D+2, 2 pips more than 5D. Ours.",
        ),
        ("preset-skills", "1D+1 of 2D for skills left to assign. Ours."),
    ]
    assert SUMS.left_text("skills", FULL.attributes, {"brawl": BRAWL}) == "1D+1 left of 2D"
    full = {"brawl": msgspec.structs.replace(BRAWL, code=(5, 2))}
    assert SUMS.left_text("skills", FULL.attributes, full) == "None left of 2D"
    assert (written(1), written(7)) == ("1 pip", "2D+1")


class Gain(Entry, frozen=True, kw_only=True, tag="gain"):
    name: str
    what: str = "thing"
    quantity: int = 1


class Row(msgspec.Struct, frozen=True):
    name: str
    quantity: int = 1


def read(_character: object, row: Row, faults: ProblemList) -> Item | None:
    name = typed_items.named(row, "", faults)
    return Item(typed.key(name), name, "thing") if name else None


GAINED = typed_items.Gaining(
    {"thing": Row},
    read,
    lambda item: Item(item.key, item.name, item.what),
).kind("Gained")


def test_more_of_an_item_is_added_to_it() -> None:
    character = hero()
    for quantity in (2, 3):
        GAINED.check(character, Gain(name="Rope", quantity=quantity))
        GAINED.apply(character, Gain(name="Rope", quantity=quantity))
    assert character.held("rope").quantity == 5
    assert GAINED.title(character, Gain(name="rope", quantity=2)) == "Rope ×2"


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Gain(name="Rope", quantity=0), "bad-amount"),
        (Gain(name="Rope", what="spell"), "unknown-what"),
        (Gain(name=" "), "missing"),
        (Gain(name="Club"), "repeated-name"),
    ],
)
def test_what_cannot_be_gained_is_refused(entry: Gain, code: str) -> None:
    with pytest.raises(EntryRefused) as refused:
        GAINED.check(hero(), entry)
    assert refused.value.code == code


def test_the_second_item_of_a_name_is_a_problem() -> None:
    faults = ProblemList()
    rows = {"gear": [Row("Rope"), Row("rope"), Row("Lamp", 0)]}
    found = list(typed_items.items(rows, lambda row, _: read(None, row, faults), faults))
    assert [item.key for item in found] == ["rope"]
    assert [(one.code, one.where) for one in faults.found] == [
        ("repeated-name", "build.gear[1]"),
        ("bad-amount", ".quantity"),
    ]


def test_only_armor_that_is_carried_is_worn() -> None:
    faults = ProblemList()
    assert typed_items.worn("Club", (CLUB,), faults) == ""
    assert faults.found == [
        Problem(
            "not-owned",
            "build.worn",
            "Club isn't armor that you carry.",
            never=faults.found[0].never,
        )
    ]


def test_an_offer_says_what_changes() -> None:
    """A skill and the defense that it makes may be called the same."""
    before = [("Dodge", dice("Dodge", 3)), ("Dodge", number("Dodge", 9)), ("Soak", dice("Soak", 5))]
    after = [("Dodge", dice("Dodge", 4)), ("Dodge", number("Dodge", 12)), ("Soak", dice("Soak", 5))]
    assert changes(before, after) == (
        Change("Dodge", "3D", "4D", better=True),
        Change("Dodge", "9", "12", better=True),
    )


def test_marks_count_as_they_are_where_nothing_is_marked() -> None:
    assert hero().marks is None
