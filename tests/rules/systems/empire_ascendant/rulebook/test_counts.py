"""The number of rows of each kind in the tables of Empire Ascendant."""

from __future__ import annotations

from rules.systems.empire_ascendant.rulebook.book import rulebook

BOOK = rulebook()


def test_there_is_as_much_of_everything_as_in_the_source() -> None:
    """Empire Ascendant, the lists counted by hand."""
    assert [
        len(rows)
        for rows in (
            BOOK.difficulties.knowledge,
            BOOK.travel.jumps,
            BOOK.travel.mishaps,
            BOOK.table.bargains,
            BOOK.harm.margins,
            BOOK.harm.levels,
            BOOK.combat.grenades,
            BOOK.combat.mooks,
            BOOK.force.deeds,
            BOOK.craft.margins,
            BOOK.craft.shields,
            BOOK.craft.range_damage,
            BOOK.craft.roles,
        )
    ] == [5, 4, 7, 7, 4, 5, 5, 2, 4, 5, 3, 3, 4]
    assert [
        len(rows)
        for rows in (
            BOOK.craft.vehicle_light,
            BOOK.craft.vehicle_heavy,
            BOOK.craft.vehicle_severe,
            BOOK.craft.ship_light,
            BOOK.craft.ship_heavy,
            BOOK.craft.ship_severe,
        )
    ] == [3, 2, 6, 6, 6, 6]
    assert {id: (len(one.rows), len(one.modifiers)) for id, one in BOOK.targets.items()} == {
        "information": (5, 0),
        "bureaucracy": (5, 3),
        "command": (5, 0),
        "computer": (5, 0),
        "con": (5, 2),
        "demolitions": (5, 0),
        "languages": (5, 0),
        "streetwise": (5, 3),
        "bribe": (5, 0),
        "repair": (3, 3),
        "astrogation": (2, 3),
    }
    assert [len(BOOK.play.difficulties), len(BOOK.difficulties.credits)] == [6, 7]
    assert [len(BOOK.combat.ranges), len(BOOK.combat.scales), len(BOOK.combat.facts)] == [4, 6, 5]
    assert [len(BOOK.traits.attributes), len(BOOK.traits.stand_ins)] == [6, 4]
    assert [len(BOOK.traits.skills), len(BOOK.powers.skills)] == [27, 3]
    assert [len(BOOK.table.gambles), len(BOOK.table.tries), len(BOOK.powers.joins)] == [3, 3, 7]
    assert [len(BOOK.craft.traits), len(BOOK.craft.crew_skills)] == [12, 7]
    assert [len(BOOK.craft.chases), len(BOOK.craft.segments)] == [5, 4]
    assert [len(BOOK.craft.fire), len(BOOK.craft.many)] == [6, 7]
    assert [len(BOOK.combat.rounds), len(BOOK.combat.blasts)] == [4, 4]
