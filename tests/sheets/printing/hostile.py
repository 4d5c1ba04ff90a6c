"""Characters that nobody should make and somebody will: words and numbers without measure."""

import re
from itertools import count
from random import Random
from typing import Any

from rules import registry
from rules.document import Document, Envelope
from sheets.printing import Extras, Note
from sheets.prose import safe_html

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

    def gear(self, *, weapons: int, things: int) -> list[dict[str, Any]]:
        """So many weapons and things, each with a name of its own."""
        many = (1, 2, 99, 2**31 - 1)
        kinds = ("blaster-pistol", "vibroknife", "heavy-repeating-blaster", "combat-knife")
        return [
            {
                "id": self.rng.choice(kinds),
                "quantity": self.rng.choice(many),
                "as": f"{n} {self.text(60)}",
            }
            for n in range(weapons)
        ] + [
            {"name": f"{n} {self.text(120)}", "quantity": self.rng.choice(many)}
            for n in range(things)
        ]


def sentinels(made: Document) -> list[str]:
    """Words that stand in the document once each, at the beginning and the end of its texts."""
    return SENTINEL.findall(str(made.build))


def is_great(seed: int) -> bool:
    """Whether a document has more of everything than anybody needs."""
    return seed % 97 == 0


def document(seed: int) -> Document:
    """A readable document with anything in it that can be written; the same seed gives the same."""
    rng = Random(seed)
    writer = Writer(rng)
    text, number = writer.text, writer.number
    long = 500 if is_great(seed) else 80
    name = 200 if is_great(seed) or seed % 7 == 0 else 60
    many = (20, 40) if is_great(seed) else (rng.choice((0, 1, 2)), rng.choice((0, 1, 3)))
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
    marks = {"wounds": abs(number()), "dead": 1}
    envelope = Envelope(
        system=next(iter(registry.all_systems())),
        name=text(name),
        player="",
        build=build,
        ledger=[],
        marks=marks,
        house={},
    )
    return registry.take(envelope)


def extras(seed: int) -> Extras:
    """What else may be on paper, as hostile as the rest."""
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


def in_gear(made: Document) -> list[str]:
    """The sentinels of what is carried."""
    return SENTINEL.findall(str(made.build.gear))
