"""Numbers before nouns: one of a thing is said in the singular."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.phrases import capitalized, counted, joined, said_once
from rules.problems import Problem, condensed

ROOT = Path(__file__).parents[2]
# Nouns that a character, a craft, a party or a site may have exactly one of.
NOUNS = """
    actions activations allies attributes awards boxes bands calls cards changes characters choices
    copies craft credits days degrees dice dots entries facts fields guns helpers hours
    invitations items kinds levels lores marks members meters minutes months notes opponents parties
    people picks pips players points powers problems requests rolls rounds rows seats sessions
    shields ships skills squares steps stuns successes systems targets things times turns weapons
    weeks words wounds years
"""
_PLURAL = rf" (?:[a-z]+ )?(?:{'|'.join(NOUNS.split())})\b(?![’'])"
PLURAL = re.compile(_PLURAL, re.IGNORECASE)
# Where source has one: behind the number, or where the next piece of the text begins.
WRITTEN = re.compile(rf"[}}\"']{_PLURAL}", re.IGNORECASE)
# What is no count: a constant, the limit of a text, a name, a dice code.
NO_COUNT = re.compile(r"(^|\.)[A-Z_]+$|limit$|name\b|^written\(")
# Counts that are never one.
OTHERS = {
    "rules/dice/exploding.py": "{dice}",  # an error of a program
    "rules/systems/storytelling_d10/play/collisions.py": "{left % 60}",  # a clock: 1:00
    "sheets/api/ledger.py": "{len(ledger)}",  # a place among several
    "sheets/encounters/crew/operations.py": "{rules.most_dice}",  # 20
    "sheets/ui/options.py": "{len(rest)}",  # one more is listed with the others
}


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 damaged systems"),
        (1, "1 damaged system"),
        (2, "2 damaged systems"),
        (1200, "1,200 damaged systems"),
    ],
)
def test_one_of_a_thing_is_said_in_the_singular(count: int, text: str) -> None:
    assert counted(count, "damaged system") == text


def test_a_plural_of_its_own_is_said_of_more_than_one() -> None:
    assert [counted(count, "die", "dice") for count in (1, 2)] == ["1 die", "2 dice"]


def test_a_capital_leaves_the_other_letters() -> None:
    assert [capitalized(text) for text in ("XP", "dark Side", "")] == ["XP", "Dark Side", ""]


def asks_for_one(test: ast.expr) -> bool:
    """True if a condition looks whether something is 1."""
    ones = (1, "1")
    return any(isinstance(node, ast.Constant) and node.value in ones for node in ast.walk(test))


def uncounted(tree: ast.AST, *, is_guarded: bool = False) -> Iterator[tuple[str, str]]:
    """The numbers in texts before a plural noun, but for constants and where 1 has a text of its
    own.
    """
    if isinstance(tree, ast.JoinedStr) and not is_guarded:
        for value, after in zip(tree.values, tree.values[1:], strict=False):
            if not isinstance(value, ast.FormattedValue) or not isinstance(after, ast.Constant):
                continue
            if PLURAL.match(str(after.value)):
                number = ast.unparse(value.value)
                if not NO_COUNT.search(number):
                    yield f"{{{number}}}", str(after.value)
    guarded = is_guarded or (isinstance(tree, ast.If | ast.IfExp) and asks_for_one(tree.test))
    for child in ast.iter_child_nodes(tree):
        yield from uncounted(child, is_guarded=guarded)


def test_no_text_puts_a_number_before_a_plural_without_counting() -> None:
    found = {}
    for folder in ("rules", "sheets"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            place, source = str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")
            if not WRITTEN.search(source):
                continue
            for number, after in uncounted(ast.parse(source)):
                if OTHERS.get(place) != number:
                    found[place] = f"{number}{after}"
    assert found == {}


def test_names_are_joined_as_in_a_sentence() -> None:
    assert joined(()) == ""
    assert joined(("Body", "Mind")) == "Body and Mind"
    assert joined(("Body", "Mind", "Heart")) == "Body, Mind, and Heart"


def test_sentences_that_differ_in_a_name_are_said_once() -> None:
    assert (
        said_once(
            ["Give Body a dice code.", "Give Mind a dice code.", "Give Lore: Sith a dice code."]
        )
        == "Give Body, Mind, and Lore: Sith a dice code."
    )
    for others in (
        ["Choose an edge.", "Choose a burden."],
        ["Choose your home.", "Choose your home."],
        ["Give Body a dice code.", "Give Body and Mind."],
    ):
        assert said_once(others) == ""


def test_problems_that_say_the_same_of_several_things_are_read_once() -> None:
    codes = [
        Problem("missing", f"build.{one}", f"Give {one} a dice code.", unfinished=True)
        for one in ("Body", "Mind")
    ]
    other = Problem("too-many", "build.skills", "1 skill too many.")
    told = condensed([*codes, other])
    assert [one.message for one in told] == ["Give Body and Mind a dice code.", other.message]
    assert told[0].unfinished
