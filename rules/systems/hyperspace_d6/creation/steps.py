"""The steps of creation; the fields in the player's own words, and those of defenses."""

from collections.abc import Iterator

from rules.creation import Binding, StepSpec, review, shown_only
from rules.forms.fields import Breakdown, BreakdownEntry, Change, Field, Raise
from rules.kit import step_texts
from rules.kit.bound_fields import name_field, player_field, text_field
from rules.systems.hyperspace_d6.character import figures
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.creation import edge_and_burden, gear, origins, quickplay, skills
from rules.systems.hyperspace_d6.document.build import LINE, STORY
from rules.systems.hyperspace_d6.rulebook.book import FOLDER, book
from rules.systems.hyperspace_d6.rulebook.rows import Defense

WHO = (
    name_field(LINE),
    text_field(
        "concept",
        "Concept",
        LINE,
        hint="A few words: who you are, with a twist.",
        placeholder="Smuggler who never breaks a promise",
    ),
    text_field("pronouns", "Pronouns", 60, suggestions=tuple(book().chance.pronouns)),
    player_field(LINE),
)
LOOKS = (
    text_field("appearance", "Appearance", STORY, hint="What others see first.", lines=5),
    text_field(
        "personality",
        "Personality",
        STORY,
        hint="Manners, habits, quirks, and lines you won't cross.",
        lines=5,
    ),
)


def _name(character: Character) -> str:
    """The name, or the concept of a character that has none."""
    return character.document.name or character.build.concept


def _state(character: Character) -> str:
    """The state of appearance and personality: "Written", "Begun", "Nothing written yet"."""
    build = character.build
    texts = (build.appearance, build.personality)
    return "Written" if all(texts) else "Begun" if any(texts) else "Nothing written yet"


FIELDS = Binding(
    (
        *WHO,
        *LOOKS,
        *origins.FIELDS,
        *skills.FIELDS,
        *edge_and_burden.FIELDS,
        *gear.FIELDS,
        *quickplay.FIELDS,
    )
)


def _names(character: Character) -> str:
    return ", ".join(character.chosen.skills[id].name for id in character.chosen.picks)


def _quirk_names(character: Character) -> str:
    chosen = character.chosen
    return ", ".join(quirk.name for quirk in (chosen.edge, chosen.burden) if quirk)


def _defense_values(character: Character) -> str:
    return ", ".join(
        f"{row.name} {figures.defense(character, id).value}" for id, row in book().defenses.items()
    )


def _defenses(character: Character) -> tuple[Field, ...]:
    """A breakdown of the four defenses."""
    entries = tuple(
        BreakdownEntry(
            figures.defense(character, id),
            row.does,
            tuple(_raises(character, id, row)),
            term=f"defenses.{id}",
        )
        for id, row in book().defenses.items()
    )
    return (Breakdown("defenses", "Defenses", entries),)


def _raises(character: Character, id: str, row: Defense) -> Iterator[Raise]:
    value = figures.defense(character, id).value
    for raises in (_by_skill, _by_profession, _by_armor):
        for label, step, dice in raises(character, row):
            change = Change(row.name, str(value), str(value + dice), better=True)
            yield Raise(label, step, change)


def _by_skill(character: Character, row: Defense) -> Iterator[tuple[str, str, int]]:
    """A pick or an edge for the defense's skill."""
    chosen, creation = character.chosen, book().creation
    name = chosen.skills[row.skill].name
    if row.skill not in chosen.picks:
        full = len(chosen.picks) == creation.picks
        instead = " in place of another" if full else ""
        yield f"Pick {name}{instead}", "skills", creation.pick_dice
    for edge in character.tables.edges.values():
        if edge.asks == "skill" and edge.dice and chosen.edge_skill != row.skill:
            yield f"Edge {edge.name}, for {name}", "edge-and-burden", edge.dice


def _by_profession(character: Character, row: Defense) -> Iterator[tuple[str, str, int]]:
    """A profession with more dice in the attribute of that skill."""
    trait = character.chosen.skills[row.skill].attribute
    professions = character.tables.professions.values()
    best = max(profession.bonuses.get(trait, 0) for profession in professions)
    added = best - character.chosen.profession.dice.get(trait, 0)
    if added > 0:
        yield f"A profession with more {book().attributes[trait].name}", "profession", added


def _by_armor(character: Character, row: Defense) -> Iterator[tuple[str, str, int]]:
    """Affordable armor that raises it; or taking off armor that lowers it."""
    _, worn = figures.worn(character)
    if row.armor == "soak":
        for armor in character.tables.armor.values():
            added = armor.soak - (worn.soak if worn else 0)
            if added > 0 and armor.cost is not None and armor.cost <= character.credits:
                yield f"Wear {armor.name}", "gear", added
    elif row.armor == "dodge" and worn and worn.dodge:
        yield f"Take the {worn.name} off", "gear", -worn.dodge


TEXTS = step_texts.read(FOLDER)
APPEARANCE = TEXTS["appearance"].spec(LOOKS, _state)
STEPS: tuple[StepSpec[Character], ...] = (
    TEXTS["concept"].spec(WHO, _name),
    TEXTS["species"].spec((origins.SPECIES,), lambda character: character.chosen.species.name),
    TEXTS["profession"].spec(
        (origins.PROFESSION,), lambda character: character.chosen.profession.name
    ),
    TEXTS["skills"].spec(skills.FIELDS, _names),
    TEXTS["defenses"].spec((shown_only("defenses", _defenses),), _defense_values),
    TEXTS["edge-and-burden"].spec(edge_and_burden.FIELDS, _quirk_names),
    TEXTS["gear"].spec(gear.FIELDS, gear.state, gear.advice),
    APPEARANCE,
    review(),
)
QUICK_TEXTS = step_texts.read(FOLDER, "quick")
QUICK_STEPS: tuple[StepSpec[Character], ...] = (
    QUICK_TEXTS["concept"].spec((*WHO, quickplay.TEXTS), _name),
    QUICK_TEXTS["attributes"].spec(quickplay.FIELDS, quickplay.state),
    APPEARANCE,
    review(),
)


def steps(character: Character) -> tuple[StepSpec[Character], ...]:
    """All steps in order; quick play has fewer."""
    return QUICK_STEPS if character.house.quickplay else STEPS
