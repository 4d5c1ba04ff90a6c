"""Runs the worked examples of the table in `cases/<slug>/table/*.toml`, by hand from the source.

A case has a `name`, a `source`, what is `given` (parts of a document, laid over those that stand at
the top of its file), the `action`, the `values` of its form, what the turn holds (`situation`), and
what to `expect`.

As things stand: `remarks`, `controls` (their ids), the `hint` of what is in hand, `now` (figures
that are otherwise now, by key, "" for none), and the levels of the `track` that are marked; without
an action that is all. Before the roll: `pool`, `code`, `added`, `target`, `chance`, `foreseen`,
`fields` (their ids), and how `barred` begins; what does not name it is not barred. With `faces` it
is done: `total`, `success` ("none" where neither has won), `said`, `marks` (by how much each would
move), `entries`, `follows`, what it does to somebody else (`onto`), and what the turn holds then
(`situation`). `unknown = true` is an action that there is not, `refused` the field at fault.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules import registry
from rules.document import FORMAT, Document
from rules.play import Outcome, Panel
from rules.problems import RuleViolation
from rules.sheet import Track
from rules.system import GameSystem
from tests.dice import Fixed

# What a case may expect of how things stand, before anything is done.
STANDS = ("remarks", "controls", "hint", "now", "track")
FOLDER = Path(__file__).parent / "cases"


def cases() -> list[Any]:
    found = []
    for file in sorted(FOLDER.glob("*/table/*.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        for case in data["case"]:
            own = case.pop("given", {})
            given = laid_over(data.get("given", {}), own)
            slug = file.parent.parent.name
            label = f"{slug}/{file.stem}: {case['name']}"
            found.append(pytest.param(slug, given, case, id=label))
    return found


def laid_over(parts: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Members of a part take the place of those that stand at the top; a ledger does as a whole."""
    found = {**parts, **own}
    both = [part for part in own if part in parts and isinstance(own[part], dict)]
    return found | {part: {**parts[part], **own[part]} for part in both}


@pytest.mark.parametrize(("slug", "given", "case"), cases())
def test_at_the_table_it_comes_to_what_the_source_says(
    slug: str, given: dict[str, Any], case: dict[str, Any]
) -> None:
    plain = {"format": FORMAT, "system": slug, "name": "Somebody", **given}
    system, document = registry.get(slug), registry.read(json.dumps(plain))
    values = {name: tuple(sent.split()) for name, sent in case.get("values", {}).items()}
    expect = dict(case["expect"])
    if stands := {name: expect.pop(name) for name in STANDS if name in expect}:
        told = of_moment(system, document, case.get("situation", {}), stands.get("now", {}))
        assert {name: told[name] for name in stands} == stands
    if "action" not in case:
        assert expect == {}
        return
    asked = (document, case.get("situation", {}), case["action"], values)
    if expect.pop("unknown", False):
        assert problems(lambda: system.panel(*asked)) == ["unknown-action"]
        return
    if "refused" in expect:
        assert problems(lambda: system.panel(*asked), "where") == [expect.pop("refused")]
        assert expect == {}
        return
    before = system.panel(*asked)
    barred = expect.pop("barred", "")
    assert before.barred[: len(barred) or None] == barred
    if barred:
        assert problems(lambda: system.resolve(*asked, Fixed())) == ["barred"]
    told = of_panel(before)
    if "faces" in case:
        dice = Fixed(*case["faces"])
        told |= of_outcome(system.resolve(*asked, dice))
        assert dice.faces == []
    assert {name: told[name] for name in expect} == expect


def problems(ask: Any, member: str = "code") -> list[str]:
    with pytest.raises(RuleViolation) as caught:
        ask()
    return [getattr(problem, member) for problem in caught.value.problems]


def of_moment(
    system: GameSystem, document: Document, situation: dict[str, int], keys: dict[str, str]
) -> dict[str, Any]:
    now = system.moment(document, situation)
    tracks = [one for one in system.sheet(document).sections if isinstance(one, Track)]
    levels = [level for track in tracks for level in track.levels if level.marked]
    hints = {field.id: getattr(field, "hint", "") for field in now.controls}
    return {
        "remarks": list(now.remarks),
        "controls": [field.id for field in now.controls],
        "hint": hints.get("hand", ""),
        "now": {key: now.pools[key].text if key in now.pools else "" for key in keys},
        "track": [f"{level.name} {level.marked}" for level in levels],
    }


def of_panel(panel: Panel) -> dict[str, Any]:
    return {
        "pool": panel.pool.why if panel.pool else "",
        "code": panel.pool.code if panel.pool else "",
        "added": panel.added.why if panel.added else "",
        "target": panel.target.text if panel.target else "",
        "chance": panel.chance,
        "foreseen": list(panel.foreseen),
        "fields": [field.id for field in panel.fields],
    }


def of_outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "total": outcome.total,
        "success": "none" if outcome.success is None else outcome.success,
        "said": list(outcome.said),
        "marks": {shift.mark: shift.by for shift in outcome.shifts},
        "entries": [type(entry).__name__ for entry in outcome.entries],
        "follows": outcome.follows,
        "onto": outcome.onto.action,
        "situation": outcome.situation,
    }
