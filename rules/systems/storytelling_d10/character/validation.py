"""A build as it counts: what is illegal contributes nothing, unless it was accepted. The problems
are named in the order of the document.
"""

from __future__ import annotations

import msgspec

from rules.kit.dotted_items import Item, equipped
from rules.kit.languages import Language
from rules.kit.merits import Owned, Standing
from rules.problems import NOTHING, Places, Problem, ProblemList
from rules.systems.storytelling_d10.character import dots
from rules.systems.storytelling_d10.character.dots import ABILITIES, ATTRIBUTES, ITEMS, SKILLS
from rules.systems.storytelling_d10.character.force import POWERS
from rules.systems.storytelling_d10.character.merits import MERITS
from rules.systems.storytelling_d10.document import Build, House
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
    powers: tuple[str, ...]
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
    attributes = ATTRIBUTES.validated(build, faults)
    own, spent = dots.lores(build, faults), dots.taken(build, house, lores=False)
    abilities = ABILITIES.validated(build, faults, own, spent)
    skills = SKILLS.validated(build, abilities, faults)
    power = dots.power_of(build, house, faults)
    wits = attributes["wits"] + numbers["willpower-more"].number
    values = {**attributes, **abilities, "power": power, "willpower": wits}
    carried = tuple(ITEMS.validated(build, faults))
    shielded = any(item.what == "shield" for item in carried)
    owned, flaws = MERITS.validated(build, house, values, faults, shield=shielded)
    willpower = wits
    if build.willpower not in (None, wits):
        message = f"A new character has Willpower {wits}: Wits and 1."
        if faults.deviation("willpower", "build.willpower", message):
            willpower = max(0, build.willpower or 0)
    sides = {side: dots.side_of(build, side, power, faults) for side in ("light_side", "dark_side")}
    ids = frozenset(one.row.id for one in owned)
    knowledges = dots.knowledges(build, house, ids, faults)
    standing = Standing({**values, **sides, **knowledges}, ids)
    learned = POWERS.validated(build, house, standing, faults)
    worn = equipped(build.worn, "worn", "armor", carried, faults)
    return ValidatedBuild(
        lores=dots.own_lores(build),
        weapon_skills=skills,
        merits=owned,
        merit_ids=ids,
        flaws=flaws,
        force_knowledges=knowledges,
        powers=learned,
        languages=tuple(one for one in build.languages if one.name.strip()),
        items=carried,
        worn=worn,
        shield=equipped(build.shield, "shield", "shield", carried, faults),
        values={**values, **sides, **knowledges, "willpower": willpower},
        faults=tuple(faults.found),
    )
