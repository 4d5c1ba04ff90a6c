"""Tables of procedures that name what is not there."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from rules import tables
from rules.kit.play.planned_procedures import ProcedureRule
from tests.rules.kit.play.test_planned_procedures import RULES, TOML, table


@pytest.mark.parametrize(
    ("toml", "rules", "named"),
    [
        (TOML, {"haggle": RULES["haggle"]}, "rest"),
        (TOML, {**RULES, "fly": RULES["rest"]}, "fly"),
        (TOML.replace('group = "tools"', 'group = "toys"'), RULES, "toys"),
        (TOML.replace('kind = "heal"', 'foresees = "naps"'), RULES, "naps"),
        (TOML.replace('kind = "heal"', 'about = "{prices[sofa]}"'), RULES, "rest.*sofa"),
        (TOML.replace('kind = "heal"', 'texts = { said = "{beds}" }'), RULES, "rest.*beds"),
        (TOML.replace('kind = "heal"', 'cost = "an hour"'), RULES, "cost"),
    ],
)
def test_a_procedure_that_names_what_is_not_there_is_found_when_it_is_read(
    tmp_path: Path, toml: str, rules: Mapping[str, ProcedureRule[str]], named: str
) -> None:
    with pytest.raises(tables.TableError, match=named):
        table(tmp_path, toml, rules)
