"""Every page and text of a character, of its party and of the rules reads as one sentence after the
other: no stray mark where texts meet, no id, no value of the program.
"""

import json
import re
from functools import cache
from typing import Any

import pytest
from django.test import Client

from rules import registry
from sheets import printing
from sheets.demo import all_pregens
from sheets.models import Character, Party
from sheets.printing import PrintOptions
from tests.rules.contract.systems import READY_MADE
from tests.sheets import pages
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY, by_chance, plain
from tests.sheets.example_characters import VESSA, owner_of, store
from tests.sheets.printing import pdf_readers
from tests.sheets.test_places_in_words import PARTY_PAGES, RAW, TYPED_WRONG, WRONG

pytestmark = pytest.mark.looks
# Marks where texts meet; values of the program; its names.
ODD = re.compile(
    r"[.!?…][;,]|[^.]\.\.(?!\.)|\s[;,.](?=\s)|;\s*;|,\s*,|:\s*[;:.](?=\s|$)|\(\s*\)"
    r"|\b\d+; doubles|\bNone,|\bTrue\b(?! Astronaut)|\bFalse\b|\{\{|\}\}|\{%"
    r"|\b(?:skills|attributes|defenses|weapons)\.[a-z]|\b[a-z]+_[a-z]+\b"
)
# Such a tag ends no word: a mark may stand right after it.
_WITHIN = re.compile(r"</?(?:a|b|i|em|strong|s|span|code|kbd|abbr|small|mark|q)\b[^>]*>")
SABER = {
    "id": "lightsaber",
    "granted": True,
    "quantity": 2,
    "design": "crossguard-lightsaber",
    "features": ["disguised", "socket-hilt"],
    "crystal": "red",
}
ARMS = ("holdout-blaster", "bowcaster", "heavy-repeating-blaster", "vibroblade", "medium-armor")
JEDI = {
    "species": "human",
    "profession": "jedi-guardian",
    "gear": [SABER, *({"id": id} for id in ARMS)],
    "edge": {"id": "trained", "skill": "search"},
    "starting_credits": 99999,
}
QUICK = {
    "plus_two": "DEX",
    "plus_one": ["PER", "STR"],
    "gear": "A rope.\nA lamp.",
    "skills": "Climbing.",
    "edge": "Luck.",
    "burden": "Debt!",
}


@cache
def documents(slug: str) -> dict[str, dict[str, Any]]:
    """Characters of a game that are as unlike each other as can be."""
    found = {"by chance": plain(by_chance(slug, 11))}
    made = [json.loads(file.read_text()) for file in sorted(READY_MADE.glob("*.json"))]
    of_game = [one for one in made if one["system"] == slug]
    found["most history"] = max(of_game, key=lambda one: len(one.get("ledger", [])))
    if slug == VESSA["system"]:
        marks = {"wounds": 1, "stunned": 1}
        found["armed"] = {**VESSA, "build": {**VESSA["build"], **JEDI}, "marks": marks}
        found["quick"] = {**VESSA, "house": {"quickplay": True}, "build": {"quickplay": QUICK}}
        found["wrong"] = WRONG
    else:
        found["wrong"] = TYPED_WRONG
    return found


def odd(page: str) -> list[str]:
    """The odd marks in a page's text, with the words around them."""
    said = pages.words(_WITHIN.sub("", page))
    return [
        said[max(0, one.start() - 40) : one.end() + 20]
        for pattern in (ODD, RAW)
        for one in pattern.finditer(said)
    ]


def odd_on(client: Client, addresses: list[str]) -> dict[str, list[str]]:
    """The same of several pages; of each that answers."""
    found, answered = {}, 0
    for address in addresses:
        answer = client.get(address)
        if answer.status_code in (200, 422):
            answered += 1
            if said := odd(b"".join(answer).decode()):
                found[address] = said
    assert answered > 7
    return found


@pytest.mark.parametrize(
    "said",
    [
        "<p>hide it on you.; Bayonet</p>",
        "<p>Edge: Luck..</p>",
        "<p>1; doubles all</p>",
        "<p>in build.skills[3]</p>",
        "<p>Gear <b>x</b> , y</p>",
        "<p>old_wound</p>",
        "<p>Why: .</p>",
        "<p>Nothing ()</p>",
        "<button aria-label='x' title=\"Roll skills.stealth\"></button>",
    ],
)
def test_a_stray_mark_is_seen(said: str) -> None:
    assert odd(said)


def test_sentences_and_an_ellipsis_are_not_odd() -> None:
    assert odd("<p>So it goes... <b>On</b>, and on; 3 of 5 (all). Why? It's: this.</p>") == []


@EVERY
@pytest.mark.parametrize("finished", [True, False], ids=["finished", "draft"])
def test_no_page_of_a_character(slug: str, ines: Client, finished: bool) -> None:  # noqa: FBT001
    for name, document in documents(slug).items():
        if not finished and name not in ("by chance", "wrong"):
            continue
        ledger = document.get("ledger", []) if finished else []
        character = store(owner_of("ines"), {**document, "ledger": ledger}, finished=finished)
        assert odd_on(ines, list(pages.of(character))) == {}, name


@EVERY
def test_no_page_of_a_party(slug: str, people: dict[str, Person]) -> None:
    party = Party.objects.create(name="The Long Watch", system=slug)
    party.members.create(owner=people["greta"].owner, role="gm")
    for document in documents(slug).values():
        row = store(people["greta"].owner, document, finished=True)
        Character.objects.filter(pk=row.pk).update(party=party)
    base = f"/parties/{party.public_id}/"
    more = [f"reviews/{one.public_id}/" for one in party.characters.all()]
    assert odd_on(people["greta"].client, [base + part for part in (*PARTY_PAGES, *more)]) == {}


@EVERY
def test_no_page_of_the_rules_and_none_for_everybody(slug: str, nobody: Client) -> None:
    chapters = [f"/rules/{slug}/{one.id}/" for one in registry.get(slug).reference()]
    common = ["/", "/characters/", "/characters/new/", "/rules/", f"/rules/{slug}/", "/parties/"]
    assert odd_on(nobody, [*common, *chapters, "/nothing/", "/characters/import/"]) == {}


@EVERY
def test_no_sheet_of_paper(slug: str) -> None:
    made = next(one.document for one in all_pregens().values() if one.document.system == slug)
    names = ("armed",) if slug == VESSA["system"] else ()
    stored = [registry.read(json.dumps(documents(slug)[name])) for name in names]
    for document, kind in ((made, "classic"), *((one, "full") for one in stored)):
        text = " ".join(
            pdf_readers.text(printing.sheet_pdf(document, PrintOptions(kind=kind))).split()
        )
        assert odd(f"<p>{text}</p>") == [], kind
        assert "Choose a skill" not in text
