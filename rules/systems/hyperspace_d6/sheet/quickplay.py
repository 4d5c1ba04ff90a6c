"""The quick play sheet: six pools, one target number, wounds, and the rest as text."""

from rules.figures import Figure, constant, number, total
from rules.sheet.sections import (
    Attack,
    Figures,
    Level,
    Line,
    Passage,
    Prose,
    Section,
    Sheet,
    Thing,
    Things,
    Track,
)
from rules.systems.hyperspace_d6.character import figures, marks, quickplay
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.rulebook.book import book
from rules.systems.hyperspace_d6.sheet import layout

# The longest text that can be a name.
SHORT = 60


def sheet(character: Character) -> Sheet:
    """The whole sheet."""
    return layout.sheet_with(
        character,
        (
            _defenses(),
            layout.points(character),
            harm(character),
            layout.columns(character, "Attributes", {}),
            *_gear(character),
            *_told(character),
            *layout.party(character),
            layout.who(character),
        ),
    )


def summary(character: Character) -> Sheet:
    """The summary beside a form: attributes, wounds, gear as text, and points."""
    sections: tuple[Section, ...] = (
        layout.columns(character, "Attributes", {}),
        _defenses(),
        *_gear(character),
        layout.points(character),
        harm(character),
    )
    return layout.sheet_with(character, sections)


def target() -> Figure:
    """The usual target number."""
    party, play = book().party, book().play
    every = constant("most checks", play.quickplay["target"])
    source, ruling = party.sources["quickplay"], party.rulings["quickplay_target"]
    return total("Target number", every, source=source, ruling=ruling)


def _defenses() -> Figures:
    """No defenses: one target number for actions and for threats."""
    does = book().party.quickplay.does["target"]
    line = Line("target_number", "Target number", target(), does)
    return Figures("defenses", "Target number", (line,))


def harm(character: Character) -> Track:
    """The wounds that the character can take standing; one more, and they are down."""
    does, wounds = book().party.quickplay.does, figures.wounds(character)
    now = marks.marked(character)
    down = total(
        "Down",
        wounds,
        number("one more", 1),
        source=book().party.sources["quickplay"],
        ruling=book().play.rulings["quickplay_down"],
    )
    levels = (
        Level("Wounded", 1, wounds.value, wounds, does["wounded"], wounds.value, now["wounded"]),
        Level(
            "Down", down.value, None, down, does["down"], marked=now["unconscious"] or now["dead"]
        ),
    )
    shown = levels if wounds.value else levels[1:]
    return Track("harm", "Wounds", shown, note="A hit is a wound")


def attack_rows(character: Character) -> tuple[Attack, ...]:
    """An attack with a weapon, and one without: no damage is rolled."""
    skill_id, rows = character.tables.skill_id, list[Attack]()
    for key, (name, skill) in quickplay.STRIKES.items():
        attribute = character.skills[skill_id(skill)].attribute
        pool = figures.attribute(character, attribute)
        rows.append(Attack(key, name, book().attributes[attribute].name, pool, None))
    return tuple(rows)


def by_hand(character: Character, level: int, count: int) -> dict[str, int]:
    """The marks with so many wounds marked by hand, or the box of "Down" marked or cleared."""
    level += not figures.wounds(character).value
    return {"unconscious": count, "dead": 0} if level else {"wounds": count}


def _gear(character: Character) -> tuple[Things, ...]:
    """Carried items as text, one per line."""
    lines = quickplay.gear(character.build)
    things = tuple(Thing(f"told.{position}", line, 1) for position, line in lines)
    return (Things("gear", "Gear", None, things),) if things else ()


def _told(character: Character) -> tuple[Prose, ...]:
    """Skills, edge and burden as text."""
    passages = tuple(
        Passage(words, "", name) if len(words) <= SHORT else Passage(name, "", name, words)
        for name, words in quickplay.told(character.build)
    )
    return (Prose("edge-and-burden", "Skills, edge and burden", passages),) if passages else ()
