"""Each worker of a server has cores of its own."""

import os

import pytest

from sheets.processes import cores


@pytest.mark.parametrize("workers", range(1, 7))
def test_workers_share_all_cores_and_no_two_have_the_same(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "ALL", frozenset({1, 2, 5, 7, 11, 12}))
    shares = [cores.share(number, workers) for number in range(workers)]
    assert frozenset().union(*shares) == cores.ALL
    assert sum(map(len, shares)) == len(cores.ALL)
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_where_there_are_fewer_cores_than_workers_each_runs_on_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cores, "ALL", frozenset({0, 1}))
    assert [cores.share(number, 3) for number in range(3)] == [cores.ALL] * 3


def test_who_is_told_to_run_on_cores_that_are_gone_keeps_those_it_has() -> None:
    had = os.sched_getaffinity(0)
    cores.keep_to(frozenset({max(had) + 500}))
    assert os.sched_getaffinity(0) == had
