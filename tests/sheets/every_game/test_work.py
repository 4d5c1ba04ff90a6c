"""What the writes that happen most often cost, answer included: rows read, and how often the
character is worked out from its document.

Every write reads its row once more under the lock, to see that it is still what it was.
"""

from collections.abc import Callable
from typing import Any

from django.test import Client

from sheets.models import Character
from tests.sheets.every_game.characters import EVERY
from tests.sheets.every_game.writes import autosave, work

__all__ = ("work",)
LOCKED = 1


@EVERY
def test_an_autosave_reads_its_row_once_and_works_it_out_once(
    slug: str, ines: Client, of_game: Callable[..., Character], work: Callable[[], Any]
) -> None:
    send = autosave(ines, of_game(slug, finished=False))
    with work() as done:
        assert send().status_code == 200
    assert len(done.rows) == 1 + LOCKED
    assert len(done.replays) == 1
