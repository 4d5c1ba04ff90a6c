"""Game: a game system composed of parts, one for each method of the interface.

A part takes the character replayed from a document. A game that needs more overrides the method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from rules import creation
from rules.convention import Convention
from rules.craft import CraftRules
from rules.creation import Binding, Idea, Step, StepSpec
from rules.document import Document
from rules.duel import DuelRules
from rules.exchange.conversion import Conversion
from rules.exchange.outline import CODES, Outline
from rules.fight import FightRules
from rules.forms.fields import Field
from rules.forms.parsing import FormValues
from rules.house import HomebrewItem, open_problems
from rules.kit.homebrew import HomebrewRows
from rules.kit.house_switches import HouseOptions
from rules.kit.ideas import Ideas
from rules.kit.play.harm_boxes import PREFIX, HarmBoxes
from rules.kit.play.procedures import ActionTable
from rules.kit.play.roll_requests import RollRequests
from rules.kit.random_build import RandomBuild
from rules.ledger.offers import OfferGroup
from rules.opponents import OpponentRules
from rules.play import (
    NO_POINTS,
    ActionGroup,
    Attempt,
    OpposedResult,
    Outcome,
    PlayState,
    RollForm,
    TurnState,
)
from rules.problems import Problem, RuleViolation
from rules.reference.chapters import Chapter
from rules.sheet.sections import Sheet
from rules.system import GameSystem

C = TypeVar("C")


def nothing_declared(attempt: Attempt[Any]) -> dict[str, int]:
    """The state of a turn without fields."""
    return dict(attempt.situation)


@dataclass(frozen=True, kw_only=True)
class PlayParts(Generic[C]):
    """A game's parts for play.

    `state` returns the state at the table; `actions` holds every roll and procedure; `declare` sets
    the fields of a turn, if it has any; `requests` handles a GM's roll requests. `add_point` spends
    a point on a finished roll; in a game without such points, `no_points` is the refusal. `boxes`
    are those of harm, if they can be marked by hand; `fight` is what the game says of fights,
    `duel` of duels.
    """

    state: Callable[[Attempt[C]], PlayState]
    actions: ActionTable[C, Any]
    declare: Callable[[Attempt[C]], dict[str, int]] = nothing_declared
    requests: RollRequests
    add_point: Callable[[Attempt[C], Outcome, Random], Outcome] | None = None
    no_points: str = NO_POINTS
    boxes: HarmBoxes[C] | None = None
    fight: FightRules[C] | None = None
    duel: DuelRules[C] | None = None


@dataclass(frozen=True, kw_only=True)
class GameParts(Generic[C]):
    """A game's parts.

    `steps(character)` returns the specs of the steps, and `fields` finds a field by its id.
    `summary` and `blank`, the sheet to fill in by hand, default to the whole sheet, and `numbers`,
    the export, to every figure. `outline` is for other programs and games, and
    `from_outline` takes one of codes. `offers` has a function
    for each of `ledger.offers.PARTS` that the game uses; `is_priced(character)` says whether points
    buy improvements. `homebrew` are the kinds of a game's
    homebrew items, if they are named rows. `random(document)` returns the random choices for the
    steps; `ideas` are the archetypes to start from, `opponents` how opponents are made, and
    `convention` is what the game says of a table at a convention.
    """

    steps: Callable[[C], Iterable[StepSpec[C]]]
    fields: Binding
    problems: Callable[[C], tuple[Problem, ...]]
    sheet: Callable[[C], Sheet]
    summary: Callable[[C], Sheet] | None = None
    blank: Callable[[C], Sheet] | None = None
    numbers: Callable[[C], dict[str, Any]] | None = None
    outline: Callable[[C], Outline] | None = None
    from_outline: Callable[[Outline], Conversion] | None = None
    offers: Mapping[str, Callable[[C], tuple[OfferGroup, ...]]] = field(default_factory=dict)
    is_priced: Callable[[C], bool] = lambda _character: True
    play: PlayParts[C]
    house: HouseOptions | None = None
    homebrew: tuple[HomebrewRows, ...] = ()
    random: Callable[[Document], RandomBuild]
    ideas: Ideas | None = None
    opponents: OpponentRules | None = None
    craft: CraftRules | None = None
    convention: Convention | None = None
    reference: Callable[[], tuple[Chapter, ...]] = tuple


class Game(GameSystem):
    """A game system made of its `parts`. Offers are computed on a `copied()` character."""

    parts: GameParts[Any]

    def steps(self, document: Document, *, only: str = "") -> tuple[Step, ...]:
        character = self.replay(document)
        problems = open_problems(document, self.parts.problems(character))
        return creation.steps(self.parts.steps(character), character, problems, only=only)

    def field_values(self, document: Document, field: str) -> tuple[str, ...] | None:
        return self.parts.fields.values(document, field)

    def dependent_fields(self, document: Document) -> dict[str, tuple[str, ...]]:
        return self.parts.fields.dependent(document)

    def set_field(self, document: Document, *, field: str, values: tuple[str, ...]) -> Document:
        return self.parts.fields.write(document, field, values)

    def sheet(self, document: Document) -> Sheet:
        return self.parts.sheet(self.replay(document))

    def summary(self, document: Document) -> Sheet:
        return (self.parts.summary or self.parts.sheet)(self.replay(document))

    def blank_sheet(self) -> Sheet:
        return (self.parts.blank or self.parts.sheet)(self.replay(self.empty()))

    def numbers(self, document: Document) -> dict[str, Any]:
        if self.parts.numbers is None:
            return super().numbers(document)
        return self.parts.numbers(self.replay(document))

    def outline(self, document: Document) -> Outline | None:
        return self.parts.outline(self.replay(document)) if self.parts.outline else None

    def takes(self, outline: Outline) -> bool:
        return self.parts.from_outline is not None and outline.scale == CODES

    def from_outline(self, outline: Outline) -> Conversion | None:
        make = self.parts.from_outline
        return make(outline) if make and self.takes(outline) else None

    def problems(self, document: Document) -> tuple[Problem, ...]:
        return self.parts.problems(self.replay(document))

    def offers(self, document: Document, part: str) -> tuple[OfferGroup, ...]:
        offers = self.parts.offers.get(part)
        return offers(self.replay(document).copied()) if offers else ()

    def is_priced(self, document: Document) -> bool:
        return self.parts.is_priced(self.replay(document))

    @property
    def opponents(self) -> OpponentRules | None:
        return self.parts.opponents

    @property
    def craft(self) -> CraftRules | None:
        return self.parts.craft

    @property
    def convention(self) -> Convention | None:
        return self.parts.convention

    @property
    def fight(self) -> FightRules[Any] | None:
        return self.parts.play.fight

    @property
    def duel(self) -> DuelRules[Any] | None:
        return self.parts.play.duel

    @property
    def has_boxes(self) -> bool:
        return self.parts.play.boxes is not None

    def play_state(self, document: Document, situation: TurnState) -> PlayState:
        return self.parts.play.state(Attempt(self.replay(document), situation))

    def actions(self, document: Document, situation: TurnState) -> tuple[ActionGroup, ...]:
        return self.parts.play.actions.actions(Attempt(self.replay(document), situation))

    def roll_form(
        self, document: Document, situation: TurnState, action: str, values: FormValues
    ) -> RollForm:
        attempt, play = Attempt(self.replay(document), situation, values), self.parts.play
        if play.boxes and action.startswith(PREFIX):
            return play.boxes.form(attempt, action)
        return play.actions.form(attempt, action)

    def resolve(
        self, document: Document, situation: TurnState, action: str, values: FormValues, rng: Random
    ) -> Outcome:
        attempt, play = Attempt(self.replay(document), situation, values), self.parts.play
        if play.boxes and action.startswith(PREFIX):
            return play.boxes.resolve(attempt, action)
        return play.actions.resolve(attempt, action, rng)

    def add_point(
        self, document: Document, situation: TurnState, outcome: Outcome, rng: Random
    ) -> Outcome:
        play = self.parts.play
        if play.add_point is None:
            raise RuleViolation([Problem("barred", outcome.action, play.no_points)])
        return play.add_point(Attempt(self.replay(document), situation), outcome, rng)

    def declare(
        self, document: Document, situation: TurnState, values: FormValues
    ) -> dict[str, int]:
        return self.parts.play.declare(Attempt(self.replay(document), situation, values))

    def roll_request_fields(
        self, *, target: int | None = None, helpers: int = 0, opposed_by: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        requests = self.parts.play.requests
        return requests.fields(target=target, helpers=helpers, opposed_by=opposed_by)

    def opposed(self, first: Outcome, second: Outcome) -> OpposedResult:
        return self.parts.play.requests.opposed(first, second)

    def ideas(self) -> tuple[Idea, ...]:
        return self.parts.ideas.list() if self.parts.ideas else ()

    def from_idea(self, idea: str, rng: Random) -> Document:
        if self.parts.ideas is None:
            return super().from_idea(idea, rng)
        return self.parts.ideas.document(idea, self.empty(), self.parts.random, rng)

    def random(
        self,
        rng: Random,
        document: Document | None = None,
        *,
        step: str = "",
        anew: bool = False,
    ) -> Document:
        document = document or self.empty()
        return self.parts.random(document).fill(rng, document, step=step, anew=anew)

    def house_fields(self, house: Any) -> tuple[Field, ...]:
        return self.parts.house.fields(house) if self.parts.house else ()

    def set_house(self, house: Any, *, field: str, values: tuple[str, ...]) -> Any:
        if self.parts.house is None:
            return super().set_house(house, field=field, values=values)
        return self.parts.house.set_field(house, field=field, values=values)

    def house_problems(self, house: Any) -> tuple[Problem, ...]:
        options = self.parts.house.problems(house) if self.parts.house else ()
        rows = (problem for one in self.parts.homebrew for problem in one.problems(house))
        return (*options, *rows)

    def homebrew_items(self, house: Any) -> tuple[HomebrewItem, ...]:
        return tuple(item for one in self.parts.homebrew for item in one.items(house))

    def homebrew_fields(self, house: Any, kind: str, id: str = "") -> tuple[Field, ...]:
        return self._homebrew(kind).form(house, kind, id)

    def set_homebrew(self, house: Any, kind: str, values: FormValues, id: str = "") -> Any:
        return self._homebrew(kind).save(house, kind, values, id)

    def remove_homebrew(self, house: Any, kind: str, id: str) -> Any:
        return self._homebrew(kind).remove(house, kind, id)

    def _homebrew(self, kind: str) -> HomebrewRows:
        """The homebrew of a kind; KeyError for an unknown one."""
        return {one.kind: one for one in self.parts.homebrew}[kind]

    def in_house(self, document: Document, house: Any) -> Document:
        placed = super().in_house(document, house)
        rows = {one.kind: one.moved(document, house) for one in self.parts.homebrew}
        return replace(placed, house=replace(placed.house, **rows)) if rows else placed

    def reference(self) -> tuple[Chapter, ...]:
        return self.parts.reference()
