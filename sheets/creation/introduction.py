"""Meeting a character whose choices are made: who it is, what it is best at, what it carries, and
names that fit. It becomes a finished character here, or goes on to the steps.
"""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random

import msgspec

from rules.character import Character as OpenCharacter
from rules.figures import DOTS
from rules.forms.fields import Field
from rules.sheet.sections import Attacks, Line, Prose, Sheet, Things, Traits
from sheets import form_data, problems, storage
from sheets.access import Request
from sheets.creation import page
from sheets.models import Character

NAME = "name"
STRENGTHS, STORY = 3, 220
# Pages of suggested names; after the last one the first comes again.
NAME_PAGES = 5
# A row of the attacks with this at its head is no weapon that is carried.
WEAPON = "weapons."


def context(
    request: Request,
    character: Character,
    *,
    opened: OpenCharacter | None = None,
    errors: Mapping[str, str] | None = None,
    typed: Mapping[str, tuple[str, ...]] | None = None,
    conflict: bool = False,
    message: str = "",
) -> dict[str, object]:
    """The page of a draft. A character without a name is shown with the first that fits; it is
    saved with whatever is pressed. `errors`, `typed`, `conflict` and `message` are what was
    refused, and why.
    """
    opened = opened or storage.open_being_built(character)
    shown = form_data.number(request.GET.get("names", "")) or 0
    names = _names(character, opened, shown)
    steps, sheet = list(page.path(opened.steps(page.first(opened)))), opened.sheet
    field = next(field for field in steps[0].fields if field.id == NAME)
    open_problems, _ = problems.problems_of(opened)
    left = [problem for problem in open_problems if problem.where != NAME]
    if not left:
        # The name stands above the list, saved or suggested.
        steps[0] = msgspec.structs.replace(steps[0], open="")
    return {
        "character": character,
        "sheet": sheet,
        "steps": steps,
        "step": steps[0],
        "field": field,
        "names": names,
        "other_names": (shown + 1) % NAME_PAGES,
        "typed": typed or _suggested(field, names),
        "strengths": strengths(sheet),
        "kit": tuple(kit(sheet)),
        "story": story(sheet),
        "left": left,
        "errors": errors or {},
        "conflict": conflict,
        "said": message,
        "key": form_data.new_key,
    }


def _names(character: Character, opened: OpenCharacter, shown: int) -> tuple[str, ...]:
    """So many names of those that fit: the same ones whenever the page is opened."""
    rng = Random(f"{character.public_id}/{shown % NAME_PAGES}")  # noqa: S311 (names, no secrets)
    return opened.system.names(opened.document, rng)


def _suggested(field: Field, names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The first name for a field that is empty."""
    return {} if any(getattr(field, "values", ())) or not names else {field.id: names[:1]}


def strengths(sheet: Sheet) -> tuple[Line, ...]:
    """The three best traits that are rolled, best first; of two alike the one that was chosen."""
    traits = (section for section in sheet.sections if isinstance(section, Traits))
    columns = chain.from_iterable((*one.columns, one.row) for one in traits)
    lines = [line for one in columns if one for line in one.lines if line.figure.unit != DOTS]
    lines.sort(key=lambda line: (-line.figure.weight, not line.trained))
    return tuple(lines[:STRENGTHS])


def kit(sheet: Sheet) -> Iterator[str]:
    """The gear that is carried, weapons first: "Heavy blaster pistol", "Medpac ×4"."""
    for section in sheet.sections:
        if isinstance(section, Attacks):
            yield from (
                _counted(row.name, row.quantity)
                for row in section.rows
                if row.key.startswith(WEAPON)
            )
    for section in sheet.sections:
        if isinstance(section, Things):
            yield from (_counted(thing.name, thing.quantity) for thing in section.things)


def _counted(name: str, quantity: int) -> str:
    return name if quantity == 1 else f"{name} ×{quantity}"


def story(sheet: Sheet) -> str:
    """The line to be met with: the longest of the player's own words at the end of the sheet, of
    them as many sentences as make a line or two.
    """
    prose = [section for section in sheet.sections if isinstance(section, Prose)]
    texts = (passage.own_words for section in prose[-1:] for passage in section.passages)
    words = max(texts, key=len, default="")
    told = ""
    for sentence in words.replace("\n", " ").split(". "):
        if told and len(told) + len(sentence) > STORY:
            break
        told = f"{told}. {sentence}" if told else sentence
    return told if told.endswith((".", "!", "?", "…", "”")) or not told else f"{told}."
