"""The words of steps, read from a file of a game."""

from pathlib import Path

import pytest

from rules.kit import step_texts
from rules.tables import TableError

STEPS = """
[[step]]
id = "charms"
name = "Charms"
about = "What you wear."
tip = "One is enough."
places = ["build.charms"]
can_surprise = false
"""


def test_a_step_has_the_words_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "steps.toml").write_text(STEPS, encoding="utf-8")
    spec = step_texts.read(tmp_path)["charms"].spec(
        (), lambda _: "None yet", lambda _: ("Take one",)
    )
    assert (spec.id, spec.name, spec.about, spec.tip) == (
        "charms", "Charms", "What you wear.", "One is enough.",
    )  # fmt: skip
    assert (spec.places, spec.can_surprise) == (("build.charms",), False)
    assert (spec.state(None), spec.advice(None)) == ("None yet", ("Take one",))


def test_a_step_without_a_tip_is_found_when_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "steps.toml").write_text(STEPS.replace("tip =", "hint ="), encoding="utf-8")
    with pytest.raises(TableError, match=r"^steps\.toml: charms"):
        step_texts.read(tmp_path)
