"""Runs the worked examples in `cases/<slug>/*.toml`, each worked out by hand from the source.

A case has a `name`, a source, a `given` document (without its format; system and name may be left
out) and its `expect`ations. A `given` at the head of a file lies under that of each of its cases.

Of a document's cases, `expect` has dotted keys into what `python -m rules sheet --why` prints, and
beside them `absent` (keys that are not there), `problems` ("code at where"; a legal document has
none) and `standing` (those of them that were not accepted; all where it is not said). What a game
master `accepted` stands beside what is given, in the same words. The cases in `table/` are about
one action each; dice have six `sides` where the head of a file names no others.
"""

import json
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.character import Character
from rules.document import FORMAT, Document
from rules.game import Game
from rules.play import Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Track
from rules.turn import Effect, Turn
from rules.verbs import explanations
from tests.dice import Fixed

FOLDER = Path(__file__).parent / "cases"
WHOLE = ("conditional",)  # nothing else may stand in it


def cases(pattern: str) -> list[Any]:
    """The cases of all files of that pattern: game, given document, the rest of the case."""
    found = []
    for file in sorted(FOLDER.glob(pattern)):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        slug = file.relative_to(FOLDER).parts[0]
        for case in data.get("case", [data]):
            own = case.get("given", {})
            given = laid_over(data.get("given", {}), own)
            case.setdefault("sides", data.get("sides", 6))
            found.append(pytest.param(slug, given, case, id=f"{slug}/{file.stem}: {case['name']}"))
    return found


def laid_over(parts: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Members of a part take the place of those that stand at the top; a ledger does as a whole."""
    found = {**parts, **own}
    both = [part for part in own if part in parts and isinstance(own[part], dict)]
    return found | {part: {**parts[part], **own[part]} for part in both}


@pytest.mark.parametrize(("slug", "given", "case"), cases("*/*.toml"))
def test_a_document_comes_to_what_the_source_says(
    slug: str, given: dict[str, Any], case: dict[str, Any]
) -> None:
    plain = {"format": FORMAT, "system": slug, "name": "Somebody", **given}
    document = registry.read(json.dumps(plain))
    system = registry.rules_of(document)
    for accepted in case.get("accepted", []):
        code, _, where = accepted.partition(" at ")
        document = (
            Character(system, document).accept(code=code, where=where, reason="So be it.").document
        )
    expect = dict(case["expect"])
    wrong = told(Character(system, document).problems)
    assert wrong == sorted(expect.pop("problems", []))
    assert told(Character(system, document).open_problems) == sorted(expect.pop("standing", wrong))
    numbers = json.loads(json.dumps(Character(system, document).numbers))
    numbers["why"] = explanations(Character(system, document).sheet.figures)
    for path in expect.pop("absent", []):
        with pytest.raises(KeyError):
            reach(numbers, path)
    for key, value in expect.items():
        compare(numbers[key], value, key)


def told(problems: Iterable[Problem]) -> list[str]:
    return sorted(f"{problem.code} at {problem.where}" for problem in problems)


def reach(numbers: Any, path: str) -> Any:
    for part in path.split("."):
        numbers = numbers[part]
    return numbers


def compare(actual: Any, expected: Any, path: str) -> None:
    """Of an object the named members are compared, of a list every one; what is empty is empty."""
    if isinstance(expected, list):
        assert len(actual) == len(expected), path
        expected = {str(position): value for position, value in enumerate(expected)}
    if not isinstance(expected, dict):
        assert actual == expected, path
        return
    if not expected or path in WHOLE:
        assert set(actual) == set(expected), path
    for key, value in expected.items():
        part = int(key) if isinstance(actual, list) else key
        present = part < len(actual) if isinstance(part, int) else part in actual
        assert present, f"{path}.{key} is missing"
        compare(actual[part], value, f"{path}.{key}")


# What a case may expect of how things stand, before anything is done.
STANDS = ("remarks", "controls", "hint", "now", "track")


@pytest.mark.parametrize(("slug", "given", "case"), cases("*/table/*.toml"))
def test_at_the_table_it_comes_to_what_the_source_says(
    slug: str, given: dict[str, Any], case: dict[str, Any]
) -> None:
    plain = {"format": FORMAT, "system": slug, "name": "Somebody", **given}
    document = registry.read(json.dumps(plain))
    system = registry.rules_of(document)
    values = {name: tuple(sent.split()) for name, sent in case.get("values", {}).items()}
    expect = dict(case["expect"])
    turn = Turn.read(case.get("situation", {}))
    if stands := {name: expect.pop(name) for name in STANDS if name in expect}:
        told = of_moment(system, document, turn, stands.get("now", {}))
        assert {name: told[name] for name in stands} == stands
    if "action" not in case:
        assert expect == {}
        return
    asked = (turn, case["action"], values)
    if expect.pop("unknown", False):
        assert problems(lambda: Character(system, document).roll_form(*asked)) == ["unknown-action"]
        return
    if "refused" in expect:
        assert problems(lambda: Character(system, document).roll_form(*asked), "where") == [
            expect.pop("refused")
        ]
        assert expect == {}
        return
    before = Character(system, document).roll_form(*asked)
    barred = expect.pop("barred", "")
    assert before.barred[: len(barred) or None] == barred
    if barred:
        assert problems(lambda: Character(system, document).resolve(*asked, Fixed())) == ["barred"]
    told = of_panel(before)
    if "faces" in case:
        dice = Fixed(*case["faces"], sides=case["sides"])
        told |= of_outcome(Character(system, document).resolve(*asked, dice))
        assert dice.faces == []
    if "says" in expect:
        said = expect.pop("says")
        assert any(one.startswith(said) for one in told["said"]), told["said"]
    assert {name: told[name] for name in expect} == expect


def _told(effect: Effect) -> str:
    """Its name, and where it does not count yet "from the next turn"."""
    return f"{effect.name} from the next turn" if effect.waits else effect.name


def problems(ask: Any, member: str = "code") -> list[str]:
    with pytest.raises(RuleViolation) as caught:
        ask()
    return [getattr(problem, member) for problem in caught.value.problems]


def of_moment(system: Game, document: Document, turn: Turn, keys: dict[str, str]) -> dict[str, Any]:
    now = Character(system, document).play_state(turn)
    tracks = [one for one in Character(system, document).sheet.sections if isinstance(one, Track)]
    levels = [level for track in tracks for level in track.levels if level.marked]
    hints = {field.id: getattr(field, "hint", "") for field in now.controls}
    return {
        "remarks": list(now.remarks),
        "controls": [field.id for field in now.controls],
        "hint": hints.get("hand", ""),
        "now": {key: now.pools[key].text if key in now.pools else "" for key in keys},
        "track": [f"{level.name} {level.marked}" for level in levels],
    }


def of_panel(panel: RollForm) -> dict[str, Any]:
    return {
        "pool": panel.pool.why if panel.pool else "",
        "code": panel.pool.code if panel.pool else "",
        "added": panel.added.why if panel.added else "",
        "target": panel.target.text if panel.target else "",
        "number": panel.target.value if panel.target else None,
        "chance": panel.chance,
        "foreseen": list(panel.foreseen),
        "fields": [field.id for field in panel.fields],
        "takes": panel.takes,
    }


def of_outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "total": outcome.total,
        "taken": outcome.taken,
        "success": "none" if outcome.success is None else outcome.success,
        "said": list(outcome.said),
        "marks": {shift.mark: shift.by for shift in outcome.shifts},
        "entries": [type(entry).__name__ for entry in outcome.entries],
        "follows": outcome.follows,
        "onto": outcome.onto.action,
        "situation": outcome.situation,
        "cost": outcome.cost,
        "effects": [_told(one) for one in outcome.effects or ()],
        "row": outcome.row,
        "dice": [die.face for die in outcome.dice],
    }
