"""Folders of declared games: what is wrong with one is said by file, row and member, all at once
and within a budget.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest

from rules.declared import GameError, folder, lint, load_game, starter

Text = str | bytes | Callable[[str], str]


def written(into: Path, files: Mapping[str, Text]) -> Path:
    """A new game's folder with these files otherwise."""
    game = starter.write("mire", "coded", into)
    for name, text in files.items():
        file = game / name
        file.parent.mkdir(exist_ok=True)
        new = text(file.read_text(encoding="utf-8")) if callable(text) else text
        file.write_bytes(new.encode() if isinstance(new, str) else new)
    return game


def faults(into: Path, files: Mapping[str, Text]) -> list[str]:
    """The faults that are said of it."""
    with pytest.raises(GameError) as refused:
        load_game(written(into, files))
    return [str(fault) for fault in refused.value.faults]


def other(old: str, new: str) -> Callable[[str], str]:
    """A text with something in place of something else that is in it."""

    def replaced(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return replaced


def test_a_folder_without_an_identity_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"^game\.toml: is missing; it says slug, name, and credit"):
        load_game(tmp_path)


def test_what_is_no_folder_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="this is no folder; name the one that holds game"):
        load_game(tmp_path / "nowhere")


def test_every_fault_of_every_table_is_said_at_once(tmp_path: Path) -> None:
    assert faults(
        tmp_path,
        {
            "game.toml": 'slug = 3\nname = "Mire"\nabuot = "A bog."\n',
            "traits.toml": other('name = "Might"', "nmae = 4"),
            "play.toml": other("low = 6", 'low = "six"'),
        },
    ) == [
        "game.toml, abuot: no member has that name; did you mean about?",
        "game.toml, credit: is missing",
        "game.toml, slug: text is expected, not a whole number",
    ]
    assert faults(
        tmp_path / "tables",
        {
            "traits.toml": other('name = "Might"', "nmae = 4"),
            "play.toml": other("low = 6", 'low = "six"'),
            "mood.toml": "",
        },
    ) == [
        "mood.toml: no table is called that; known are advancement.toml, chance.toml,"
        " convention.toml, creation.toml, defense.toml, exchange.toml, fight.toml, figures.toml,"
        " game.toml, hits.toml, lists.toml, opponents.toml, own.toml, party.toml, play.toml,"
        " points.toml, powers.toml, procedures.toml, samples.toml, starter_craft.toml,"
        " starter_opponents.toml, steps.toml, targets.toml, traits.toml, trouble.toml,"
        " vehicle_play.toml, vehicles.toml",
        "play.toml, easy, low: a whole number is expected, not text",
        "traits.toml, MIGHT, name: is missing",
        "traits.toml, MIGHT, nmae: no member has that name; did you mean name?",
    ]


NESTED = f"x = {'[' * 90_000}"
LOOP = """
[[figure]]
id = "a"
name = "A"
total = ["b"]
[[figure]]
id = "b"
name = "B"
total = [{ times = [2, "a"] }]
"""
# Each figure has the one before it twice.
DOUBLED = "".join(
    f'[[figure]]\nid = "f{at}"\nname = "F"\ntotal = ["f{at - 1}", "f{at - 1}"]\n'
    for at in range(1, 40)
)
DOUBLED += '[[figure]]\nid = "f0"\nname = "F"\ntotal = [1]\n'


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("traits.toml", b"\xff\xfe", "traits.toml: this is not TOML: "),
        ("traits.toml", b"a = \0", "traits.toml: this is not TOML: "),
        ("game.toml", b'slug = "a\\u0000"', "game.toml, slug: a text has no control characters"),
        ("traits.toml", NESTED, "traits.toml: a line has at most 4,000 letters"),
        (
            "traits.toml",
            f"x = {'[' * 3_000}",
            "traits.toml: at most 10 lists or tables inside each other",
        ),
        (
            "traits.toml",
            f"x = {'[' * 12}{']' * 12}",
            "traits.toml, x[1][1][1][1][1][1][1][1][1][1]:"
            " at most 10 lists or tables inside each other",
        ),
        ("traits.toml", "[[skill]]\n" * 30_000, "traits.toml: at most 200,000 bytes"),
        ("traits.toml", "[[skill]]\n" * 1_001, "traits.toml, skill: at most 1,000 rows"),
        ("traits.toml", "x = 1979-05-27", "traits.toml, x: write dates and times as text"),
        ("traits.toml", f'x = "{"a" * 3_990}"\n' * 2, "traits.toml: this is not TOML: "),
        ("play.toml", f"wake = {'9' * 3_000}", "play.toml"),
        ("play.toml", "wake = 1000001", "play.toml, wake: a number from −1,000,000 to 1,000,000"),
        ("play.toml", "wake = nan", "play.toml, wake: a number from −1,000,000 to 1,000,000"),
    ],
)
def test_a_file_beyond_the_budget_is_refused_before_its_rows_are_read(
    tmp_path: Path, file: str, text: str | bytes, said: str
) -> None:
    told = faults(tmp_path, {file: text})
    assert [one for one in told if one.startswith(said)]
    assert max(map(len, told)) < 300


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        (
            "figures.toml",
            lambda text: text + LOOP,
            "figures.toml, a: it needs itself: a → b → a",
        ),
        (
            "figures.toml",
            lambda text: text + DOUBLED,
            "figures.toml, f5: at most 120 terms, with those of the figures in it",
        ),
        (
            "figures.toml",
            other("total = [2]", 'total = ["luckk"]'),
            "figures.toml, boxes, total[1]: “luckk” is no attribute, skill, or figure",
        ),
        (
            "figures.toml",
            other("total = [2]", "total = [{ plus = 3 }]"),
            "figures.toml, boxes, total[1]: there is no operator plus; known are total, times,"
            " average, dice, each, best, at_least, halved, divided",
        ),
        (
            "figures.toml",
            other("total = [2]", "times = [2]"),
            'figures.toml, boxes, times: write it like times = [2, "toughness"]',
        ),
        (
            "figures.toml",
            other("total = [2]", "total = [\"__import__('os')\"]"),
            "figures.toml, boxes, total[1]: “__import__('os')” is no attribute, skill, or figure",
        ),
        (
            "figures.toml",
            other("total = [2]", 'divided = [0, "MIGHT"]'),
            "figures.toml, boxes, divided: divide by 1 or more",
        ),
        (
            "traits.toml",
            other('attribute = "MIGHT"', 'attribute = "MIGTH"'),
            "traits.toml, fight, attribute: “MIGTH” is unknown; known are MIGHT, WITS, HEART",
        ),
        (
            "traits.toml",
            other('id = "dodge"', 'id = "fight"'),
            "traits.toml, fight, id: another row of [[skill]] has this id",
        ),
        (
            "traits.toml",
            other('id = "dodge"', 'id = "../../etc/passwd"'),
            "traits.toml, skill[2], id: every row has an id:",
        ),
        (
            "defense.toml",
            other('target = "defense"', 'target = "armour"'),
            "defense.toml, target: “armour” is unknown; known are defense, toughness, boxes",
        ),
        (
            "defense.toml",
            other('mark = "wounds"', 'mark = "class"'),
            "defense.toml, wounded, mark: “class” is taken; choose another name",
        ),
        (
            "defense.toml",
            other("times = 3", "times = 1"),
            "defense.toml, dying, times: each box begins above the one before:",
        ),
        (
            "lists.toml",
            other('id = "folk"', 'id = "skills"'),
            "lists.toml, skills, id: “skills” is taken; choose another name",
        ),
        (
            "lists.toml",
            other('to = "talk"', 'to = "charm"'),
            "lists.toml, river, effects.to: “charm” is unknown;",
        ),
        (
            "creation.toml",
            other('attributes = "9D"', 'attributes = "nine"'),
            "creation.toml, attributes: ",
        ),
        (
            "chance.toml",
            other('weapons = ["sword"]', 'weapons = ["axe"]'),
            "chance.toml, sell-sword, weapons: “axe” is unknown; known are sword, bow",
        ),
        (
            "procedures.toml",
            other('id = "rest"', 'id = "nap"'),
            "procedures.toml, nap: this game has no such procedure; it has round, initiative,",
        ),
        (
            "procedures.toml",
            other("{play.healing[rest].does}", "{play.__class__.__init__.__globals__}"),
            "procedures.toml, rest, about: braces name a number: {play.wake},",
        ),
        (
            "procedures.toml",
            other("Back to one action.", "{play.cite.__globals__[Path]}"),
            "procedures.toml, scene, about: braces name a number: {play.wake},",
        ),
        (
            "procedures.toml",
            other("The fight is over.", "{0:>999999999}"),
            "procedures.toml, scene, texts: braces name a number: {play.wake},",
        ),
        (
            "procedures.toml",
            other("The fight is over.", "{0.rolled}"),
            "procedures.toml, scene, texts: braces name a number: {play.wake},",
        ),
        (
            "procedures.toml",
            other("Back to one action.", "Back to {0}."),
            "procedures.toml, scene, about: braces name a number: {play.wake},",
        ),
        (
            "procedures.toml",
            other('woken = "", ', ""),
            "procedures.toml, scene, texts: “woken” is missing",
        ),
        (
            "procedures.toml",
            other('id = "damage"', 'id = "hurt"'),
            "procedures.toml, harm, questions: “damage” is missing",
        ),
        (
            "procedures.toml",
            other('label = "Damage rolled"', 'kind = "text", label = "Damage rolled"'),
            "procedures.toml, harm, damage: its kind has to be number",
        ),
        (
            "steps.toml",
            other('id = "gear"', 'id = "things"'),
            "steps.toml, gear: is missing",
        ),
    ],
)
def test_a_fault_names_its_file_its_row_its_member_and_what_would_be_right(
    tmp_path: Path, file: str, change: Text, said: str
) -> None:
    assert said in "\n".join(faults(tmp_path, {file: change}))


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    game = written(tmp_path, {})
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "x"', encoding="utf-8")
    (game / "points.toml").unlink()
    (game / "points.toml").symlink_to(secret)
    os.mkfifo(game / "lists.toml.toml")
    with pytest.raises(GameError) as refused:
        load_game(game)
    assert [str(fault) for fault in refused.value.faults] == [
        "lists.toml.toml: no file of this folder; put the table itself here",
        "points.toml: no file of this folder; put the table itself here",
    ]


def test_a_folder_has_only_so_many_files(tmp_path: Path) -> None:
    files = {f"reference/{at}.toml": "" for at in range(folder.MOST_FILES)}
    found = faults(tmp_path, files)
    assert any("at most 40 files and 1,000,000 bytes make a game" in one for one in found)


FILES = sorted(file.name for file in (starter.STARTERS / "coded").iterdir())


@pytest.mark.parametrize("file", FILES)
def test_a_table_that_is_missing_is_named_or_not_needed(tmp_path: Path, file: str) -> None:
    game = written(tmp_path, {})
    (game / file).unlink()
    if file == "fight.toml":
        with pytest.raises(GameError, match=r"^procedures.toml, initiative: this game has no such"):
            load_game(game)
    elif file == "vehicles.toml":
        with pytest.raises(GameError, match=r"^procedures.toml, volley: this game has no such"):
            load_game(game)
    elif file == "own.toml":
        with pytest.raises(GameError, match=r"^hits.toml: no table is called that"):
            load_game(game)
    elif file in ("lists.toml", "points.toml", "samples.toml") or file.startswith("starter_"):
        assert load_game(game).slug == "mire"
    else:
        with pytest.raises(GameError, match=rf"^{file}: is missing"):
            load_game(game)


def test_lint_says_what_is_wrong_and_what_is_due(tmp_path: Path) -> None:
    game = written(tmp_path, {"chance.toml": other('weapons = ["bow"]\n', "")})
    wrong, due = lint(game, Random)
    assert wrong == ()
    assert [str(one) for one in due] == [
        "chance.toml, bow: no template carries it",
        "convention.toml: no table for a convention yet",
        "game.toml, license: is empty",
    ]
    broken = written(tmp_path / "again", {"traits.toml": ""})
    assert {fault.file for fault in lint(broken, Random)[0]} >= {"traits.toml"}


def test_lint_names_an_opponent_that_the_tables_refuse(tmp_path: Path) -> None:
    game = written(tmp_path, {"starter_opponents.toml": other("Might 2D", "Magic 2D")})
    found, _ = lint(game, Random)
    assert [str(fault) for fault in found] == [
        "starter_opponents.toml, wolf, form.attributes:"
        " “Magic” isn't an attribute of this game: Might, Wits, Heart."
    ]
