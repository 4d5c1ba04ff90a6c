"""A game that answers the five questions that every game has to, and nothing else."""

from random import Random

import msgspec
import pytest

from rules.creation import Step
from rules.document import Document, DocumentPart
from rules.figures import dice
from rules.forms.fields import Number
from rules.problems import Problem, RuleViolation
from rules.sheet.sections import Figures, Line, Sheet, figures
from rules.system import GameSystem

STRENGTH = "strength"


class Build(DocumentPart, frozen=True):
    """All there is to decide."""

    strength: int | None = None


class Smallest(GameSystem):
    """Strength from 1D to 5D."""

    slug = "smallest"
    name = "Smallest"
    edition = ""
    about = ""
    credit = ""
    licence = ""
    build_type = Build

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        del only  # there is one step
        value = document.build.strength
        field = Number(STRENGTH, "Strength", (str(value),) if value else (), lowest=1, highest=5)
        return (Step("strength", "Strength", "", fields=(field,)),)

    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        value = document.build.strength
        return None if field != STRENGTH else (str(value),) if value else ()

    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        if field != STRENGTH or not values[0].isdigit():
            raise RuleViolation([Problem("bad-value", field, "Type a number from 1 to 5.")])
        return msgspec.structs.replace(document, build=Build(int(values[0])))

    def sheet(self, document: Document) -> Sheet:
        line = Line(STRENGTH, "Strength", dice("Strength", document.build.strength or 0))
        sections = (Figures("traits", "Traits", (line,)),)
        return Sheet(
            system=self.slug,
            name=document.name,
            kind="",
            concept="",
            facts=(),
            sections=sections,
            figures=figures(sections),
            credit="",
        )

    def problems(self, document: Document) -> tuple[Problem, ...]:
        if document.build.strength:
            return ()
        return (Problem("open", STRENGTH, "Choose your Strength.", unfinished=True),)


GAME = Smallest()


@pytest.fixture
def strong() -> Document:
    return GAME.set_field(GAME.empty(), field=STRENGTH, values=("4",))


def test_it_has_a_sheet_and_problems(strong: Document) -> None:
    assert [problem.code for problem in GAME.problems(GAME.empty())] == ["open"]
    assert GAME.problems(strong) == ()
    assert GAME.sheet(strong).figures[STRENGTH].value == 4
    assert GAME.summary(strong) == GAME.sheet(strong)
    assert GAME.numbers(strong) == {STRENGTH: 4}


def test_what_it_does_not_answer_it_does_not_have(strong: Document) -> None:
    assert GAME.dependent_fields(strong) == {}
    assert GAME.offers(strong, "skills") == ()
    assert GAME.actions(strong, {}) == ()
    assert GAME.play_state(strong, {}).pools == {}
    assert GAME.declare(strong, {}, {}) == {}
    assert GAME.roll_request_fields(target=10) == {}
    assert GAME.random(Random(1), strong) == strong
    assert GAME.reference() == ()
    assert GAME.history(strong) == ()
    assert GAME.entry_kinds == {}
    assert GAME.settled(strong) == strong


def test_an_action_that_it_does_not_have_is_refused(strong: Document) -> None:
    for refused in (
        lambda: GAME.roll_form(strong, {}, "traits.strength", {}),
        lambda: GAME.resolve(strong, {}, "traits.strength", {}, Random(1)),
    ):
        with pytest.raises(RuleViolation) as caught:
            refused()
        assert caught.value.problems[0].code == "unknown-action"


def test_its_documents_are_read_and_rebuilt(strong: Document) -> None:
    plain = {"format": "hyperspace-character/1", "system": "smallest", "name": "Ox"}
    document = GAME.read(msgspec.json.encode({**plain, "build": {"strength": 4}}))
    assert (document.name, document.build, document.ledger) == ("Ox", Build(4), ())
    assert GAME.as_of(strong, 0) == strong
    assert GAME.build_now(strong).build == Build(4)
    accepted = GAME.accept(GAME.empty(), code="open", where=STRENGTH, reason="A ghost")
    assert GAME.open_problems(accepted) == ()
