"""Opponents with typed codes, as on a sheet of one's own."""

from __future__ import annotations

from rules.declared import lists
from rules.declared.character import validate
from rules.declared.powers.opponents import power_extras
from rules.declared.powers.table import Powers
from rules.declared.ruleset import Ruleset
from rules.kit import starters
from rules.kit.starters import Starters
from rules.kit.typed import extras
from rules.kit.typed import opponent as typed_opponent
from rules.kit.typed.extras import Extra
from rules.kit.typed.opponent import OpponentForm
from rules.opponents import OpponentRules


def opponents(rules: Ruleset) -> OpponentRules:
    """The opponents of a game with starters; TableError for a fault of them."""
    book = rules.book
    armor, point = book.armor, book.point
    form = OpponentForm(
        attributes=rules.names,
        examples={**_examples(rules), **book.opponents.examples},
        usual="2D",
        used_with=next(iter(rules.names)),
        strength=book.strength,
        points=point.id if point else "",
        extras=(
            *extras.COMMON,
            *lists.extras(book.lists),
            *((extras.number(point.id, point.name, most=point.most),) if point else ()),
            *(_powers(rules, powers) if (powers := book.powers) else ()),
            *(
                extras.number(id, book.figures[id].name, most=bounds.most)
                for id, bounds in book.typed.items()
            ),
            *rules.extras.opponents,
        ),
    )

    def suit(name: str, text: str) -> object:
        return rules.types.armor(name=name, **{armor.member: armor.typed(text)})

    return typed_opponent.coded_rules(
        form,
        rules.types.empty,
        attribute=lambda name: rules.homes.get(rules.key(name), ""),
        armor=suit,
        armor_value=lambda row: str(getattr(row, armor.member)),
        weapon=rules.extras.weapons.usable,
        problems=lambda one: validate(rules, one.build, one.house).faults,
        starting=Starters(rules.folder, starters.OPPONENTS, typed_opponent.SHOWN),
    )


def _examples(rules: Ruleset) -> dict[str, str]:
    """An example of each text: an archetype, and the first weapons and armor of the game's own."""
    book, names = rules.book, list(rules.names.values())
    archetype = next(iter(book.templates.rows.values()), None)
    skill = next(iter(book.traits.skills.values()))
    club = f"Club {book.strength[0]}+1D ({names[0]})"
    weapons = [
        f"{row.name} {row.damage} ({row.skill or names[0]})"
        for row in list(book.templates.weapons.values())[:2]
    ]
    suit = next(iter(book.templates.armor.values()), None)
    return {
        "concept": archetype.name if archetype else "Guard",
        "attributes": f"{names[0]} 3D, {names[-1]} 2D+1",
        "skills": f"{skill.name} 4D",
        "weapons": ", ".join(weapons or [club]),
        "armor": f"{suit.name} {suit.adds}" if suit else "Leather 2",
    }


def _powers(rules: Ruleset, powers: Powers) -> tuple[Extra, Extra]:
    """The texts of powers, each with an example of the game's own skills."""
    id, name = next(iter(rules.power_rules.names.items()))
    usual = next(iter(powers.powers.values()), None)
    like = f"{powers.one} 10 ({id})"
    if usual:
        like = f"{usual.name} {usual.difficulty or 10} ({usual.skills})"
    return power_extras(rules.power_rules, powers.name, skills_like=f"{name} 2D", powers_like=like)
