"""A world of any game in which an option or a state can be set: on the ground a person, an opponent
and a group of opponents; in space a craft of the party with a crew, another craft and a squadron.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
from django.utils import timezone

from rules import registry
from rules.forms.fields import Pick
from rules.house import plain_house
from rules.play import MarkChange, shifted
from rules.sheet.sections import Attacks, Track
from rules.turn import Effect
from sheets import storage
from sheets.models import (
    Attack,
    Character,
    Combatant,
    CrewPost,
    Encounter,
    LedgerEntry,
    Member,
    Owner,
    Party,
)
from tests.sheets.cast import Person
from tests.sheets.every_game.characters import by_chance

Plain = dict[str, Any]
# Who is on which side, and who plays them; the rest is the game master's.
GROUND = {"person": "party", "opponent": "opponents", "group": "opponents"}
SPACE = {
    "craft": "party",
    "pilot": "party",
    "gunner": "party",
    "on foot": "party",
    "foe craft": "opponents",
    "squad": "opponents",
}
ABOARD = ("pilot", "gunner")
CRAFT = ("craft", "foe craft", "squad")
PLAYED = ("person", "pilot", "on foot")
NAMES = {
    "person": "Vessa",
    "opponent": "Raider",
    "group": "Gang",
    "craft": "Lucky Strike",
    "pilot": "Orrin",
    "gunner": "Tavi",
    "on foot": "Brakka",
    "foe craft": "Interceptor",
    "squad": "Wing",
}
MEMBERS = 4
EFFECT = Effect("blinded", "Blinded", -2, turns=3)


@dataclass
class World:
    """One party of a game on the ground, and one in space, each with a fight that runs. `cast` are
    the builds by role, `base` is what a row is added to, by role.
    """

    slug: str
    cast: Plain
    people: dict[str, Person]
    struck: dict[str, list[str]]
    given: Plain = field(default_factory=dict)
    rows: dict[str, Combatant] = field(default_factory=dict)
    stored: dict[int, Plain] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._begin(GROUND)
        if "craft" in self.cast:
            self._begin(SPACE)
            for role in ABOARD:
                craft, member = self.rows["craft"], self.rows[role]
                CrewPost.objects.create(craft=craft, member=member, station=role)
        for first, second in (("person", ("opponent", "group")), ("craft", ("foe craft", "squad"))):
            for foe in second:
                self._strike(first, foe)
                self._strike(foe, first)
        for row in self.rows.values():
            self.stored[row.pk] = {
                name: getattr(row.character, name) for name in ("marks", "situation", "house")
            }

    def _begin(self, roles: Mapping[str, str]) -> None:
        party = Party.objects.create(name="The Slow Coin", system=self.slug, fighting=True)
        for name, role in (("greta", Member.Role.GM), ("ines", Member.Role.PLAYER)):
            Member.objects.create(party=party, owner=self.people[name].owner, role=role)
        encounter = Encounter.objects.create(
            party=party, name="Ambush", state="running", round=1, shown_round=1
        )
        for role, side in roles.items():
            build = self.cast.get(role) or self._like(role)
            if build is not None:
                row = self._character(role, build, party, self._owner(role))
                self.rows[role] = Combatant.objects.create(
                    encounter=encounter,
                    character=row,
                    side=side,
                    rank=None if role in ABOARD else len(self.rows),
                )

    def _strike(self, attacker: str, target: str) -> None:
        """An attack that has hit, and whose damage waits for the game master."""
        if {attacker, target} <= self.rows.keys():
            first, second = self.rows[attacker], self.rows[target]
            sheet = storage.load(first.character).opened.sheet
            weapons = next(part for part in sheet.sections if isinstance(part, Attacks))
            Attack.objects.create(
                encounter=first.encounter,
                attacker=first,
                target=second,
                action=f"{weapons.rows[0].key}.attack",
                weapon=weapons.rows[0].name,
                state="damaged",
                total=20,
                harm=self.struck,
            )

    def _owner(self, role: str) -> Owner:
        return self.people["ines" if role in PLAYED else "greta"].owner

    def _like(self, role: str) -> Plain | None:
        """The build of a role that has none of its own: that of a similar one."""
        if role in ("group", "squad") and not has_groups(self.slug, craft=role == "squad"):
            return None
        return self.cast.get("craft" if role in CRAFT else "person")

    def _character(self, role: str, build: Plain, party: Party, owner: Owner) -> Character:
        is_craft = role in CRAFT
        is_person = not is_craft and "opponent" not in build
        given = {} if is_craft else self.given
        if is_person:
            build = {**build, **given.get("build", {})}
        marks = {**given.get("marks", {})}
        if role in ("group", "squad"):
            marks["members"] = MEMBERS
        if is_craft and "craft" not in build:
            build = self._typed({"name": NAMES[role], **build})
        own = role in (*PLAYED, "gunner", "craft")
        row = Character.objects.create(
            owner=owner,
            kind="craft" if is_craft else "character" if own else Character.Kind.OPPONENT,
            party=party if own else None,
            roster=None if own else party,
            system=self.slug,
            name=NAMES[role],
            build=build,
            marks=marks,
            house=given.get("house", {}),
            situation={"rounds": 1, **given.get("situation", {})},
            finished_at=timezone.now(),
        )
        for position, content in enumerate(given.get("ledger", ()) if is_person else ()):
            LedgerEntry.objects.create(character=row, position=position, content=content)
        return row

    def _typed(self, numbers: Plain) -> Plain:
        """The build of a craft whose numbers are typed."""
        rules = registry.get(self.slug).craft
        assert rules
        document = rules.document({name: (value,) for name, value in numbers.items()})
        return dict(msgspec.to_builtins(document.build))

    # --- a row of the table

    def begin(self, name: str, spec: Plain, role: str) -> None:
        """Puts somebody, or for an option everybody, into a state."""
        kind, _, what = name.partition(" ")
        row = self.rows[role]
        match kind:
            case "option":
                self._decide(what, spec.get("value", "yes"))
            case "harm":
                self._harm(row, what)
            case "mark" | "craft":
                self._keep(row, marks={**self.stored[row.pk]["marks"], what: spec.get("value", 1)})
            case "in":
                Combatant.objects.filter(pk=row.pk).update(circumstances=[what])
            case "effect":
                lasting = msgspec.to_builtins(msgspec.structs.replace(EFFECT, on=what.split()[-1]))
                before = self.stored[row.pk]["situation"]
                self._keep(row, situation={**before, "effects": [lasting]})
            case _:
                Combatant.objects.filter(pk=row.pk).update(hidden=True)

    def end(self) -> None:
        """Everybody is as they were."""
        Combatant.objects.update(circumstances=[], hidden=False)
        Party.objects.update(house={})
        for row in self.rows.values():
            self._keep(row, **self.stored[row.pk])

    def _keep(self, row: Combatant, **members: Any) -> None:
        Character.documents.filter(pk=row.character_id).update(**members)

    def _decide(self, option: str, value: str) -> None:
        rules = registry.get(self.slug).house
        house = rules.read({})
        several = [one for one in rules.fields(house) if isinstance(one, Pick)]
        pick = next((one.id for one in several if option in switches(one)), "")
        values = (option,) if pick else tuple(value.split("|"))
        house = plain_house(rules.set_field(house, field=pick or option, values=values))
        Party.objects.update(house=house)
        for row in self.rows.values():
            self._keep(row, house={**self.stored[row.pk]["house"], **house})

    def _harm(self, row: Combatant, what: str) -> None:
        level, box = boxes(self.slug)[what]
        row.character.refresh_from_db()
        stored = storage.load(row.character)
        outcome = stored.opened.resolve(stored.situation, f"box.{level}.{box}", {}, Random())
        marks = dict(row.character.marks)
        for shift in outcome.shifts:
            marks[shift.mark] = shifted(marks, shift)
        self._keep(row, marks=marks, situation=stored.situation.after(outcome).plain())


def has_groups(slug: str, *, craft: bool) -> bool:
    """True for a game with groups of opponents, or with squads of craft."""
    game = registry.get(slug)
    rules = game.others.get("craft") if craft else game
    return rules is not None and "members" in rules.marks_type.__struct_fields__


def switches(field: Pick) -> list[str]:
    """The options of a field that decides several."""
    return [option.id for option in field.options]


def boxes(slug: str) -> dict[str, tuple[int, int]]:
    """The level and the number of each box of harm, by its row."""
    sheet = registry.open(by_chance(slug)).sheet
    track = next(part for part in sheet.sections if isinstance(part, Track))
    return {
        f"{level.name.lower()} {box}": (place, box)
        for place, level in enumerate(track.levels, start=1)
        for box in range(1, min(2, max(1, level.boxes)) + 1)
    }


def _shifts(slug: str, level: int, box: int) -> tuple[MarkChange, ...]:
    """The marks that a box of an unhurt character changes."""
    opened = registry.open(by_chance(slug))
    return opened.resolve({}, f"box.{level}.{box}", {}, Random()).shifts


def rows_of(slug: str) -> list[str]:
    """Every option and state of a game: what its tables and documents declare."""
    game = registry.get(slug)
    options: list[str] = []
    for one in game.house.fields(game.house.read({})):
        options += switches(one) if isinstance(one, Pick) else [one.id]
    by_hand = {shift.mark for place in boxes(slug).values() for shift in _shifts(slug, *place)}
    marks = type(by_chance(slug).marks).__struct_fields__
    craft = game.others["craft"].marks_type.__struct_fields__ if "craft" in game.others else ()
    assert game.fight
    return [
        *(f"option {one}" for one in options),
        *(f"harm {one}" for one in boxes(slug)),
        *(f"mark {one}" for one in marks if one not in by_hand),
        *(f"craft {one}" for one in craft),
        *(f"in {one.id}" for one in game.fight.circumstances),
        *(f"effect on {scope}" for scope in ("checks", "attacks", "damage")),
        "hidden",
    ]
