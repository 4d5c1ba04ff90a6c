"""The text of an action at a station: a line under the thumb, and the rest on demand."""

import pytest

from tests.rules.kit.craft.test_costs import TABLES

# So many characters are a line on a phone of 390 pixels.
LINE = 48


@pytest.mark.parametrize("slug", list(TABLES))
def test_the_first_sentence_about_an_action_is_a_line_on_a_phone(slug: str) -> None:
    first = {row.id: row.does.partition(". ")[0] for row in TABLES[slug].actions.values()}
    assert len(first) > 5
    assert {id: told for id, told in first.items() if len(told) > LINE or not told} == {}
