"""A roll whose dice fell on a device comes to what the device showed, in every game."""

import html
import json
import re
from collections.abc import Callable

from django.test import Client

from sheets.models import Character
from sheets.storage import load
from tests.sheets.every_game.characters import EVERY
from tests.sheets.outbox.test_outbox import Device
from tests.sheets.play.examples import line


@EVERY
def test_dice_of_a_device_come_to_what_it_showed(
    ines: Client, of_game: Callable[..., Character], slug: str
) -> None:
    row = of_game(slug)
    table = f"/characters/{row.public_id}/table/"
    pools = load(row).opened.play_state({}).pools
    key = next(key for key, pool in pools.items() if pool.value > 2)
    page = ines.get(f"{table}panel/{key}/").content.decode()
    throw = json.loads(html.unescape(re.search(r'data-throw="([^"]+)"', page)[1]))  # type: ignore[index]
    assert f'data-state="{throw["state"]}"' in ines.get(table).content.decode()
    dice = [[1 + 3 * place % sides, sides] for place, (sides, _kind) in enumerate(throw["dice"])]
    faces = [face for face, _sides in dice]
    counted = (
        max(0, sum((f in throw["counting"]) - (f in throw["canceling"]) for f in faces))
        if "unit" in throw
        else sum(faces)
    )
    shown = {"dice": dice, "total": counted + throw["added"]}
    answer = Device(ines, row).send(f"table/do/{key}/", change=shown)
    assert answer == {"number": 1, "status": 200}
    outcome = line(row, 1).outcome
    assert [die.face for die in outcome.dice] == faces
    assert (outcome.total, outcome.said[-1]) == (shown["total"], "Rolled offline.")
    log = f"/characters/{row.public_id}/log"
    for address in (table, f"{log}/", f"{log}.txt", f"{log}.json"):
        assert "Rolled offline." in b"".join(ines.get(address)).decode(), address
