"""The gear of a declared game of dots: what a build and its entries say of weapons and armor, the
items that come of it, and their offers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules import plain_text
from rules.creation import Bound
from rules.document import DocumentPart
from rules.forms.fields import Cell, Field, Number, Text
from rules.kit import typed
from rules.kit.bound_fields import rows_field
from rules.kit.coded.steps import QUANTITY, armor_fields, things_field
from rules.kit.play.answers import whole
from rules.kit.stash import StashRules
from rules.kit.typed import document
from rules.kit.typed import items as typed_items
from rules.kit.typed.document import MANY, NAME, Thing, TypedWeapon
from rules.kit.typed.item_offers import ItemOffers
from rules.kit.typed.items import ARMOR, THING, WEAPON, Gaining, NamedHolding
from rules.kit.typed.stash import typed_stash
from rules.problems import UNREAD, InvalidDocument, ProblemList

MOST_ADDED, DAMAGE = 20, 60
FREE = "Free: this game has no prices."


class Suit(DocumentPart, frozen=True, kw_only=True):
    """Armor as it was typed, with what it adds."""

    name: str
    adds: int = 0


class Gain(document.Gain, frozen=True, kw_only=True, tag="gain"):
    """A new item; armor has what it adds."""

    adds: int = 0


class Take(Gain, frozen=True, kw_only=True, tag="take"):
    """An item out of the stash of the party."""


class Harm(msgspec.Struct, frozen=True, gc=False):
    """The damage of a weapon: the dots of a trait, "" for none, and a number added to them."""

    trait: str
    number: int
    name: str = ""

    @property
    def written(self) -> str:
        """The stored form: "2", "Body", "Body+1"."""
        if not self.name:
            return str(self.number)
        return f"{self.name}+{self.number}" if self.number else self.name


class Item(msgspec.Struct, frozen=True, gc=False):
    """A carried item: "weapon", "armor" or "thing"; the trait and the damage of a weapon, and what
    armor adds.
    """

    key: str
    name: str
    what: str
    quantity: int = 1
    skill: str = ""
    damage: Harm | None = None
    adds: int = 0


class Holding(NamedHolding[Item]):
    """One item of the inventory."""

    __slots__ = ()


class TypedTraits:
    """The traits of a game as players type them: `names` by id."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = names
        self._ids = {
            plain_text.folded(said): id for id, name in names.items() for said in (id, name)
        }

    def trait(self, text: str) -> str:
        """The trait of that id or name, "" for none."""
        return self._ids.get(plain_text.folded(text), "")

    @property
    def example(self) -> str:
        """A damage that adds to a trait: "Body+1"."""
        return f"{next(iter(self.names.values()))}+1"

    def harm(self, text: str) -> Harm:
        """A typed damage; InvalidDocument with the right format."""
        name, _, added = plain_text.straight(text).rpartition("+")
        if not name and not added.strip().isdecimal():
            name, added = added, "0"
        id, number = self.trait(name), whole(added, 0, MOST_ADDED)
        if number is None or bool(name.strip()) != bool(id):
            message = f"“{text[:40]}” isn't damage. Write a number or a trait: 2, {self.example}"
            raise InvalidDocument(message)
        return Harm(id, number, self.names.get(id, ""))

    def item(self, row: Any, where: str, faults: ProblemList) -> Item | None:
        """A row of a build or an entry as a carried item, None if it is wrong. A weapon without a
        trait or without damage is carried anyway.
        """
        name = typed_items.named(row, where, faults)
        if not name:
            return None
        key = typed.key(name)
        if isinstance(row, TypedWeapon):
            skill, damage = self._used_with(row, where, faults), self._damage(row, where, faults)
            return Item(key, name, WEAPON, row.quantity, skill, damage)
        if isinstance(row, Thing):
            return Item(key, name, THING, row.quantity)
        if not 0 <= row.adds <= MOST_ADDED:
            faults.wrong("bad-amount", f"{where}.adds", f"Armor adds 0 to {MOST_ADDED}.")
            return None
        return Item(key, name, ARMOR, adds=row.adds)

    def _used_with(self, row: TypedWeapon, where: str, faults: ProblemList) -> str:
        if not row.skill.strip():
            faults.open("missing", f"{where}.skill", f"Choose the skill for {row.name.strip()}.")
            return ""
        id = self.trait(row.skill)
        if not id:
            message = f"{row.skill.strip()} isn't a skill or an attribute of this game."
            faults.wrong("unknown-skill", f"{where}.skill", message)
        return id

    def _damage(self, row: TypedWeapon, where: str, faults: ProblemList) -> Harm | None:
        try:
            return self.harm(row.damage) if row.damage.strip() else None
        except InvalidDocument as unreadable:
            message = f"{row.name.strip()}: {unreadable.message}."
            faults.wrong("bad-code", f"{where}.damage", message, never=UNREAD)
            return None

    # --- in a ledger

    @property
    def gaining(self) -> Gaining:
        """The gain of an item."""
        return Gaining(
            rows={WEAPON: TypedWeapon, ARMOR: Suit, THING: Thing},
            read=lambda _character, row, faults: self.item(row, "", faults),
            bare=lambda item: Item(item.key, item.name, item.what),
        )

    @property
    def stash(self) -> StashRules[object]:
        """All that passes between a character and the stash of its party."""

        def gives(_character: object, item: Item) -> Take:
            """The entry that brings one of an item to somebody else."""
            return Take(
                name=item.name,
                what=item.what,
                skill=self.names.get(item.skill, ""),
                damage=item.damage.written if item.damage else "",
                adds=item.adds,
            )

        return typed_stash(self.gaining, Take, gives)

    # --- on forms

    def particulars(self, protected: str) -> dict[str, tuple[Field, ...]]:
        """The fields of a new weapon and of new armor; `protected` is the figure that armor
        changes, "" in a game where it changes none.
        """
        hint = f"A number, or a trait plus a number: 2, {self.example}."
        names = tuple(self.names.values())
        skill = Text("skill", "Used with", ("",), "A skill or an attribute.", suggestions=names)
        damage = Text("damage", "Damage", ("",), hint, limit=DAMAGE)
        adds = Number("adds", f"Adds to {protected}", ("",), highest=MOST_ADDED)
        return {WEAPON: (skill, damage), **({ARMOR: (adds,)} if protected else {})}

    def offers(self, protected: str, figure: Any) -> ItemOffers:
        """The offers of items; armor is one where it changes a figure."""
        several = {WEAPON: "A weapon", ARMOR: "Armor", THING: "Other gear"}
        fields = self.particulars(protected)
        return ItemOffers(
            entry=lambda what: Gain(name="", what=what),
            particulars=lambda _character: fields,
            defenses=lambda wearer: [figure(wearer)] if protected else [],
            is_used=lambda item: item.what == THING,
            note=FREE,
            names={what: name for what, name in several.items() if protected or what != ARMOR},
        )

    def fields(self, weapons: tuple[str, ...], protected: str, figure: Any) -> tuple[Bound, ...]:
        """The fields of creation: weapons (some to suggest), armor, other gear."""

        def known(text: str) -> str:
            """A trait by its name; what is none stays as it was typed."""
            return self.names.get(self.trait(text), text)

        arms = rows_field(
            "weapons",
            "Weapons",
            TypedWeapon,
            (
                Cell("name", "Weapon", limit=NAME, suggestions=weapons),
                Cell("skill", "Used with", limit=NAME, suggestions=tuple(self.names.values())),
                Cell("damage", "Damage", limit=DAMAGE, suggestions=("2", self.example)),
                QUANTITY,
            ),
            limit=MANY,
            hint=f"Damage is a number, or a trait plus a number: {self.example}.",
            written={"damage": lambda text: self.harm(text).written, "skill": known},
        )
        if not protected:
            return (arms, things_field())
        adds = Cell("adds", f"Adds to {protected}", "number", lowest=0, highest=MOST_ADDED)
        worn = f"Worn armor adds to {protected}."
        return (arms, *armor_fields(Suit, adds, figure, ruling=worn), things_field())
