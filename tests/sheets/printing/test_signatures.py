"""Marks that tell the games' sheets apart: the emblem and the ruler at their head."""

import re

import pytest

from rules import registry
from sheets.printing import styles
from sheets.printing.pdf import signature

BLACK = "0 G"
EDGES = (10.0, 20.0, 110.0, 30.0)


def test_each_game_has_an_emblem_of_its_own_that_can_be_drawn():
    looks = [styles.for_game(slug) for slug in registry.all_systems()]
    emblems = {
        signature.emblem(EDGES, BLACK, look.value("emblem"), look.value("emblem-full"))
        for look in looks
    }
    assert len(emblems) == len(looks) == 4
    assert all(" c " in drawn and drawn.endswith("f Q ") for drawn in emblems)
    assert {look.value("ruler") for look in looks} <= set(signature.RULERS)


def test_an_emblem_is_scaled_to_its_box():
    drawn = signature.emblem((5.0, 7.0, 29.0, 31.0), BLACK, "M0 0L24 24", "")
    assert "1.0000 0 0 1.0000 5.00 7.00 cm" in drawn
    assert "0.00 0.00 m 24.00 24.00 l S" in drawn


def test_an_emblem_of_other_curves_is_refused():
    with pytest.raises(ValueError, match="draw it with M, L, C, A and Z"):
        signature.emblem(EDGES, BLACK, "M0 0Q5 5 10 0", "")


@pytest.mark.parametrize("name", signature.RULERS)
def test_a_ruler_stays_within_its_box(name: str):
    drawn = signature.RULERS[name](EDGES, BLACK)
    assert drawn.startswith(BLACK) or BLACK in drawn
    moved = re.search(r"1 0 0 1 (\S+) (\S+) cm ", drawn)
    left, top = map(float, moved.groups()) if moved else (0.0, 0.0)
    for stroke in drawn.replace(" l ", " l\n").replace(" m ", " m\n").split("\n"):
        words = stroke.split()
        if words and words[-1] in "lm":
            x, y = left + float(words[-3]), top + float(words[-2])
            assert EDGES[0] - 0.01 <= x <= EDGES[2] + 0.01
            assert EDGES[1] - 0.01 <= y <= EDGES[3] + 0.01
