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
from tests.rules.contract.systems import EVERY

BUILD: dict[str, Any] = {
    "species": "human",
    "profession": "scoundrel",
    "skills": ["blasters", "deceive", "pilot", "swim"],
    "edge": {"id": "luck"},
    "burden": {"id": "debt"},
}
SWIM = {"code": "too-many-picks", "where": "build.skills[3]"}
# Documents with as many different faults as fit into one, by game.
WRONG: dict[str, dict[str, Any]] = {
    "hyperspace-d6": {
        "build": {
            "species": "ewok",
            "profession": {"name": "Hero", "bonuses": {"DEX": 3, "LUCK": 1}},
            "skills": ["agility", "agility", "alter", "juggling", "swim", "steal", "search"],
            "edge": {"id": "fortune", "skill": "swim"},
            "burden": {"id": "impoverished", "attribute": "DEX"},
            "gear": [
                {"id": "bowcaster"},
                {"id": "umbrella"},
                {"id": "medpac", "quantity": 0},
                {"id": "comlink", "as": "Thing"},
                {"id": "datapad", "as": "Thing"},
                {"id": "blaster-pistol", "design": "great-saber"},
                {"id": "heavy-repeating-blaster"},
            ],
            "worn": "comlink",
            "starting_credits": -5,
        },
        "ledger": [
            {"kind": "raise-skill", "skill": "agility", "paid": 1},
            {"kind": "raise-skill", "skill": "juggling"},
            {"kind": "raise-attribute", "attribute": "DEX"},
            {"kind": "sell", "item": "medpac", "credits": 5},
            {"kind": "buy", "item": "lightsaber"},
            {"kind": "undo", "entry": 40},
        ],
        "marks": {"wounds": -1, "haunted": 4},
        "house": {"era": "x" * 300, "species": [{"id": "wookiee", "name": "Mine"}]},
    },
    "rules-sheet-d6": {
        "build": {
            "preset": True,
            "attributes": {"DEX": "9D", "KNO": "abc", "LUCK": "2D", "STR": "3D"},
            "skills": [
                {"name": "Dodge", "attribute": "DEX", "code": "12D"},
                {"name": "dodge", "attribute": "DEX", "code": "4D"},
                {"name": "Sing", "attribute": "VOICE", "code": "4D"},
            ],
            "weapons": [{"name": "Club", "skill": "Clubs", "damage": "many"}],
            "gear": [{"name": "Club"}, {"name": "Rope", "quantity": 0}],
            "worn": "Plate",
            "force_points": -1,
        },
        "ledger": [
            {"kind": "raise", "trait": "Dodge"},
            {"kind": "raise", "trait": "Juggling"},
            {"kind": "use", "item": "Rope"},
            {"kind": "undo", "entry": 40},
        ],
        "marks": {"wounds": 40, "unconscious": 3},
    },
    "empire-ascendant": {
        "build": {
            "preset": "weg",
            "attributes": {"DEX": "9D", "KNO": "abc", "LUCK": "2D", "STR": "3D"},
            "skills": [
                {"name": "Dodge", "code": "12D"},
                {"name": "dodge", "attribute": "DEX", "code": "4D"},
                {"name": "Sing", "attribute": "VOICE", "code": "4D"},
            ],
            "force_skills": {"control": "1D", "luck": "1D"},
            "powers": [
                {"name": "Push", "skills": "alter"},
                {"name": "Calm", "skills": "control"},
                {"name": "calm", "skills": "control"},
                {"name": "Wish", "skills": "luck"},
            ],
            "weapons": [{"name": "Club", "form": "thrown", "skill": "Clubs", "damage": "many"}],
            "gear": [{"name": "Club"}, {"name": "Rope", "quantity": 0}],
            "worn": "Plate",
            "force_points": -1,
            "move": 0,
            "scale": "moon",
        },
        "ledger": [
            {"kind": "raise", "trait": "Dodge"},
            {"kind": "raise", "trait": "Juggling"},
            {"kind": "learn", "name": "Fly", "skills": "sense", "cp": 0},
            {"kind": "use", "item": "Rope"},
            {"kind": "undo", "entry": 40},
        ],
        "marks": {"wound": 40, "unconscious": 3},
    },
    "storytelling-d10": {
        "build": {
            "attribute_order": ["physical", "physical", "social"],
            "attributes": {"strength": 6, "luck": 2, "appearance": 3},
            "ability_order": ["skills", "talents", "knowledges"],
            "abilities": {"pilot": 5, "juggling": 1, "firearms": 1},
            "lores": [{"name": "Hutts"}, {"name": "Wine"}, {"name": "Moons"}, {"name": "Ice"}],
            "weapon_skills": {"firearms": ["gunnery", "catapults"], "cooking": []},
            "merits": [
                {"id": "droid"},
                {"id": "visions"},
                {"id": "zabrak"},
                {"id": "zabrak"},
                {"id": "ace"},
                {"id": "acute-senses", "points": 5, "detail": "sight"},
            ],
            "flaws": [
                {"id": "disfigured"},
                {"id": "weak-sense", "detail": "sight"},
                {"id": "shy"},
                {"id": "shy"},
                {"id": "blind"},
            ],
            "power": 4,
            "willpower": 9,
            "light_side": 7,
            "force_knowledges": {"mind": 1},
            "force_abilities": ["fear", "teleport"],
            "weapons": [{"name": "Club", "ability": "charm", "damage": 99}],
            "gear": [{"name": "Club"}, {"name": "Rope", "quantity": 0}],
            "worn": "Plate",
        },
        "ledger": [
            {"kind": "award", "xp": 20},
            {"kind": "raise", "trait": "stealth", "to": 4},
            {"kind": "raise", "trait": "juggling"},
            {"kind": "learn", "ability": "corruption"},
            {"kind": "use", "item": "Rope"},
            {"kind": "undo", "entry": 40},
        ],
        "marks": {"lethal": -1, "dead": 3},
    },
}


def made(slug: str, **parts: Any) -> Document:
    plain = {"format": documents.FORMAT, "system": slug, "name": "Somebody"}
    return registry.read(json.dumps({**plain, **parts}))


@EVERY
def test_each_problem_can_be_accepted_and_then_stands_no_more_or_says_why_it_cannot(
    system: Game,
) -> None:
    document = made(system.slug, **WRONG[system.slug])
    found = Character(system, document).problems
    assert len({one.code for one in found}) >= 10
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


@EVERY
def test_whatever_can_be_accepted_can_be_so_all_at_once(system: Game) -> None:
    document = made(system.slug, **WRONG[system.slug])
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


@EVERY
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
