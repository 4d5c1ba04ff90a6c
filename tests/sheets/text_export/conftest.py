"""A sheet with every kind of section, and what both kinds of text are tested with."""

from rules.figures import dice, number
from rules.sheet.sections import (
    Attack,
    Attacks,
    Column,
    Figures,
    Level,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
    Traits,
)

SECTIONS: tuple[Section, ...] = (
    Figures("defenses", "Defenses", (Line("d", "Dodge", number("Dodge", 13)),)),
    Figures("points", "Points", (Line("p", "Luck", number("Luck", 1), "once a day"),)),
    Attacks(
        "attacks",
        "Attacks",
        (
            Attack("a", "Blaster", "Shoot", dice("Shoot", 5), dice("", 4), ("Stuns",), 2),
            Attack("b", "Net", "Throw", dice("Throw", 3), None),
        ),
    ),
    Track(
        "harm",
        "Harm",
        (
            Level("Wounded", 3, 5, number("", 5), "-1D", boxes=3, marked=1),
            Level("Dead", 12, None, number("", 12), ""),
        ),
        "What gets through",
    ),
    Traits(
        "traits",
        "Traits",
        (
            Column(
                "x",
                "Wits",
                "WIT",
                dice("Wits", 3),
                (
                    Line("l", "Search", dice("Search", 4), trained=True),
                    Line("m", "Con", dice("Con", 3)),
                ),
            ),
        ),
        Column("f", "Force", "FOR", dice("Force", 1), ()),
    ),
    Things(
        "gear",
        "Gear",
        number("Credits", 1250),
        (Thing("v", "Vest", 1, "Soak +2", "worn"), Thing("r", "Rope", 3)),
    ),
    Prose("own", "Edges", (Passage("Luck", "Again.", "Edge", "It never asked.\n\nReally."),)),
)


def sheet(words: str = "", *, sections: tuple[Section, ...] = SECTIONS) -> Sheet:
    return Sheet(
        "any-game",
        words or "Vessa",
        "Twi'lek Spy",
        words or "A smuggler's daughter",
        (("Species", words or "Twi'lek"), ("Profession", "Spy"), ("Pronouns", "")),
        sections,
        {},
        "By Ann",
    )
