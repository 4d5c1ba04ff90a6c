"""The form of an opponent in every game: what a document can hold of one is typed there, and is
there again where one is edited.
"""

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

import msgspec
import msgspec.inspect
import pytest
from msgspec.structs import replace

from rules import opponents, registry
from rules.document import Document
from rules.opponents import WHO, OpponentRules
from rules.problems import RuleViolation

GAMES = [
    slug
    for slug, system in registry.all_systems().items()
    if system.opponents and not system.opponents.is_bound
]
WITH_OPPONENTS = [slug for slug, system in registry.all_systems().items() if system.opponents]
# What only a player's character has: how it is made, and who it is to its player.
OF_PLAYERS = {
    "rules-sheet-d6": {"preset"},
    "empire-ascendant": {"preset"},
    "storytelling-d10": {"chronicle", "nature", "demeanor", "passion", "virtue", "destiny"},
}
TEXTS = {
    "rules-sheet-d6": {
        "gear": "2 Medpac, Comlink",
        "description": "Never off duty.",
        "force_points": "3",
    },
    "empire-ascendant": {
        "gear": "2 Medpac; Comlink",
        "description": "Never off duty.",
        "force_points": "3",
        "force_skills": "Control 2D, sense 1D+1",
        "powers": (
            "Concentration Easy (control): Shuts out the noise, and more.\n"
            "Combat Sense Moderate (control+sense)"
        ),
        "move": "14",
        "scale": "Walker",
    },
    "storytelling-d10": {
        "gear": "2 Medpac\nComlink",
        "description": "Never off duty.",
        "shields": "Riot shield 2",
        "species": "Wookiee",
        "power": "3",
        "willpower": "6",
        "light_side": "1",
        "dark_side": "4",
        "force_knowledges": "Battle 3, swordplay 2",
        "force_abilities": "Resist Force, Deflect",
        "merits": "Force Sensitivity",
        "flaws": "Amnesia",
        "lores": "Smugglers 2",
        "languages": "Basic, Huttese",
    },
}


COMMON = ("concept", "attributes", "skills", "weapons", "armor")


def texts_of(slug: str) -> dict[str, str]:
    """The texts of the form beyond the common ones; in a game from a folder its own examples."""
    rules = registry.get(slug).opponents
    assert rules
    fields = {field.id: field.placeholder for field in rules.fields({})}  # type: ignore[union-attr]
    own = {id: text for id, text in fields.items() if text and id not in COMMON}
    return TEXTS.get(slug, own)


def rules_of(slug: str) -> OpponentRules:
    rules = registry.get(slug).opponents
    assert rules
    return rules


def made(slug: str, **more: str) -> Any:
    """The build of the form's examples with these texts."""
    return whole(slug, **more).build


def whole(slug: str, **more: str) -> Document:
    """The document that the form's examples make with these texts."""
    rules = rules_of(slug)
    texts = {field.id: field.placeholder for field in rules.fields({})}  # type: ignore[union-attr]
    common = {id: texts[id] for id in COMMON}
    values = {field: (text,) for field, text in {**common, "name": "Seven", **more}.items()}
    return rules.document(values)


@pytest.mark.parametrize("slug", GAMES)
def test_every_text_of_the_form_changes_what_is_made(slug: str) -> None:
    texts = texts_of(slug)
    build = made(slug, **texts)
    for id in texts:
        assert made(slug, **{**texts, id: ""}) != build, id


@pytest.mark.parametrize("slug", TEXTS)
def test_the_form_fills_every_member_of_a_build_but_those_of_players(slug: str) -> None:
    build = made(slug, **TEXTS[slug])
    usual = type(build)()
    for field in msgspec.structs.fields(type(build)):
        is_filled = getattr(build, field.name) != getattr(usual, field.name)
        assert is_filled != (field.name in OF_PLAYERS[slug]), field.name


@pytest.mark.parametrize("slug", WITH_OPPONENTS)
def test_an_opponent_fills_the_form_that_makes_the_same_one_again(slug: str) -> None:
    rules = rules_of(slug)
    documents = [rules.document({WHO: (row.id,)}) for row in rules.listed()]
    if slug in GAMES:
        documents.append(whole(slug, **texts_of(slug)))
        documents.append(whole(slug))
    assert len(documents) >= 3
    for document in documents:
        filled = rules.filled(document)
        assert filled
        again = filled.document
        assert (again.name, again.build, filled.left_out) == (document.name, document.build, ())
        assert again.house == document.house


def sample(kind: msgspec.inspect.Type, now: Any = None) -> Any:
    """A value of a type that is another one than there is `now`, as plain data: every text is
    "weg", a preset, every number 1; what has an order is turned round.
    """
    match kind:
        case msgspec.inspect.StrType():
            return "weg"
        case msgspec.inspect.BoolType():
            return True
        case msgspec.inspect.IntType():
            return 1
        case msgspec.inspect.DictType(value_type=of):
            first, value = next(iter((now or {}).items()), ("weg", None))
            return {first: sample(of, value)}
        case msgspec.inspect.VarTupleType() if now and len(now) > 1:
            return now[::-1]
        case msgspec.inspect.VarTupleType(item_type=of):
            return [sample(of)]
        case msgspec.inspect.StructType(fields=members):
            return {one.encode_name: sample(one.type) for one in members}
        case msgspec.inspect.UnionType(types=several):
            return sample(several[0])
    raise AssertionError(kind)


def changed(part: Any) -> Iterator[tuple[str, Any]]:
    """The part of a document with another value in one of its members after another: the member by
    its path, and the part.
    """
    kind = msgspec.inspect.type_info(type(part))
    assert isinstance(kind, msgspec.inspect.StructType)
    plain = msgspec.to_builtins(part)
    for one in kind.fields:
        value = sample(one.type, plain.get(one.encode_name))
        yield one.name, msgspec.convert({**plain, one.encode_name: value}, type(part))
        if one.name == "opponent" and part.opponent:
            for name, opponent in changed(part.opponent):
                yield f"opponent.{name}", replace(part, opponent=opponent)


@pytest.mark.parametrize("slug", WITH_OPPONENTS)
def test_what_the_form_leaves_out_is_named_and_stays_when_the_rest_is_edited(slug: str) -> None:
    game, rules = registry.get(slug), rules_of(slug)
    document = whole(slug) if slug in GAMES else rules.document({WHO: ("knight",)})
    field = "concept" if slug in GAMES else "role"
    shown = {"storytelling-d10": "concept", "hyperspace-d6": "opponent.name"}.get(slug, "template")
    group = game.fight.group if game.fight else ""
    walked, impossible = 0, set()
    for member, build in changed(document.build):
        value, edited = attrgetter(member), attrgetter(shown)
        if member in ("opponent", shown):
            continue
        try:
            before = rules.accepted(replace(document, build=build))
        except RuleViolation:
            impossible.add(member)
            continue
        filled = rules.filled(before)
        assert filled, member
        if value(filled.document.build) != value(build):
            words = member.replace("_", " ").replace(".", ", ").capitalize()
            assert any(one.startswith(words) for one in filled.left_out), words
        made = rules.document({**filled.values, field: ("Warden",)})
        after = opponents.remade(rules, before, made, group=group).build
        assert (value(after), edited(after)) == (value(build), "Warden"), member
        walked += 1
    # What no document of the game can have is a member that the form fills.
    assert walked >= (6 if slug in registry.built_in() else 4)
    assert not impossible & OF_PLAYERS.get(slug, set())


@pytest.mark.parametrize("slug", WITH_OPPONENTS)
def test_a_character_without_numbers_of_an_opponent_fills_no_form(slug: str) -> None:
    game, rules = registry.get(slug), rules_of(slug)
    named = rules.document({WHO: (rules.listed()[0].id,)})
    assert rules.filled(game.empty()) is None
    if slug not in GAMES:
        assert rules.filled(replace(named, build=game.empty().build)) is None


def test_details_of_a_weapon_that_the_form_does_not_show_stay_with_it() -> None:
    rules, before = rules_of("storytelling-d10"), whole("storytelling-d10")
    rifle, baton = before.build.weapons
    detailed = replace(rifle, range="90", rate="3", quantity=2)
    before = replace(before, build=replace(before.build, weapons=(detailed, baton)))
    filled = rules.filled(before)
    assert filled
    assert filled.left_out == (
        "Weapons, Blaster rifle, rate",
        "Weapons, Blaster rifle, range",
        "Weapons, Blaster rifle, quantity",
    )
    weapons = "Blaster rifle 9 (Firearms), Club 3 (Melee)"
    made = rules.document({**filled.values, "weapons": (weapons,)})
    after = opponents.remade(rules, before, made, group="").build.weapons
    assert [(one.name, one.damage, one.range, one.quantity) for one in after] == [
        ("Blaster rifle", 9, "90", 2),
        ("Club", 3, "", 1),
    ]


def test_it_is_written_as_a_player_would_type_it() -> None:
    edited = rules_of("empire-ascendant").written(
        whole("empire-ascendant", **TEXTS["empire-ascendant"])
    )
    assert edited["name"] == ("Seven",)
    assert edited["attributes"] == (
        "Dexterity 3D, Knowledge 2D, Mechanical 2D, Perception 2D, Strength 2D+1, Technical 2D",
    )
    assert edited["skills"] == ("Blaster 4D, Brawling 3D, Parade drill 3D (Knowledge)",)
    assert edited["weapons"] == ("Blaster rifle 5D (Blaster), Vibroblade STR+2D (Dexterity)",)
    assert edited["gear"] == ("2 Medpac, Comlink",)
    assert edited["force_skills"] == ("Control 2D, Sense 1D+1",)
    assert edited["scale"] == ("Walker",)
    assert edited["powers"] == (
        "Concentration Easy (control): Shuts out the noise, and more.\n"
        "Combat Sense Moderate (control+sense)",
    )
    story = rules_of("storytelling-d10").written(
        whole("storytelling-d10", **TEXTS["storytelling-d10"])
    )
    assert story["weapons"] == ("Blaster rifle 7 (Firearms), Baton Strength+2 (Melee bashing)",)
    assert story["merits"] == ("Force Sensitivity",)
    assert story["languages"] == ("Basic, Huttese",)


@pytest.mark.parametrize("slug", GAMES)
def test_the_form_has_a_text_for_each_and_shows_what_was_sent(slug: str) -> None:
    rules = registry.get(slug).opponents
    assert rules
    sent = {id: (text,) for id, text in texts_of(slug).items()}
    shown = {field.id: field.values for field in rules.fields(sent)}  # type: ignore[union-attr]
    assert {id: shown[id] for id in sent} == sent


def test_they_are_read_as_they_are_written() -> None:
    empire = made("empire-ascendant", **TEXTS["empire-ascendant"])
    assert [(one.name, one.quantity) for one in empire.gear] == [("Medpac", 2), ("Comlink", 1)]
    assert empire.force_skills == {"control": "2D", "sense": "1D+1"}
    assert [(one.name, one.difficulty, one.skills, one.does) for one in empire.powers] == [
        ("Concentration", "Easy", "control", "Shuts out the noise, and more."),
        ("Combat Sense", "Moderate", "control+sense", ""),
    ]
    assert (empire.force_points, empire.move, empire.scale) == (3, 14, "walker")
    story = made("storytelling-d10", **TEXTS["storytelling-d10"])
    assert story.force_knowledges == {"battle": 3, "swordplay": 2}
    assert story.force_abilities == ("resist-force", "deflect")
    assert (story.shield, story.shields[0].rating) == ("Riot shield", 2)
    assert [one.id for one in (*story.merits, *story.flaws)] == ["force-sensitivity", "amnesia"]
    assert [(one.name, one.spoken) for one in story.languages] == [
        ("Basic", True),
        ("Huttese", True),
    ]


@pytest.mark.parametrize(
    ("slug", "field", "text"),
    [
        ("rules-sheet-d6", "gear", "0 Medpac"),
        ("rules-sheet-d6", "force_points", "many"),
        ("empire-ascendant", "force_skills", "Juggling 2D"),
        ("empire-ascendant", "force_skills", "Control"),
        ("empire-ascendant", "powers", "Concentration"),
        ("empire-ascendant", "scale", "Moon"),
        ("storytelling-d10", "shields", "Riot shield 99"),
        ("storytelling-d10", "force_abilities", "Juggling"),
        ("storytelling-d10", "merits", "Juggling 2"),
        ("storytelling-d10", "power", "eleven"),
    ],
)
def test_what_cannot_be_read_is_said_at_its_field(slug: str, field: str, text: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        made(slug, **{field: text})
    assert [problem.where for problem in caught.value.problems] == [field]
