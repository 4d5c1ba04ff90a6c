"""Likenesses: every species, every calling and every craft of every game is drawn, and none like
another.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.figures import dice
from rules.sheet.sections import Attack, Attacks, Sheet
from sheets.ui import emblems, likenesses
from sheets.ui.likenesses import STRANGER, Traits, blade, drawn, likeness, traits
from tests.sheets.every_game.characters import EVERY, by_chance

GAMES = Path("rules/systems")
SPECIES = tomllib.loads((GAMES / "hyperspace_d6/tables/species.toml").read_text())["species"]
# The tables whose entries dress a character: file, table and the label that a sheet gives them.
CALLINGS = (
    ("hyperspace_d6", "professions", "profession", "Profession"),
    ("hyperspace_d6", "ideas", "idea", "Idea"),
    ("empire_ascendant", "chance", "template", "Template"),
    ("rules_sheet_d6", "chance", "template", "Template"),
    ("storytelling_d10", "archetypes", "archetypes", "Archetype"),
)


def sheet(*facts: tuple[str, str], concept: str = "", name: str = "Vessa", **parts: Any) -> Sheet:
    return Sheet("x", name, "", concept, facts, parts.get("sections", ()), {}, "")


def armed(name: str, *special: str) -> Sheet:
    row = Attack("x", name, "Lightsabers", dice("To hit", 4), None, special)
    return sheet(sections=(Attacks("attacks", "Attacks", (row,)),))


def test_every_species_has_a_likeness_that_no_other_has() -> None:
    by_name = {row["name"]: str(likeness(sheet(("Species", row["name"])))) for row in SPECIES}
    stranger = str(likeness(sheet(("Species", "Sand walker"))))

    assert len(SPECIES) == 22
    assert len({*by_name.values(), stranger}) == 23


def test_every_drawn_species_is_one_that_has_an_emblem() -> None:
    with_emblem = set(emblems.emblems().drawings["species"])

    assert set(likenesses.likenesses().species) == with_emblem | {STRANGER}


@pytest.mark.parametrize(("game", "file", "table", "label"), CALLINGS)
def test_every_calling_of_a_game_has_clothes(game: str, file: str, table: str, label: str) -> None:
    rows = tomllib.loads((GAMES / game / "tables" / f"{file}.toml").read_text())[table]
    plain = likeness(sheet())

    assert len(rows) >= 8
    assert [row["name"] for row in rows if likeness(sheet((label, row["name"]))) == plain] == []


@EVERY
def test_a_character_of_every_game_has_a_likeness(slug: str) -> None:
    several = [Character(registry.get(slug), by_chance(slug, seed)).sheet for seed in (1, 2, 3, 4)]
    found = {str(likeness(one)) for one in several}

    assert len(found) == 4
    assert all(one.startswith('<svg class="likeness" viewBox="0 0 48 64"') for one in found)


def test_parts_keep_to_their_grid_and_are_all_used() -> None:
    file = likenesses.likenesses()
    people = file.species.values()
    used = {part for one in people for part in (one.build, *one.behind, *one.head)}
    used |= {part for one in file.hair.values() for part in (*one.behind, *one.front)}
    used |= {part for worn in file.callings.values() for part in worn} | {likenesses.GRIP}
    used |= {part for vessel in file.craft.values() for part in vessel.parts}

    drawings = likenesses.drawings()
    assert used == set(drawings)
    for layers in drawings.values():
        assert list(layers) == [layer for layer in likenesses.LAYERS if layer in layers]
        for path in layers.values():
            assert re.fullmatch(r"[MmLlHhVvAaCcSsZz0-9 .-]+", path)
            starts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", path)
            assert starts
            assert all(0 <= float(x) <= 48 and 0 <= float(y) <= 64 for x, y in starts)


def test_a_lightsaber_shines_in_the_color_of_its_crystal() -> None:
    assert blade(armed("Lightsaber", "Two hands", "Green crystal")) == "#2b9b4e"
    assert blade(armed("Lightsaber", "Red crystal: +1D damage.")) == "#d8322f"
    assert blade(armed("Double-bladed lightsaber")) == "#2f74e0"
    assert blade(armed("Blaster Pistol", "Red crystal")) == ""
    assert 'stroke="#2b9b4e"' in likeness(armed("Lightsaber", "Green crystal"))
    crystals = tomllib.loads((GAMES / "hyperspace_d6/tables/lightsabers.toml").read_text())
    names = {row["name"].casefold() for row in crystals["crystal"]}
    assert names == set(likenesses.likenesses().blades)


def test_people_are_told_apart_by_hair_that_goes_by_the_name() -> None:
    looks = {drawn("", "", "", name) for name in ("Ana", "Bo", "Cor", "Dax", "Eli", "Fen", "Gil")}

    assert len(looks) >= 3
    assert drawn("", "", "", "Ana") == drawn("Human", "", "", "ANA")
    assert drawn("Bith", "", "", "Ana") == drawn("Bith", "", "", "Bo")


def test_a_template_can_make_a_droid_where_a_game_has_no_species() -> None:
    assert likeness(sheet(("Template", "Patched-up droid"))) == drawn("droid", "droid", "", "")


def test_an_idea_is_drawn_as_one_of_its_species_with_a_saber_where_it_is_about_one() -> None:
    ideas = {one.id: one for one in registry.get("storytelling-d10").ideas.list()}
    assert (ideas["jedi-in-hiding"].species, ideas["jedi-in-hiding"].best) == ("Togruta", "Melee")
    jedi = likenesses.of_idea(ideas["jedi-in-hiding"])
    assert jedi == drawn("Togruta", "saber", "#2f74e0", "Jedi in hiding")
    assert "glow" not in likenesses.of_idea(ideas["smuggler"])
    of_another = {one.id: one for one in registry.get("hyperspace-d6").ideas.list()}
    assert "glow" in likenesses.of_idea(of_another["jedi-guardian"])


@EVERY
def test_every_idea_has_a_species_that_is_drawn_and_something_it_is_best_at(slug: str) -> None:
    known = likenesses.likenesses().species
    for idea in registry.get(slug).ideas.list():
        assert emblems.id_of("species", idea.species) in known, idea.id
        assert idea.best, idea.id


def test_no_text_of_a_player_gets_into_a_drawing() -> None:
    text = '"><script>alert(1)</script>'
    found = likeness(sheet(("Species", text), ("Profession", text), concept=text, name=text))

    assert found == drawn("Sand walker", "", "", "")
    assert "script" not in found


WITH_CRAFT = [slug for slug, game in registry.all_systems().items() if game.craft]


def craft(slug: str, who: str) -> Sheet:
    rules = registry.get(slug).craft
    assert rules
    return registry.open(rules.document({"who": (who,)})).sheet


@pytest.mark.parametrize(
    ("slug", "who", "kind"),
    [
        ("hyperspace-d6", "x-wing", "fighter"),
        ("hyperspace-d6", "speeder-bike", "bike"),
        ("hyperspace-d6", "landspeeder", "speeder"),
        ("hyperspace-d6", "at-at", "walker"),
        ("hyperspace-d6", "yt-1300", "transport"),
        ("hyperspace-d6", "gozanti-cruiser", "cruiser"),
        ("empire-ascendant", "light-freighter", "transport"),
        ("empire-ascendant", "strike-fighter", "fighter"),
        ("empire-ascendant", "escort-corvette", "cruiser"),
        ("storytelling-d10", "patrol-speeder", "speeder"),
        ("storytelling-d10", "scout-walker", "walker"),
        ("storytelling-d10", "interceptor", "fighter"),
    ],
)
def test_a_craft_is_drawn_as_one_of_its_kind(slug: str, who: str, kind: str) -> None:
    assert traits(craft(slug, who)) == Traits(craft=kind)


def test_every_craft_of_every_game_is_drawn_as_what_it_is_and_never_as_a_person() -> None:
    assert len(WITH_CRAFT) >= 3
    for slug in WITH_CRAFT:
        rules = registry.get(slug).craft
        assert rules
        kinds = {one.id: traits(craft(slug, one.id)).craft for one in rules.listed()}
        assert [who for who, kind in kinds.items() if kind in ("", "craft")] == []
    people = likeness(sheet())
    drawings = {str(drawn("", "", "", "", kind)) for kind in likenesses.likenesses().craft}
    assert len({*drawings, str(people)}) == 9


def test_a_craft_keeps_its_drawing_under_another_name_and_one_of_no_kind_has_one() -> None:
    def named(name: str, *kinds: str) -> str:
        facts = tuple(("Kind", kind) for kind in kinds)
        return traits(msgspec.structs.replace(sheet(*facts, name=name), is_craft=True)).craft

    assert named("The Last Walker", "Starfighters") == "fighter"
    assert named("Rust Bucket", "Speeder Bike", "Speeders") == "bike"
    assert named("Rust Bucket", "Colossal") == "craft"
    assert named("Light freighter", "Colossal") == "transport"
