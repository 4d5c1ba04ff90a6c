"""This game's rules of merits and flaws; the modules of merits beside it have their
consequences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.figures import Figure, number
from rules.problems import ProblemList
from rules.systems.storytelling_d10.character.merit_rules import Forbidden, MeritRules
from rules.systems.storytelling_d10.character.merit_tables import Owned, Standing
from rules.systems.storytelling_d10.document.build import Build, House, Instance
from rules.systems.storytelling_d10.rulebook import merits
from rules.systems.storytelling_d10.rulebook.book import OTHER_TRAITS, Merit, rulebook
from rules.tables import Row

BOOK = rulebook()
NUMBERS = BOOK.creation.numbers
COMPULSION, PSYCHOLOGICAL = "compulsion", "psychological"
DEFICIT, APTITUDE = "ability-deficit", "ability-aptitude"
DROID, LORE = "droid", "lore-"


def details_of(row: merits.Merit) -> Mapping[str, str]:
    """The details that a merit or flaw can have: names by id."""
    tables: dict[str, Mapping[str, Row]] = {
        "": {},
        "ability": BOOK.traits.abilities,
        "force-ability": BOOK.force.force_abilities,
        "force-knowledge": BOOK.force.force_knowledges,
    }
    listed = {id: one for id, one in BOOK.merits.details.items() if one.of == row.detail}
    return {id: one.name for id, one in tables.get(row.detail, listed).items()}


def _points(detail: str, row: merits.Merit) -> tuple[int, int]:
    """A compulsion that is not psychological is worth more (our ruling)."""
    is_more = row.id == COMPULSION and detail not in ("", PSYCHOLOGICAL)
    more = BOOK.merits.numbers["compulsion-more"].number if is_more else 0
    return row.low + more, row.high + more


def _lacks(one: Instance, standing: Standing) -> tuple[str, ...]:
    """The requirements of the detail itself that are not met: no Aptitude in combat, no Deficit
    without a dot.
    """
    ability = BOOK.traits.abilities.get(one.detail)
    if one.id == APTITUDE and (
        (ability and ability.combat) or one.detail in BOOK.force.force_knowledges
    ):
        return ("an ability that isn't for combat",)
    if one.id == DEFICIT and one.detail and not standing.values.get(one.detail, 0):
        return (f"a dot in {BOOK.trait_name(one.detail)}",)
    return ()


def _forbidden(ids: set[str]) -> Forbidden:
    """Kinds of merits that this character cannot have: the code, and why."""
    if DROID not in ids:
        return {}
    return {
        "the-force": ("droid-force", "Droids have no merits of the Force."),
        "race": ("droid-race", "Droids have no merits of a race."),
    }


def _conflicts(
    _build: Build, flaws: Sequence[Owned], values: Mapping[str, int], faults: ProblemList
) -> None:
    """Disfigured: Appearance 2 at most. Monstrous: none was raised."""
    ids, appearance = {one.row.id for one in flaws}, values["appearance"]
    where = "build.attributes.appearance"
    if "disfigured" in ids and appearance > BOOK.merits.numbers["disfigured-most"].number:
        faults.deviation("flaw-limit", where, "Disfigured, your Appearance is 2 at most.")
    elif "monstrous" in ids and appearance > NUMBERS["attribute-start"].number:
        message = "Monstrous, your Appearance is 0: its dots are lost."
        faults.deviation("flaw-limit", where, message)


def _flaw_most(house: House) -> Figure:
    """The most points that flaws bring."""
    row = NUMBERS["flaw-points-most"]
    return number(row.name, 0 if house.no_flaws else row.number, source=row.source)


MERITS = MeritRules(
    tables=BOOK.merits,
    row=Merit,
    trait_name=BOOK.trait_name,
    traits={*BOOK.traits.attributes, *BOOK.traits.abilities, *OTHER_TRAITS},
    details=details_of,
    points=_points,
    lacks=_lacks,
    is_detail=lambda row, detail: row.detail == "ability" and detail.startswith(LORE),
    forbidden=_forbidden,
    single="race",
    at_creation=(DROID,),
    conflicts=_conflicts,
    start=NUMBERS["merit-points"].figure("every character"),
    flaw_most=_flaw_most,
    places=("build.merits", "build.flaws", "build.attributes.appearance"),
    taken={**BOOK.merits.merits, **BOOK.merits.flaws, **BOOK.force.force_abilities},
)
