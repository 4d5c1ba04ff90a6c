"""A character during the replay: the build, then each active entry of the ledger."""

from collections.abc import Iterator, Mapping
from typing import Self, TypeVar

from rules.document import Document
from rules.figures import Figure, bonus, constant, dice, instead, total
from rules.kit.character import GameCharacter
from rules.kit.play.marks import bounded
from rules.systems.hyperspace_d6.character.inventory import Holding
from rules.systems.hyperspace_d6.character.opponents import OpponentStats
from rules.systems.hyperspace_d6.character.validation import ValidatedBuild, validate
from rules.systems.hyperspace_d6.document.build import Build, Marks
from rules.systems.hyperspace_d6.document.house import House
from rules.systems.hyperspace_d6.rulebook.book import Book, book
from rules.systems.hyperspace_d6.rulebook.rows import FORCE, Entry, Skill

R = TypeVar("R", bound=Entry)
# Marks that are switches, and those of them that belong to a burden.
BURDENS = ("haunted", "old_wound", "craving")
SWITCHES = ("stunned", "unconscious", "dead", *BURDENS)
# The largest group of opponents.
MOST_MEMBERS = 100


class Character(GameCharacter[Holding]):
    """A character's state: choices, raises, items, and points earned and spent. `raised` counts
    dice by skill or attribute, `risen` the raises of this session, and `session_grown` the dice of
    the Force gained after the build and before the session; `points` and `purse` hold income and
    spending of Character Points and credits by kind of entry, in the order in which the kinds first
    came; `prefix` is the place of the current build: "" or "ledger[3]."; `marked` are the marks in
    the document.
    """

    holding_type, house_type, marks_type = Holding, House, Marks
    build: Build
    house: House
    marked: Marks
    chosen: ValidatedBuild
    memo: dict[str, Figure]
    _marks: Marks | None

    def __init__(self, document: Document[Build]) -> None:
        self.raised: dict[str, int] = {}
        self.risen: set[str] = set()
        self.unlocked = 0
        self.points: dict[str, int] = {}
        self.purse: dict[str, int] = {}
        self.session_grown = 0
        self.clear()
        super().__init__(document)

    def validated(self, build: Build) -> ValidatedBuild:
        """The build with every choice looked up."""
        return validate(build, self.house, accepted=self.accepted, prefix=self.prefix)

    def preview(self) -> Self:
        """A preview does not share computed values."""
        copy = super().preview()
        copy.clear()
        return copy

    def raising(self, id: str) -> Self:
        """A preview with one more die in a skill or an attribute."""
        copy = self.preview()
        copy.raised = {**self.raised, id: self.raised.get(id, 0) + 1}
        return copy

    @property
    def tables(self) -> Book:
        """The party's tables: the book's and its homebrew."""
        return self.chosen.tables

    @property
    def skills(self) -> Mapping[str, Skill]:
        """The skills of this party, by id."""
        return self.chosen.skills

    def rebuild(self, build: Build, *, prefix: str) -> None:
        """Replace the build, and keep everything that came later."""
        super().rebuild(build, prefix=prefix)
        self.clear()

    def clear(self) -> None:
        """Forget what was computed."""
        self.memo, self._marks = {}, None

    def begin_session(self) -> None:
        """The Force dice gained so far count for Force Points; everything may be raised again."""
        self.session_grown = self._grown_force
        self.risen.clear()

    @property
    def _grown_force(self) -> int:
        """Dice of the Force gained after the build."""
        return self.raised.get(FORCE, 0) + self.unlocked

    @property
    def session_force(self) -> int:
        """The dice of the Force at the beginning of the session."""
        return self.chosen.force + self.session_grown

    def holding(self, name: str) -> Holding | None:
        """The stack with that name or id, if any of it is left."""
        if holding := super().holding(name):
            return holding
        return next((one for one in self.carried if one.item.id == name), None) if name else None

    def of_row(self, id: str) -> Holding | None:
        """The first stack of that row of the tables, whatever its name."""
        return next((one for one in self.carried if one.item.id == id and one.item.row), None)

    def carried_of(self, kind: type[R]) -> list[tuple[Holding, R]]:
        """Every stack of which there is any left, with its row, if that is of this kind."""
        stacks = ((holding, holding.item.row) for holding in self.carried)
        return [(holding, row) for holding, row in stacks if isinstance(row, kind)]

    @property
    def marks(self) -> Marks:
        """The marks that count: within bounds, and without those of a burden that is gone."""
        if self._marks is None:
            self._marks = super().marks
        return self._marks

    def counted_marks(self) -> Marks:
        """The marks that count, computed anew."""
        marks = self.marked
        if self.opponent and marks.members is not None:
            return Marks(**bounded(marks, {"members": MOST_MEMBERS, "stunned": 1}))
        bounds: dict[str, int | None] = {
            "wounds": None,
            "woken": None,
            **dict.fromkeys(SWITCHES, 1),
        }
        bounds |= {name: int(name == self.burden_mark) for name in BURDENS}
        if marks.force_points is not None:
            bounds["force_points"] = self.most_force_points
        return Marks(**bounded(marks, bounds))

    @property
    def opponent(self) -> OpponentStats | None:
        """The opponent that the document is, None for a character."""
        return self.chosen.opponent

    @property
    def members(self) -> int | None:
        """The number left of a group of opponents; None for a single one and for characters."""
        return self.marks.members

    @property
    def is_down(self) -> bool:
        """True if there are more wounds than Strength allows (HyperspaceD6, Unconscious)."""
        return self.is_too_many(self.marks.wounds)

    def is_too_many(self, wounds: int) -> bool:
        """True if Strength does not allow this number of wounds (HyperspaceD6, Wounded)."""
        most = 0 if self.drops_at_once else self.attribute_dice(book().harm.wounds_attribute)
        return wounds > most

    @property
    def drops_at_once(self) -> bool:
        """True in quick play for all enemies but an elite (HyperspaceD6, Quickplay; our ruling)."""
        opponent = self.document.build.opponent
        return self.house.quickplay and opponent is not None and opponent.elite is None

    @property
    def burden_mark(self) -> str:
        """The mark of the burden, "" for none; that of an old wound is an attribute."""
        burden = self.chosen.burden
        if burden is None or (burden.asks and not self.chosen.burden_attribute):
            return ""
        return burden.mark

    @property
    def most_force_points(self) -> int:
        """The Force Points of a session."""
        return max(self.session_force, self.least_force_points)

    @property
    def least_force_points(self) -> int:
        """The Force Points without dice in the Force; an opponent has none."""
        return 0 if self.opponent else book().creation.least_force_points

    @property
    def first_points(self) -> int:
        """The Character Points at the start; an opponent has none."""
        return 0 if self.opponent else book().creation.character_points

    @property
    def starting_credits(self) -> int:
        """The starting credits as a number."""
        kept = self.memo.get("credits") or self.memo.setdefault("credits", self.credits_to_start())
        return kept.value

    def credits_to_start(self, label: str = "Credits") -> Figure:
        """750 (HyperspaceD6, Gear), or the sum of the GM, the party, an edge or a burden."""
        creation, party, chosen = book().creation, book().party, self.chosen
        source, ruling = creation.sources["credits"], ""
        printed = constant("starting credits", creation.credits, source=source)
        if (credits := chosen.starting_credits) is not None:
            other = bonus("from your GM", credits, source=source)
            ruling = creation.rulings["gm_credits"]
        elif (credits := chosen.party_credits) is not None:
            other = bonus("from your party", credits, source=party.sources["party"])
            ruling = party.rulings["starting_credits"]
        elif quirk := next(
            (one for one in (chosen.edge, chosen.burden) if one and one.credits is not None), None
        ):
            other = bonus(quirk.name, quirk.credits or 0, source=quirk.source)
        else:
            return total(label, printed, source=source) if label == "Credits" else printed
        return instead(label, other, printed, ruling=ruling)

    @property
    def forgiven(self) -> int:
        """The missing credits for gear that a game master accepted."""
        if ("overspent", "build.gear") not in self.accepted:
            return 0
        return max(0, self.chosen.spent - self.starting_credits)

    @property
    def credits(self) -> int:
        """The balance of the purse."""
        start = self.starting_credits + self.forgiven
        return start - self.chosen.spent + sum(self.purse.values())

    @property
    def character_points(self) -> int:
        """The balance of Character Points."""
        return self.first_points + sum(self.points.values())

    @property
    def point_dice(self) -> int:
        """The dice of a Character Point: one, with Luck two."""
        edge = self.chosen.edge
        return edge.point_dice if edge and edge.point_dice else book().play.dice["point"]

    def attribute_terms(self, id: str) -> Iterator[Figure]:
        """Dice of an attribute from every source (HyperspaceD6, Creating Your Character)."""
        chosen = self.chosen
        for origin in (chosen.species, chosen.profession):
            if value := origin.dice.get(id, 0):
                yield dice(origin.name, value, source=origin.source, ruling=origin.ruling)
        if id == FORCE:
            if chosen.edge and chosen.edge.force_dice:
                yield dice(chosen.edge.name, chosen.edge.force_dice, source=chosen.edge.source)
            if self.unlocked:
                yield dice("unlocked", 1, source=book().advancement.sources["unlock_force"])
        if raised := self.raised.get(id, 0):
            yield dice("raised", raised, source=book().advancement.sources["attribute"])

    def attribute_dice(self, id: str) -> int:
        """Dice of an attribute, from every source."""
        return sum([term.value for term in self.attribute_terms(id)])

    @property
    def open_skills(self) -> dict[str, Skill]:
        """The skills of this character, by id: those of the Force only if the Force is open."""
        force = self.has_force
        return {id: row for id, row in self.skills.items() if force or row.attribute != FORCE}

    @property
    def has_force(self) -> bool:
        """True with dice in the Force, or in one of its skills, which a game master may accept."""
        if self.attribute_dice(FORCE):
            return True
        chosen = self.chosen
        skills = (chosen.species.focus, chosen.edge_skill, *chosen.picks, *self.raised)
        return any(self.skills[id].attribute == FORCE for id in skills if id in self.skills)

    def skill_terms(self, id: str) -> Iterator[Figure]:
        """Dice of a skill above its attribute: focus, picks, edge, and raises."""
        chosen, species = self.chosen, self.chosen.species
        if chosen.opponent:
            yield from chosen.opponent.skills.get(id, ())
        if species.focus == id:
            name, count = f"{species.focus_name} ({species.name})", book().creation.focus_dice
            yield dice(name, count, source=species.source, ruling=species.ruling)
        for _ in range(chosen.picks.count(id)):
            rules = book().creation
            yield dice("picked", rules.pick_dice, source=rules.sources["picks"])
        if chosen.edge and chosen.edge_skill == id and chosen.edge.dice:
            yield dice(chosen.edge.name, chosen.edge.dice, source=chosen.edge.source)
        if raised := self.raised.get(id, 0):
            yield dice("raised", raised, source=book().advancement.sources["skill"])

    def skill_dice(self, id: str) -> int:
        """Dice of a skill above its attribute that count always, from every source."""
        return sum([term.value for term in self.skill_terms(id)])
