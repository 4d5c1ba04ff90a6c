"""What merits, flaws, and Force abilities take, and what of it somebody lacks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping

import msgspec

from rules.systems.storytelling_d10.rulebook import ForceAbility, Merit, rulebook

FORCE_SENSITIVITY, DROID = "force-sensitivity", "droid"


class Standing(msgspec.Struct, frozen=True, gc=False):
    """Somebody as requirements see them: values of attributes, abilities, Force knowledges, Power,
    Willpower, "light_side" and "dark_side"; merits and Force abilities owned; whether there is a
    shield, asked only where a requirement does.
    """

    values: Mapping[str, int]
    merits: Container[str]
    abilities: Collection[str] = ()
    has_shield: Callable[[], bool] = lambda: False

    def base(self, knowledge: str) -> int:
        """The better of the two attributes of a Force knowledge."""
        row = rulebook().force.force_knowledges[knowledge]
        return max(self.values.get(id, 0) for id in row.attributes)

    def pool(self, knowledge: str) -> int:
        """The pool of a Force knowledge, 0 without a dot."""
        dots = self.values.get(knowledge, 0)
        return self.base(knowledge) + dots if dots else 0


def lacks_of_merit(row: Merit, standing: Standing, known: Mapping[str, Merit]) -> tuple[str, ...]:
    """What somebody lacks for a merit or flaw: "Melee 4 (you have 2)", "Force Sensitivity"."""
    book, needs = rulebook(), row.requires
    lacks = [
        f"{book.trait_name(id)} {least} (you have {standing.values.get(id, 0)})"
        for id, least in needs.traits.items()
        if standing.values.get(id, 0) < least
    ]
    if needs.shield and not standing.has_shield():
        lacks.append("a shield")
    opener = book.merits.kinds[row.kind].opened_by if row.kind in book.merits.kinds else ""
    others = dict.fromkeys((opener, *needs.merits))
    return (
        *lacks,
        *(
            known[id].name if id in known else id
            for id in others
            if id and id != row.id and id not in standing.merits
        ),
    )


def lacks_of_ability(row: ForceAbility, standing: Standing) -> tuple[str, ...]:
    """What somebody lacks to learn a Force ability."""
    force, values = rulebook().force, standing.values
    tree = force.force_knowledges[row.knowledge].name
    lacks = [] if FORCE_SENSITIVITY in standing.merits else ["Force Sensitivity"]
    if not values.get(row.knowledge, 0):
        lacks.append(f"a dot in {tree}")
    elif standing.pool(row.knowledge) < row.roll:
        lacks.append(f"Roll {row.roll} (you have {standing.pool(row.knowledge)})")
    for side, name, least in (
        ("light_side", "Light side", row.light_side),
        ("dark_side", "Dark side", row.dark_side),
    ):
        if least and values.get(side, 0) < least:
            lacks.append(f"{name} {least} (you have {values.get(side, 0)})")
    for id in row.after:
        if id not in standing.abilities:
            lacks.append(force.force_abilities[id].name)
    return tuple(lacks)
