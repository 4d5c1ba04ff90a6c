"""Lamplight: three traits, called by words that no other game has, and nothing to roll or to earn.

It stands in a folder outside of the program, as anybody's game may.
"""

from collections.abc import Iterator
from random import Random

import msgspec

from rules.creation import Binding, Bound, StepSpec, of_build, review
from rules.document import Document, DocumentPart
from rules.figures import constant, total
from rules.forms import parsing
from rules.forms.fields import Number
from rules.game import Game
from rules.kit.bound_fields import name_field, open_name, replace
from rules.kit.random_build import RandomBuild
from rules.ledger.none import NoLedgerState
from rules.problems import Problem
from rules.reference.chapters import Chapter, Term, Terms
from rules.sheet import sections
from rules.sheet.sections import Figures, Line, Sheet

BOOK = "Lamplight, page 1"
TRAITS = {
    "glow": ("Glow", "How far your lamp shines."),
    "hush": ("Hush", "How quietly you walk."),
    "oil": ("Oil", "How long your lamp burns."),
}


class Build(DocumentPart, frozen=True):
    """The name of each trait."""

    traits: dict[str, int] = msgspec.field(default_factory=dict)


def trait_field(id: str) -> Bound:
    """From 1 to 5."""

    def read(build: Build) -> tuple[str, ...]:
        return (str(build.traits[id]),) if id in build.traits else ()

    def write(build: Build, values: tuple[str, ...]) -> Build:
        value = parsing.number_or_none(parsing.one(values), 1, 5)
        rest = empty(build).traits
        return replace(build, traits=rest if value is None else {**rest, id: value})

    def empty(build: Build) -> Build:
        held = {key: value for key, value in build.traits.items() if key != id}
        return replace(build, traits=held)

    def show(character: NoLedgerState) -> Iterator[Number]:
        yield Number(id, TRAITS[id][0], read(character.build), lowest=1, highest=5)

    return of_build(id, read, write, empty=empty, show=show)


def problems(character: NoLedgerState) -> tuple[Problem, ...]:
    missing = [id for id in TRAITS if id not in character.build.traits]
    unset = (
        Problem("open", id, f"Choose your {TRAITS[id][0]}.", unfinished=True) for id in missing
    )
    return (*open_name(character.document), *unset)


def sheet(character: NoLedgerState) -> Sheet:
    held = character.build.traits
    lines = tuple(
        Line(id, name, total(name, constant(name, held.get(id, 0), source=BOOK)))
        for id, (name, _) in TRAITS.items()
    )
    found = (Figures("traits", "Traits", lines),)
    return Sheet(
        "lamplight",
        character.document.name,
        "",
        "",
        (),
        found,
        sections.figures(found),
        "Nobody's words",
    )


def decide(rng: Random, document: Document, step: str) -> Document:
    if step == "who" and not document.name:
        return replace(document, name=f"Keeper {rng.randint(1, 999)}")
    if step == "traits":
        traits = {id: rng.randint(1, 5) for id in TRAITS} | document.build.traits
        return replace(document, build=replace(document.build, traits=traits))
    return document


def reference() -> tuple[Chapter, ...]:
    rows = tuple(Term(id, name, text, source=BOOK) for id, (name, text) in TRAITS.items())
    parts = (Terms("traits", "Traits", rows),)
    return (Chapter("keepers", "Keepers", "The rules", "What a keeper has.", BOOK, parts),)


FIELDS = tuple(trait_field(id) for id in TRAITS)
WHO = (name_field(60),)
STEPS = (
    StepSpec("who", "Who", "Who are you?", WHO, lambda one: one.document.name, tip="Any name."),
    StepSpec("traits", "Traits", "What can you do?", FIELDS, lambda _: "", tip="Any three."),
    review(),
)
BINDING = Binding(field for step in STEPS for field in step.fields)
SYSTEM = Game[NoLedgerState](
    slug="lamplight",
    name="Lamplight",
    edition="1",
    about="A game of keepers and the dark.",
    credit="Nobody's words",
    rank=9,
    build_type=Build,
    steps=lambda _character: STEPS,
    fields=BINDING,
    problems=problems,
    sheet=sheet,
    is_priced=lambda _character: False,
    random_build=lambda _document: RandomBuild(
        BINDING, {"who": ("name",), "traits": tuple(TRAITS)}, decide
    ),
    reference=reference,
)
