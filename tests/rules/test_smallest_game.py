"""A game that answers the five questions that every game has to, and nothing else."""

from random import Random

import msgspec
import pytest

from rules.character import Character
from rules.creation import Binding, StepSpec, of_build
from rules.document import Document, DocumentPart
from rules.figures import dice
from rules.forms import parsing
from rules.forms.fields import Number
from rules.game import Game
from rules.ledger.entries import Session
from rules.ledger.none import NoLedgerState
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Figures, Line, Sheet, figures

STRENGTH = "strength"


class Build(DocumentPart, frozen=True):
    """All there is to decide."""

    strength: int | None = None


def read_strength(build: Build) -> tuple[str, ...]:
    return (str(build.strength),) if build.strength else ()


def write_strength(build: Build, values: tuple[str, ...]) -> Build:
    return msgspec.structs.replace(build, strength=parsing.number(values[0], 1, 5))


def show_strength(character: NoLedgerState) -> tuple[Number]:
    """From 1D to 5D."""
    values = read_strength(character.build)
    return (Number(STRENGTH, "Strength", values, lowest=1, highest=5),)


def sheet(character: NoLedgerState) -> Sheet:
    line = Line(STRENGTH, "Strength", dice("Strength", character.build.strength or 0))
    sections = (Figures("traits", "Traits", (line,)),)
    return Sheet(
        system="smallest",
        name=character.document.name,
        kind="",
        concept="",
        facts=(),
        sections=sections,
        figures=figures(sections),
        credit="",
    )


def problems(character: NoLedgerState) -> tuple[Problem, ...]:
    if character.build.strength:
        return ()
    return (Problem("open", STRENGTH, "Choose your Strength.", unfinished=True),)


FIELD = of_build(STRENGTH, read_strength, write_strength, show=show_strength)
STEP = StepSpec("strength", "Strength", "", (FIELD,), lambda _character: "")
GAME = Game[NoLedgerState](
    slug="smallest",
    name="Smallest",
    build_type=Build,
    steps=lambda _character: (STEP,),
    fields=Binding((FIELD,)),
    sheet=sheet,
    problems=problems,
)


@pytest.fixture
def strong() -> Document:
    return GAME.fields.write(GAME.empty(), STRENGTH, ("4",))


def test_it_has_a_sheet_and_problems(strong: Document) -> None:
    assert [problem.code for problem in Character(GAME, GAME.empty()).problems] == ["open"]
    assert Character(GAME, strong).problems == ()
    assert Character(GAME, strong).sheet.figures[STRENGTH].value == 4
    assert Character(GAME, strong).summary == Character(GAME, strong).sheet
    assert Character(GAME, strong).numbers == {STRENGTH: 4}


def test_what_it_does_not_answer_it_does_not_have(strong: Document) -> None:
    assert GAME.fields.dependent(strong) == {}
    assert Character(GAME, strong).offers("skills") == ()
    assert Character(GAME, strong).actions({}) == ()
    assert Character(GAME, strong).play_state({}).pools == {}
    assert Character(GAME, strong).declare({}, {}) == {}
    assert GAME.play.requests.fields(target=10) == {}
    assert GAME.random(Random(1), strong) == strong
    assert GAME.reference() == ()
    assert Character(GAME, strong).history() == ()
    assert GAME.ledger_rules.names == {}
    assert Character(GAME, strong).settled().document == strong


def test_an_action_that_it_does_not_have_is_refused(strong: Document) -> None:
    for refused in (
        lambda: Character(GAME, strong).roll_form({}, "traits.strength", {}),
        lambda: Character(GAME, strong).resolve({}, "traits.strength", {}, Random(1)),
    ):
        with pytest.raises(RuleViolation) as caught:
            refused()
        assert caught.value.problems[0].code == "unknown-action"


def test_its_documents_are_read_and_rebuilt(strong: Document) -> None:
    plain = {"format": "hyperspace-character/1", "system": "smallest", "name": "Ox"}
    document = GAME.read(msgspec.json.encode({**plain, "build": {"strength": 4}}))
    assert (document.name, document.build, document.ledger) == ("Ox", Build(4), ())
    assert Character(GAME, strong).as_of(0).document == strong
    assert Character(GAME, strong).build_now().build == Build(4)
    accepted = (
        Character(GAME, GAME.empty()).accept(code="open", where=STRENGTH, reason="A ghost").document
    )
    assert Character(GAME, accepted).open_problems == ()


def test_an_entry_of_a_game_without_a_ledger_is_refused_not_a_crash(strong: Document) -> None:
    for change in (
        lambda: Character(GAME, strong).enter(Session()),
        lambda: Character(GAME, strong).rebuilt(strong),
    ):
        with pytest.raises(RuleViolation, match="This game keeps no such entries"):
            change()
    assert GAME.ledger_rules.refusal(Character(GAME, strong).state, Session())
