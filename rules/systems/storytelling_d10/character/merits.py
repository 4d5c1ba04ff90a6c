"""Merits and flaws as they count: what they cost and take, and what may not be had together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from rules.kit.balances import Instance
from rules.problems import UNKNOWN, ProblemList
from rules.systems.storytelling_d10.character import catalog
from rules.systems.storytelling_d10.character.requirements import (
    DROID,
    Standing,
    lacks_of_merit,
)
from rules.systems.storytelling_d10.document import Build, House
from rules.systems.storytelling_d10.rulebook import Merit, rulebook

FORCE_KIND, RACE_KIND = "the-force", "race"
COMPULSION, DEFICIT, APTITUDE = "compulsion", "ability-deficit", "ability-aptitude"
PSYCHOLOGICAL, LORE = "psychological", "lore-"


class Owned(msgspec.Struct, frozen=True, gc=False):
    """A merit or a flaw that is had: its row, its points, its detail; `granted` for nothing."""

    row: Merit
    points: int
    detail: str = ""
    note: str = ""
    granted: bool = False

    @property
    def name(self) -> str:
        """With its detail: "Armor Proficiency: medium"."""
        return f"{self.row.name}: {self.detail}" if self.detail else self.row.name


def points_of(one: Instance, row: Merit) -> tuple[int, int]:
    """From how many to how many points this one may have."""
    if row.id == COMPULSION and one.detail not in ("", PSYCHOLOGICAL):
        more = rulebook().merits.numbers["compulsion-more"].number
        return row.low + more, row.high + more
    return row.low, row.high


def merits_and_flaws(
    build: Build,
    house: House,
    values: Mapping[str, int],
    faults: ProblemList,
    *,
    shield: bool,
) -> tuple[tuple[Owned, ...], tuple[Owned, ...]]:
    """The merits that count, with those that they grant, and the flaws. `values` are those of all
    traits.
    """
    known, merits = catalog.merits(house), build.merits
    ids = {one.id for one in merits}
    granted = {id for one in merits if one.id in known for id in known[one.id].grants}
    standing = Standing(values, ids | granted, has_shield=lambda: shield)
    owned = tuple(_owned("merit", merits, known, standing, faults, forbidden=_droids_lack(ids)))
    flaws = tuple(_owned("flaw", build.flaws, catalog.flaws(house), standing, faults))
    _conflicts(build, merits, faults)
    _flaw_limits(flaws, values, faults)
    flaw_points = sum(one.points for one in flaws)
    numbers = rulebook().creation.numbers
    most = 0 if house.no_flaws else numbers["flaw-points-most"].number
    if flaw_points > most:
        message = f"Flaws bring {most} points at most, and yours are {flaw_points}."
        if not faults.deviation("flaw-points", "build.flaws", message):
            flaw_points = most
    spent, there = sum(one.points for one in owned), numbers["merit-points"].number + flaw_points
    if spent > there:
        message = f"You have {there} points for merits and spent {spent}."
        faults.deviation("merit-points", "build.merits", message)
    for id in [id for one in owned for id in one.row.grants]:
        if id in known and id not in {one.row.id for one in owned}:
            owned = (*owned, Owned(known[id], 0, granted=True))
    return owned, flaws


def _droids_lack(ids: set[str]) -> Mapping[str, tuple[str, str]]:
    """Kinds of merits that this character cannot have: the code, and why."""
    if DROID not in ids:
        return {}
    return {
        FORCE_KIND: ("droid-force", "Droids have no merits of the Force."),
        RACE_KIND: ("droid-race", "Droids have no merits of a race."),
    }


def _owned(
    noun: str,
    had: Sequence[Instance],
    known: Mapping[str, Merit],
    standing: Standing,
    faults: ProblemList,
    *,
    forbidden: Mapping[str, tuple[str, str]] = {},
) -> Iterator[Owned]:
    """What of one side counts."""
    seen: set[tuple[str, str]] = set()
    races = 0
    for position, one in enumerate(had):
        where, row = f"build.{noun}s[{position}]", known.get(one.id)
        if row is None:
            message = f"{one.id[:60]!r} is no {noun}."
            faults.wrong(f"unknown-{noun}", where, message, never=UNKNOWN)
            continue
        deviations = [*own_deviations(noun, one, row, standing, known)]
        if row.kind in forbidden:
            deviations.append(forbidden[row.kind])
        races += row.kind == RACE_KIND
        if row.kind == RACE_KIND and races > 1:
            deviations.append(("two-races", "You are of one people, not of two."))
        again = (one.id, (one.detail or one.note).casefold() if row.repeats else "")
        if again in seen:
            deviations.append((f"duplicate-{noun}", f"{row.name} is listed twice."))
        seen.add(again)
        points = row.low if one.points is None else one.points
        if lacks_detail(one, row, points):
            faults.open(f"{noun}-detail", where, f"Say which {row.name} is meant.")
        accepted = [faults.deviation(code, where, message) for code, message in deviations]
        if all(accepted):
            yield Owned(row, max(points, points_of(one, row)[0]), one.detail, one.note)


def own_deviations(
    noun: str, one: Instance, row: Merit, standing: Standing, known: Mapping[str, Merit]
) -> Iterator[tuple[str, str]]:
    """What is wrong with one by itself: its points, and what it takes."""
    low, high = points_of(one, row)
    if one.points is not None and not low <= one.points <= high:
        bounds = str(low) if low == high else f"{low} to {high}"
        yield f"{noun}-cost", f"{row.name} is {bounds} points, not {one.points}."
    if lacks := (*lacks_of_merit(row, standing, known), *detail_lacks(one, row, standing)):
        yield f"{noun}-requirement", f"{row.name} needs {', '.join(lacks)}."


def detail_lacks(one: Instance, row: Merit, standing: Standing) -> tuple[str, ...]:
    """What the detail itself asks: no Aptitude in combat, no Deficit without a dot."""
    ability = rulebook().traits.abilities.get(one.detail)
    if row.id == APTITUDE and (
        (ability and ability.combat) or one.detail in rulebook().force.force_knowledges
    ):
        return ("an ability that isn't for combat",)
    if row.id == DEFICIT and one.detail and not standing.values.get(one.detail, 0):
        return (f"a dot in {rulebook().trait_name(one.detail)}",)
    return ()


def details_of(row: Merit) -> Mapping[str, str]:
    """What may stand as the detail of a merit or flaw: names by id."""
    book = rulebook()
    match row.detail:
        case "":
            return {}
        case "ability":
            return {id: one.name for id, one in book.traits.abilities.items()}
        case "force-ability":
            return {id: one.name for id, one in book.force.force_abilities.items()}
        case "force-knowledge":
            return {id: one.name for id, one in book.force.force_knowledges.items()}
        case of:
            return {id: one.name for id, one in book.merits.details.items() if one.of == of}


def lacks_detail(one: Instance, row: Merit, points: int) -> bool:
    """Whether it is not said yet, or not as it can be, what a merit or flaw is about."""
    if not row.detail or (row.detail == "sense" and row.high > 1 and points >= row.high):
        return False
    known = details_of(row)
    parts = [part.strip() for part in one.detail.split(",")] if row.detail == "sense" else []
    if row.detail == "ability" and one.detail.startswith(LORE):
        return False
    return not (one.detail in known or (parts and all(part in known for part in parts)))


def _conflicts(build: Build, merits: Sequence[Instance], faults: ProblemList) -> None:
    """Those that may not be had together, of the same detail."""
    for pair in rulebook().merits.pairs.values():
        if not pair.refused:
            continue
        first = [one for one in merits if one.id == pair.pair[0]]
        for position, flaw in enumerate(build.flaws):
            if flaw.id != pair.pair[1]:
                continue
            if any(not one.detail or flaw.detail in one.detail.split(", ") for one in first):
                where = f"build.flaws[{position}]"
                faults.deviation("merit-flaw-conflict", where, pair.does)


def _flaw_limits(flaws: Sequence[Owned], values: Mapping[str, int], faults: ProblemList) -> None:
    """Disfigured: Appearance 2 at most. Monstrous: none was raised."""
    ids = {one.row.id for one in flaws}
    appearance = values["appearance"]
    free = rulebook().creation.numbers["attribute-start"].number
    where = "build.attributes.appearance"
    if "disfigured" in ids and appearance > rulebook().merits.numbers["disfigured-most"].number:
        faults.deviation("flaw-limit", where, "Disfigured, your Appearance is 2 at most.")
    elif "monstrous" in ids and appearance > free:
        message = "Monstrous, your Appearance is 0: its dots are lost."
        faults.deviation("flaw-limit", where, message)
