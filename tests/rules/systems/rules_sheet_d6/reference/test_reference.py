"""The reference of the rules sheet: every rule and figure of its source is in it, and is found."""

import re

import pytest

from rules.reference.chapters import Term
from rules.reference.search import Index
from rules.systems.rules_sheet_d6 import rulebook as books
from rules.systems.rules_sheet_d6.reference.chapters import chapters
from rules.systems.rules_sheet_d6.rulebook import book, guide

INDEX = Index(chapters())


def terms() -> list[Term]:
    return [found.term for found in INDEX.terms.values() if found.term]


def term(id: str) -> Term:
    found = INDEX.terms[id].term
    assert found
    return found


def test_all_that_characters_are_made_of_is_in_it() -> None:
    tables = book()
    for prefix, rows in (
        ("attributes", tables.traits.attributes),
        ("skills", tables.traits.skills),
        ("harm", tables.defense.levels),
        ("difficulty", tables.play.difficulties),
        ("healing", tables.play.healing),
    ):
        for id, entry in rows.items():
            found = term(f"{prefix}-{id.lower()}")
            assert found.name == entry.name
            assert found.source == entry.source


def test_every_ruling_beside_a_table_is_somewhere() -> None:
    tables = book()
    told = {ruling for one in terms() for ruling in one.rulings}
    for table in (
        tables.traits,
        tables.defense,
        tables.play,
        tables.creation,
        tables.advancement,
    ):
        assert set(table.rulings.values()) <= told


def test_every_topic_and_every_part_has_a_place() -> None:
    assert set(guide().topics) <= {one.id for one in terms()}
    placed = [part for chapter in guide().chapters.values() for part in chapter.parts]
    assert len(placed) == len(set(placed))
    assert set(guide().headings) <= set(placed)


def test_every_file_of_the_reference_is_read() -> None:
    files = {file.name for file in (books.FOLDER / "reference").iterdir()}
    assert files == {"chapters.toml", "character.toml", "examples.toml", "playing.toml"}


def test_every_section_of_the_source_stands_behind_something() -> None:
    sections = {
        part.strip()
        for one in terms()
        if one.source.startswith("Star Wars D6 rules sheet, ")
        for part in one.source.removeprefix("Star Wars D6 rules sheet, ").split(";")
    }
    assert sections == {
        "Force Points",
        "Dark Side Points",
        "Actions",
        "Attack Actions",
        "Damage Results",
        "Healing",
        "Difficulty Chart",
    }


def test_what_is_not_the_sources_says_so() -> None:
    """The preset, its sums and its prices, and the option of a party."""
    for id in ("preset", "preset-skills", "party-preset", "sum-attributes", "sum-skills"):
        assert term(id).source == "Our preset, not the source"
    for id in ("sum-most", "price-skill", "price-attribute"):
        assert term(id).source == "Our preset, not the source"
    assert term("one-step").source == "Our option, not the source"


@pytest.mark.parametrize(
    ("id", "figures"),
    [
        ("difficulty-very-easy", ("3–5", "1D")),
        ("difficulty-easy", ("6–10", "2D–3D")),
        ("difficulty-moderate", ("11–15", "4D")),
        ("difficulty-difficult", ("16–20", "5D–6D")),
        ("difficulty-very-difficult", ("21–25", "7D")),
        ("difficulty-impossible", ("26–30", "8D–9D")),
        ("harm-stunned", ("under the base", "under 10")),
        ("harm-wounded", ("the base or more", "10–19")),
        ("harm-incapacitated", ("2 × the base or more", "20–29")),
        ("harm-mortally-wounded", ("3 × the base or more", "30+")),
        ("healing-stamina", ("6–10", "11–15", "16–20", "–")),
        ("healing-medicine-wounded", ("3–5", "6–8", "9–12", "13–16")),
        ("healing-medicine-incapacitated", ("6–10", "11–15", "16–20", "21–25")),
        ("healing-medicine-mortal", ("11–15", "16–20", "21–25", "26–30")),
        ("skills-blaster", ("Dexterity",)),
        ("skills-dodge", ("Dexterity",)),
        ("skills-stamina", ("Strength",)),
        ("skills-medicine", ("Technical",)),
        ("sum-attributes", ("18D",)),
        ("sum-skills", ("7D",)),
        ("sum-most", ("2D",)),
        ("price-skill", ("its dice",)),
        ("price-attribute", ("10 × its dice",)),
    ],
)
def test_a_table_has_the_figures_of_the_source(id: str, figures: tuple[str, ...]) -> None:
    assert term(id).figures == figures


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("check", "Meet or beat the difficulty"),
        ("several-actions", "All of them, the first included, are at −1D"),
        (
            "several-example",
            "With Blaster 4D: one shot at 4D, two shots at 3D each, three shots at 2D each.",
        ),
        ("attack", "against the target’s Defense. Meet or beat it and you hit"),
        ("defense", "3½ for each die of Dodge, rounded down"),
        (
            "defense-example",
            "Dodge 3D+2 in a blast vest: 3½ × 3, rounded down, is 10; "
            "2 for the pips and 1 for the vest make 13.",
        ),
        ("base", "3½ for each die of Strength, rounded down"),
        ("boxes", "as many marks as you have dice in Strength"),
        (
            "damage-example",
            "Strength 3D: 3½ × 3, rounded down, is 10; twice that is 20, three times is 30. "
            "Each box takes 3 marks.",
        ),
        ("stun-points", "Each stun is −1 to the total of your actions: with 2 stuns"),
        ("stun-points", "at −2"),
        ("harm-stunned", "A full box: unconscious."),
        ("harm-wounded", "−1D to actions. A full box: one mark in Incapacitated."),
        ("harm-incapacitated", "−2D to actions. A full box: one mark in Mortally wounded."),
        ("harm-mortally-wounded", "−3D to actions, and dying."),
        ("harm-mortally-wounded", "A full box: dead."),
        ("worst-first", "the most serious condition"),
        ("stuns-clear", "when the fight ends"),
        ("waking", "An Easy Medicine check"),
        ("healing-stamina", "After a combat"),
        ("healing-medicine-wounded", "a medpac or a medkit"),
        ("healing-medicine-incapacitated", "Only Medicine and a medpac"),
        ("healing-medicine-mortal", "Only Medicine and a medpac"),
        ("medkit", "for nothing worse"),
        ("force-points", "for one round multiply all your skill and attribute codes by 2"),
        ("force-points", "3D+2 becomes 6D+4"),
        ("dark-side-points", "hateful, vengeful, or evil and you gain one, then roll 1D"),
        ("dark-side-points", "If the result is lower than your Dark Side Points"),
        ("blast-vest", "+1 Defense."),
        ("npc-numbers", "Give each opponent a Defense and four damage numbers"),
        ("no-opposed-rolls", "Rolling back and forth slows combat down"),
        (
            "compared-with-strength",
            "less, more, twice as much, or three times as much",
        ),
        ("up-to", "so nobody faces a number out of reach"),
        ("left-out", "no lists of skills, weapons, or armor, no templates or species"),
    ],
)
def test_a_rule_in_words_is_that_of_the_source(id: str, words: str) -> None:
    assert words in term(id).text


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("medpac", "medpac"),
        ("medkit", "medkit"),
        ("mortally", "harm-mortally-wounded"),
        ("incapacitated", "harm-incapacitated"),
        ("dark side", "dark-side-points"),
        ("fp", "force-points"),
        ("three shots", "several-example"),
        ("unconscious", "full-box"),
        ("blast vest", "blast-vest"),
        ("mon cal", "damage-example"),
        ("str", "attributes-str"),
        ("pips", "pips"),
        ("multiple actions", "several-actions"),
        ("opposed", "against"),
        ("preset", "preset"),
        ("cp", "character-points"),
        ("tn", "rung"),
        ("impossible", "difficulty-impossible"),
        ("greg gorden", "chart-origin"),
    ],
)
def test_what_a_player_would_type_comes_first(words: str, id: str) -> None:
    assert INDEX.search(words)[0].anchor == id


@pytest.mark.parametrize(
    ("key", "id"),
    [
        ("attributes.STR", "attributes-str"),
        ("skills.blaster", "skills-blaster"),
        ("skills.dodge", "skills-dodge"),
        ("skills.stamina", "skills-stamina"),
        ("skills.medicine", "skills-medicine"),
        ("defense", "defense"),
        ("boxes", "boxes"),
        ("harm.stunned", "harm-stunned"),
        ("harm.wounded", "harm-wounded"),
        ("harm.incapacitated", "harm-incapacitated"),
        ("harm.mortally-wounded", "harm-mortally-wounded"),
        ("force_points", "force-points"),
        ("dark_side_points", "dark-side-points"),
        ("character_points", "character-points"),
        ("gear.medpac", "medpac"),
        ("gear.blast-vest", "blast-vest"),
        ("worn", "armor"),
        ("preset", "preset"),
        ("one_step_a_hit", "one-step"),
    ],
)
def test_what_a_sheet_or_a_form_names_leads_to_its_term(key: str, id: str) -> None:
    found = INDEX.find(key)
    assert found
    assert found.anchor == id


def test_an_example_has_no_number_of_its_own() -> None:
    """An example is worked out, as for any character of these codes."""
    examples = [topic for topic in guide().topics.values() if topic.id.endswith("-example")]
    assert len(examples) == 3
    for topic in examples:
        assert not re.search(r"\d", re.sub(r"\{\w+\}", "", topic.does)), topic.id
