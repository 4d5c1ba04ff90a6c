"""Characters that nobody should make and somebody will: words and numbers without measure."""

import re
from itertools import count
from random import Random

from rules import registry
from rules.document import Document, Envelope

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
COUNT = count()


def text(rng: Random, most: int) -> str:
    """A text of one or several alphabets, sometimes one endless word, between two sentinels."""
    size = rng.choice((0, 1, most // 4, most // 2, most))
    letters = "".join(rng.sample(ALPHABETS, rng.randint(1, 3)))
    made = "".join(rng.choice(letters) for _ in range(size))
    made = made.replace(" ", "") if rng.random() < 0.2 else made
    return f"Q{next(COUNT):03}Q {made} Z{next(COUNT):03}Z"


def sentinels(made: Document) -> list[str]:
    """Words that stand in the document once each, at the beginning and the end of its texts."""
    return re.findall(r"[QZ][0-9]{3}[QZ]", str(made.build))


def document(seed: int) -> Document:
    """A readable document with anything in it that can be written; the same seed gives the same."""
    global COUNT  # each document counts its own
    rng, COUNT = Random(seed), count()

    def number() -> int:
        return rng.choice((-1, 0, 1, 2, 3, 12, 99, 2**31 - 1))

    def many() -> int:
        return rng.choice((1, 2, 99, 2**31 - 1))

    weapons = ("blaster-pistol", "vibroknife", "heavy-repeating-blaster", "combat-knife")
    gear = [
        {"id": rng.choice(weapons), "quantity": many(), "as": f"{n} {text(rng, 60)}"}
        for n in range(rng.choice((0, 1, 2, 20)))
    ]
    gear += [
        {"name": f"{n} {text(rng, 120)}", "quantity": many()}
        for n in range(rng.choice((0, 3, 6, 40)))
    ]
    build = {
        "concept": text(rng, 200),
        "pronouns": text(rng, 40),
        "appearance": text(rng, 500),
        "personality": text(rng, 500),
        "species": {"name": text(rng, 80), "attributes": {"STR": number(), "DEX": number()}},
        "profession": {"name": text(rng, 80), "bonuses": {"FOR": 1}, "force_user": True},
        "skills": ["stealth", "no-such-skill"],
        "edge": {"id": "trained", "skill": "search", "note": text(rng, 240)},
        "burden": {"id": "wounded", "attribute": "STR", "note": text(rng, 240)},
        "gear": gear,
        "starting_credits": abs(number()),
    }
    marks = {"wounds": abs(number()), "dead": 1}
    envelope = Envelope(
        system=next(iter(registry.all_systems())),
        name=text(rng, 200),
        player="",
        build=build,
        ledger=[],
        marks=marks,
        house={},
    )
    return registry.take(envelope)
