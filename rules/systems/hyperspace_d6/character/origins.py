"""Species and profession: of the book, homebrew, or custom."""

from collections.abc import Mapping

import msgspec

from rules.problems import UNKNOWN, ProblemList
from rules.systems.hyperspace_d6.document.build import OwnProfession, OwnSpecies
from rules.systems.hyperspace_d6.rulebook.book import Book
from rules.systems.hyperspace_d6.rulebook.rows import ATTRIBUTES, FORCE, Focus, spoken

# The most dice of a custom species or profession that a form accepts.
MOST_DICE = 9
TOO_MANY = f"Assign 0D to {MOST_DICE}D to each attribute."


class Origin(msgspec.Struct, frozen=True, gc=False):
    """A species or a profession: its name and its dice."""

    name: str
    dice: Mapping[str, int]
    source: str
    focus: str = ""
    focus_name: str = ""
    ruling: str = ""


NOTHING = Origin("", {}, "")


def species_of(chosen: str | OwnSpecies | None, tables: Book, faults: ProblemList) -> Origin:
    """The chosen species; NOTHING if it is open or unknown."""
    if isinstance(chosen, OwnSpecies):
        return _own_species(chosen, tables, faults)
    row = tables.species.get(chosen or "")
    if row is None:
        return _unlisted(chosen, "species", "Choose a species or a droid type.", faults)
    focus = row.focus or Focus("", "")
    return Origin(row.name, row.attributes, row.source, focus.skill, focus.name, row.ruling)


def profession_of(chosen: str | OwnProfession | None, tables: Book, faults: ProblemList) -> Origin:
    """The chosen profession; NOTHING if it is open or unknown."""
    if isinstance(chosen, OwnProfession):
        return _own_profession(chosen, tables, faults)
    row = tables.professions.get(chosen or "")
    if row is None:
        return _unlisted(chosen, "profession", "Choose a profession.", faults)
    return Origin(row.name, row.bonuses, row.source, ruling=row.ruling)


def _unlisted(chosen: str | None, kind: str, choose: str, faults: ProblemList) -> Origin:
    """The problem of none, and of an unknown one; only a name where a game master accepted that."""
    if not chosen:
        faults.open("missing", f"build.{kind}", choose)
        return NOTHING
    message = f"No {kind} is called {chosen!r}."
    is_let_be = faults.deviation(f"unknown-{kind}", f"build.{kind}", message)
    return Origin(spoken(chosen), {}, "Your GM") if is_let_be else NOTHING


def _own_species(own: OwnSpecies, tables: Book, faults: ProblemList) -> Origin:
    """A custom species: 1D in each attribute, 4D more to assign, none above 3D, and a focus."""
    rules, where = tables.creation, "build.species"
    if not own.name:
        faults.open("missing", f"{where}.name", "Give your species a name.")
    dice = {id: own.attributes.get(id, rules.own_species_start) for id in ATTRIBUTES}
    goal = rules.own_species_start * len(ATTRIBUTES) + rules.own_species_points
    low, high, summed = rules.own_species_start, rules.own_species_most, sum(dice.values())
    message = ""
    if strange := [id for id in own.attributes if id not in ATTRIBUTES]:
        message = f"A species has {', '.join(ATTRIBUTES)}; {strange[0]!r} isn't one of them."
    elif any(not low <= value <= high for value in dice.values()):
        message = f"Each attribute of a species has {low}D to {high}D."
    elif summed > goal:
        more = summed - goal
        message = f"A species has {goal}D in all. This one has {summed}D: {more}D too many."
    if message:
        place = f"{where}.attributes"
        dice = dice if _deviates(own.attributes, "own-attributes", place, message, faults) else {}
    elif summed < goal:
        message = f"{goal - summed}D of {goal}D are left."
        faults.open("own-attributes", f"{where}.attributes", message)
    focus = tables.skill_id(own.focus)
    if not focus:
        faults.open("own-focus", f"{where}.focus", "Choose the skill your species excels in.")
    elif focus not in tables.skills:
        message = f"No skill is called {focus!r}."
        faults.wrong("unknown-skill", f"{where}.focus", message, never=UNKNOWN)
        focus = ""
    if own.force_sensitive:
        dice = {**dice, FORCE: rules.own_species_force}
    source, ruling = rules.sources["own_species"], rules.rulings["own_species_focus"]
    return Origin(own.name or "Custom species", dice, source, focus, "Focus", ruling)


def _deviates(
    dice: Mapping[str, int], code: str, where: str, message: str, faults: ProblemList
) -> bool:
    """True if a game master accepted custom dice that break a rule; unreadable ones are never."""
    if any(id not in (*ATTRIBUTES, FORCE) for id in dice):
        faults.wrong(code, where, message, never=UNKNOWN)
    elif any(not 0 <= value <= MOST_DICE for value in dice.values()):
        faults.wrong(code, where, message, never=TOO_MANY)
    else:
        return faults.deviation(code, where, message)
    return False


def _own_profession(own: OwnProfession, tables: Book, faults: ProblemList) -> Origin:
    """5D over six attributes, or 6D over seven with 1D or 2D in the Force; none above 2D."""
    rules, where = tables.creation, "build.profession"
    if not own.name:
        faults.open("missing", f"{where}.name", "Give your profession a name.")
    known = (*ATTRIBUTES, FORCE) if own.force_user else ATTRIBUTES
    goal = rules.own_force_profession_points if own.force_user else rules.own_profession_points
    most, dice, summed = rules.own_profession_most, own.bonuses, sum(own.bonuses.values())
    least = rules.own_force_profession_least
    message = ""
    if strange := [id for id in dice if id not in known and (dice[id] or id != FORCE)]:
        message = f"Assign these dice to {', '.join(known)}; {strange[0]!r} isn't one of them."
    elif any(not 0 <= value <= most for value in dice.values()):
        message = f"A profession adds 0D to {most}D to an attribute."
    elif summed > goal:
        more = summed - goal
        message = f"A profession adds {goal}D in all. This one adds {summed}D: {more}D too many."
    elif own.force_user and summed == goal and dice.get(FORCE, 0) < least:
        message = f"A Force profession puts at least {least}D into the Force."
    if message:
        is_let_be = _deviates(dice, "own-bonuses", f"{where}.bonuses", message, faults)
        dice = dice if is_let_be else {}
    elif summed < goal:
        faults.open("own-bonuses", f"{where}.bonuses", f"{goal - summed}D of {goal}D are left.")
    return Origin(own.name or "Custom profession", dice, rules.sources["own_profession"])
