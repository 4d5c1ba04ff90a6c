"""The forms for things of a party's making, by kind: the fields, and the thing that what was typed
comes to. What a thing may be is said in `fitting.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.systems.hyperspace_d6 import forms_gear as things
from rules.systems.hyperspace_d6 import forms_people as people
from rules.systems.hyperspace_d6.book import Book
from rules.systems.hyperspace_d6.fields import Asked
from rules.systems.hyperspace_d6.own import (
    HouseArmor,
    HouseBurden,
    HouseEdge,
    HouseItem,
    HouseProfession,
    HouseSkill,
    HouseSpecies,
    HouseThing,
    HouseWeapon,
)

# What was typed, by field, as what each holds.
Given = Mapping[str, Any]


class Form(msgspec.Struct, frozen=True):
    """A kind's own fields, what was typed as the members of its struct, and a blank one."""

    fields: Callable[[Any, Book], tuple[Asked, ...]]
    members: Callable[[Given], dict[str, Any]]
    blank: HouseThing


FORMS = {
    "skill": Form(people.skill, people.to_skill, HouseSkill(id="", name="", attribute="KNO")),
    "species": Form(people.species, people.to_species, HouseSpecies(id="", name="")),
    "profession": Form(people.profession, people.to_profession, HouseProfession(id="", name="")),
    "edge": Form(people.edge, people.to_edge, HouseEdge(id="", name="")),
    "burden": Form(people.burden, people.to_burden, HouseBurden(id="", name="")),
    "weapon": Form(
        things.weapon,
        things.to_weapon,
        HouseWeapon(id="", name="", kind="melee", skill="melee", damage=1, adds="STR"),
    ),
    "armor": Form(things.armor, things.to_armor, HouseArmor(id="", name="", soak=1)),
    "item": Form(things.item, things.to_item, HouseItem(id="", name="")),
}
