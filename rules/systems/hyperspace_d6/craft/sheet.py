"""The sheet of a craft, and its numbers."""

from collections.abc import Iterator

from msgspec.structs import replace

from rules.figures import bonus, number, total
from rules.kit.craft.declared import CREW, MEMBERS
from rules.kit.craft.sheet import attacks, by_group
from rules.kit.sheets import NAMELESS, sheet_of
from rules.sheet.sections import Attacks, Figures, Level, Line, Passage, Prose, Sheet, Track
from rules.systems.hyperspace_d6.craft.craft import DEFENSES, DICE_NUMBERS, SECTIONS, Craft
from rules.systems.hyperspace_d6.rulebook.book import guide

# The most boxes of Shields in a section.
MOST_BOXES = 9
CREDIT = "HyperspaceD6 by Matt Click, additional design by Michael Barker, CC BY-NC-SA"


def threshold(craft: Craft, times: int) -> int:
    """The least damage of a level: so many times Hull, more than Hull for the first; or 1."""
    hull = craft.value("hull")
    return {0: 1, 1: hull + 1}.get(times, times * hull)


def sheet(craft: Craft) -> Sheet:
    """Dice, defenses, sections, weapons, harm, and what was built in."""
    model, upgrades = craft.origin.label, tuple(_upgrades(craft))
    sections = (
        *by_group(craft),
        Figures("sections", "Shields by section", shares(craft)),
        Attacks("attacks", "Weapons", attacks(craft)),
        harm(craft),
        Figures("others", "Aboard", tuple(_aboard(craft))),
        *((Prose("upgrades", "Upgrades", upgrades),) if upgrades else ()),
    )
    facts = (("Model", model), ("Kind", craft.model), ("Scale", craft.kind.name))
    known = tuple(fact for fact in facts if fact[1])  # a craft of one's own is of no kind
    shown = sheet_of(craft, sections, credit=CREDIT, kind=model, facts=known)
    name = shown.name if craft.document.name.strip() else model or NAMELESS
    return replace(shown, name=name, is_craft=True)


def _upgrades(craft: Craft) -> Iterator[Passage]:
    """Every improvement, by how much, and every new part (HyperspaceD6, Upgrading Vehicles)."""
    names = {**DICE_NUMBERS, **DEFENSES}
    for id, more in craft.raised.items():
        weapon = craft.weapon(id.removeprefix("weapons."))
        name = names.get(id) or f"{weapon.name if weapon else id}, damage"
        yield Passage(f"{name} +{more}{'' if id in DEFENSES else 'D'}", "", "Upgrade")
    for weapon in craft.installed:
        yield Passage(f"{weapon.name} {weapon.dice}D", "", "Weapon")
    for name in craft.components:
        yield Passage(name, "", "Component")


def _aboard(craft: Craft) -> Iterator[Line]:
    origin = craft.origin
    crew = number(origin.label, craft.crew, source=origin.source)
    crew = total("Crew", crew, source=origin.source, ruling=origin.ruling)
    yield Line(CREW, "Crew", crew)
    points = number("Character Points", craft.character_points, source="Your history")
    yield Line("character_points", "Character Points", points, "for upgrades")
    if craft.members is not None:
        topic = guide().topics["minion-actions"]
        left = number("left in the squadron", craft.members, source=topic.source)
        yield Line(MEMBERS, "Squadron", left, "one action each without penalty")


def shares(craft: Craft) -> tuple[Line, ...]:
    """The Shields of each section, as they stand."""
    topic, even, stand = guide().topics["shield-sections"], craft.even(), craft.sections()
    lines = []
    for id in SECTIONS:
        share = number("an even share", even[id], source=topic.source, ruling=topic.ruling)
        moved = stand[id] - even[id]
        terms = (share, *((bonus("angled, or lost", moved),) if moved else ()))
        figure, most = total(id.capitalize(), *terms, source=topic.source), max(stand[id], even[id])
        # To tick off on paper; a craft with very many has only the number.
        boxes = (place >= stand[id] for place in range(most if most <= MOST_BOXES else 0))
        lines.append(Line(id, id.capitalize(), figure, tally=tuple(boxes)))
    return tuple(lines)


def harm(craft: Craft) -> Track:
    """Rattled, damaged, disabled, destroyed: the lowest damage after Hull and Shields."""
    rows, marks = tuple(guide().levels.values()), craft.marks
    lows = [threshold(craft, row.times) for row in rows]
    highs = [*(low - 1 for low in lows[1:]), None]
    levels = tuple(
        Level(
            name=row.name,
            low=low,
            high=high,
            figure=number(row.name, low, source=row.source, ruling=row.ruling),
            effect=row.does,
            boxes=craft.value("hull") if row.times == 1 else 0,
            marked=int(craft.is_disabled) if row.id == "disabled" else getattr(marks, row.id),
        )
        for row, low, high in zip(rows, lows, highs, strict=True)
    )
    return Track("harm", "Harm", levels, note="Damage after Hull and Shields")


def numbers(craft: Craft) -> dict[str, object]:
    """The sheet as plain numbers."""
    plain: dict[str, object] = {"scale": craft.kind.id}
    plain |= {id: craft.value(id) for id in craft.tables.numbers if id != "shields"}
    plain["shields"] = {"total": craft.value("shields"), **craft.sections()}
    plain |= {CREW: craft.crew, "damaged": craft.marks.damaged}
    plain["weapons"] = [
        {"item": weapon.id, "damage": craft.damage(weapon).value, "ion": bool(weapon.special)}
        for weapon in craft.weapons
    ]
    plain["character_points"] = craft.character_points
    if craft.members is not None:
        plain[MEMBERS] = craft.members
    if craft.components:
        plain["components"] = list(craft.components)
    return plain
