"""The examples in the docstrings of what every game is made of come out as they are written."""

import doctest
from types import ModuleType

import pytest

from rules import character, document, explanation, figures
from rules.dice import codes, exploding, pools, successes

MODULES = (character, document, explanation, figures, codes, exploding, pools, successes)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_example_comes_out_as_it_is_written(module: ModuleType) -> None:
    failed, examples = doctest.testmod(module)
    assert examples > 1
    assert failed == 0
