"""The contract of a game, as `python -m rules test` asks it: every game of the site keeps it, and a
game that breaks a promise is told which, where, and what would be right.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules import contract, game_folders, registry
from rules.__main__ import main
from rules.contract.creation import FIELDS
from rules.contract.subject import Check, Subject, read_samples
from rules.creation import Binding
from rules.document import Document
from rules.figures import constant
from rules.game import Game
from rules.kit.random_build import RandomBuild
from rules.problems import Problem
from rules.sheet.sections import Sheet
from tests.dots_game.game import DUSK
from tests.rules.contract.systems import READY_MADE, SYSTEMS

LAMPLIGHT_FOLDER = Path(__file__).parents[2] / "games" / "lamplight"
LAMPLIGHT = game_folders.load_game(LAMPLIGHT_FOLDER)
GAMES = (*SYSTEMS, *(() if LAMPLIGHT in SYSTEMS else (LAMPLIGHT,)))
PROMISE = pytest.mark.parametrize("check", contract.CHECKS, ids=lambda check: check.promise)
_SUBJECTS: dict[str, Subject] = {}


def subject_of(game: Game) -> Subject:
    """The game with the pregenerated characters of the site; made once."""
    if game.slug not in _SUBJECTS:
        files = (registry.read(file.read_bytes()) for file in sorted(READY_MADE.glob("*.json")))
        pregens = tuple(one for one in files if one.system == game.slug)
        folder = registry.folder_of(game.slug)
        _SUBJECTS[game.slug] = Subject(game, Random, folder=folder, pregens=pregens)
    return _SUBJECTS[game.slug]


@PROMISE
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_keeps_every_promise(game: Game, check: Check) -> None:
    subject = subject_of(game)
    assert not check.asks(subject) or contract.faults(check, subject) == ()


@pytest.mark.parametrize("check", FIELDS, ids=lambda check: check.promise)
def test_fields_that_no_game_of_the_site_has_keep_theirs(check: Check) -> None:
    assert contract.faults(check, Subject(DUSK, Random)) == ()


@pytest.mark.parametrize("game", registry.built_in().values(), ids=lambda game: game.slug)
def test_the_games_of_the_program_have_samples_of_everything(game: Game) -> None:
    samples = subject_of(game).samples
    missing = {name for name, value in msgspec.structs.asdict(samples).items() if not value}
    assert missing <= {"learned", "wrecked"}


def told(game: Game, folder: Path | None = None) -> list[str]:
    """Every fault of a game."""
    lines = contract.report(Subject(game, Random, folder=folder))
    return [line.strip() for line, faulty in lines if faulty]


def with_sheet(change: Callable[[Sheet], Sheet]) -> Game:
    return replace(LAMPLIGHT, sheet=lambda one: change(LAMPLIGHT.sheet(one)))


def with_steps(**members: Any) -> Game:
    def steps(character: Any) -> Iterable[Any]:
        first, *others = LAMPLIGHT.steps(character)
        return (msgspec.structs.replace(first, **members), *others)

    return replace(LAMPLIGHT, steps=steps)


def with_field(**members: Any) -> Game:
    """The game whose field "glow" is another one."""
    bound = msgspec.structs.replace(LAMPLIGHT.fields.fields["glow"], **members)

    def steps(character: Any) -> Iterable[Any]:
        who, traits, review = LAMPLIGHT.steps(character)
        fields = (bound, *traits.fields[1:])
        return (who, msgspec.structs.replace(traits, fields=fields), review)

    others = (one for id, one in LAMPLIGHT.fields.fields.items() if id != "glow")
    return replace(LAMPLIGHT, steps=steps, fields=Binding((bound, *others)))


def with_chance(decide: Callable[[Random, Document, str], Document]) -> Game:
    random_build = LAMPLIGHT.random_build(LAMPLIGHT.empty())
    fills = RandomBuild(random_build.fields, random_build.steps, decide)
    return replace(LAMPLIGHT, random_build=lambda _document: fills)


def whole(_rng: Random, document: Document, _step: str) -> Document:
    """One and the same character, whoever is asked for."""
    return msgspec.structs.replace(
        document, name="Wick", build=LAMPLIGHT.build_type({"glow": 1, "hush": 1, "oil": 1})
    )


def without_why(sheet: Sheet) -> Sheet:
    return msgspec.structs.replace(
        sheet, figures={key: constant("", one.value) for key, one in sheet.figures.items()}
    )


def crash(_anything: object) -> Any:
    raise KeyError("page")


NO_SENTENCE = (Problem("Open", "", "Choose something"),)
BROKEN: dict[str, tuple[Game, str]] = {
    "credit": (replace(LAMPLIGHT, credit=""), "credit is empty: write whose rules these are"),
    "no steps": (
        replace(LAMPLIGHT, steps=lambda _one: ()),
        "there are no steps: give Game `steps`, each a StepSpec with its fields",
    ),
    "about": (with_steps(about="Who"), "step who: about is a sentence that ends with a period"),
    "tip": (with_steps(tip=""), "step who: tip is a sentence for a first character"),
    "name of a step": (with_steps(name=""), "step who has no name"),
    "nothing open": (
        replace(LAMPLIGHT, problems=lambda _one: ()),
        "an empty character has no problems: name what is still to be chosen",
    ),
    "no sentence": (
        replace(LAMPLIGHT, problems=lambda _one: NO_SENTENCE),
        "problem Open: 'Choose something' is no sentence: end it with .",
    ),
    "wrong from the start": (
        replace(LAMPLIGHT, problems=lambda _one: NO_SENTENCE),
        "Open: an empty character is unfinished, not wrong",
    ),
    "takes anything": (
        with_field(write=lambda document, _rest, _values: document),
        "field glow takes ('many',): read it with rules.forms.parsing",
    ),
    "reads otherwise": (
        with_field(read=lambda _document, _rest="": ("7",)),
        "field glow is read as other values than its step shows",
    ),
    "no choice": (with_chance(whole), "two seeds make one character: decide by the rng"),
    "illegal by chance": (
        with_chance(lambda _rng, document, _step: document),
        "chance with the seed 0: ",
    ),
    "renamed": (with_chance(whole), "chance renames who has a name"),
    "no reason": (with_sheet(without_why), "figure glow has no label"),
    "another slug": (
        with_sheet(lambda sheet: msgspec.structs.replace(sheet, system="chess")),
        "Sheet.system is 'chess': write the slug, 'lamplight'",
    ),
    "numbers": (
        replace(LAMPLIGHT, numbers=lambda _one: {"glow": {1}}),
        "numbers: Object of type set is not JSON serializable",
    ),
    "crash": (
        replace(LAMPLIGHT, numbers=crash),
        "it fails with KeyError: 'page'",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_promise_is_told_with_what_would_be_right(broken: str) -> None:
    game, fault = BROKEN[broken]
    assert [line for line in told(game) if line.startswith(fault)] != []


def test_a_whole_game_has_no_fault() -> None:
    assert told(LAMPLIGHT) == []


def test_samples_that_no_game_could_have_are_told(tmp_path: Path) -> None:
    file = tmp_path / "samples.toml"
    file.write_text("hurt = {wounds = 1}\n[[gained]]\nkind = 'gain'\n", encoding="utf-8")
    game = registry.get("storytelling-d10")
    checks = [check for check in contract.CHECKS if "samples name" in check.promise]
    found = [
        line.strip()
        for line, faulty in contract.report(Subject(game, Random, folder=tmp_path), checks)
        if faulty
    ]
    assert found[0].startswith("samples.toml, hurt: there is no mark wounds; name one of ")
    assert found[1].startswith("samples.toml, gained, row 1: ")
    file.write_text("hurt = 7", encoding="utf-8")
    with pytest.raises(ValueError, match=r"samples\.toml: Expected `object`, got `int`"):
        read_samples(tmp_path)


def test_the_command_says_what_is_kept_and_what_is_wrong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["test", str(LAMPLIGHT_FOLDER)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "kept   It says who it is."
    assert lines[-1].startswith("Lamplight keeps all ")
    assert main(["test", "rules-sheet-d6"]) == 0
    assert "keeps all" in capsys.readouterr().out
    assert main(["test", str(tmp_path / "nowhere")]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "FAULT  It can be loaded.",
        "       this folder isn’t there",
    ]
    folder = tmp_path / "creditless"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from dataclasses import replace\n"
        "from tests.games.lamplight.game import SYSTEM as like\n"
        "SYSTEM = replace(like, slug='creditless', credit='')\n",
        encoding="utf-8",
    )
    assert main(["test", str(folder)]) == 1
    out = capsys.readouterr().out
    assert "FAULT  It says who it is.\n       credit is empty: write whose rules these are" in out
    assert "breaks 2 of" in out.splitlines()[-1]
