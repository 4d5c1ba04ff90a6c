"""The context of a wizard step's page, and its fragments."""

from collections.abc import Mapping

from django.http import Http404

from rules.character import Character as OpenCharacter
from rules.creation import Step
from rules.document import Document
from rules.problems import RuleViolation
from rules.sheet import diff
from sheets import form_data, problems, storage
from sheets.access import Request
from sheets.creation import rebuild, surprises, tips
from sheets.creation.operations import EVERY_STEP
from sheets.creation.search import OptionSearch
from sheets.models import Character
from sheets.reviews import status


def step_context(
    request: Request,
    character: Character,
    step: str,
    *,
    errors: Mapping[str, str] | None = None,
    typed: Mapping[str, tuple[str, ...]] | None = None,
    conflict: bool = False,
    message: str = "",
    opened: OpenCharacter | None = None,
) -> dict[str, object]:
    """The steps, this one with its fields, and the sheet as it is stored; 404 without that step.
    `opened` is what the steps edit, where it is open already.

    What was refused comes along: `errors` and `typed` by field, so that nothing typed is lost, and
    `message` where it concerns the whole.
    """
    opened = opened or storage.open_being_built(character)
    finder = OptionSearch.read(request.GET)
    steps = path(opened.steps(step, in_short=not finder.numbers), step)
    index = _position(steps, step)
    still_open = [each for each in steps if each.open]
    found = finder.applied(steps[index])
    return {
        "character": character,
        "system": opened.system,
        "steps": steps,
        "step": found.step,
        "position": index + 1,
        "previous": steps[index - 1] if index else None,
        "next": steps[index + 1] if index + 1 < len(steps) else None,
        "open_count": len(still_open),
        "open_steps": still_open,
        "finder": finder,
        "search": finder.form(steps[index]),
        "left_out": found.left_out,
        "found_count": found.count,
        "compared": finder.compared(steps[index]),
        "errors": errors or {},
        "typed": typed or {},
        "conflict": conflict,
        "said": message,
        "returned": status.returned_review(character),
        "key": form_data.new_key,
        "tip": steps[index].tip if _is_told(request, character) else "",
        **_left_to_chance(request, character, opened.document, steps[index]),
        **_shown(character, opened, steps[index]),
    }


def _is_told(request: Request, character: Character) -> bool:
    """True if tips are on and the whole page is loaded, for a first character."""
    return not request.htmx and character.is_draft and tips.are_shown(request, character)


def _left_to_chance(
    request: Request, character: Character, document: Document, step: Step
) -> dict[str, object]:
    """The dialog that asks before random choices replace what is there, if it was asked for; and
    the last random choices, while they can be undone.
    """
    context: dict[str, object] = {"replaces": "", "surprised": None}
    if request.method == "POST" or request.htmx:
        return context
    asks = request.GET.get("replace", "")
    if asks == EVERY_STEP or (asks == step.id and step.can_surprise):
        context |= {"replaces": asks, "instead_of": surprises.digest(character, document)}
    if key := request.GET.get("surprised", ""):
        context["surprised"] = surprises.current(character, key)
    return context


def first_open(character: Character) -> str:
    """The id of the first step where something is open, or of the last one."""
    steps = _steps(character)
    return next((step.id for step in steps if step.open), steps[-1].id)


def last(character: Character) -> str:
    """The id of the last step."""
    return _steps(character)[-1].id


def first(opened: OpenCharacter) -> str:
    """The id of the first step."""
    return opened.steps()[0].id


def neighbour(opened: OpenCharacter, id: str, go: str) -> str:
    """The id of the step to go to: "next", "previous", "onward" (the last where nothing is open,
    otherwise the next), or one by its id; else where one is.
    """
    steps = path(opened.steps(), id)
    at, end = _position(steps, id), len(steps) - 1
    following = min(at + 1, end)
    turns = {
        "next": following,
        "previous": max(at - 1, 0),
        "onward": following if any(step.open for step in steps) else end,
    }
    known = {step.id for step in opened.steps()}
    return steps[turns[go]].id if go in turns else go if go in known else id


def _steps(character: Character) -> tuple[Step, ...]:
    return storage.open_being_built(character).steps()


def path(steps: tuple[Step, ...], at: str = "") -> tuple[Step, ...]:
    """The steps that ask something, and the one that is shown."""
    return tuple(step for step in steps if step.asks or step.id == at)


def _position(steps: tuple[Step, ...], id: str) -> int:
    for index, step in enumerate(steps):
        if step.id == id:
            return index
    raise Http404


def _shown(character: Character, opened: OpenCharacter, step: Step) -> dict[str, object]:
    """The sheet beside the form; where a step asks nothing, all that came of the others."""
    if step.fields:
        return {"sheet": opened.summary}
    open_problems, accepted = problems.problems_of(opened)
    context = {"sheet": opened.sheet, "problems": open_problems, "accepted": accepted}
    return context | _rebuilt(character) if character.is_rebuilding else context


def _rebuilt(character: Character) -> dict[str, object]:
    """The changes that the rebuild makes to the sheet, with all later entries applied; or the
    problems that forbid it.
    """
    try:
        before, after = rebuild.rebuilt(character)
    except RuleViolation as violation:
        return {"problems": violation.problems}
    groups = diff.grouped(before.sheet, after.sheet)
    return {"problems": (), "groups": groups}
