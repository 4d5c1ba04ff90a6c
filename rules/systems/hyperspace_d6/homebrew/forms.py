"""Each kind of homebrew: the fields of its form, the item made from their values, its checks."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rules.forms.fields import Allot, Choice, Group, Option, Pick, Rows, Text, Trait, options
from rules.forms.parsing import YES
from rules.kit.homebrew import LONGEST_ID, RESERVED
from rules.kit.play.answers import number_field, pick
from rules.systems.hyperspace_d6.document import house
from rules.systems.hyperspace_d6.homebrew import checks
from rules.systems.hyperspace_d6.homebrew.checks import ARMOR, COST, DAMAGE, DICE, NAME, FormField
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Entry, Kind

UNPRICED = "Leave empty if it isn't for sale. You can still hand it out."
USUAL = "Leave empty for the book's."


def words(thing: house.HouseThing) -> tuple[FormField, ...]:
    """The fields of every item: a name, and its effect."""
    return (
        Text("name", "Name", (thing.name,), limit=NAME),
        Text("does", "Description", (thing.does,), lines=3, limit=checks.WORDS),
    )


def flag(id: str, label: str, text: str, on: object) -> Pick:
    """A check box."""
    return pick(id, label, (Option(YES, text, chosen=bool(on)),))


def menu(
    id: str, label: str, rows: Mapping[str, Entry] | Mapping[str, Kind], chosen: str, none: str = ""
) -> Choice:
    """One of some rows; with `none`, or none of them."""
    return Choice(id, label, (chosen,), options(rows, chosen, none=none), look="menu")


def attributes(tables: Book) -> tuple[Group, ...]:
    """Attributes as headings."""
    return tuple(Group(id, row.name) for id, row in tables.attributes.items())


def skill_menu(id: str, label: str, tables: Book, chosen: str, *, none: str = "") -> Choice:
    """One of the skills, under their attributes."""
    field = menu(id, label, tables.skills, tables.skill_id(chosen), none)
    return under_attributes(field, tables)


def under_attributes(field: Choice, tables: Book) -> Choice:
    """A menu of skills with each under its attribute."""
    skills = tables.skills
    shown = (
        replace(one, group=skills[one.id].attribute if one.id else "") for one in field.options
    )
    return replace(field, options=tuple(shown), groups=attributes(tables))


def allot(id: str, label: str, traits: Iterable[Trait], total: int, hint: str) -> Allot:
    """Dice for the attributes; homebrew is not bound to the `total`, the book's number."""
    rows = tuple(traits)
    values, left = tuple(str(row.value) for row in rows), total - sum(row.value for row in rows)
    return Allot(id, label, values, rows, total, left, hint=hint)


# The typed values, by field.
Given = Mapping[str, Any]


def weapon(thing: house.HouseWeapon, tables: Book) -> tuple[FormField, ...]:
    """Its skill, damage, properties and price."""
    traits = {id: tables.attributes[id] for id in ATTRIBUTES}
    properties = tuple(
        Option(row.id, row.name, row.does, chosen=row.id in thing.properties)
        for row in tables.properties.values()
    )
    return (
        menu("kind", "Type", tables.weapon_kinds, thing.kind),
        skill_menu("skill", "Attack skill", tables, thing.skill),
        number_field("damage", "Damage, in dice", thing.damage, 0, DAMAGE),
        menu("adds", "Plus the dice of", traits, thing.adds, "Nothing"),
        replace(pick("properties", "Properties", properties), hint=f"At most {checks.PROPERTIES}."),
        number_field("cost", "Price in credits", thing.cost, 0, COST, hint=UNPRICED),
    )


def armor(thing: house.HouseArmor, _tables: Book) -> tuple[FormField, ...]:
    """Its modifiers, and its price."""
    return (
        number_field("soak", "Added to Soak", thing.soak, 0, ARMOR),
        number_field("dodge", "Taken from Dodge", -thing.dodge, 0, ARMOR),
        number_field("cost", "Price in credits", thing.cost, 0, COST, hint=UNPRICED),
    )


def item(thing: house.HouseItem, tables: Book) -> tuple[FormField, ...]:
    """The skills it helps with, its uses, its contents, and its price."""
    helped = tuple(map(tables.skill_id, thing.helps))
    helps = tuple(
        Option(row.id, row.name, group=row.attribute, chosen=row.id in helped)
        for row in tables.skills.values()
    )
    flat = tuple(
        text for part in thing.parts for text in (_inside(part, tables), str(part.quantity))
    )
    return (
        menu("kind", "Type", tables.item_kinds, thing.kind),
        number_field("cost", "Price in credits", thing.cost, 0, COST, hint=UNPRICED),
        replace(pick("helps", "Skills it helps with", helps), groups=attributes(tables)),
        number_field("help_dice", "Bonus dice", thing.help_dice, 1, DICE),
        skill_menu("skill", "Skill", tables, thing.skill, none="No skill"),
        number_field("damage", "Damage, in dice", thing.damage, 0, DAMAGE),
        Rows("parts", "Contents", flat, hint="For a pack: its contents.", limit=checks.PARTS),
    )


def to_item(values: Given, tables: Book) -> Given:
    """Its members, from what was typed; contents by their ids, where there are such items."""
    rows = reversed(tables.items.values())
    ids = {name: row.id for row in rows for name in (row.id, row.name.casefold())}
    parts = tuple(
        house.HousePart(item=ids[name.casefold()], quantity=quantity)
        if name.casefold() in ids
        else house.HousePart(name=name, quantity=quantity)
        for name, quantity in values["parts"]
    )
    return {**values, "parts": parts}


def skill(thing: house.HouseSkill, tables: Book) -> tuple[FormField, ...]:
    """Its attribute, and the skill that it replaces."""
    with_defenses = checks.makes_defenses(tables)
    rows = {id: row for id, row in tables.skills.items() if not row.own and id not in with_defenses}
    replaces = menu("replaces", "Replaces", rows, thing.replaces, "Nothing: it's an extra skill")
    hint = "Skills that set a defense can't be replaced."
    return (
        menu("attribute", "Attribute", tables.attributes, thing.attribute),
        replace(under_attributes(replaces, tables), hint=hint),
    )


def species(thing: house.HouseSpecies, tables: Book) -> tuple[FormField, ...]:
    """Six attributes, a focus, the Force."""
    rules = tables.creation
    start, most = rules.own_species_start, rules.own_species_most
    goal = start * len(ATTRIBUTES) + rules.own_species_points
    traits = (
        Trait(id, tables.attributes[id].name, thing.attributes.get(id, start), 1, DICE)
        for id in ATTRIBUTES
    )
    help = f"The book gives one of your own {goal}D in all, {start}D to {most}D each."
    force = f"Force-sensitive: +{rules.own_species_force}D, on top of the rest"
    return (
        menu("kind", "Type", tables.species_kinds, thing.kind),
        allot("attributes", "Attributes", traits, goal, help),
        skill_menu("focus", "Focus: +1D in", tables, thing.focus, none="None"),
        Text("focus_name", "Name of the focus", (thing.focus_name,), limit=NAME),
        flag("force_sensitive", "The Force", force, thing.force_sensitive),
    )


def profession(thing: house.HouseProfession, tables: Book) -> tuple[FormField, ...]:
    """Dice over the six attributes and the Force."""
    rules = tables.creation
    traits = (
        Trait(id, tables.attributes[id].name, thing.bonuses.get(id, 0), 0, DICE)
        for id in (*ATTRIBUTES, FORCE)
    )
    is_of_force = bool(thing.bonuses.get(FORCE))
    goal = rules.own_force_profession_points if is_of_force else rules.own_profession_points
    help = (
        f"The book gives one of your own {rules.own_profession_points}D in all, at most"
        f" {rules.own_profession_most}D each; with the Force {rules.own_force_profession_points}D,"
        f" {rules.own_force_profession_least}D or {rules.own_profession_most}D of them for it."
    )
    return (allot("bonuses", "Dice", traits, goal, help),)


def edge(thing: house.HouseEdge, _tables: Book) -> tuple[FormField, ...]:
    """The kinds of effects of the book's edges."""
    return (
        flag("asks", "A skill", "The player chooses a skill", thing.asks),
        number_field("dice", "Dice in that skill", thing.dice, 0, DICE),
        number_field(
            "conditional_dice", "Dice only while using it", thing.conditional_dice, 0, DICE
        ),
        flag("mundane", "Not the Force", "No skills of the Force", thing.mundane),
        number_field("force_dice", "Dice in the Force", thing.force_dice, 0, DICE),
        number_field("credits", "Starting credits instead", thing.credits, 0, COST, hint=USUAL),
        number_field(
            "point_dice",
            "Dice that a Character Point adds to a roll",
            thing.point_dice,
            1,
            DICE,
            hint="Leave empty for the usual one.",
        ),
    )


def burden(thing: house.HouseBurden, _tables: Book) -> tuple[FormField, ...]:
    """The fields of a burden: if the player chooses an attribute, and its starting credits."""
    return (
        flag("asks", "An attribute", "The player chooses an attribute", thing.asks),
        number_field("credits", "Starting credits instead", thing.credits, 0, COST, hint=USUAL),
    )


def _to_profession(values: Given, _tables: Book) -> Given:
    dice = {id: value for id, value in values["bonuses"].items() if value}
    return {**values, "bonuses": dice, "force_user": FORCE in dice}


def _to_edge(values: Given, _tables: Book) -> Given:
    asks = values["asks"] or values["dice"] or values["conditional_dice"]
    return {**values, "asks": "skill" if asks else ""}


def _inside(part: house.HousePart, tables: Book) -> str:
    row = tables.items.get(part.item)
    return row.name if row else part.item or part.name


class Form(msgspec.Struct, frozen=True):
    """A kind of homebrew: a `blank` one, the `fields` of an item beside name and effect, the
    members `made` of what was typed, and the checks of what its fields do not show.
    """

    blank: house.HouseThing
    fields: Callable[[Any, Book], tuple[FormField, ...]]
    made: Callable[[Given, Book], Given] = lambda values, _tables: values
    check: Callable[[Any, Book], Iterable[checks.HomebrewProblem]] = lambda _thing, _tables: ()


WEAPON = house.HouseWeapon(id="", name="", kind="melee", skill="melee", damage=1, adds="STR")
# Skills come first: the others name them.
FORMS = {
    "skill": Form(
        house.HouseSkill(id="", name="", attribute="KNO"), skill, check=checks.check_skill
    ),
    "species": Form(house.HouseSpecies(id="", name=""), species),
    "profession": Form(
        house.HouseProfession(id="", name=""), profession, _to_profession, checks.check_profession
    ),
    "edge": Form(house.HouseEdge(id="", name=""), edge, _to_edge, checks.check_edge),
    "burden": Form(
        house.HouseBurden(id="", name=""),
        burden,
        lambda values, _: {**values, "asks": "attribute" if values["asks"] else ""},
        lambda thing, _: checks.check_asks(thing.asks, "attribute"),
    ),
    "weapon": Form(WEAPON, weapon),
    "armor": Form(
        house.HouseArmor(id="", name="", soak=1),
        armor,
        lambda values, _: {**values, "dodge": -(values["dodge"] or 0)},
        lambda thing, _: checks.within("dodge", thing.dodge, -ARMOR, 0),
    ),
    "item": Form(house.HouseItem(id="", name=""), item, to_item, checks.check_item),
}


def homebrew_problems(
    kind: str, thing: house.HouseThing, tables: Book
) -> list[checks.HomebrewProblem]:
    """Every problem of a homebrew item with these tables."""
    form, wrong = FORMS[kind], list[checks.HomebrewProblem]()
    if not thing.name.strip():
        wrong.append(("name", "Give it a name."))
    if len(thing.id) > LONGEST_ID or not checks.ID.fullmatch(thing.id) or thing.id in RESERVED:
        wrong.append(("id", checks.ID_MEANT))
    for field in (*words(thing), *form.fields(thing, tables)):
        wrong += checks.misfits(field.id, getattr(thing, field.id), field, tables)
    return [*wrong, *form.check(thing, tables)]
