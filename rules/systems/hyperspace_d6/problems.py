"""Every open or wrong choice of a HyperspaceD6 character, in the order of the document."""

from msgspec.structs import replace

from rules.kit.bound_fields import open_name
from rules.phrases import counted
from rules.problems import Problem
from rules.systems.hyperspace_d6.character import marks
from rules.systems.hyperspace_d6.character.character import Character
from rules.systems.hyperspace_d6.ledger import kinds


def character_problems(character: Character) -> tuple[Problem, ...]:
    """Everything that is open or wrong, in the order of the document."""
    nameless = () if character.opponent else open_name(character.document)
    problems = [*nameless, *character.chosen.faults]
    if character.house.quickplay and not character.opponent:
        return (*problems, *_either_way(character), *marks.mark_faults(character))
    short = max(character.chosen.spent - character.starting_credits, -character.credits)
    if short > 0:
        message = f"You are {counted(short, 'credit')} over budget. Remove some gear."
        problems.append(Problem("overspent", f"{character.prefix}build.gear", message))
    problems += character.faults
    problems += marks.mark_faults(character)
    return tuple(problems)


def _either_way(character: Character) -> list[Problem]:
    """The ledger's problems with and without quick play: older entries stay as they are."""
    document = character.document
    if not character.faults:
        return []
    house = replace(character.house, quickplay=False)
    moved = kinds.replay(replace(document, house=house))
    places = {(fault.code, fault.where) for fault in moved.faults}
    return [fault for fault in character.faults if (fault.code, fault.where) in places]
