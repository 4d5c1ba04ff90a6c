"""The reference: of any game, that it is whole and can be found; of HyperspaceD6, what is in it."""

import re
from itertools import pairwise

import pytest

from rules import registry
from rules.reference import Chapter, Found, Index, Table, Term, Terms, Words, anchored
from rules.system import GameSystem
from rules.systems.hyperspace_d6 import book as books
from rules.systems.hyperspace_d6.book import book
from rules.systems.hyperspace_d6.guide import guide

SYSTEMS = tuple(registry.all_systems().values())
EVERY = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
HYPERSPACE = registry.get("hyperspace-d6")


def terms(system: GameSystem) -> list[Term]:
    return [found.term for found in Index(system.reference()).terms.values() if found.term]


def term(id: str) -> Term:
    found = Index(HYPERSPACE.reference()).terms[id].term
    assert found
    return found


# --- of any game


@EVERY
def test_chapters_and_parts_have_names_and_are_not_empty(system: GameSystem) -> None:
    chapters = system.reference()
    assert chapters
    assert len({chapter.id for chapter in chapters}) == len(chapters)
    for chapter in chapters:
        assert chapter.id == anchored(chapter.id)
        assert chapter.name
        assert chapter.group
        assert chapter.source
        assert chapter.about.endswith(".")
        assert chapter.parts
        assert len({part.id for part in chapter.parts}) == len(chapter.parts)
        for part in chapter.parts:
            assert part.name
            assert part.paragraphs if isinstance(part, Words) else part.rows, part.id


@EVERY
def test_chapters_of_one_group_stand_together(system: GameSystem) -> None:
    groups = [chapter.group for chapter in system.reference()]
    assert sum(a != b for a, b in pairwise(groups)) == len(set(groups)) - 1


@EVERY
def test_every_term_has_one_address_a_name_and_where_the_book_has_it(system: GameSystem) -> None:
    """The index refuses two terms of one id."""
    for one in terms(system):
        assert one.id == anchored(one.id)
        assert one.name
        assert one.source, one.id
        assert one.text or one.figures, one.id


@EVERY
def test_texts_are_sentences(system: GameSystem) -> None:
    for one in terms(system):
        for text in filter(None, (one.text, *one.rulings)):
            assert text.endswith((".", "!", "?")), one.id
            assert "{" not in text, one.id
            assert "  " not in text, one.id
            assert not re.search(r"(?<![\w-])-\d", text), f"{one.id}: a proper minus sign"


@EVERY
def test_every_ruling_says_that_it_is_ours(system: GameSystem) -> None:
    for one in terms(system):
        assert all(ruling.endswith(" Our ruling.") for ruling in one.rulings), one.id


@EVERY
def test_figures_stand_under_columns(system: GameSystem) -> None:
    for chapter in system.reference():
        for part in chapter.parts:
            if isinstance(part, Terms | Table):
                for row in part.rows:
                    assert len(row.figures) in ({len(part.columns)} | {0}), row.id
            if isinstance(part, Table):
                assert part.columns
                assert part.head
                assert all(row.figures for row in part.rows)


@EVERY
def test_what_is_pointed_at_is_there_and_elsewhere(system: GameSystem) -> None:
    known = {one.id for one in terms(system)}
    for one in terms(system):
        assert set(one.see) <= known - {one.id}, one.id


@EVERY
def test_a_term_is_found_by_its_name_first_and_by_every_alias(system: GameSystem) -> None:
    index = Index(system.reference())
    for one in terms(system):
        for name in (one.name, *one.aliases):
            best = [found.term for found in index.search(name) if found.term]
            assert one in best, name
            assert any(anchored(name) == anchored(n) for n in (best[0].name, *best[0].aliases))


@EVERY
def test_a_chapter_is_found_by_its_name(system: GameSystem) -> None:
    index = Index(system.reference())
    for chapter in system.reference():
        assert Found(chapter) in index.search(chapter.name)


@EVERY
@pytest.mark.parametrize("words", ["", " ", "\0", "…", "-", "%_'\"", "qqqqqq", "🚀", "\ud800"])
def test_what_is_nowhere_is_not_found(words: str, system: GameSystem) -> None:
    assert Index(system.reference()).search(words) == []


@EVERY
def test_all_that_a_sheet_shows_a_figure_for_by_name_is_explained(system: GameSystem) -> None:
    """Traits, defenses and points of an empty character; things that are carried have their own."""
    index = Index(system.reference())
    for key in system.sheet(system.empty()).figures:
        assert index.find(key), key


# --- how it is found


def row(id: str, name: str, text: str = "", *aliases: str) -> Term:
    return Term(id, name, text, source="a book", aliases=aliases, keys=(f"gear.{id}",))


def index(*rows: Term) -> Index:
    return Index((Chapter("c", "Chapter", "All", "About it.", "a book", (Terms("p", "P", rows),)),))


def ids(found: list[Found]) -> list[str]:
    return [one.anchor for one in found]


def test_two_terms_of_one_id_are_refused() -> None:
    with pytest.raises(ValueError, match="two terms have the id a"):
        index(row("a", "A"), row("a", "B"))


def test_the_whole_name_comes_before_its_beginning_and_that_before_the_text() -> None:
    found = index(
        row("d", "Other", "A pilot flies."),
        row("c", "Old pilot"),
        row("b", "Pilot droid"),
        row("a", "Pilot"),
    )
    assert ids(found.search("pilot")) == ["a", "b", "c", "d"]


def test_every_word_has_to_be_there_in_any_order_and_may_be_cut_short() -> None:
    found = index(row("a", "Ion cannon"), row("b", "Cannon"), row("c", "Concussion cannon"))
    assert ids(found.search("CANN ion")) == ["a"]


def test_signs_count_for_nothing() -> None:
    found = index(row("x", "X-Wing"), row("t", "Twilek", "", "Twi'lek"))
    assert ids(found.search("x wing")) == ids(found.search("X-WING!")) == ["x"]
    assert ids(found.search("twi'lek")) == ["t"]


def test_a_term_is_found_by_its_id_and_by_the_key_of_a_figure() -> None:
    found = index(row("skills-pilot", "Pilot"), row("weapons-knife", "Knife"))
    for key in ("skills-pilot", "skills.pilot", "Skills.Pilot", "gear.weapons-knife"):
        assert found.find(key), key
    assert found.find("skills.pilots") is None
    assert found.find("") is None


# --- of HyperspaceD6


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
            found = term(anchored(prefix, id))
            assert found.name == entry.name
            assert found.source == entry.source
            assert entry.ruling in ("", *found.rulings)


def test_every_ruling_beside_a_table_is_somewhere() -> None:
    """But for two that are no rulings, and stand as notes."""
    tables = book()
    told = {ruling for one in terms(HYPERSPACE) for ruling in one.rulings}
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
    there = {one.id for one in terms(HYPERSPACE)}
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
        ("character-points", "You begin with 5"),
        ("credits", "You have 750 credits"),
        ("picks", "Choose 3 skills."),
        ("raise-skill", "From 1D to 2D costs 6 Character Points."),
        ("raise-attribute", "From 1D to 2D costs 18 Character Points."),
        ("unlock-force", "for 20 Character Points"),
        ("species-own", "Spread 4D more, to 3D at the most"),
        ("profession-own", "Spread 5D over the six attributes, 2D at the most"),
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
