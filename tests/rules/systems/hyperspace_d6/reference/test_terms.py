"""The reference of HyperspaceD6: what is in it, and that its figures are those of the book."""

import pytest

from rules import registry
from rules.reference.chapters import Term, anchor_id
from rules.reference.search import Index
from rules.systems.hyperspace_d6.rulebook import book as books
from rules.systems.hyperspace_d6.rulebook.book import book, guide

HYPERSPACE = registry.get("hyperspace-d6")


def terms() -> list[Term]:
    return [found.term for found in Index(HYPERSPACE.reference()).terms.values() if found.term]


def term(id: str) -> Term:
    found = Index(HYPERSPACE.reference()).terms[id].term
    assert found
    return found


def test_all_that_characters_are_made_of_is_in_it() -> None:
    tables = book()
    for prefix, rows in (
        ("attributes", tables.attributes),
        ("skills", tables.skills),
        ("species", tables.species),
        ("profession", tables.professions),
        ("edge", tables.edges),
        ("burden", tables.burdens),
        ("weapons", tables.weapons),
        ("properties", tables.properties),
        ("armor", tables.armor),
        ("gear", tables.items),
        ("design", tables.designs),
        ("feature", tables.features),
        ("crystal", tables.crystals),
        ("defenses", tables.defenses),
        ("harm", {level.id: level for level in tables.harm.levels}),
    ):
        for id, entry in rows.items():
            found = term(anchor_id(prefix, id))
            assert found.name == entry.name
            assert found.source == entry.source
            assert entry.ruling in ("", *found.rulings)


def test_every_ruling_beside_a_table_is_somewhere() -> None:
    """But for two that are no rulings, and stand as notes."""
    tables = book()
    told = {ruling for one in terms() for ruling in one.rulings}
    missing = {
        f"{table}.{name}"
        for table in ("creation", "harm", "advancement")
        for name, ruling in getattr(tables, table).rulings.items()
        if ruling not in told and ruling.endswith("Our ruling.")
    }
    # What an edge, an item or a design says of itself is not said twice.
    assert missing == {
        "creation.heirloom_apart",
        "creation.pack_parts",
        "creation.points_later",
    }


def test_every_topic_has_a_place() -> None:
    there = {one.id for one in terms()}
    assert set(guide().topics) <= there


def test_every_file_of_the_reference_is_read() -> None:
    files = {file.name for file in (books.FOLDER / "reference").iterdir()}
    assert files == {
        "chapters.toml",
        "character.toml",
        "craft.toml",
        "encounters.toml",
        "ladders.toml",
        "mastering.toml",
        "playing.toml",
    }


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("target-very-easy", ("5",)),
        ("target-easy", ("10",)),
        ("target-moderate", ("15",)),
        ("target-difficult", ("20",)),
        ("target-very-difficult", ("25",)),
        ("target-heroic", ("30+",)),
        ("attack-blasters", ("Dodge",)),
        ("attack-melee", ("Parry",)),
        ("attack-throw", ("Dodge",)),
        ("attack-gunnery", ("Dodge",)),
        ("attack-brawl", ("Block",)),
        ("active-blasters", ("Agility",)),
        ("active-melee", ("Melee",)),
        ("active-throw", ("Agility",)),
        ("active-gunnery", ("Agility",)),
        ("active-brawl", ("Brawl",)),
        ("defenses-dodge", ("10 + Agility − armor",)),
        ("defenses-parry", ("10 + Melee",)),
        ("defenses-block", ("10 + Brawl",)),
        ("defenses-soak", ("Stamina + armor",)),
        ("harm-stunned", ("up to Stamina",)),
        ("harm-wounded", ("more than Stamina",)),
        ("harm-unconscious", ("3 × Stamina or more",)),
        ("harm-dead", ("6 × Stamina or more",)),
        ("hull-rattled", ("up to Hull",)),
        ("hull-damaged", ("more than Hull",)),
        ("hull-disabled", ("3 × Hull or more",)),
        ("hull-destroyed", ("6 × Hull or more",)),
        ("scale-character", ("×1",)),
        ("scale-speeder", ("×2",)),
        ("scale-starship", ("×4",)),
        ("scale-structure", ("×8",)),
        ("price-skill", ("3 × the new dice",)),
        ("price-attribute", ("9 × the new dice",)),
        ("price-gear", ("6 × the new number",)),
        ("price-unlock-force", ("20",)),
        ("sum-species", ("10D and a focus",)),
        ("sum-human", ("12D",)),
        ("sum-profession", ("5D",)),
        ("sum-jedi", ("6D",)),
        ("level-common", ("2D", "+1D in 2")),
        ("level-proficient", ("3D", "+2D in 2")),
        ("level-formidable", ("5D", "+3D in 2")),
        ("level-legendary", ("7D", "+3D in 3")),
        ("weapons-vibroknife", ("STR + 2D", "250")),
        ("weapons-blaster-rifle", ("5D", "1,000")),
        ("weapons-lightsaber", ("4D", "–")),
        ("armor-light-armor", ("+2", "–", "500")),
        ("armor-battle-armor", ("+6", "−3", "6,000")),
        ("gear-thermal-detonator", ("1,000",)),
        ("species-human", ("2D", "2D", "2D", "2D", "2D", "2D")),
        ("species-duros", ("2D", "1D", "3D", "1D", "1D", "2D")),
        ("profession-diplomat", ("+1D", "+2D", "–", "+2D", "–", "–")),
        ("profession-jedi-sentinel", ("+2D", "–", "–", "+1D", "+1D", "+1D", "+1D")),
        ("design-great-saber", ("6D", "−1")),
        ("design-shoto-saber", ("3D", "+2")),
        ("design-dueling-lightsaber", ("4D", "+2")),
        ("crystal-red", ("+1D",)),
        ("crystal-blue", ("–",)),
    ],
)
def test_a_figure_is_that_of_the_book(id: str, figures: tuple[str, ...]) -> None:
    assert term(id).figures == figures


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("attack-blasters", "Or Parry, with a lightsaber in hand."),
        ("attack-melee", "Or Block, with nothing in hand."),
        ("attack-brawl", "Or Parry, with a weapon in hand."),
        ("active-gunnery", "Or Melee, with a lightsaber in hand."),
        ("active-melee", "Or Brawl, with nothing in hand."),
        ("active-brawl", "Or Melee, with a weapon in hand."),
        ("species-bothan", "Elusive, +1D to Stealth."),
        ("weapons-combat-knife", "Concealed, Bayonet."),
        ("gear-survival-pack", "Medpac ×2"),
        ("character-points", "You start with 5"),
        ("credits", "You have 750 credits"),
        ("picks", "Choose 3 skills."),
        ("raise-skill", "From 1D to 2D costs 6 Character Points."),
        ("raise-attribute", "From 1D to 2D costs 18 Character Points."),
        ("unlock-force", "for 20 Character Points"),
        ("species-own", "Spread 4D more, up to 3D"),
        ("profession-own", "Spread 5D over the six attributes, up to 2D"),
        ("profession-own-force", "Spread 6D over all seven"),
        ("lightsaber", "4D damage"),
    ],
)
def test_a_figure_in_words_is_that_of_the_book(id: str, words: str) -> None:
    assert words in term(id).text


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("tn", "target-number"),
        ("cp", "character-points"),
        ("wild die", "destiny-die"),
        ("mob", "mobility"),
        ("twi'lek", "species-twilek"),
        ("dex", "attributes-dex"),
        ("unarmed", "bare-hands"),
        ("storm-trooper", "npc-stormtrooper"),
        ("x wing", "craft-x-wing"),
        ("bacta", "healing"),
    ],
)
def test_what_a_player_would_type_comes_first(words: str, id: str) -> None:
    assert Index(HYPERSPACE.reference()).search(words)[0].anchor == id


@pytest.mark.parametrize(
    ("key", "id"),
    [
        ("skills.pilot", "skills-pilot"),
        ("attributes.DEX", "attributes-dex"),
        ("character_points", "character-points"),
        ("gear.blaster-rifle", "weapons-blaster-rifle"),
        ("gear.light-armor", "armor-light-armor"),
        ("gear.medpac", "gear-medpac"),
        ("attacks.unarmed.attack", "bare-hands"),
        ("weapons.bowcaster.damage", "weapons-bowcaster"),
    ],
)
def test_what_a_sheet_or_a_form_names_leads_to_its_term(key: str, id: str) -> None:
    found = Index(HYPERSPACE.reference()).find(key)
    assert found
    assert found.anchor == id
