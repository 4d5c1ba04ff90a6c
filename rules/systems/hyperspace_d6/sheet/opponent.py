"""The sheet of an opponent, and its numbers: what fights, without what only players have."""

from msgspec.structs import replace

from rules.figures import number
from rules.kit.sheets import NAMELESS, sheet_of
from rules.sheet.sections import Attacks, Figures, Line, Section, Sheet
from rules.systems.hyperspace_d6.character import figures, marks
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.guide import guide
from rules.systems.hyperspace_d6.rulebook.rows import FORCE
from rules.systems.hyperspace_d6.sheet import layout


def sheet(character: Character) -> Sheet:
    """The whole sheet."""
    attacks = Attacks("attacks", "Attacks", layout.attack_rows(character))
    sections: tuple[Section, ...] = (
        layout.defenses(character),
        attacks,
        _turn(character),
        marks.harm(character),
        layout.traits(character),
        replace(layout.gear(character), purse=None),
        *layout.party(character),
    )
    return _sheet(character, sections)


def summary(character: Character) -> Sheet:
    """Defenses, attacks, and the skills that have dice of their own."""
    attacks = Attacks("attacks", "Attacks", layout.attack_rows(character, special=False))
    sections = (
        layout.traits(character, trained=True),
        layout.defenses(character),
        attacks,
        _turn(character),
    )
    return _sheet(character, sections, attacks)


def _sheet(character: Character, sections: tuple[Section, ...], *first: Section) -> Sheet:
    stats = character.chosen.opponent
    name, kind = (stats.name, stats.kind) if stats else ("", "")
    shown = sheet_of(
        character,
        sections,
        *first,
        credit=layout.CREDIT,
        kind=name,
        facts=(("Opponent", name), ("Side", kind)),
    )
    is_named = bool(character.document.name.strip())
    return shown if is_named else replace(shown, name=name or NAMELESS)


def _turn(character: Character) -> Figures:
    """Actions a round, Force Points where there are any, and the members of a group."""
    lines = [Line("actions", "Actions", figures.actions(character), "a round")]
    if character.attribute_dice(FORCE):
        force = figures.force_points(character)
        lines.append(Line("force_points", "Force Points", force, "doubles the dice"))
    if character.members is not None:
        source = guide().topics["minions"].source
        left = number("left in the group", character.members, source=source)
        lines.append(Line("members", "Members", left, "one action each without penalty"))
    return Figures("points", "Turn", tuple(lines))
