"""`python -m rules act`: the table by script, in every game."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules import commands, registry
from rules.character import Character
from rules.game import Game
from rules.play import NO_ACTIONS
from rules.problems import InvalidDocument, RuleViolation
from tests.dots_game import game as dots_game
from tests.rules.commands.calls import SCOUNDREL, SOLDIER, Run, with_marks
from tests.rules.contract.systems import characters, having


def test_without_dice_only_the_form_is_printed(run: Run) -> None:
    ended = run("act", SCOUNDREL, "skills.blasters", "target=15")
    assert (ended.status, ended.err) == (0, "")
    # 6054 of the 7776 ways that five dice fall show 15 and more.
    assert ended.shown == {
        "form": {
            "code": "5D",
            "target": 15,
            "needed": None,
            "blocked": "",
            "chance": 6054 / 7776,
            "chances": {"hit": 6054 / 7776},
            "fields": ["ladder", "target", "opposed", "bonus", "helpers", "points"],
        }
    }


def test_a_roll_prints_what_came_of_it_and_what_is_afterwards(run: Run) -> None:
    given = ("skills.blasters", "target=15", "--turn", '{"actions": 1}', "--dice", "4,6,2,3,5")
    ended = run("act", SCOUNDREL, *given)
    assert (ended.status, ended.err) == (0, "")
    assert list(ended.shown) == ["form", "outcome", "turn", "document"]
    assert ended.shown["outcome"] == {
        "dice": [4, 6, 2, 3, 5],
        "total": 20,
        "target": 15,
        "success": True,
        "row": "",
        "botch": False,
        "messages": ["20 against Moderate 15: success"],
    }
    assert ended.shown["turn"] == {"actions": 1}
    assert registry.read(json.dumps(ended.shown["document"])) == registry.read(
        json.dumps(SCOUNDREL)
    )


def test_what_the_turn_holds_changes_the_pool(run: Run) -> None:
    """HyperspaceD6, Actions: each action past the first takes a die of every check."""
    ended = run("act", SCOUNDREL, "skills.blasters", "target=5", "--turn", '{"actions": 3}')
    # Three dice show less than 5 in 4 of 216 ways.
    assert (ended.shown["form"]["code"], ended.shown["form"]["chance"]) == ("3D", 212 / 216)


def test_a_destiny_die_asks_last(run: Run) -> None:
    shown = run("act", SCOUNDREL, "skills.blasters", "--dice", "1,6,6,6,6").shown
    assert shown["outcome"]["success"] is None
    assert shown["outcome"]["messages"] == ["What goes wrong?"]


def test_damage_has_no_chance(run: Run) -> None:
    shown = run("act", SCOUNDREL, "weapons.blaster-pistol.damage", "--dice", "1,2,3").shown
    assert shown["form"]["code"] == "3D"
    assert (shown["form"]["chance"], shown["form"]["chances"]) == (None, {})
    assert (shown["outcome"]["total"], shown["outcome"]["success"]) == (6, None)


def test_harm_moves_marks_and_says_its_row(run: Run) -> None:
    """Soak 2 leaves 8 of 10: three times STR 2D and more, so unconscious."""
    shown = run("act", SCOUNDREL, "harm", "damage=10", "--dice", "").shown
    assert (shown["form"]["code"], shown["form"]["target"]) == (None, None)
    assert shown["outcome"]["dice"] == []
    assert (shown["outcome"]["total"], shown["outcome"]["row"]) == (8, "unconscious")
    assert shown["document"]["marks"] == {"unconscious": 1}


def test_a_day_of_rest_can_be_called_rest(run: Run) -> None:
    shown = run("act", with_marks(SCOUNDREL, wounds=2), "rest", "--seed", "1").shown
    assert shown["outcome"]["messages"] == ["One wound is healed."]
    assert shown["document"]["marks"] == {"wounds": 1}
    assert run("act", with_marks(SCOUNDREL, wounds=2), "day", "--seed", "1").shown == shown


def test_a_point_that_goes_into_a_roll_is_an_entry(run: Run) -> None:
    """DEX 4D and Blasters 1D, and two dice for Luck's Character Point."""
    given = ("skills.blasters", "points=character-point", "--turn", '{"rounds": 1}')
    shown = run("act", SCOUNDREL, *given, "--seed", "1").shown
    assert shown["document"]["ledger"] == [
        {"kind": "spend", "note": "Blasters", "paid": 1, "cp": 1}
    ]
    assert shown["turn"] == {
        "rounds": 1,
        "character_point": 1,
        "taken": [{"action": "skills.blasters"}],
    }


def test_a_force_point_that_goes_into_a_roll_is_a_mark(run: Run) -> None:
    shown = run("act", SCOUNDREL, "skills.pilot", "points=force-point", "--seed", "1").shown
    assert shown["form"]["code"] == "8D"
    assert len(shown["outcome"]["dice"]) == 8
    assert shown["document"]["marks"] == {"force_points": 0}


def test_a_field_with_several_values_is_named_several_times(run: Run) -> None:
    given = ("points=character-point", "points=force-point")
    shown = run("act", SCOUNDREL, "skills.pilot", *given, "--seed", "1").shown
    assert shown["document"]["marks"] == {"force_points": 0}
    assert [entry["kind"] for entry in shown["document"]["ledger"]] == ["spend"]


def test_fields_may_stand_behind_the_options(run: Run) -> None:
    first = run("act", SCOUNDREL, "skills.blasters", "target=15", "bonus=1", "--seed", "1")
    last = run("act", SCOUNDREL, "skills.blasters", "target=15", "--seed", "1", "bonus=1")
    assert first.status == 0
    assert (last.status, last.out) == (first.status, first.out)


def test_several_targets_have_a_chance_each(run: Run) -> None:
    """Auto-Fire takes one of five dice; four show 15 and more in 575 of 1296 ways."""
    build = {
        **SCOUNDREL["build"],
        "gear": [{"id": "heavy-blaster-rifle"}],
        "starting_credits": 5000,
    }
    given = ("weapons.heavy-blaster-rifle.attack", "ways=auto-fire", "defense=15", "defense-2=5")
    form = run("act", {**SCOUNDREL, "build": build}, *given).shown["form"]
    assert (form["code"], form["target"], form["chance"]) == ("4D", 5, 1295 / 1296)
    assert form["chances"] == {"target-1": 575 / 1296, "target-2": 1295 / 1296}


def test_what_is_blocked_says_why_and_has_no_outcome(run: Run) -> None:
    ended = run("act", SCOUNDREL, "medpac", "--dice", "1,2,3")
    assert (ended.status, ended.err) == (1, "")
    assert ended.shown["form"]["blocked"] == "You carry no medpac. Add one in Gear."
    assert list(ended.shown) == ["form", "turn", "document"]
    assert "marks" not in ended.shown["document"]
    form = run("act", SCOUNDREL, "medpac")
    assert (form.status, list(form.shown)) == (1, ["form"])


def test_the_dead_are_blocked_whatever_is_asked(run: Run) -> None:
    ended = run("act", with_marks(SCOUNDREL, dead=1), "harm", "damage=10", "--seed", "1")
    assert ended.status == 1
    assert ended.shown["form"]["blocked"] == "Dead: no more rolls."


def test_the_same_seed_rolls_the_same_dice(run: Run) -> None:
    def dice(seed: str) -> list[int]:
        shown = run("act", SCOUNDREL, "skills.blasters", "--seed", seed).shown
        return list(shown["outcome"]["dice"])

    assert dice("7") == dice("7")
    assert len({tuple(dice(str(seed))) for seed in range(5)}) > 1


def test_boxes_of_damage_have_a_chance_each(run: Run) -> None:
    """Four dice show less than 10 in 126 of 1296 ways, and 20 or more in 70."""
    given = ("weapons.blaster-pistol.damage", "base=10")
    shown = run("act", SOLDIER, *given, "--dice", "6,5,4,3").shown
    assert (shown["form"]["code"], shown["form"]["chance"]) == ("4D", None)
    assert shown["form"]["chances"] == {
        "stunned": 126 / 1296,
        "wounded": 1100 / 1296,
        "incapacitated": 70 / 1296,
        "mortally-wounded": 0,
    }
    assert (shown["outcome"]["total"], shown["outcome"]["row"]) == (18, "wounded")


def test_harm_marks_a_box(run: Run) -> None:
    shown = run("act", SOLDIER, "harm", "damage=21", "--dice", "").shown
    assert shown["outcome"]["row"] == "incapacitated"
    assert shown["document"]["marks"] == {"incapacitated": 1}


def test_a_check_that_heals_has_a_chance_for_each_row(run: Run) -> None:
    """Stamina is STR 3D, less one for wounds; two dice show 6 and more in 26 ways, 11 in 3."""
    given = ("stamina", "--turn", '{"stamina": 1}', "--dice", "5,6")
    shown = run("act", with_marks(SOLDIER, wounds=2), *given).shown
    assert shown["form"]["chance"] == 26 / 36
    assert shown["form"]["chances"] == {"6": 23 / 36, "11": 3 / 36, "16": 0}
    assert shown["outcome"]["row"] == "11"
    assert shown["turn"] == {"stamina": 0}


def test_dice_of_somebody_who_rolls_against_it_are_named_as_well(run: Run) -> None:
    """Four of the character's, and three of theirs with a pip: 5 + 6 + 1 + 1 = 13."""
    given = ("skills.blaster", "opposed=3D+1")
    shown = run("act", SOLDIER, *given, "--dice", "1,2,3,4,5,6,1").shown
    assert (shown["outcome"]["total"], shown["outcome"]["target"]) == (10, 13)
    assert run("act", SOLDIER, *given, "--dice", "1,2,3,4").line == (
        "--dice: too few dice: 4 dice named, and more are rolled"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--dice", "4,6,2,3"), "--dice: too few dice: 4 dice named, and more are rolled"),
        (("--dice", "4,6,2,3,5,1"), "--dice: too many dice: 6 dice named, 5 rolled"),
        (("--dice", "4,6,2,3,7"), "--dice: die 5 shows 7; name a face from 1 to 6"),
        (("--dice", "4,0,2,3,7"), "--dice: die 2 shows 0; name a face from 1 to 6"),
        (("--dice", "4,,2"), "--dice: '' isn't a die face; write them like 6,1,3"),
        (("--dice", "\u0664"), "--dice: '\u0664' isn't a die face; write them like 6,1,3"),
        (("target=many",), "target: Type a whole number from 0 to 200."),
        (("ladder=12",), "ladder: '12' is not one of 5, 10, 15, 20, 25, 30"),
        (("target=1", "target=5"), "target: give this field one value, not several"),
        (("points=luck",), "points: 'luck' is not one of character-point, force-point"),
        (("target",), "'target' is not a field; write it like target=15"),
        (("=15",), "'=15' is not a field; write it like target=15"),
        (
            ("defense=15",),
            "defense: skills.blasters has no such field; its fields are ladder, target, opposed,"
            " bonus, helpers, points",
        ),
        (("--turn", "{"), "--turn: line 1, column 2: not JSON: Expecting property name"),
        (("--turn", "[]"), '--turn: write an object of whole numbers: {"actions": 3}'),
        (("--turn", '{"actions": true}'), "--turn: 'actions' has to be a whole number, like 3"),
        (("--turn", '{"actions": 99999999999}'), "--turn: actions: an integer beyond 32 bits"),
        (("--turn", '{"a": 1, "a": 2}'), "--turn: a: this member appears twice"),
        (("--turn", '{"actions": NaN}'), "--turn: NaN is no number"),
        (("target=\udcff",), "FIELD=VALUE[0]: control character U+DCFF"),
    ],
)
def test_what_was_asked_in_a_wrong_way_ends_with_2_and_says_what_would_be_right(
    arguments: tuple[str, ...], said: str, run: Run
) -> None:
    assert run("act", SCOUNDREL, "skills.blasters", *arguments).line.startswith(said)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("skills.blasters", "--dice", "1,2,3,4,5", "--seed", "1"),
        ("skills.blasters", "--seed", "x"),
        ("skills.blasters", "--turn"),
        ("skills.blasters", "--seed", "1", "--how"),
        ("skills.blasters", "--seed", "1", "--how\nand-why"),
    ],
)
def test_a_wrong_call_ends_with_2_and_one_line(arguments: tuple[str, ...], run: Run) -> None:
    assert run("act", SCOUNDREL, *arguments).line.startswith("python -m rules")


def test_what_an_action_needs_is_asked_for(run: Run) -> None:
    line = run("act", SCOUNDREL, "harm", "--dice", "").line
    assert line == "damage: Enter the damage rolled, 0 or more."


def test_an_unknown_action_names_those_that_look_like_it(run: Run) -> None:
    line = run("act", SCOUNDREL, "skill.blasters").line
    assert "Did you mean skills.blasters or " in line
    assert " harm, " in line
    # Numbers of the sheet that nobody rolls are not offered.
    assert "Did you mean" not in run("act", SCOUNDREL, "force_points").line


def test_more_dice_than_are_ever_rolled_are_blocked(run: Run) -> None:
    """5D and 196 raises are 201D, one more than are rolled."""
    raised = [{"kind": "raise-skill", "skill": "blasters"}] * 196
    rich = {**SCOUNDREL, "ledger": [{"kind": "award", "cp": 2**31 - 1}, *raised]}
    ended = run("act", rich, "skills.blasters", "target=15", "--seed", "1")
    assert ended.status == 1
    assert (ended.shown["form"]["code"], ended.shown["form"]["chance"]) == ("201D", None)
    assert ended.shown["form"]["blocked"] == "Roll at most 200D."
    two = ("weapons.blaster-pistol.attack", "defense=15", "--seed", "1")
    assert run("act", rich, *two).status == 1


def test_what_cannot_be_read_again_is_not_printed(run: Run, tmp_path: Path) -> None:
    marks = with_marks(SOLDIER, dark_side_points=2**31 - 1)
    line = run("act", marks, "dark-side", "--seed", "1").line
    assert line == "nothing was saved: marks.dark_side_points: an integer beyond 32 bits"


def sent(panel: Any, rng: Random) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Something in about half of the fields of a form, much of it wrong."""
    for field in panel.fields:
        options = [option.id for option in getattr(field, "options", ())]
        typed = [*options, "", "0", "3", "12", "-1", "99999999999", "3D", "many", "x" * 600]
        if rng.random() < 0.5:
            yield field.id, (rng.choice(typed),)


@having(lambda system: system.play.actions is not NO_ACTIONS)
def test_every_action_is_done_blocked_or_refused(system: Game) -> None:
    rng, done = Random(5), 0
    turns = ("actions", "rounds", "bands", "held", "stun_felt", "stamina", "force_point", "hand")
    for document in characters(system):
        held = {name: rng.choice((0, 1, 3, -3, 2**31 - 1)) for name in rng.sample(turns, 3)}
        groups = Character(system, document).actions(held)
        ids = [action.id for group in groups for action in group.actions]
        for id in [*ids, *rng.sample(list(Character(system, document).play_state(held).pools), 4)]:
            try:
                given = dict(sent(Character(system, document).roll_form(held, id, {}), rng))
                call = commands.new_call(document, id, given, system=system, turn=held)
                shown = commands.act(call, rng)
            except (InvalidDocument, RuleViolation):
                continue
            done += "outcome" in shown
            assert ("outcome" in shown) == (not shown["form"]["blocked"])
            assert registry.read(json.dumps(shown["document"])).name == document.name
            assert all(0 <= chance <= 1 for chance in shown["form"]["chances"].values())
    assert done > (20 if system.slug in registry.built_in() else 0)


def test_a_game_that_counts_successes_says_what_is_needed_and_the_chance_of_a_botch() -> None:
    system = dots_game.DUSK
    held = system.random(Random(3))
    given = {"row": ("chest",), "needed": ("2",)}
    call = commands.new_call(held, "abilities.locks", given, system=system, turn={})
    shown = commands.act(call, commands.FixedDice((5, 9, 1, 10, 2)))
    form, outcome = shown["form"], shown["outcome"]
    assert (form["code"], form["target"], form["needed"], form["blocked"]) == ("5", 5, 2, "")
    drawn = ["row", "modifiers", "difficulty", "needed", "added", "bonus", "points"]
    assert form["fields"] == drawn
    # Of 100,000 ways: no 5 and more and a 1 in 4 ** 5 − 3 ** 5.
    assert form["chances"]["botch"] == 781 / 100_000
    assert form["chances"]["hit"] == form["chance"]
    assert (outcome["dice"], outcome["total"], outcome["success"]) == ([5, 9, 1, 10, 2], 2, True)
    assert (outcome["row"], outcome["botch"]) == ("hit", False)
    assert outcome["messages"] == ["2 successes at Chest 5, 2 needed: success"]


def test_a_tool_of_the_game_master_is_used_with_an_empty_document() -> None:
    system = dots_game.DUSK
    call = commands.new_call(system.empty(), "weather", {}, system=system, turn={"day": 2})
    shown = commands.act(call, commands.FixedDice((6, 6, 1, 2)))
    assert list(shown["form"]["chances"]) == ["calm", "rain", "storm"]
    assert (shown["outcome"]["total"], shown["outcome"]["row"]) == (15, "storm")
    assert shown["turn"] == {"day": 3}
