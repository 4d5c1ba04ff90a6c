"""Ledgers of a long life: what they come to is found by going through them a few times, however
they are made, and what they are told as is what each moment was.

The work is counted in entries that do what they do, not in seconds: a machine may be busy.
"""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.character import Character
from rules.document import Document
from rules.game import Game
from rules.ledger.rules import LedgerRules
from tests.rules.contract.systems import having, samples
from tests.sampling import sample

LENGTH = 1_000
Members = dict[str, Any]


# Their samples have entries that can be made again and again.
LIVING = having(lambda system: samples(system).repeated)


def made(system: Game, rng: Random) -> Members:
    """An entry of the game that can be made again and again."""
    return rng.choice(samples(system).repeated)


def character(system: Game, ledger: list[Members]) -> Document:
    """A character of that game with a ledger as a file may hold it, whether it is right or not."""
    plain = {
        "format": "hyperspace-character/1",
        "system": system.slug,
        "name": "Somebody",
        "build": samples(system).begun,
        "ledger": ledger,
    }
    return registry.read(json.dumps(plain))


def lived(system: Game, seed: int, *, length: int, undo: Callable[[int], int]) -> Document:
    """A ledger in which every fourth entry takes one back: which one, `undo` says."""
    rng, ledger = Random(seed), []
    for position in range(length):
        taken = {"kind": "undo", "entry": undo(position)}
        ledger.append(taken if position % 4 == 3 else made(system, rng))
    return character(system, ledger)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], int]:
    """The number of entries that are applied while something is worked out."""
    taken, take = [0], LedgerRules.apply_entry

    def count(growth: LedgerRules[Any, Any], *arguments: Any) -> None:
        taken[0] += 1
        take(growth, *arguments)

    monkeypatch.setattr(LedgerRules, "apply_entry", count)

    def run(ask: Callable[[], Any]) -> int:
        taken[0] = 0
        ask()
        return taken[0]

    return run


@LIVING
@pytest.mark.parametrize("seed", sample(range(12), every=4))
def test_every_entry_is_told_as_the_moments_before_and_after_it_were(
    system: Game, seed: int
) -> None:
    """Whatever is taken back, in whichever order, also where that cannot be."""
    rng, length = Random(seed), 40
    document = lived(
        system, seed, length=length, undo=lambda position: rng.randrange(-2, position + 3)
    )
    balances = []
    for moment in range(length + 1):
        earlier = msgspec.structs.replace(document, ledger=document.ledger[:moment])
        balances.append(system.ledger_rules.balances(system.ledger_rules.replay(earlier)))
    whole = Character(system, document).history()
    assert [event.position for event in whole] == list(range(length))
    for event in whole:
        before, after = balances[event.position], balances[event.position + 1]
        assert event.balances == after
        moved = {figure.label: figure.value for figure in event.moved}
        assert moved == {
            now.label: now.value - was.value
            for was, now in zip(before, after, strict=True)
            if now.value != was.value
        }
    some = sorted(rng.sample(range(length), 9))
    assert Character(system, document).history(some) == tuple(whole[position] for position in some)


@LIVING
def test_a_sheet_takes_each_entry_once(
    system: Game, counted: Callable[[Callable[[], Any]], int]
) -> None:
    document = lived(system, 1, length=LENGTH, undo=lambda position: position - 1)
    # Every fourth takes one back, so half of them are still there.
    assert counted(lambda: Character(system, document).sheet) == LENGTH // 2


@LIVING
def test_a_page_of_the_history_takes_each_entry_a_few_times(
    system: Game, counted: Callable[[Callable[[], Any]], int]
) -> None:
    """An undone entry was mostly made just before."""
    document = lived(system, 1, length=LENGTH, undo=lambda position: position - 1)
    newest = range(LENGTH - 50, LENGTH)
    assert counted(lambda: Character(system, document).history(newest)) < 1.1 * LENGTH
    middle = range(LENGTH // 2, LENGTH // 2 + 50)
    assert counted(lambda: Character(system, document).history(middle)) < 1.1 * LENGTH


@LIVING
def test_a_page_on_which_the_oldest_is_taken_back_goes_through_once_for_each_line(
    system: Game, counted: Callable[[Callable[[], Any]], int]
) -> None:
    """The worst that a ledger can be: each undo changes what all that came after it comes to."""
    length = 300
    ledger = [made(system, Random(1)) for _ in range(length - 50)]
    ledger += [{"kind": "undo", "entry": position} for position in range(50)]
    document = character(system, ledger)
    newest = range(length - 50, length)
    assert counted(lambda: Character(system, document).history(newest)) <= 52 * length


@LIVING
def test_taking_back_and_going_back_take_each_entry_a_few_times(
    system: Game, counted: Callable[[Callable[[], Any]], int]
) -> None:
    document = lived(system, 1, length=LENGTH, undo=lambda position: position - 1)
    for position in (0, LENGTH // 2, LENGTH - 1):
        assert counted(lambda at=position: Character(system, document).undo(at)) <= 6 * LENGTH
        assert counted(lambda at=position: Character(system, document).restore_to(at)) <= 6 * LENGTH


@LIVING
def test_a_chain_of_undos_is_followed_once(system: Game) -> None:
    """Each takes the one before it back."""
    ledger: list[Members] = [samples(system).award]
    ledger += [{"kind": "undo", "entry": position} for position in range(LENGTH - 1)]
    document = character(system, ledger)
    last = Character(system, document).history((LENGTH - 1,))[0]
    # The 999 undos: the first takes the award back, the second brings it back, and so on.
    first = Character(system, document).history((0,))[0]
    assert (last.kind_name, last.title) == ("Brought back", first.title)
    assert first.title.startswith("1 ")
    assert not first.counts
