"""The rulings of Empire Ascendant, and the rules to read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.systems.empire_ascendant.rulebook.book import rulebook
from rules.tables import Numbers
from tests.rules.systems.rows import every_row

BOOK = rulebook()


def figures() -> Iterator[tuple[str, Numbers]]:
    for name in BOOK.__struct_fields__:
        table = getattr(BOOK, name)
        if isinstance(table, Numbers):
            yield name, table


def test_a_ruling_says_that_it_is_ours() -> None:
    every = [ruling for _, table in figures() for ruling in table.rulings.values() if ruling]
    every += [row.ruling for row in every_row(BOOK) if row.ruling]
    every += [topic.ruling for topic in BOOK.reference.topics.values() if topic.ruling]
    assert len(every) > 60
    for ruling in every:
        assert ruling.endswith(" Our ruling."), ruling


def test_every_ruling_is_told_in_the_reference() -> None:
    places = [place.split(".") for topic in BOOK.reference.topics.values() for place in topic.ruled]
    told = {getattr(BOOK, name).rulings[id] for name, id in places}
    every = {ruling for _, table in figures() for ruling in table.rulings.values() if ruling}
    assert told == every


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("no-air", "10 at first, then 15, 20, and 30 from there on"),
        ("astrogation-roll", "15 with a nav computer"),
        ("astrogation-roll", "30 without"),
        ("backup", "times 10 to 15"),
        ("hours", "add 2D hours; through a star cluster or an asteroid field, 2D hours"),
        ("mishap", "Missed by 1 to 9"),
        ("move", "5 meters are free"),
        ("full-dodge", "+10 Dodge for the round"),
        ("cover", "is 5 harder to shoot, a prone one 5"),
        ("scale-example", "Walker has 4D, Capital Ship 12D"),
        ("first-aid", "15 stabilizes"),
        ("rescue", "has to reach 15"),
        ("force-points", "shows a 6"),
        ("first-powers", "brings 3 powers"),
        ("picks-example", "so 2 and 2 are left"),
        ("learning-power", "against 5, plus 5 for each prerequisite: two of them make 15"),
        ("bailing-out", "Survival against 15"),
    ],
)
def test_a_topic_has_its_numbers_from_the_tables(id: str, words: str) -> None:
    assert words in BOOK.reference.topics[id].does.format_map(BOOK.values)


def test_every_topic_can_be_filled_in() -> None:
    for topic in BOOK.reference.topics.values():
        for text in (topic.does, topic.ruling):
            assert "{" not in text.format_map(BOOK.values), topic.id
        assert topic.does.endswith((".", "!", "?")), topic.id


def test_the_chapters_of_the_reference() -> None:
    assert [chapter.name for chapter in BOOK.reference.chapters.values()] == [
        "Difficulties",
        "Skills and their tables",
        "Astrogation",
        "Combat",
        "Harm and healing",
        "The Force",
        "Vehicles and starships",
        "Our rulings",
    ]


def test_every_part_stands_in_one_chapter_and_every_topic_under_a_heading_with_some() -> None:
    reference = BOOK.reference
    placed = [part for chapter in reference.chapters.values() for part in chapter.parts]
    assert len(placed) == len(set(placed))
    assert set(placed) == {*reference.headings, *reference.listings}
    assert {topic.part for topic in reference.topics.values()} == set(reference.headings)


def test_every_row_that_a_player_reads_is_in_a_listing_once() -> None:
    listed = [
        row for one in BOOK.reference.listings.values() for row in BOOK.rows(one.rows).values()
    ]
    assert len(listed) == len({id(row) for row in listed})
    unlisted = {id(row): row for row in every_row(BOOK)}
    for row in listed:
        unlisted.pop(id(row))
    # What is told in a topic, is a choice of a form, or belongs to archetypes.
    told = (
        BOOK.combat.by_skill,
        BOOK.traits.stand_ins,
        BOOK.table.repaired,
        BOOK.force.temptations,
        BOOK.party.homebrew,
        BOOK.templates.templates,
        BOOK.templates.weapons,
        BOOK.templates.armor,
        BOOK.powers.powers,
        BOOK.points,
        BOOK.figures,
    )
    for rows in told:
        for row in rows.values():
            unlisted.pop(id(row))
    assert unlisted == {}


def test_no_two_terms_have_the_same_id() -> None:
    terms = list(BOOK.reference.topics)
    for listing in BOOK.reference.listings.values():
        terms += [f"{listing.prefix}-{id}".lower() for id in BOOK.rows(listing.rows)]
    assert sorted(terms) == sorted(set(terms))
