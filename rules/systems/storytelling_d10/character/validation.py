"""A build as it counts: what is illegal contributes nothing, unless it was accepted. The problems
are named in the order of the document.
"""

from __future__ import annotations

import msgspec

from rules.problems import NOTHING, Places, Problem, ProblemList
from rules.systems.storytelling_d10.character import dots, items, merits
from rules.systems.storytelling_d10.character.items import Item
from rules.systems.storytelling_d10.character.merits import Owned
from rules.systems.storytelling_d10.character.requirements import Standing
from rules.systems.storytelling_d10.document import Build, House, Language
from rules.systems.storytelling_d10.rulebook import rulebook


class ValidatedBuild(msgspec.Struct, frozen=True, gc=False):
    """What of a build counts. `lores` are those of one's own: names by id. `values` are the dots of
    every trait that has some.
    """

    lores: dict[str, str]
    weapon_skills: dict[str, tuple[str, ...]]
    merits: tuple[Owned, ...]
    merit_ids: frozenset[str]
    flaws: tuple[Owned, ...]
    force_knowledges: dict[str, int]
    force_abilities: tuple[str, ...]
    languages: tuple[Language, ...]
    items: tuple[Item, ...]
    worn: str
    shield: str
    values: dict[str, int]
    faults: tuple[Problem, ...]


def validate(
    build: Build, house: House, *, prefix: str = "", accepted: Places = NOTHING
) -> ValidatedBuild:
    """The build as it counts, with everything open or wrong about it."""
    faults, numbers = ProblemList(prefix, accepted), rulebook().creation.numbers
    attributes = dots.attributes(build, faults)
    lores = dots.own_lores(build)
    abilities = dots.abilities(build, lores, house, faults)
    skills = dots.weapon_skills(build, abilities, faults)
    power = dots.power_of(build, house, faults)
    wits = attributes["wits"] + numbers["willpower-more"].number
    values = {**attributes, **abilities, "power": power, "willpower": wits}
    carried = tuple(items.of_build(build, faults))
    shielded = any(item.what == "shield" for item in carried)
    owned, flaws = merits.merits_and_flaws(build, house, values, faults, shield=shielded)
    willpower = wits
    if build.willpower not in (None, wits):
        message = f"A new character has Willpower {wits}: Wits and 1."
        if faults.deviation("willpower", "build.willpower", message):
            willpower = max(0, build.willpower or 0)
    sides = {side: dots.side_of(build, side, power, faults) for side in ("light_side", "dark_side")}
    ids = frozenset(one.row.id for one in owned)
    knowledges = dots.knowledges(build, house, ids, faults)
    standing = Standing({**values, **sides, **knowledges}, ids)
    learned = dots.force_abilities(build, house, standing, faults)
    worn = items.equipped(build.worn, "worn", "armor", carried, faults)
    return ValidatedBuild(
        lores=lores,
        weapon_skills=skills,
        merits=owned,
        merit_ids=ids,
        flaws=flaws,
        force_knowledges=knowledges,
        force_abilities=learned,
        languages=tuple(one for one in build.languages if one.name.strip()),
        items=carried,
        worn=worn,
        shield=items.equipped(build.shield, "shield", "shield", carried, faults),
        values={**values, **sides, **knowledges, "willpower": willpower},
        faults=tuple(faults.found),
    )
