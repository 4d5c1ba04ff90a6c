"""A problem that a game master accepts counts; one that cannot count, nobody can accept. In every
game.
"""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from rules import document as documents
from rules import registry
from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.problems import RuleViolation
from tests.rules.contract.systems import EVERY, having, samples

BUILD: dict[str, Any] = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "pilot", "swim"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
}
SWIM = {"code": "too-many-picks", "where": "build.skills[3]"}
# Their samples have a document with as many different faults as fit into one.
FAULTY = having(lambda system: samples(system).wrong)


def made(slug: str, **parts: Any) -> Document:
    plain = {"format": documents.FORMAT, "system": slug, "name": "Somebody"}
    return registry.read(json.dumps({**plain, **parts}))


@FAULTY
def test_each_problem_can_be_accepted_and_then_stands_no_more_or_says_why_it_cannot(
    system: Game,
) -> None:
    document = made(system.slug, **samples(system).wrong)
    found = Character(system, document).problems
    assert len({one.code for one in found}) >= (10 if system.slug in registry.built_in() else 1)
    for problem in found:
        if problem.never:
            with pytest.raises(RuleViolation) as caught:
                Character(system, document).accept(
                    code=problem.code, where=problem.where, reason="Fine."
                )
            assert [one.message for one in caught.value.problems] == [problem.never]
            continue
        after = (
            Character(system, document)
            .accept(code=problem.code, where=problem.where, reason="Fine.")
            .document
        )
        places = {(one.code, one.where) for one in Character(system, after).open_problems}
        assert (problem.code, problem.where) not in places
        assert (problem.code, problem.where) in {
            (one.problem.code, one.problem.where) for one in Character(system, after).acceptances
        }


@FAULTY
def test_whatever_can_be_accepted_can_be_so_all_at_once(system: Game) -> None:
    document = made(system.slug, **samples(system).wrong)
    for _ in range(100):
        left = [one for one in Character(system, document).open_problems if not one.never]
        if not left:
            break
        document = (
            Character(system, document)
            .accept(code=left[0].code, where=left[0].where, reason="So be it.")
            .document
        )
    assert left == []
    for step in Character(system, document).steps():
        assert all(problem.never for problem in step.problems)
    assert Character(system, document).sheet.figures
    assert Character(system, document).play_state({}).pools


@FAULTY
@pytest.mark.parametrize("seed", range(6))
def test_where_all_that_is_wrong_is_accepted_no_step_is_open(system: Game, seed: int) -> None:
    rng = Random(seed)
    plain = json.loads(documents.dump(system.random(rng)))
    lists = [name for name, value in plain["build"].items() if isinstance(value, list) and value]
    repeated = rng.choice(sorted(lists))
    plain["build"][repeated].append(plain["build"][repeated][0])
    document = registry.read(json.dumps(plain))
    assert any(step.open for step in Character(system, document).steps()) == bool(
        Character(system, document).open_problems
    )
    while left := [one for one in Character(system, document).open_problems if not one.never]:
        where = {"code": left[0].code, "where": left[0].where}
        document = Character(system, document).accept(**where, reason="So be it.").document
    open_steps = [step.id for step in Character(system, document).steps() if step.open]
    assert bool(open_steps) == bool(Character(system, document).open_problems)


@EVERY
def test_who_is_legal_has_nothing_to_accept(system: Game) -> None:
    document = system.random(Random(3))
    assert Character(system, document).open_problems == Character(system, document).problems == ()
    assert Character(system, document).acceptances == ()


def test_an_acceptance_in_a_document_from_elsewhere_is_a_claim_and_counts_for_nothing() -> None:
    system = registry.get("hyperspace-d6")
    document = made("hyperspace-d6", build=BUILD)
    accepted = Character(system, document).accept(**SWIM, reason="By the sea.").document
    again = registry.read(documents.dump(accepted))
    assert again.house.accepted == accepted.house.accepted
    for one, dice, standing in ((accepted, 1, 0), (again, 0, 1)):
        assert Character(system, one).numbers["skills"]["swim"]["dice"] == dice
        assert len(Character(system, one).open_problems) == standing
        assert len(Character(system, one).problems) == 1


def test_what_was_accepted_of_a_build_holds_for_the_one_that_takes_its_place() -> None:
    system = registry.get("hyperspace-d6")
    accepted = (
        Character(system, made("hyperspace-d6", build=BUILD))
        .accept(**SWIM, reason="By the sea.")
        .document
    )
    anew = made("hyperspace-d6", build={**BUILD, "skills": ["blasters", "steal", "pilot", "swim"]})
    after = Character(system, accepted).rebuilt(anew).document
    (problem,) = Character(system, after).problems
    assert problem.where == "ledger[0].build.skills[3]"
    assert Character(system, after).open_problems == ()
    assert Character(system, after).numbers["skills"]["swim"]["dice"] == 1
    taken = Character(system, after).reject(code=problem.code, where=problem.where).document
    assert Character(system, taken).open_problems == (problem,)
    assert Character(system, taken).numbers["skills"]["swim"]["dice"] == 0


def test_a_rebuild_that_needs_more_than_was_accepted_is_refused() -> None:
    system = registry.get("hyperspace-d6")
    accepted = (
        Character(system, made("hyperspace-d6", build=BUILD))
        .accept(**SWIM, reason="By the sea.")
        .document
    )
    anew = made("hyperspace-d6", build={**BUILD, "skills": [*BUILD["skills"], "search"]})
    with pytest.raises(RuleViolation, match="Uncheck Search"):
        Character(system, accepted).rebuilt(anew)


def test_what_no_table_has_goes_by_its_name() -> None:
    system = registry.get("hyperspace-d6")
    build = {**BUILD, "skills": BUILD["skills"][:3], "gear": [{"id": "fire-umbrella"}]}
    build |= {"species": "marsh-folk", "edge": {"id": "a-kind-uncle"}}
    document = made("hyperspace-d6", build=build)
    for problem in Character(system, document).problems:
        document = (
            Character(system, document)
            .accept(code=problem.code, where=problem.where, reason="Fine.")
            .document
        )
    sheet = Character(system, document).sheet
    assert sheet.kind == "Marsh folk Scoundrel"
    told = msgspec.json.encode(sheet).decode()
    assert '"name":"A kind uncle"' in told
    assert '"name":"Fire umbrella"' in told
