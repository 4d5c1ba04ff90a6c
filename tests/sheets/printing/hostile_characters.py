"""Characters that nobody should make and somebody will: words and numbers without measure."""

import re
from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any

from rules import registry
from rules.character import Character
from rules.document import Document, Envelope
from rules.sheet.sections import Attacks, Figures, Prose, Things, Traits
from sheets.markdown import safe_html
from sheets.printing import Extras, Note

# Everyday letters, letters of our own fonts, of the fallbacks, and of none at all.
ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ÄÖÜßéèñøåþðŁódźŚćŻęąČšžĞıİőűŵŷ ÀÂÇÎÔÛ",
    "Ελληνικά άλφα βήτα ",
    "Кириллица объём щёголь ",
    "漢字仮名交じり文龍門飛甲",
    "🚀🌙🗡💎🤖👩‍🚀🧑🏽‍🔧❤️",
    "עברית שלום ",
    "العربية مرحبا ",
    "ทดสอบภาษาไทย",
    "𒀀𒁀ﬀﬁ\ue000\uffff\U00012000",
    "a\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308e",
    "\u200b\u200d\u00ad\u202e\u2066\u2028x ",
    "<b>&amp;{{ sheet }}{% if %}\"'</style><script>",
    "“”‘’–—…×−·•→≤≥½²",
)
SENTINEL = re.compile(r"[QZVW][0-9]{3}[QZVW]")
# What makes Markdown of a line, as far as it goes.
MARKS = (
    "# ",
    "- ",
    "> > > > > > > > > ",
    "1. ",
    "    ",
    "- - - - - - - ",
    "",
    "| a | b |\n|---|---|\n| ",
)


# How many there are of a thing.
MANY = (1, 2, 99, 2**31 - 1)


class Writer:
    """Writes texts of a few alphabets, sometimes one endless word, between two sentinels."""

    def __init__(self, rng: Random, sentinels: str = "QZ") -> None:
        self.rng, self.count, self.sentinels = rng, count(), sentinels
        self.alphabets = rng.sample(ALPHABETS, 2)

    def text(self, most: int) -> str:
        """A text of at most so many letters."""
        rng = self.rng
        size = rng.choice((0, 1, most // 4, most // 2, most))
        letters = "".join(rng.sample(self.alphabets, rng.randint(1, 2)))
        made = "".join(rng.choice(letters) for _ in range(size))
        made = made.replace(" ", "") if rng.random() < 0.2 else made
        before, after = self.sentinels
        first, last = next(self.count), next(self.count)
        return f"{before}{first:03}{before} {made} {after}{last:03}{after}"

    def number(self) -> int:
        """A number for a trait."""
        return self.rng.choice((-1, 0, 1, 2, 3, 12, 99, 2**31 - 1))

    def code(self) -> str:
        """A code as it is typed, not always one that can be read."""
        return self.rng.choice(("3D", "2D+2", "1d6 + 1", "50D+2", "0D", "", "much"))

    def few(self, first: Sequence[int], second: Sequence[int]) -> tuple[int, int]:
        """One of each."""
        return self.rng.choice(first), self.rng.choice(second)

    def gear(self, *, weapons: int, things: int) -> list[dict[str, Any]]:
        """So many weapons and things, each with a name of its own."""
        kinds = ("blaster-pistol", "vibroknife", "heavy-repeating-blaster", "combat-knife")
        return [
            {
                "id": self.rng.choice(kinds),
                "quantity": self.rng.choice(MANY),
                "as": f"{n} {self.text(60)}",
            }
            for n in range(weapons)
        ] + [
            {"name": f"{n} {self.text(120)}", "quantity": self.rng.choice(MANY)}
            for n in range(things)
        ]


def is_great(seed: int) -> bool:
    """True if a document has more of everything than anybody needs."""
    return seed % 97 == 0


def document(slug: str, seed: int) -> Document:
    """A readable document of a game with anything in it that can be written; the same seed gives
    the same."""
    writer = Writer(Random(seed))
    name = 200 if is_great(seed) or seed % 7 == 0 else 60
    build, marks = GAMES[slug](writer, seed, name)
    members = {"player": "", "ledger": [], "house": {}, "build": build, "marks": marks}
    return registry.from_envelope(Envelope(system=slug, name=writer.text(name), **members))


Written = tuple[dict[str, Any], dict[str, Any]]


def _hyperspace(writer: Writer, seed: int, name: int) -> Written:
    """A build and marks of HyperspaceD6."""
    text, number = writer.text, writer.number
    long = 500 if is_great(seed) else 80
    many = (20, 40) if is_great(seed) else writer.few((0, 1, 2), (0, 1, 3))
    build = {
        "concept": text(name),
        "pronouns": text(30),
        "appearance": text(long),
        "personality": text(long),
        "species": {"name": text(40), "attributes": {"STR": number(), "DEX": number()}},
        "profession": {"name": text(40), "bonuses": {"FOR": 1}, "force_user": True},
        "skills": ["stealth", "no-such-skill"],
        "edge": {"id": "trained", "skill": "search", "note": text(long // 2)},
        "burden": {"id": "wounded", "attribute": "STR", "note": text(long // 2)},
        "gear": writer.gear(weapons=many[0], things=many[1]),
        "starting_credits": abs(number()),
    }
    return build, {"wounds": abs(number()), "dead": 1}


def _rules_sheet(writer: Writer, seed: int, name: int) -> Written:
    """A build and marks of the rules sheet, which everything of is typed: more of it, too."""
    text, number, rng = writer.text, writer.number, writer.rng
    weapons, things = (20, 60) if is_great(seed) else writer.few((0, 1, 2, 8), (0, 1, 3, 30))
    skills, armor = writer.few((0, 1, 4, 30 if is_great(seed) else 12), (0, 1, 3))
    attributes = ("DEX", "KNO", "MEC", "PER", "STR", "TEC")
    build = {
        "template": text(name),
        "description": text(rng.choice((80, 600, 3000 if is_great(seed) else 1200))),
        "attributes": {id: writer.code() for id in attributes},
        "skills": [
            {"name": f"{n} {text(40)}", "attribute": rng.choice(attributes), "code": writer.code()}
            for n in range(skills)
        ],
        "weapons": [
            {
                "name": f"{n} {text(60)}",
                "skill": rng.choice(("Blaster", "DEX", "")),
                "damage": rng.choice(("4D+1", "STR+50D", "STR")),
                "quantity": rng.choice(MANY),
            }
            for n in range(weapons)
        ],
        "armor": [{"name": f"a{n} {text(60)}", "defense": number()} for n in range(armor)],
        "gear": [
            {"name": f"g{n} {text(120)}", "quantity": rng.choice(MANY)} for n in range(things)
        ],
    }
    build["worn"] = next((str(one["name"]) for one in build["armor"]), "")  # type: ignore[call-overload]
    marks = {"stuns": abs(number()), "wounds": 1, "force_spent": abs(number()), "consumed": 1}
    return build, marks


def _empire(writer: Writer, seed: int, name: int) -> Written:
    """The same of Empire Ascendant, with powers."""
    build, _ = _rules_sheet(writer, seed, name)
    text, rng = writer.text, writer.rng
    many = 12 if is_great(seed) else writer.few((0, 1, 3), (0, 1))[0]
    build["armor"] = [{"name": f"a{n} {text(60)}", "soak": writer.code()} for n in range(3)]
    build["worn"] = build["armor"][0]["name"]
    build["force_skills"] = dict.fromkeys(("control", "sense", "alter"), "2D")
    build["powers"] = [
        {
            "name": f"p{n} {text(60)}",
            "skills": rng.choice(("control", "sense+alter", "luck")),
            "does": text(200),
        }
        for n in range(many)
    ]
    return build, {"wound": 4, "stunned": 2, "dark_side_points": 99}


def _storytelling(writer: Writer, seed: int, name: int) -> Written:
    """A build and marks of Star Wars Storytelling, with merits, Force abilities, and languages."""
    typed, _ = _rules_sheet(writer, seed, name)
    text, number = writer.text, writer.number
    weapons = [
        {"name": one["name"], "ability": "melee", "skill": text(40), "damage": abs(number()) % 60}
        for one in typed["weapons"]
    ]
    build = {
        "concept": text(name),
        "species": text(60),
        "nature": text(60),
        "destiny": text(200),
        "description": typed["description"],
        "attributes": {"strength": number(), "dexterity": number(), "luck": 1},
        "abilities": {"firearms": number(), "stealth": 3},
        "lores": [{"name": f"{n} {text(60)}", "dots": 1} for n in range(4)],
        "merits": [
            {"id": "force-sensitivity"},
            {"id": "giant", "note": text(200)},
            {"id": "ability-aptitude", "detail": text(30)},
        ],
        "flaws": [{"id": "enemy", "points": 2, "note": text(200)}],
        "force_knowledges": {"mind": 1},
        "force_abilities": ["mind-trick", "no-such-ability"],
        "languages": [{"name": f"{n} {text(60)}", "spoken": True} for n in range(9)],
        "weapons": weapons,
        "armor": [{"name": one["name"], "rating": 3} for one in typed["armor"]],
        "gear": typed["gear"],
        "worn": typed["worn"],
    }
    return build, {"bashing": 2, "lethal": abs(number()), "willpower_spent": 1, "power_now": 1}


GAMES = {
    "hyperspace-d6": _hyperspace,
    "rules-sheet-d6": _rules_sheet,
    "empire-ascendant": _empire,
    "storytelling-d10": _storytelling,
}


def extras(seed: int) -> Extras:
    """Extras on paper, as hostile as the rest."""
    rng = Random(seed)
    text = Writer(rng, "VW").text
    words = "\n\n".join(
        f"{mark}{text(200 if is_great(seed) else 60)}" for mark in rng.sample(MARKS, 4)
    )
    return Extras(
        date=text(40),
        player=text(60),
        notes=(Note(text(60), safe_html(words)),) if seed % 3 else (),
        portrait_alt=text(60),
    )


def sentinels(made: Document) -> list[str]:
    """Words that have to be printed once each: at the beginning and the end of what the sheet says
    (what is illegal stands on none)."""
    sheet = Character(registry.get(made.system), made).sheet
    texts = [text for _, text in sheet.facts] + [sheet.concept]
    for section in sheet.sections:
        if isinstance(section, Prose):
            texts += [part for one in section.passages for part in (one.text, one.own_words)]
        elif isinstance(section, Traits):
            columns = (*section.columns, section.row) if section.row else section.columns
            texts += [line.name for column in columns for line in column.lines]
    return SENTINEL.findall(" ".join(texts)) + in_gear(made)


def in_gear(made: Document) -> list[str]:
    """The sentinels of what is carried."""
    sheet = Character(registry.get(made.system), made).sheet
    carried: list[str] = []
    for section in sheet.sections:
        if isinstance(section, Attacks):
            carried += [row.name for row in section.rows]
        elif isinstance(section, Things):
            carried += [thing.name for thing in section.things]
    return SENTINEL.findall(" ".join(carried))


def repeated(made: Document) -> set[str]:
    """The sentinels that numbers may say again: "14 from Dodge 4D + 1 Blast vest", "STR 3D +
    Vibro-ax 1D"."""
    sheet = Character(registry.get(made.system), made).sheet
    said: list[str] = []
    for section in sheet.sections:
        if isinstance(section, Figures):
            said += [f"{line.figure.why} {line.note}" for line in section.lines]
        elif isinstance(section, Attacks):
            said += [row.damage.why for row in section.rows if row.damage]
    return set(SENTINEL.findall(" ".join(said)))
