"""Whose dice they are: the house's own, fair, and moved by nothing that is sent."""

import json
from collections.abc import Callable
from contextlib import suppress
from random import SystemRandom
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.character import Character as OpenCharacter
from rules.dice import pools
from sheets.errors import Refused
from sheets.models import Character, PlayLogEntry
from sheets.play import operations
from tests.sheets.play.examples import access_to, act, line

ACTIONS = (
    "skills.blasters",
    "skills.swim",
    "attributes.DEX",
    "weapons.blaster-pistol.attack",
    "weapons.blaster-pistol.damage",
    "attacks.unarmed.damage",
    "initiative",
    "harm",
    "day",
    "turn",
    "bacta",
)
FIELDS = (
    "ladder",
    "target",
    "defense",
    "instead",
    "opposed",
    "bonus",
    "helpers",
    "points",
    "ways",
    "used",
    "shelter",
    "damage",
    "nature",
    "scale",
    "target_scale",
)
WORDS = st.sampled_from(
    (
        *(
            "0",
            "-1",
            "−3",
            "5",
            "30",
            "31",
            "999999",
            "9" * 5000,
            "1_0",
            "٣",
            "²",
            "\x00",
            "\ud800",
        ),
        *("force-point", "character-point", "aim", "scope", "cover", "extreme", "piercing"),
    )
)

# Of 60,000 honest dice one run in a thousand million comes out further off than this.
FURTHEST = 50.8


@given(
    action=st.sampled_from(ACTIONS),
    values=st.dictionaries(
        st.sampled_from(FIELDS), st.lists(st.one_of(st.text(max_size=8), WORDS), max_size=3)
    ),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_is_a_line_or_refused(
    action: str, values: dict[str, list[str]], finished: Character
) -> None:
    before = PlayLogEntry.objects.count()
    sent = {name: tuple(several) for name, several in values.items()}
    with suppress(Refused):
        number = operations.Act(access_to(finished), action=action, values=sent).run()
        assert line(finished, number).outcome.action == action
        before += 1
    assert PlayLogEntry.objects.count() == before


def test_production_rolls_with_the_systems_own_source_of_chance(
    finished: Character, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert type(operations.DICE) is SystemRandom
    passed, resolve = [], OpenCharacter.resolve

    def spy(self: Any, *args: Any) -> Any:
        passed.append(args[-1])
        return resolve(self, *args)

    monkeypatch.setattr(OpenCharacter, "resolve", spy)
    act(finished, "skills.blasters")
    assert passed == [operations.DICE]


def test_its_dice_fall_evenly_and_so_does_the_first_of_a_pool() -> None:
    thrown = [pools.roll(operations.DICE, 4) for _ in range(15_000)]
    for faces in ([face for pool in thrown for face in pool], [pool[0] for pool in thrown]):
        expected = len(faces) / 6
        off = sum((faces.count(face) - expected) ** 2 / expected for face in range(1, 7))
        assert off < FURTHEST
        assert set(faces) == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("name", ["dice", "faces", "total", "seed", "rng", "success", "kind"])
def test_nothing_that_a_client_sends_decides_dice(
    name: str, finished: Character, falls: Callable[..., None]
) -> None:
    falls(2, 4, 5, 3)
    act(finished, "skills.blasters", **{name: "6", "ladder": "15"})
    kept = line(finished, 1).outcome
    assert ([die.face for die in kept.dice], kept.total) == ([2, 4, 5, 3], 14)
    assert json.dumps(PlayLogEntry.objects.get().content).count('"6"') == 0
