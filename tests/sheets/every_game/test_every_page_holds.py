"""Whatever is marked, entered and decided about a character, in bounds or out of them: every page
that shows it answers, for every game. Legal documents by chance, with what happens to them since.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.forms.fields import Choice, Number, Pick, Text
from rules.game import Game
from rules.ledger.offers import PARTS, Offer
from rules.problems import RuleViolation
from sheets.models import Character, Member, Party
from tests.sampling import sample
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import EVERY
from tests.sheets.every_game.pages import rolls
from tests.sheets.example_characters import store

People = dict[str, Person]
NUMBERS = (-(2**31) + 1, -1, 0, 1, 2, 3, 7, 60, 2**31 - 1)
OWN = (
    "",
    "table/",
    "live/",
    "live/?part=table",
    "history/",
    "history/0/",
    "gear/",
    "advance/",
    "session/",
    "plan/",
    "log/",
    "print/",
    "text/",
    "sheet.md",
    "words/",
    "review/",
    "document.json",
)
PARTYS = ("", "live/", "skills/", "log/", "calls/", "reviews/", "hand-out/", "brief/", "pack/")


def test_every_mark_is_marked_somehow() -> None:
    for system in registry.all_systems().values():
        names = set(system.marks_type.__struct_fields__)
        seen: set[str] = set()
        for seed in range(12):
            seen |= set(documents.write(by_chance(system, Random(seed))).get("marks", {}))
        assert seen == names


def by_chance(system: Game, rng: Random) -> Document:
    """A legal character to which much has happened, its marks and its party's rules at random."""
    document = system.random(rng)
    for _ in range(rng.randrange(12)):
        document = happened(system, document, rng)
    if rng.random() < 0.5:
        document = in_some_house(system, document, rng)
    if rng.random() < 0.5:
        document = gone_wrong(system, document, rng)
    names = system.marks_type.__struct_fields__
    marks = {name: rng.choice(NUMBERS) for name in names if rng.random() < 0.6}
    return msgspec.structs.replace(document, marks=system.marks_type(**marks))


def happened(system: Game, document: Document, rng: Random) -> Document:
    """One entry more: an award, something that is offered, a rebuild, or something taken back."""
    kind = rng.choice(("award", "offer", "offer", "rebuild", "back"))
    try:
        if kind == "award":
            return (
                OpenCharacter(system, document)
                .enter(system.ledger_rules.entry({"kind": "award", "cp": "60"}))
                .document
            )
        if kind == "rebuild":
            return OpenCharacter(system, document).rebuilt(system.random(rng)).document
        if kind == "back" and document.ledger:
            return (
                OpenCharacter(system, document).undo(rng.randrange(len(document.ledger))).document
            )
        groups = OpenCharacter(system, document).offers(rng.choice(PARTS))
        ready = [offer for group in groups for offer in group.offers if offer.open]
        return (
            OpenCharacter(system, document)
            .enter(system.ledger_rules.entry(members(rng.choice(ready), rng)))
            .document
        )
    except (RuleViolation, IndexError):
        return document


def members(offer: Offer, rng: Random) -> dict[str, str]:
    """The values of an offer's form, filled in at random."""
    plain = msgspec.to_builtins(offer.entry).items()
    found = {name: "" if value is None else str(value) for name, value in plain}
    for field in offer.fields:
        match field:
            case Number():
                found[field.id] = str(rng.randrange(1, 4))
            case Text():
                found[field.id] = rng.choice(("Old Faithful", "Medpac", "3D", "DEX", "Dodge"))
            case Choice(options=options) | Pick(options=options):
                found[field.id] = rng.choice([option.id for option in options])
            case _:
                continue
    return found


def in_some_house(system: Game, document: Document, rng: Random) -> Document:
    """The document in a party that has some of its game's rules on."""
    house = system.house.read({})
    for field in system.house.fields(house):
        if isinstance(field, Pick):
            on = tuple(option.id for option in field.options if rng.random() < 0.5)
            house = system.house.set_field(house, field=field.id, values=on)
    return system.house.moved(document, house)


def gone_wrong(system: Game, document: Document, rng: Random) -> Document:
    """The document with some of its choices gone, and some of what is wrong then accepted."""
    members = documents.write(document)["build"]
    for name in rng.sample(sorted(members), k=min(2, len(members))):
        members.pop(name)
    build = documents.convert(members, system.build_type, where="build")
    document = msgspec.structs.replace(document, build=build)
    for problem in OpenCharacter(system, document).problems:
        if not problem.never and rng.random() < 0.5:
            where = {"code": problem.code, "where": problem.where}
            document = OpenCharacter(system, document).accept(**where, reason="So be it.").document
    return document


def actions(character: Character, document: Document) -> Iterator[str]:
    """Every panel that its table offers, and some of the rolls of its sheet."""
    system = registry.get(document.system)
    for group in OpenCharacter(system, document).actions({}):
        yield from (action.id for action in group.actions)
    yield from [key for key in OpenCharacter(system, document).sheet.figures if "." in key][::9]


@EVERY
@pytest.mark.parametrize("seed", sample([0, 2], every=2))
def test_every_page_answers_whatever_is_marked(slug: str, seed: int, people: People) -> None:
    system, rng = registry.get(slug), Random(seed)
    party = Party.objects.create(name="The Long Watch", system=slug)
    for name, role in (("greta", Member.Role.GM), ("ines", Member.Role.PLAYER)):
        Member.objects.create(party=party, owner=people[name].owner, role=role)
    stored: list[tuple[Character, Document]] = []
    for _ in range(2):
        document = by_chance(system, rng)
        row = store(people["ines"].owner, documents.write(document), finished=True)
        confirmed = document.is_confirmed
        Character.objects.filter(pk=row.pk).update(party=party, house_confirmed=confirmed)
        stored.append((row, document))
    ines, greta = people["ines"].client, people["greta"].client
    for row, document in stored:
        address = f"/characters/{row.public_id}/"
        for page in OWN:
            opens(ines, address + page)
        opens(ines, f"{address}why/{rolls(OpenCharacter(system, document).sheet)[0]}/")
        for action in actions(row, document):
            opens(ines, f"{address}table/panel/{action}/")
        opens(greta, f"/parties/{party.public_id}/reviews/{row.public_id}/")
    for page in PARTYS:
        shown = opens(greta, f"/parties/{party.public_id}/{page}")
        assert "error on this site" not in shown
    assert "error on this site" not in opens(ines, "/characters/")


def opens(client: Any, address: str) -> str:
    """The text of a page; any answer is fine but a fault of ours. Not everybody has a plan, nor can
    everything on a sheet be rolled.
    """
    answer = client.get(address)
    assert answer.status_code in (200, 404, 422), (address, answer.status_code)
    if answer.status_code == 404:
        assert address.endswith("plan/") or "/panel/" in address or "/history/0/" in address
    return "" if answer.streaming else str(answer.content.decode())
