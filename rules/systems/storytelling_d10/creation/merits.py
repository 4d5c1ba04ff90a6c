"""The step of merits and flaws: what they cost and give, what lacks, what they would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

from msgspec.structs import replace

from rules.creation import Bound, shown_only
from rules.figures import Figure, number, total
from rules.forms.fields import Balance, Change, Field, Option, options
from rules.kit.balances import BalanceRow, Instance, Side
from rules.kit.bound_fields import change_to
from rules.systems.storytelling_d10.character import figures
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.character.merits import details_of
from rules.systems.storytelling_d10.character.requirements import lacks_of_merit
from rules.systems.storytelling_d10.rulebook import Merit, rulebook

BOOK = rulebook()
NUMBERS = BOOK.creation.numbers


def _row(merit: Merit) -> BalanceRow:
    more = BOOK.merits.numbers["compulsion-more"].number if merit.id == "compulsion" else 0
    return BalanceRow(
        id=merit.id,
        name=merit.name,
        lowest=merit.low,
        highest=merit.high + more,
        group=BOOK.merits.kinds[merit.kind].name,
        details=tuple(details_of(merit).values()),
        repeats=merit.repeats,
        notes=True,
        does=merit.does,
        source=merit.source,
        ruling=merit.ruling,
    )


@cache
def merit_rows() -> Mapping[str, BalanceRow]:
    """Every merit as a row of the balance."""
    return {id: _row(merit) for id, merit in BOOK.merits.merits.items()}


@cache
def flaw_rows() -> Mapping[str, BalanceRow]:
    """Every flaw as a row of the balance."""
    return {id: _row(flaw) for id, flaw in BOOK.merits.flaws.items()}


def _known(id: str) -> Merit:
    return BOOK.merits.merits.get(id) or BOOK.merits.flaws[id]


def _lacks(character: Character, row: BalanceRow) -> tuple[str, ...]:
    return lacks_of_merit(_known(row.id), character.standing, BOOK.merits.merits)


def _details(_character: Character, row: BalanceRow) -> tuple[Option, ...]:
    return options(details_of(_known(row.id)))


def _barred(_character: Character, row: BalanceRow) -> str:
    """Why no new character can have it."""
    most = {"power": NUMBERS["power"].number}
    most |= dict.fromkeys(BOOK.traits.abilities, NUMBERS["ability-most-new"].number)
    needs = _known(row.id).requires.traits
    far = [
        f"{BOOK.trait_name(id)} {least}" for id, least in needs.items() if least > most.get(id, 9)
    ]
    return f"Out of reach for a new character: {', '.join(far)}." if far else ""


def _changes(member: str, character: Character, row: BalanceRow) -> tuple[Change, ...]:
    if not _known(row.id).on_sheet:
        return ()
    build = character.build
    instances = (*getattr(build, member), Instance(id=row.id))
    after = Character(
        replace(character.document, build=replace(build, **{member: instances}), ledger=())
    )
    changes: list[Change] = []
    for now, then in zip(_figures(character), _figures(after), strict=False):
        changes += change_to(now, then)
    return tuple(changes)


def _figures(character: Character) -> Iterator[Figure]:
    yield number("Health levels", len(character.levels))
    yield figures.walk(character)
    yield figures.initiative(character)
    yield figures.trait(character, "appearance")
    yield figures.worn_soak(character)
    yield figures.worn_dexterity(character)


def _side(member: str, name: str, rows: Any, *, gives: bool = False, note: str) -> Side[Character]:
    return Side(
        member=member,
        name=name,
        rows=rows,
        gives=gives,
        lacks=_lacks,
        details=_details,
        changes=partial(_changes, member),
        barred=_barred,
        note=note,
    )


MERITS = _side("merits", "Merits", merit_rows, note="3 points, and what your flaws bring.")
FLAWS = _side("flaws", "Flaws", flaw_rows, gives=True, note="6 points at most.")


def available(character: Character) -> Figure:
    """3 points, and those of the flaws that count, 6 at the most."""
    start = NUMBERS["merit-points"]
    given = sum(one.points for one in character.chosen.flaws)
    most = 0 if character.house.no_flaws else NUMBERS["flaw-points-most"].number
    return total(
        "to spend",
        number("every character", start.number, source=start.source),
        number("flaws", min(given, most), source=NUMBERS["flaw-points-most"].source),
        source=start.source,
    )


def spent(character: Character) -> Figure:
    """What the merits that count cost together."""
    terms = (
        number(one.name, one.points, source=one.row.source)
        for one in character.chosen.merits
        if not one.granted
    )
    return total("spent", *terms)


def _balance(character: Character) -> Iterator[Field]:
    build = character.build
    sides = (MERITS.shown(character, build.merits), FLAWS.shown(character, build.flaws))
    yield Balance("balance", "Merits and flaws", available(character), spent(character), sides)


FIELDS: tuple[Bound, ...] = (shown_only("balance", _balance), MERITS.bound, FLAWS.bound)
