"""Game: who a game is, and the parts that answer for it. `Character` asks them.

A game is one value, named SYSTEM in its package. Each part takes the character replayed from a
document, of the game's own type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from rules import document as documents
from rules.convention import Convention
from rules.craft import CraftRules
from rules.creation import NO_FIELDS, Binding, StepSpec
from rules.document import Document, DocumentPart
from rules.duel import DuelRules
from rules.exchange.conversion import Conversion
from rules.exchange.outline import CODES, Outline
from rules.fight import FightRules
from rules.house import NO_HOUSE, HouseRules
from rules.kit.ideas import NO_IDEAS, Ideas
from rules.kit.play.harm_boxes import PREFIX, HarmBoxes
from rules.kit.random_build import NOTHING_RANDOM, RandomBuild
from rules.kit.stash import StashRules
from rules.ledger.entries import Undo
from rules.ledger.none import NO_LEDGER
from rules.ledger.offers import OfferGroup
from rules.ledger.rules import LedgerRules, LedgerState
from rules.opponents import OpponentRules
from rules.play import (
    NO_ACTIONS,
    NO_POINTS,
    NO_REQUESTS,
    Actions,
    Attempt,
    Outcome,
    PlayState,
    Requests,
)
from rules.problems import Problem
from rules.reference.chapters import Chapter
from rules.sheet.sections import Sheet
from rules.turn import Turn

# So many names are suggested at once, out of so many drawn: some are drawn twice.
NAMES, DRAWN = 4, 40

# The character of a game, as it is replayed; of any game where it is left out.
if TYPE_CHECKING:
    C = TypeVar("C", bound=LedgerState, default=LedgerState)
else:
    C = TypeVar("C")


class NoMarks(DocumentPart, frozen=True):
    """Marks for a game that has none."""


def nothing_rolled(_attempt: object) -> PlayState:
    """The state at the table of a game without rolls."""
    return PlayState({}, (), ())


def as_kept(_character: object, turn: Turn) -> Turn:
    """The account of a game whose marks say nothing of turns."""
    return turn


def nothing_declared(attempt: Attempt[object]) -> dict[str, int]:
    """The state of a turn without fields."""
    return dict(attempt.situation)


@dataclass(frozen=True, kw_only=True)
class PlayParts(Generic[C]):
    """A game's parts for play.

    `state` returns the state at the table; `actions` holds every roll and procedure; `declare` sets
    the fields of a turn, if it has any; `account` returns the account of a turn with the effects
    that marks stand for, and without those whose mark is gone; `requests` handles a GM's roll
    requests. `add_point` spends a point on a finished roll; in a game without such points,
    `no_points` is the refusal. `boxes` are those of harm, if they can be marked by hand.
    """

    state: Callable[[Attempt[C]], PlayState] = nothing_rolled
    actions: Actions[C] = NO_ACTIONS
    declare: Callable[[Attempt[C]], dict[str, int]] = nothing_declared
    account: Callable[[C, Turn], Turn] = as_kept
    requests: Requests = NO_REQUESTS
    add_point: Callable[[Attempt[C], Outcome, Random], Outcome] | None = None
    no_points: str = NO_POINTS
    boxes: HarmBoxes[C] | None = None

    def of(self, action: str) -> Actions[C] | HarmBoxes[C]:
        """The part that answers for an action: the boxes of harm for one of them."""
        return self.boxes if self.boxes and action.startswith(PREFIX) else self.actions


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[C]):
    """A game: its identity, the types of its documents, and its parts. It holds no state.

    Every game has `problems` and a `sheet`. `summary` and `blank`, the sheet to fill in by hand,
    default to the whole sheet, and `numbers`, the export, to every figure. `steps(character)`
    returns the specs of the steps, and `fields` finds a field by its id. `outline` is for other
    programs and games; `from_codes` takes one of codes, `from_dots` one of dots. `offers` has a
    function for each of `ledger.offers.PARTS` that the game uses; `is_priced(character)` says
    whether points buy improvements, and so can be planned. `random_build(document)` returns the
    random choices for the steps; `ideas` are the archetypes to start from, `opponents` how
    opponents are made, `stash` what passes between characters and their party, `craft` how craft
    are made. `fight`, `duel` and `convention` are what the game says of those. `reference()` is the
    rules reference by chapter.

    `calls` are what a GM can request: "check" (each character rolls), "opposed" (one against
    another, or against a number of dice), "combined" (the others help one). `hit` is the action of
    a hit: a sheet shows it beside the boxes of harm. `synonyms` are other names by which scripts
    may call an action. `others` are the rules for documents that hold no character (a craft), by
    the member of the build that tells one.
    """

    slug: str
    name: str
    edition: str = ""
    about: str = ""
    credit: str = ""
    license: str = ""
    rank: int = 1
    build_type: type[Any]
    entry_type: Any = Undo
    marks_type: type[Any] = NoMarks
    house: HouseRules = NO_HOUSE
    ledger_rules: LedgerRules[Any, Any] = NO_LEDGER
    problems: Callable[[C], tuple[Problem, ...]]
    sheet: Callable[[C], Sheet]
    summary: Callable[[C], Sheet] | None = None
    blank: Callable[[C], Sheet] | None = None
    numbers: Callable[[C], dict[str, object]] | None = None
    steps: Callable[[C], Iterable[StepSpec[C]]] = lambda _character: ()
    fields: Binding = NO_FIELDS
    outline: Callable[[C], Outline] | None = None
    from_codes: Callable[[Outline], Conversion] | None = None
    from_dots: Callable[[Outline], Conversion] | None = None
    offers: Mapping[str, Callable[[C], tuple[OfferGroup, ...]]] = field(default_factory=dict)
    is_priced: Callable[[C], bool] = lambda _character: True
    random_build: Callable[[Document], RandomBuild] = lambda _document: NOTHING_RANDOM
    ideas: Ideas = NO_IDEAS
    reference: Callable[[], tuple[Chapter, ...]] = tuple
    play: PlayParts[C] = field(default_factory=PlayParts)
    calls: tuple[str, ...] = ("check", "opposed", "combined")
    hit: str = ""
    synonyms: Mapping[str, str] = field(default_factory=dict)
    fight: FightRules[C] | None = None
    duel: DuelRules[C] | None = None
    convention: Convention | None = None
    opponents: OpponentRules | None = None
    stash: StashRules[C] | None = None
    craft: CraftRules | None = None
    others: Mapping[str, Game[Any]] = field(default_factory=dict)

    @property
    def full_name(self) -> str:
        """The name with the edition, which is said once: "HyperspaceD6 1.5"."""
        return self.name if f"({self.edition})" in self.name else f"{self.name} {self.edition}"

    def of_build(self, build: Collection[str]) -> Game[Any]:
        """The rules for documents with these members in their build: others than those of
        characters if one of them says so.
        """
        return next((rules for member, rules in self.others.items() if member in build), self)

    def read(self, text: bytes | str) -> Document:
        """A document of this game from its JSON; InvalidDocument with the place otherwise."""
        return self.take(documents.open_text(text))

    def take(self, envelope: documents.Envelope) -> Document:
        """A document of this game from its plain members; InvalidDocument with the place
        otherwise.
        """
        entries: Any = tuple[self.entry_type, ...]  # type: ignore[name-defined]  # made of a value
        return Document(
            system=self.slug,
            name=envelope.name,
            player=envelope.player,
            build=documents.convert(envelope.build, self.build_type, where="build"),
            ledger=documents.convert(envelope.ledger, entries, where="ledger"),
            marks=documents.convert(envelope.marks, self.marks_type, where="marks"),
            house=documents.convert(envelope.house, self.house.type, where="house"),
        )

    def empty(self) -> Document:
        """A new character without any choices."""
        return Document(
            self.slug, "", self.build_type(), marks=self.marks_type(), house=self.house.type()
        )

    def random(
        self,
        rng: Random,
        document: Document | None = None,
        *,
        step: str = "",
        anew: bool = False,
    ) -> Document:
        """The document with its empty fields filled in at random, legally: in one step, or in all.

        Choices already made stay as they are, illegal ones too. `anew` clears the step, or all
        steps, first, except for what is no choice about the character: the player, the credits that
        a GM set, an optional preset.
        """
        document = document or self.empty()
        return self.random_build(document).fill(rng, document, step=step, anew=anew)

    def from_idea(self, idea: str, rng: Random, *, as_shown: bool = False) -> Document:
        """A new character with the choices that an idea suggests, and what else they need, all
        legal, of the species that its page shows or of any of its own; InvalidDocument where there
        is no such idea.
        """
        empty, build = self.empty(), self.random_build
        return self.ideas.document(idea, empty, build, rng, as_shown=as_shown)

    def names(self, document: Document, rng: Random) -> tuple[str, ...]:
        """A few names that fit the character, all different; () in a game without random names."""
        unnamed, build = msgspec.structs.replace(document, name=""), self.random_build(document)
        step = next((id for id, fields in build.steps.items() if "name" in fields), "")
        found: dict[str, None] = {}
        for _ in range(DRAWN if step else 0):
            if name := build.fill(rng, unnamed, step=step, anew=False).name:
                found[name] = None
            if len(found) == NAMES:
                break
        return tuple(found)

    def takes(self, outline: Outline) -> bool:
        """True if this game makes characters of outlines like this one."""
        return self._maker(outline) is not None

    def _maker(self, outline: Outline) -> Callable[[Outline], Conversion] | None:
        return self.from_codes if outline.scale == CODES else self.from_dots

    def from_outline(self, outline: Outline) -> Conversion | None:
        """A new character made of another game's, with a report; None: this game takes none of that
        kind.
        """
        make = self._maker(outline)
        return make(outline) if make else None

    def blank_sheet(self) -> Sheet:
        """The sheet to print and fill in by hand: that of an empty character."""
        return (self.blank or self.sheet)(self.ledger_rules.replay(self.empty()))
