"""A character of another game as one of HyperspaceD6. How is our ruling throughout. Attributes are
those of a species and a profession of the player's own, as far as these go; what is above them, and
skills above three picks and a focus, are raises in the history, paid for with Character Points that
come along. Pips are lost.
"""

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from rules.dice.codes import PIPS_IN_A_DIE, of_pips
from rules.document import Document
from rules.exchange import conversion
from rules.exchange.conversion import OUR_RULING, Conversion, Report, written
from rules.exchange.outline import FORCE_SKILLS, Outline, Thing
from rules.kit import typed
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.document import build as builds
from rules.systems.hyperspace_d6.document.entries import Adjust, RaiseAttribute, RaiseSkill
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.ledger import prices
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Armor, Weapon

SLUG = "hyperspace-d6"
# The most dice of one trait that raises bring.
MOST_DICE = 15


def document(outline: Outline) -> Conversion:
    """The new character, with its report."""
    report = Report()
    attributes = _attributes(outline, report)
    skills = _skills(outline, attributes, report)
    species, profession = _origins(outline, attributes, skills)
    picks = _picks(skills, species.focus)
    gear, worn = _gear(outline, report)
    credits = outline.points.credits
    build = builds.Build(
        concept=outline.concept[: builds.LINE],
        pronouns=outline.pronouns[: builds.LINE],
        appearance=outline.description[: builds.STORY],
        personality=_story(outline, report),
        species=species,
        profession=profession,
        skills=picks,
        gear=gear,
        worn=worn,
        starting_credits=None if credits is None else max(0, min(credits, builds.MOST_CREDITS)),
    )
    _finish(outline, report)
    made = Document(SLUG, outline.name, build, marks=builds.Marks(), house=House())
    ledger = _raises(made, attributes, skills, outline)
    return Conversion(replace(made, ledger=ledger), report)


@cache
def _ids() -> Mapping[str, str]:
    """The ids of skills here by the keys of the skills of the original game that become them."""
    rows = book().skills.values()
    return {typed.key(name): row.id for row in rows for name in (*row.originals, *row.further)}


def _whole(name: str, pips: int, report: Report) -> int:
    """Dice without the pips, which are named."""
    dice, left = of_pips(max(0, pips))
    if left:
        report.changed.append(f"{name} {written(pips)} is {dice}D: this game has no pips.")
    if dice > MOST_DICE:
        report.changed.append(f"{name} {dice}D is {MOST_DICE}D, the most that comes along.")
    return min(dice, MOST_DICE)


def _attributes(outline: Outline, report: Report) -> dict[str, int]:
    """Dice of each attribute, at least one; of the Force the smallest of its three skills."""
    dice: dict[str, int] = {}
    for id in ATTRIBUTES:
        value = _whole(id, outline.attribute(id), report)
        if not value:
            report.changed.append(f"{id} is 1D: no attribute has less here.")
        dice[id] = max(1, value)
        report.kept.append(f"{id} {dice[id]}D")
    if outline.force:
        dice[FORCE] = max(1, _whole("The Force", outline.force, report))
    elif outline.has_force:
        traits = (outline.skill(id) for id in FORCE_SKILLS)
        smallest = min(trait.total if trait else 0 for trait in traits)
        dice[FORCE] = max(1, smallest // PIPS_IN_A_DIE)
        report.changed.append(
            f"The Force is {dice[FORCE]}D, the smallest of Control, Sense and Alter, and at"
            f" least 1D. {OUR_RULING}"
        )
    return dice


def _skills(outline: Outline, attributes: Mapping[str, int], report: Report) -> dict[str, int]:
    """Dice of each skill above its attribute here; of several that are one here the best."""
    known, dice = book().skills, dict[str, int]()
    for trait in (*outline.skills, *outline.force_skills):
        id = trait.id if outline.system == SLUG else ""
        names = conversion.original_names(trait)
        for name in names:
            key = typed.key(name)
            found = id if id in known else _ids().get(key, key)
            if found not in known:
                if trait.is_own and outline.own(trait):
                    report.lost.append(f"{trait.name} {written(trait.total)}: no such skill here.")
                continue
            row = known[found]
            if row.attribute not in attributes or not trait.total:
                continue
            if trait.attribute in attributes and not outline.own(trait):
                continue
            total = _whole(trait.name, trait.total, report)
            own = max(0, total - attributes[row.attribute])
            if row.attribute != trait.attribute:
                report.changed.append(
                    f"{trait.name} ({trait.attribute}) is {row.name} ({row.attribute}) here."
                    f" {OUR_RULING}"
                )
            if total < attributes[row.attribute]:
                report.changed.append(
                    f"{row.name} is {attributes[row.attribute]}D: no skill is below its attribute."
                )
            dice[found] = max(own, dice.get(found, 0))
    for id, own in dice.items():
        report.kept.append(f"{known[id].name} {own + attributes[known[id].attribute]}D")
    return {id: own for id, own in dice.items() if own}


def _origins(
    outline: Outline, attributes: Mapping[str, int], skills: Mapping[str, int]
) -> tuple[builds.OwnSpecies, builds.OwnProfession]:
    """A species and a profession that come as near to the attributes as they may."""
    rules = book().creation
    start, most = rules.own_species_start, rules.own_species_most
    dice = dict.fromkeys(ATTRIBUTES, start)
    _share(dice, attributes, most, rules.own_species_points)
    is_force_user = FORCE in attributes
    goal = rules.own_force_profession_points if is_force_user else rules.own_profession_points
    bonuses: dict[str, int] = {}
    if is_force_user:
        bonuses[FORCE] = min(attributes[FORCE], rules.own_profession_most)
        goal -= bonuses[FORCE]
    left = {id: attributes[id] - dice[id] for id in ATTRIBUTES}
    _share(bonuses, left, rules.own_profession_most, goal)
    focus = max(skills, key=lambda id: skills[id], default="agility")
    species = builds.OwnSpecies(
        name=outline.species[: builds.LINE] or "Custom", attributes=dice, focus=focus
    )
    kind = outline.kind[: builds.LINE] or "Custom"
    return species, builds.OwnProfession(name=kind, bonuses=bonuses, force_user=is_force_user)


def _share(dice: dict[str, int], wanted: Mapping[str, int], most: int, count: int) -> None:
    """Gives so many dice to the attributes that want them most, one at a time."""
    for _ in range(count):
        open_ones = [id for id in ATTRIBUTES if dice.get(id, 0) < min(most, wanted[id])]
        if not open_ones:
            return
        best = max(open_ones, key=lambda id: wanted[id] - dice.get(id, 0))
        dice[best] = dice.get(best, 0) + 1


def _picks(skills: Mapping[str, int], focus: str) -> tuple[str, ...]:
    """The best skills that still want a die after the focus has brought one."""
    creation = book().creation
    left = {id: own - (creation.focus_dice if id == focus else 0) for id, own in skills.items()}
    wanting = [id for id in sorted(left, key=lambda id: -left[id]) if left[id] > 0]
    return tuple(wanting[: creation.picks])


def _raises(
    made: Document[builds.Build],
    attributes: Mapping[str, int],
    skills: Mapping[str, int],
    outline: Outline,
) -> tuple[object, ...]:
    """Raises to what the build does not reach, and the Character Points for them."""
    character, spent, raises = Character(made), 0, []
    wanted: list[tuple[RaiseAttribute | RaiseSkill, str, int]] = [
        (RaiseAttribute(attribute=id), id, dice - character.attribute_dice(id))
        for id, dice in attributes.items()
    ]
    wanted += [
        (RaiseSkill(skill=id), id, dice - character.skill_dice(id)) for id, dice in skills.items()
    ]
    for entry, id, more in wanted:
        for _ in range(more):
            paid = prices.price(character, entry).value
            raises.append(replace(entry, paid=paid))
            spent += paid
            character = character.raising(id)
    change = outline.points.character + spent - book().creation.character_points
    if not change:
        return tuple(raises)
    return (Adjust(cp=change, reason=f"From {outline.game}"), *raises)


def _gear(outline: Outline, report: Report) -> tuple[tuple[builds.Gear, ...], str | None]:
    """Things of the book by their names, given for nothing; all others as text."""
    rows = {typed.key(row.name): row for row in book().things if not row.retired}
    gear: dict[str, builds.Gear] = {}
    worn: str | None = None
    things = (
        *(
            Thing(name=attack.name, quantity=attack.quantity, text=text)
            for attack in outline.attacks
            if attack.name != "Unarmed"
            for text in ("" if attack.damage is None else f"damage {written(attack.damage)}",)
        ),
        *(Thing(name=suit.name, quantity=suit.quantity, text=suit.text) for suit in outline.armor),
        *outline.things,
    )
    armor = {suit.name for suit in outline.armor if suit.is_worn}
    for thing in things:
        row = rows.get(typed.key(thing.name))
        quantity = max(1, min(builds.MOST_OF_A_THING, thing.quantity))
        if row is not None:
            stack = builds.Gear(id=row.id, quantity=quantity, granted=True)
            report.kept.append(f"{quantity} × {row.name}")
            if isinstance(row, Weapon) and thing.text and thing.text != f"damage {row.damage}D":
                report.changed.append(f"{row.name} has the book's damage, not {thing.text[7:]}.")
            if isinstance(row, Armor) and thing.name in armor:
                worn = row.id
        else:
            note = f" ({thing.text.rstrip('.')})" if thing.text else ""
            stack = builds.Gear(
                name=f"{thing.name}{note}"[: builds.LINE].strip() or "Unnamed", quantity=quantity
            )
            report.changed.append(
                f"{thing.name} is only a name: this game's book has no such thing."
            )
        count, key = 1, stack.key
        while stack.key in gear:
            count += 1
            numbered = {"alias" if row else "name": f"{key[: builds.LINE - 5]} {count}"}
            stack = replace(stack, **numbered)
        gear[stack.key] = stack
    return tuple(gear.values()), worn


def _story(outline: Outline, report: Report) -> str:
    text = conversion.story(
        replace(outline, concept="", pronouns=""),
        *(f"{power.name}: {power.does}".rstrip(": ") for power in outline.powers),
    )
    if outline.powers:
        report.changed.append("Force powers are text in the personality.")
    if outline.features:
        report.changed.append("Edges and burdens are text: choose this game's own.")
    if len(text) > builds.STORY:
        report.lost.append(f"Texts beyond {builds.STORY:,} characters.")
    return text[: builds.STORY]


def _finish(outline: Outline, report: Report) -> None:
    if outline.points.dark_side:
        count = outline.points.dark_side
        report.lost.append(f"{count} Dark Side Points: this game has none.")
    report.changed.append("Force Points follow from the Force.")
    if outline.own_scores:
        report.lost.append(f"Recalculated by this game: {outline.own_scores}.")
    if not outline.harm.is_none:
        report.lost.append("Wounds: a new character is unhurt.")
    for attack in outline.attacks:
        if attack.notes:
            notes = "; ".join(note.rstrip(".") for note in attack.notes)
            report.lost.append(f"{attack.name}: {notes}.")
