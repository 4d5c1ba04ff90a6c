"""Items of characters of dots, typed by hand: weapons with dice of damage, armor and shields with a
rating, other things; their step, their entries, and their offers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.figures import Figure, number
from rules.forms import parsing
from rules.forms.fields import Cell, Change, Choice, Field, Option, options
from rules.kit import inventory, typed
from rules.kit.bound_fields import change_to, rows_field, worn_field
from rules.kit.inventory import WEAR, Lose, Use, Wear, check_wear, wear
from rules.kit.stash import Stash, StashRules
from rules.kit.typed import items as typed_items
from rules.kit.typed.document import MANY, MOST, NAME, Thing
from rules.kit.typed.item_offers import USUAL_NAMES, ItemOffers, cell_fields
from rules.kit.typed.items import ARMOR, PARTING, STASHED, THING, WEAPON, Gaining, NamedHolding
from rules.kit.typed.stash import typed_stash
from rules.ledger.entries import Entry
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind
from rules.problems import UNKNOWN, ProblemList
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.specialties import words_of
from rules.systems.storytelling_d10.document.build import PoolWeapon, Protection
from rules.systems.storytelling_d10.document.entries import Gain, Take
from rules.tables import Row

SHIELD = "shield"
# The most dice of damage and the highest rating.
MOST_DAMAGE, MOST_RATING = 50, 20
# Cells of a weapon that are not asked of a new one: every item has the others, and the difficulty
# is the usual one.
LEFT_OUT = ("name", "quantity", "difficulty")
QUANTITY = Cell("quantity", "How many", "number", highest=MOST)
RATING = Cell("rating", "Rating", "number", lowest=0, highest=MOST_RATING)


class GainedShield(Protection, frozen=True, kw_only=True):
    """A shield that is gained."""


class Item(msgspec.Struct, frozen=True, gc=False):
    """Something that is carried: a "weapon", "armor", a "shield", another "thing"."""

    key: str
    name: str
    what: str
    quantity: int = 1
    weapon: PoolWeapon | None = None
    rating: int = 0


class Holding(NamedHolding[Item]):
    """One item as it is now."""

    __slots__ = ()


class DottedItems(msgspec.Struct, frozen=True):
    """The items of a game: the abilities that weapons are used with (names by id), what damage may
    be, what it comes from, and the attributes that a weapon may add.
    """

    abilities: Mapping[str, str]
    harms: tuple[str, ...]
    sources: Mapping[str, Row]
    attributes: Mapping[str, Row]

    # --- a build

    def validated(self, build: msgspec.Struct, faults: ProblemList) -> Iterator[Item]:
        """Everything that is carried, each under a name of its own."""
        members = ("weapons", "armor", "shields", "gear")
        rows = {member: getattr(build, member) for member in members}

        def read(row: Any, where: str) -> Item | None:
            return self.item(row, where, faults, is_shield=where.startswith("build.shields"))

        yield from typed_items.items(rows, read, faults)

    def item(
        self,
        row: PoolWeapon | Protection | Thing,
        where: str,
        faults: ProblemList,
        *,
        is_shield: bool = False,
    ) -> Item | None:
        """A row as it is carried, None where it cannot be."""
        name = typed_items.named(row, where, faults)
        if not name:
            return None
        key = typed.key(name)
        if isinstance(row, Thing):
            return Item(key, name, THING, row.quantity)
        if isinstance(row, Protection):
            what, noun = SHIELD if is_shield else ARMOR, f"The rating of {name}"
            rating = _bounded(row.rating, MOST_RATING, noun, f"{where}.rating", faults)
            return Item(key, name, what, rating=rating)
        changed = self._changed(row, name, where, faults)
        noun = f"The damage of {name}"
        damage = _bounded(row.damage, MOST_DAMAGE, noun, f"{where}.damage", faults)
        return Item(key, name, WEAPON, row.quantity, replace(row, damage=damage, **changed))

    def _changed(
        self, row: PoolWeapon, name: str, where: str, faults: ProblemList
    ) -> dict[str, str]:
        """Members of a weapon that no table has, each as the first that one does."""
        known = {
            "ability": tuple(self.abilities),
            "harm": self.harms,
            "source": tuple(self.sources),
            "adds": ("", *self.attributes),
        }
        changed = {}
        for member, ids in known.items():
            if (text := getattr(row, member)) not in ids:
                message = f"{name}: {text!r} isn't one of {', '.join(filter(None, ids))}."
                faults.wrong("bad-weapon", f"{where}.{member}", message, never=UNKNOWN)
                changed[member] = ids[0]
        return changed

    # --- the step

    @property
    def weapon_cells(self) -> tuple[Cell, ...]:
        """The cells of a weapon."""
        harms = options({id: id.capitalize() for id in self.harms})
        return (
            Cell("name", "Weapon", limit=NAME),
            Cell("ability", "Used with", "menu", options=options(self.abilities)),
            Cell("skill", "Weapon skill", limit=NAME),
            Cell("damage", "Dice of damage", "number", lowest=0, highest=MOST_DAMAGE),
            Cell("adds", "Adds", "menu", options=options(self.attributes, none="Nothing")),
            Cell("harm", "Damage is", "menu", options=harms),
            Cell("source", "From", "menu", options=options(self.sources)),
            Cell("difficulty", "Difficulty", "number", lowest=2, highest=10),
            Cell("rate", "Rate", limit=NAME),
            Cell("range", "Range", limit=NAME),
            QUANTITY,
        )

    def fields(
        self,
        hints: Mapping[str, str],
        skills: Callable[[Any], tuple[str, ...]],
        figures: Callable[[Any], Iterable[Figure]],
        named: Mapping[str, str],
    ) -> tuple[Bound, ...]:
        """Weapons, armor and which is worn, shields and which is ready, other things. `hints` are
        said of them, `skills(character)` are suggested, which are `named` by their ids, and
        `figures` are those that armor changes.
        """
        ids = {name.casefold(): id for id, name in named.items()}

        def rows(member: str, label: str, row: type[object], *cells: Cell, **more: Any) -> Bound:
            hint = hints.get(member, "")
            return rows_field(member, label, row, cells, limit=MANY, hint=hint, **more)

        def worn(character: DottedCharacter, key: str) -> tuple[Change, ...]:
            pairs = zip(figures(character), figures(character.wearing(key)), strict=True)
            return tuple(change for before, after in pairs for change in change_to(before, after))

        skill = {
            "suggest": lambda character: {"skill": skills(character)},
            "shown": {"skill": lambda _document, id: named.get(id, words_of(id))},
            "written": {"skill": lambda text: ids.get(text.casefold(), text)},
        }
        return (
            rows("weapons", "Weapons", PoolWeapon, *self.weapon_cells, **skill),
            rows("armor", "Armor", Protection, Cell("name", "Armor", limit=NAME), RATING),
            worn_field(NAME, worn, hint=hints["worn"]),
            rows("shields", "Shields", Protection, Cell("name", "Shield", limit=NAME), RATING),
            SHIELD_FIELD,
            rows("gear", "Everything else", Thing, Cell("name", "Thing", limit=NAME), QUANTITY),
        )

    # --- entries and offers

    @property
    def gaining(self) -> Gaining:
        """The ways to gain items."""

        def read(_character: DottedCharacter, row: Any, faults: ProblemList) -> Item | None:
            return self.item(row, "", faults, is_shield=isinstance(row, GainedShield))

        return Gaining(
            rows={WEAPON: PoolWeapon, ARMOR: Protection, SHIELD: GainedShield, THING: Thing},
            read=read,
            bare=lambda item: Item(item.key, item.name, item.what, weapon=item.weapon),
        )

    @property
    def kinds(self) -> dict[type[Entry], EntryKind]:
        """The entries that gain items, use and lose them, and put armor or a shield on."""
        return {
            Gain: self.gaining.kind("Gained"),
            Stash: STASHED,
            Take: self.gaining.taking,
            Use: PARTING("Used up"),
            Lose: PARTING("Lost"),
            Wear: replace(WEAR, check=_check_worn, apply=_wear),
        }

    @property
    def stash(self) -> StashRules:
        """The ways of items in and out of the stash of a party."""
        return typed_stash(self.gaining, Take, _gives)

    def offers(
        self, figures: Callable[[Any], Iterable[Figure]], note: str, hints: Mapping[str, str]
    ) -> ItemOffers:
        """The offers of items. `figures` are those that armor changes, `note` says why items are
        free, and `hints` explain the cells of a weapon.
        """
        usual = Gain(name="")
        asked = (cell for cell in self.weapon_cells if cell.id not in LEFT_OUT)
        ratings = cell_fields((RATING,), usual)
        particulars = {WEAPON: cell_fields(asked, usual, hints), ARMOR: ratings, SHIELD: ratings}

        return ItemOffers(
            entry=lambda what: Gain(name="", what=what),
            particulars=lambda _character: particulars,
            defenses=figures,
            is_used=lambda item: item.what == THING,
            note=note,
            names={**USUAL_NAMES, SHIELD: "A shield"},
            others=_ready,
            limit=NAME,
            most=MOST,
        )


def _gives(_character: DottedCharacter, item: Item) -> Take:
    """The entry that brings one of an item to somebody else."""
    typed_members = msgspec.structs.asdict(item.weapon) if item.weapon else {}
    rating = {"rating": item.rating}
    return Take(**{**typed_members, **rating, "name": item.name, "what": item.what, "quantity": 1})


def equipped(name: str, member: str, what: str, items: Sequence[Item], faults: ProblemList) -> str:
    """The key of the armor or shield that is worn, "" for none."""
    key = typed.key(name) if name.strip() else ""
    if not key or any(item.key == key and item.what == what for item in items):
        return key
    faults.wrong("not-owned", f"build.{member}", f"{name} is no {what} that is carried.")
    return ""


def _bounded(value: int, most: int, what: str, where: str, faults: ProblemList) -> int:
    if 0 <= value <= most:
        return value
    faults.wrong("bad-amount", where, f"{what} is 0 to {most}.")
    return 0


# --- a shield


def _shield_name(build: Any) -> str:
    named = {typed.key(row.name): row.name for row in build.shields}
    name: str = named.get(typed.key(build.shield), build.shield) if build.shield else ""
    return name


def _show_shield(character: DottedCharacter) -> Iterator[Field]:
    """The shields, each with what it changes."""
    build, ready = character.build, _shield_name(character.build)
    names = dict.fromkeys(("", *(row.name for row in build.shields), ready))
    ratings = {row.name: number("Shield", row.rating) for row in build.shields}
    none = number("Shield", 0)
    rating = ratings.get(ready, none)
    shields = tuple(
        Option(
            name,
            name or "None",
            chosen=name == ready,
            changes=change_to(rating, ratings.get(name, none)),
        )
        for name in names
    )
    yield Choice(SHIELD, "Your shield", (ready,), shields, look="menu")


SHIELD_FIELD = of_build(
    SHIELD,
    lambda build: (_shield_name(build),),
    lambda build, values: replace(build, shield=parsing.text(values, NAME)),
    empty=lambda build: replace(build, shield=""),
    show=_show_shield,
    dependent=lambda document: (SHIELD,) if document.build.shields else (),
)


def _shield_of(character: DottedCharacter, entry: Wear) -> Item | None:
    """The shield that an entry readies, None for armor and for nothing."""
    holding: inventory.Holding[Item] | None = character.held(entry.item) if entry.item else None
    return holding.item if holding and holding.item.what == SHIELD else None


def _check_worn(character: DottedCharacter, entry: Wear) -> None:
    if _shield_of(character, entry) is None:
        check_wear(character, entry)


def _wear(character: DottedCharacter, entry: Wear) -> None:
    """Armor or a shield is put on; None takes off the armor."""
    if shield := _shield_of(character, entry):
        character.shield = shield.key
    else:
        wear(character, entry)


def _ready(character: DottedCharacter, holding: Holding) -> Iterator[Offer]:
    """Another shield is carried ready."""
    if holding.item.what == SHIELD and character.shield != holding.item.key:
        entry = Wear(item=holding.entry_name)
        yield Offer(f"wear.{holding.form_id}", entry, holding.item.name, "Ready shield")
