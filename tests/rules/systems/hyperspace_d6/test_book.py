"""The tables of HyperspaceD6: what is in them, and that a slip in one is found."""

import shutil
import tomllib
from pathlib import Path

import pytest

from rules.systems.hyperspace_d6.rulebook import book as books
from rules.systems.hyperspace_d6.rulebook import rows as rulebook_rows
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.tables import TableError

BROKEN = [
    ("species.toml", 'skill = "steal"', 'skill = "stael"', "species.toml: bith.focus"),
    ("species.toml", 'kind = "droid"', 'kind = "robot"', "species.toml: droid-assassin.kind"),
    ("species.toml", "DEX = 2", 'DEX = "two"', "species.toml: human.attributes"),
    ("species.toml", "DEX = 2", "LUC = 2", "species.toml: human.attributes"),
    ("professions.toml", "DEX = 1", "DXE = 1", "professions.toml: diplomat.bonuses"),
    ("traits.toml", 'attribute = "KNO"', 'attribute = "KNW"', "traits.toml: planets.attribute"),
    ("weapons.toml", '"bayonet"]', '"bayonette"]', "weapons.toml: combat-knife.properties"),
    ("weapons.toml", "cost = 250", "costs = 250", "weapons.toml: vibroknife"),
    ("gear.toml", 'item = "glowrod"', 'item = "glowrot"', "gear.toml: survival-pack.parts"),
    ("gear.toml", 'helps = ["droids"]', 'helps = ["droid"]', "gear.toml: droid-toolkit.helps"),
    ("defenses.toml", 'skill = "melee"', 'skill = "mêlée"', "defenses.toml: parry.skill"),
    ("creation.toml", "picks = 3", 'picks = "three"', "creation.toml: picks"),
    ("armor.toml", "soak = 4", "sock = 4", "armor.toml: heavy-armor"),
]


@pytest.mark.parametrize(("file", "right", "wrong", "named"), BROKEN)
def test_a_slip_in_a_table_is_found_when_it_is_read(
    file: str, right: str, wrong: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(books.FOLDER, tmp_path / "tables")
    broken = tmp_path / "tables" / file
    text = broken.read_text(encoding="utf-8")
    assert right in text
    broken.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.setattr(books, "FOLDER", tmp_path / "tables")
    with pytest.raises(TableError) as caught:
        book.__wrapped__()
    assert str(caught.value).startswith(named)


def test_the_book_has_as_much_of_everything_as_the_source() -> None:
    """HyperspaceD6: 16 sentients and 6 droids, 14 and 4 professions, 33 skills, 10 and 10."""
    found = book()
    assert [len(rows) for rows in (found.species, found.professions)] == [22, 18]
    assert [len(rows) for rows in (found.attributes, found.skills)] == [7, 33]
    assert [len(rows) for rows in (found.edges, found.burdens)] == [10, 10]
    assert [len(rows) for rows in (found.weapons, found.armor, found.items)] == [14, 4, 19]
    assert [len(rows) for rows in (found.designs, found.features)] == [9, 3]


def test_every_species_has_10d_and_a_focus_but_humans_12d_and_none() -> None:
    """HyperspaceD6, Species."""
    for species in book().species.values():
        human = species.id == "human"
        assert sum(species.attributes.values()) == (12 if human else 10), species.id
        assert (species.focus is None) == human, species.id


def test_every_profession_adds_5d_and_one_of_the_force_6d() -> None:
    """HyperspaceD6, Professions."""
    for profession in book().professions.values():
        force = profession.bonuses.get("FOR", 0)
        assert sum(profession.bonuses.values()) == 5 + force, profession.id
        assert force == (1 if profession.kind == "force" else 0), profession.id
        assert max(profession.bonuses.values()) <= 2, profession.id


def test_five_skills_stand_under_each_attribute_and_three_under_the_force() -> None:
    """HyperspaceD6, Character Sheet: in the order of the printed columns."""
    columns = {
        "DEX": ["agility", "blasters", "melee", "steal", "throw"],
        "KNO": ["planets", "streetwise", "survival", "willpower", "xenology"],
        "MEC": ["astrogation", "drive", "gunnery", "pilot", "sensors"],
        "PER": ["bargain", "command", "deceive", "stealth", "search"],
        "STR": ["athletics", "brawl", "intimidate", "stamina", "swim"],
        "TEC": ["armament", "computers", "droids", "medicine", "vehicles"],
        "FOR": ["alter", "control", "sense"],
    }
    skills = book().skills.values()
    assert {
        id: [skill.id for skill in skills if skill.attribute == id] for id in book().attributes
    } == columns


def test_only_lightsaber_and_bowcaster_have_no_price() -> None:
    """HyperspaceD6, Weapons & Armor."""
    assert [row.id for row in book().weapons.values() if row.cost is None] == [
        "lightsaber",
        "bowcaster",
    ]


def test_every_row_says_where_the_book_has_it() -> None:
    found = book()
    for name in Book.__struct_fields__:
        rows = getattr(found, name)
        for row in rows.values() if isinstance(rows, dict) else ():
            if isinstance(row, rulebook_rows.Entry):
                assert row.source.startswith("HyperspaceD6, "), row.id


def test_every_row_says_what_it_does() -> None:
    found = book()
    for name in Book.__struct_fields__:
        rows = getattr(found, name)
        for row in rows.values() if isinstance(rows, dict) else ():
            if isinstance(row, rulebook_rows.Entry):
                assert row.does.endswith((".", "!")), row.id


def test_an_id_is_the_printed_name_in_lower_case_with_hyphens() -> None:
    found = book()
    for rows in (found.professions, found.skills, found.edges, found.burdens, found.weapons):
        for id, row in rows.items():
            assert id == row.name.lower().replace(" ", "-")


def test_chance_knows_every_species_profession_edge_and_burden() -> None:
    found = book()
    chance = found.chance
    assert set(chance.names) == {*found.species, ""}
    assert set(chance.concepts) == {*found.professions, ""}
    assert set(chance.skills) == {*found.professions, ""}
    assert set(chance.notes) == {*found.edges, *found.burdens}
    for id, leaning in chance.skills.items():
        assert set(leaning) <= set(found.skills), id
    for id, notes in chance.notes.items():
        assert len(set(notes)) >= 3, id
    for id, (first, _) in chance.names.items():
        assert len(set(first)) >= 12, id


def test_no_table_speaks_of_more_than_its_book() -> None:
    """Every file in the folder is read, and is TOML."""
    files = {file.name for file in books.FOLDER.glob("*.toml")}
    assert files == {
        "advancement.toml",
        "armor.toml",
        "chance.toml",
        "convention.toml",
        "creation.toml",
        "defenses.toml",
        "edges_and_burdens.toml",
        "gear.toml",
        "harm.toml",
        "ideas.toml",
        "play.toml",
        "procedures.toml",
        "lightsabers.toml",
        "party.toml",
        "professions.toml",
        "species.toml",
        "steps.toml",
        "traits.toml",
        "vehicle_play.toml",
        "vehicles.toml",
        "weapons.toml",
    }
    for file in books.FOLDER.rglob("*.toml"):
        assert tomllib.loads(file.read_text(encoding="utf-8")), file.name
