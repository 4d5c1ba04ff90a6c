"""The gear step: the shop with its shelves, the lightsaber workshop, and custom items."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec.structs import replace

from rules.figures import Figure, bonus, constant, total
from rules.forms.fields import Change, Choice, Field, Group, Option, Rows, Shelf, Shop, Text, Ware
from rules.forms.parsing import YES, Values
from rules.kit.advancement_offers import changes
from rules.kit.bound_fields import number_field
from rules.kit.play.answers import menu, pick
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.character.inventory import form_id
from rules.systems.hyperspace_d6.document.build import LINE, MOST_CREDITS, MOST_OF_A_THING, Gear
from rules.systems.hyperspace_d6.homebrew.tables import PARTYS_OWN
from rules.systems.hyperspace_d6.rulebook import descriptions
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import Armor, Entry, Item, Weapon

Thing = Weapon | Armor | Item
CREDITS = number_field(
    "starting_credits",
    "Different starting credits",
    MOST_CREDITS,
    hint=book().creation.rulings["gm_credits"],
)


def fields(character: Character) -> tuple[Field, ...]:
    """The shop: armor, weapons by kind, tools, tech, explosives, and items with their own names."""
    rows: dict[str, Gear] = {}
    for gear in character.build.gear:
        if gear.id:
            first = rows.get(key := form_id(gear))
            many = gear.quantity + (first.quantity if first else 0)
            rows[key] = replace(first or gear, quantity=many)
    shop_fields = shelves(character, rows)
    if named := tuple(_named(character, rows)):
        shop_fields.insert(0, Shelf(Group("named", "Named items"), named))
    return (
        Shop(
            "gear",
            "Gear",
            character.credits_to_start(),
            figures.credits(character),
            tuple(shop_fields),
            _other_fields(character),
        ),
    )


def shelves(character: Character, rows: Mapping[str, Gear] | None = None) -> list[Shelf]:
    """Everything in the tables; `rows` are the owned stacks, by form id."""
    owned, tables = rows or {}, character.tables

    def shelf(group: Group, things: Iterable[Thing]) -> Shelf:
        return Shelf(group, tuple(_any(character, owned.get(row.id), row) for row in things))

    own = [row for row in tables.things if row.own]
    found = [shelf(Group("party", PARTYS_OWN), own)] if own else []
    note = "Wear one suit at a time. Its weight lowers Dodge only."
    suits = (armor for armor in tables.armor.values() if not armor.own)
    found.append(shelf(Group("armor", "Armor", note), suits))
    for kind in (*tables.weapon_kinds.values(), *tables.item_kinds.values()):
        rows_of_kind: tuple[Weapon | Item, ...] = (*tables.weapons.values(), *tables.items.values())
        things = [row for row in rows_of_kind if row.kind == kind.id and not row.own]
        first, pool = things[0], None
        if isinstance(first, Weapon):
            pool = figures.skill(character, first.skill)
        note = kind.note or (f"You attack with {pool.label}" if pool else "")
        found.append(shelf(Group(kind.id, kind.name, note, pool), things))
    return found


def _any(character: Character, gear: Gear | None, row: Thing) -> Ware:
    """An item of any kind, with the facts of its kind."""
    ware = _printed()[row.id] if book().thing(row.id) is row else _for_sale(character.tables, row)
    if isinstance(row, Weapon):
        ware = replace(ware, facts=(figures.new_damage(character, row, gear),))
    elif isinstance(row, Armor):
        ware = replace(ware, changes=_wearing(character, row))
    if gear:
        ware = _owned(character, gear, row, ware)
    if isinstance(row, Armor) and character.worn == row.id:
        ware = replace(ware, note="Worn")
    if row.own:
        ware = replace(ware, note=" · ".join(filter(None, (PARTYS_OWN, ware.note))))
    if row.cost and not ware.granted and (short := row.cost - character.credits) > 0:
        ware = replace(ware, short=short)
    return ware


@cache
def _printed() -> dict[str, Ware]:
    """The items of the book as they are for sale, which is the same for every character."""
    return {row.id: _for_sale(book(), row) for row in book().things}


def _for_sale(tables: Book, row: Thing) -> Ware:
    """An item that is not owned, without what it does on a sheet."""
    detail = descriptions.about(row, tables, is_priced=False) if row.own else row.does
    if isinstance(row, Weapon):
        known = (tables.properties[id] for id in row.properties)
        special = [f"{one.name}: {one.does}" for one in known]
        if row.own:
            special.insert(0, f"You attack with {tables.skills[row.skill].name}.")
        detail = " ".join(filter(None, (row.does, *special)))
    facts = (figures.explosive_damage(row),) if isinstance(row, Item) and row.damage else ()
    return Ware(
        field=f"gear.{row.id}",
        name=row.name,
        detail=detail,
        price=None if row.cost is None else constant("price", row.cost, source=row.source),
        quantity=0,
        facts=facts,
        note="Only as a gift from your GM" if row.cost is None else "",
        values=("0",),
        highest=MOST_OF_A_THING,
        source=row.source,
        ruling=row.ruling,
        term="" if row.own else f"gear.{row.id}",
    )


def _owned(character: Character, gear: Gear, row: Thing, ware: Ware) -> Ware:
    """The item as it is carried: how many, under which name, and what may be set about it."""
    key = form_id(gear)
    return replace(
        ware,
        field=f"gear.{key}",
        name=gear.alias or row.name,
        detail=f"{row.name}. {ware.detail}".strip() if gear.alias else ware.detail,
        quantity=gear.quantity,
        note="Granted by your GM" if gear.granted or row.cost is None else "",
        fields=tuple(_details(character, gear, row, key)),
        values=(str(gear.quantity),),
        granted=gear.granted,
    )


def _other_fields(character: Character) -> tuple[Field, ...]:
    build = character.build
    fields: list[Field] = []
    suits = [(holding.item, armor) for holding, armor in character.carried_of(Armor)]
    worn = character.worn or build.worn or ""
    if suits or worn:
        bare = () if not worn else _wearing(character, None)
        options = [Option("", "Nothing", chosen=not worn, changes=bare)]
        options += [
            Option(
                stack.key,
                stack.name,
                chosen=worn == stack.key,
                changes=_wearing(character, armor),
                term="" if armor.own else f"gear.{stack.id}",
            )
            for stack, armor in suits
        ]
        if worn and all(stack.key != worn for stack, _ in suits):
            known = character.tables.thing(worn)
            name = known.name if known else worn
            options.append(Option(worn, name, chosen=True, set_aside=True))
        hint = book().creation.rulings["one_armor"]
        fields.append(menu("worn", "You wear", tuple(options), hint=hint))
    hint = "Anything else you own. No price, no rules."
    return (
        *fields,
        Rows("typed", "Other gear", typed_rows(build.gear), hint=hint),
        *CREDITS.show(character),
    )


def typed_rows(stacks: Iterable[Gear]) -> Values:
    """Custom items: names and quantities."""
    typed = (gear for gear in stacks if not gear.id)
    return tuple(text for gear in typed for text in (gear.name, str(gear.quantity)))


def _wearing(character: Character, armor: Armor | None) -> tuple[Change, ...]:
    """The effect of wearing this, or nothing, instead of the armor worn now."""
    _, now = figures.worn(character)
    if now is armor:
        return ()
    fields = []
    for id, row in book().defenses.items():
        if row.armor:
            then, was = (getattr(one, row.armor) if one else 0 for one in (armor, now))
            if gain := then - was:
                value = figures.defense(character, id).value
                fields.append(Change(row.name, str(value), str(value + gain), gain > 0))
    return tuple(fields)


def _named(character: Character, rows: dict[str, Gear]) -> Iterator[Ware]:
    """Stacks with their own names, which are listed beside the table's."""
    for key, gear in rows.items():
        row, values = character.tables.thing(gear.id), (str(gear.quantity),)
        if row is None:
            yield Ware(f"gear.{key}", gear.id, "", None, gear.quantity, values=values)
        elif key != gear.id:
            yield _any(character, gear, row)


def _details(character: Character, gear: Gear, row: Entry, key: str) -> Iterator[Field]:
    """The fields of an owned stack: a name, whether it was a gift, how a saber is made."""
    if isinstance(row, Weapon) and row.workshop:
        yield from workshop(gear, "gear_{}." + key, blade=Blade(character, row, gear))
    yield Text(f"gear_as.{key}", "Custom name", (gear.alias,), limit=LINE)
    if getattr(row, "cost", None) is not None:
        grant = Option(YES, "Granted by your GM, free", chosen=gear.granted)
        yield pick(f"gear_granted.{key}", "Granted", (grant,))


class Blade:
    """A lightsaber, to compare with another design or crystal."""

    def __init__(self, character: Character, weapon: Weapon, gear: Gear) -> None:
        self.character, self.weapon, self.gear = character, weapon, gear
        self._parry = figures.defense(character, "parry")
        self._designs: dict[str, dict[str, Figure]] = {}
        self.now = self._numbers(gear)

    def changes(self, part: str, id: str) -> tuple[Change, ...]:
        """The effects of another part while the saber is in hand."""
        return changes(self.now.items(), self._numbers(replace(self.gear, **{part: id})).items())

    def profile(self, design: str) -> tuple[Figure, ...]:
        """Damage and Parry with a design in hand."""
        numbers = self._numbers(replace(self.gear, design=design))
        parry = replace(numbers["Parry with it"], label="Parry")
        return numbers["Damage"], parry

    def _numbers(self, gear: Gear) -> dict[str, Figure]:
        """Damage, and what a design changes besides."""
        if gear.design not in self._designs:  # each is compared with every crystal
            self._designs[gear.design] = dict(self._with_design(gear))
        damage = figures.new_damage(self.character, self.weapon, gear)
        return {"Damage": damage, **self._designs[gear.design]}

    def _with_design(self, gear: Gear) -> Iterator[tuple[str, Figure]]:
        """Parry, and the skills that a design helps with."""
        character, design = self.character, book().designs.get(gear.design)
        yield "Parry with it", figures.parry_with(character, gear) or self._parry
        for id in {id: None for row in book().designs.values() for id in row.skills}:
            pool, added = figures.skill(character, id), design.skills.get(id, 0) if design else 0
            name = f"{pool.label} with it"
            yield name, total(name, pool, bonus("", added), unit="D")


def workshop(gear: Gear, id: str, *, blade: Blade | None = None) -> tuple[Field, ...]:
    """A lightsaber's fields by `id`, with the part in braces; `blade` shows their effects."""
    tables = book()
    features = tuple(
        Option(
            feature.id,
            feature.name,
            feature.does,
            chosen=feature.id in gear.features,
            term=f"feature.{feature.id}",
        )
        for feature in tables.features.values()
    )
    return (
        _part(id.format("design"), "design", tables.designs, gear, blade),
        pick(id.format("features"), "Features", features),
        _part(id.format("crystal"), "crystal", tables.crystals, gear, blade),
    )


def _part(id: str, part: str, rows: Mapping[str, Entry], gear: Gear, blade: Blade | None) -> Choice:
    """A saber's design or its crystal."""
    chosen = str(getattr(gear, part))
    options = [
        Option(
            row.id if row else "",
            row.name if row else "Not chosen",
            row.does if row else "",
            chosen=(row.id if row else "") == chosen,
            changes=blade.changes(part, row.id if row else "") if blade else (),
            profile=blade.profile(row.id) if blade and row and part == "design" else (),
            term=f"{part}.{row.id}" if row else "",
        )
        for row in (None, *rows.values())
    ]
    look = "tiles" if part == "design" else "swatches"
    return Choice(id, part.capitalize(), (chosen,), tuple(options), look=look)
