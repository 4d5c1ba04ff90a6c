"""Powers in trees: each dot of a tree brings one power of it, of those whose requirements are met;
and more of them, learned without a dot.

The trees, what a power takes, and what it does is each game's own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import repeat
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from rules import figures
from rules.creation import Bound, of_build
from rules.figures import Figure
from rules.forms import parsing
from rules.forms.fields import Choice, Field, Group, Number, Option, Pick, Text, options
from rules.forms.parsing import Values
from rules.kit.advancement_offers import priced_offer
from rules.kit.currency import Payments
from rules.kit.homebrew import HomebrewRows, RowProblem, name_problems
from rules.kit.typed.document import NAME
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind, LedgerRules
from rules.play import Action, ActionGroup, Attempt
from rules.problems import UNKNOWN, EntryRefused, InvalidDocument, ProblemList
from rules.sheet.sections import Column, Gauge, Line, Passage, Prose, Traits
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.merit_homebrew import printed
from rules.systems.storytelling_d10.character.merit_tables import Standing
from rules.systems.storytelling_d10.document.entries import Learn
from rules.systems.storytelling_d10.rulebook.merits import OURS
from rules.tables import Row

B = TypeVar("B", bound=msgspec.Struct)
# Powers bought without a dot, among the counts of a character.
LEARNED = "learn"
MOST_DOTS = 5
# The most of a pool that a party's own takes, and letters of a text.
MOST_ROLL, WORDS = 20, 400


class Power(Protocol):
    """A row of the table of powers."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def name(self) -> str:
        """Its printed name."""

    @property
    def does(self) -> str:
        """What it does, in our words."""

    @property
    def source(self) -> str:
        """Where it stands."""

    @property
    def ruling(self) -> str:
        """Our ruling on it."""

    @property
    def tree(self) -> str:
        """The tree that it belongs to."""

    @property
    def required(self) -> str:
        """What it takes, in print."""

    @property
    def marks(self) -> str:
        """Its marks, in print."""


class PowerTrees(msgspec.Struct, frozen=True):
    """The powers of a game, and its `trees`, each with two attributes of which the better is rolled
    with it. `listed` are the powers of the book, of the type `row`; a party has more in the member
    of its house of that name. `member` of the build holds those that were chosen, and `dots` the
    dots of trees.

    A power takes the merit `opener` (id and name), a dot in its tree, a pool of its `roll`, the
    grades of the `sides` (names by member), and the powers that it comes `after`; `code` is that of
    what lacks. `noun` is what one is called, `many` are several, `tree_noun` is a tree, `key`
    begins their keys on the sheet, and `tags` are the marks that one may have.

    A character has `chosen` values and `dots` bought since by tree, the powers `learned` since, and
    `counts`, those bought without a dot.
    """

    trees: Mapping[str, Any]
    listed: Mapping[str, Any]
    row: type[Any]
    tags: Mapping[str, Row]
    opener: tuple[str, str]
    sides: Mapping[str, str]
    member: str
    dots: str
    noun: str
    many: str
    tree_noun: str
    code: str
    key: str

    def of(self, house: Any) -> Mapping[str, Any]:
        """Every power by id, those of the party too."""
        own = getattr(house, self.member)
        if not own:
            return self.listed
        rows = dict(self.listed)
        for one in own:
            if one.knowledge in self.trees and one.id not in self.listed:
                after = tuple(id for id in one.after if id in self.listed)
                tags = tuple(id for id in one.tags if id in self.tags)
                members = asdict(replace(one, after=after, tags=tags))
                rows[one.id] = self.row(**members, source=OURS)
        return rows

    def lacks(self, row: Any, standing: Standing) -> tuple[str, ...]:
        """What somebody lacks to have a power."""
        tree, values = self.trees[row.tree], standing.values
        dots = values.get(row.tree, 0)
        id, name = self.opener
        lacks = [] if id in standing.merits else [name]
        pool = max(values.get(attribute, 0) for attribute in tree.attributes) + dots
        if not dots:
            lacks.append(f"a dot in {tree.name}")
        elif pool < row.roll:
            lacks.append(f"Roll {row.roll} (you have {pool})")
        for side, name in self.sides.items():
            if (least := getattr(row, side)) and values.get(side, 0) < least:
                lacks.append(f"{name} {least} (you have {values.get(side, 0)})")
        before = (self.listed[id].name for id in row.after if id not in standing.abilities)
        return (*lacks, *before)

    def base(self, character: DottedCharacter, tree: str) -> Figure:
        """The better of the two attributes of a tree."""
        row = self.trees[tree]
        both = (character.trait(attribute) for attribute in row.attributes)
        return figures.best(row.name, both, source=row.source, ruling=row.ruling)

    def pool(self, character: DottedCharacter, tree: str) -> Figure | None:
        """The base and the dots; None without a dot."""
        if not character.value(tree):
            return None
        row, own = self.trees[tree], character.trait(tree)
        return figures.pool(row.name, self.base(character, tree), own, source=row.source)

    @property
    def unknown(self) -> str:
        """The code of an unknown one: "unknown-force-ability"."""
        return f"unknown-{self.noun.casefold().replace(' ', '-')}"

    def in_tree(self, tree: str) -> dict[str, Any]:
        """The powers of a tree, as the book has them."""
        return {id: row for id, row in self.listed.items() if row.tree == tree}

    # --- the build

    def validated(
        self, build: Any, house: Any, standing: Standing, faults: ProblemList
    ) -> tuple[str, ...]:
        """Those whose requirements are met, as many of a tree as it has dots."""
        known, ids = self.of(house), list[str]()
        left = {id: standing.values.get(id, 0) for id in self.trees}
        for position, id in enumerate(getattr(build, self.member)):
            where, row = f"build.{self.member}[{position}]", known.get(id)
            if row is None:
                message = f"{id!r} isn't a {self.noun}."
                faults.wrong(self.unknown, where, message, never=UNKNOWN)
                continue
            lacks = self.lacks(row, replace(standing, abilities=tuple(ids)))
            message = f"{row.name} needs {', '.join(lacks)}." if lacks else ""
            if id in ids:
                message = f"You know {row.name} already."
            elif not message and left[row.tree] < 1:
                message = f"Your dots in {self.trees[row.tree].name} bring no more abilities."
            if not message or faults.deviation(self.code, where, message):
                left[row.tree] -= 1
                ids.append(id)
        return tuple(ids)

    def field(self, hint: str) -> Bound:
        """The powers to pick, each tree with its pool."""

        def write(build: Any, values: Values) -> Any:
            if len(set(values)) > sum(getattr(build, self.dots).values()) + 1:
                raise InvalidDocument(f"Every dot brings one {self.noun}.")
            known = parsing.known(values, self.listed)
            strange = (id for id in getattr(build, self.member) if id not in self.listed)
            return replace(build, **{self.member: (*known, *strange)})

        def show(character: DottedCharacter) -> Iterator[Field]:
            chosen = getattr(character.build, self.member)
            options = tuple(self._option(character, id, chosen=id in chosen) for id in self.listed)
            dots = sum(getattr(character.chosen, self.dots).values())
            groups = tuple(
                Group(id, row.name, pool=self.pool(character, id)) for id, row in self.trees.items()
            )
            left = max(0, dots - len(chosen))
            yield Pick(self.member, self.many, chosen, options, dots, left, groups, hint)

        return of_build(
            self.member,
            lambda build: tuple(getattr(build, self.member)),
            write,
            empty=lambda build: replace(build, **{self.member: ()}),
            show=show,
        )

    def _option(self, character: DottedCharacter, id: str, *, chosen: bool) -> Option:
        row: Power = self.of(character.house)[id]
        lacks = () if chosen else self.lacks(row, character.standing)
        return Option(
            id,
            row.name,
            row.does,
            row.tree,
            chosen,
            note=" · ".join(filter(None, (row.required, row.marks))),
            barred=f"You lack {', '.join(lacks)}." if lacks else "",
            source=row.source,
            ruling=row.ruling,
            term=f"{self.key}.{id}",
        )

    def filled(self, rng: Random, build: B, read: Callable[[B], Any]) -> B:
        """The build with a power for each dot that has brought none; `read(build)` is the character
        of a build.
        """
        for tree, dots in getattr(read(build).chosen, self.dots).items():
            for _ in range(dots):
                standing, had = read(build).standing, getattr(build, self.member)
                of_tree = self.in_tree(tree)
                own = [id for id in had if id in of_tree]
                open_ = [
                    id
                    for id, row in of_tree.items()
                    if id not in had and not self.lacks(row, standing)
                ]
                if len(own) < dots and open_:
                    build = replace(build, **{self.member: (*had, rng.choice(open_))})
        return build

    # --- learned later

    def left(self, character: DottedCharacter) -> int:
        """Dots of trees that have not brought a power yet."""
        values, since, none = character.chosen.values, character.dots, repeat(0)
        dots = sum(map(values.get, self.trees, none)) + sum(map(since.get, self.trees, none))
        brought = len(character.powers) - character.counts.get(LEARNED, 0)
        left: int = dots - brought
        return max(0, left)

    def check(self, standing: Standing, id: str, character: DottedCharacter) -> None:
        """Refuse a power of which something lacks; `standing` has the dot that brings it."""
        row = self.of(character.house).get(id)
        if row is None:
            raise EntryRefused(self.unknown, f"{id!r} isn't a {self.noun}.")
        if id in character.powers:
            raise EntryRefused(self.code, f"You know {row.name} already.")
        if lacks := self.lacks(row, standing):
            character.deviation(self.code, f"{row.name} needs {', '.join(lacks)}.")

    def kind(self, payments: Payments) -> EntryKind:
        """The entry that learns one: free for a dot that has not brought any, else paid for."""

        def check(character: DottedCharacter, entry: Learn) -> None:
            self.check(character.standing, entry.ability, character)
            payments.check(character, entry)

        def learn(character: DottedCharacter, entry: Learn) -> None:
            is_bought = not self.left(character)
            if is_bought or entry.paid:
                payments.pay(character, entry, self.many)
            if is_bought:
                character.counts[LEARNED] = character.counts.get(LEARNED, 0) + 1
            character.learned.append(entry.ability)

        def title(character: DottedCharacter, entry: Learn) -> str:
            row = self.of(character.house).get(entry.ability)
            return row.name if row else entry.ability

        return EntryKind(f"{self.noun} learned", title, check, learn, undoable_by_player=True)

    def offers(
        self,
        rules: LedgerRules[Any],
        character: DottedCharacter,
        tree: str,
        text: Callable[[Any], str],
    ) -> Iterator[Offer]:
        """The powers of a tree that are not known yet; `text` says what one does."""
        for row in self.of(character.house).values():
            if row.tree == tree and row.id not in character.powers:
                yield priced_offer(
                    rules,
                    character,
                    f"learn.{row.id}",
                    Learn(ability=row.id),
                    name=row.name,
                    act="Learn skill",
                    detail=text(row),
                    note=" · ".join(filter(None, (row.required, row.marks))),
                )

    # --- the sheet

    def section(self, character: DottedCharacter, name: str) -> Traits:
        """The trees in two columns: their pools, or the base that they start from."""
        lines = []
        for id, row in self.trees.items():
            own = character.value(id)
            figure = self.pool(character, id) or figures.dots(row.name, 0, source=row.source)
            note = "" if own else f"from {self.base(character, id).value}"
            gauge = Gauge(own, MOST_DOTS)
            lines.append(Line(f"{self.key}.{id}", row.name, figure, note, bool(own), gauge))
        half = len(lines) // 2
        columns = (
            Column(f"{self.key}-1", name, name, None, tuple(lines[:half])),
            Column(f"{self.key}-2", name, name, None, tuple(lines[half:])),
        )
        return Traits(self.key, name, columns)

    def passages(self, character: DottedCharacter, text: Callable[[Any], str]) -> Prose:
        """Each power with what it does."""
        known = self.of(character.house)
        rows = (known[id] for id in character.powers if id in known)
        passages = tuple(Passage(row.name, text(row), self.trees[row.tree].name) for row in rows)
        return Prose(self.member.replace("_", "-"), self.many, passages)

    def plain(self, character: DottedCharacter) -> dict[str, Any]:
        """The bases and the pools of trees, the powers, and how many are left to choose."""
        pools = {id: self.pool(character, id) for id in self.trees}
        return {
            "bases": {id: self.base(character, id).value for id in self.trees},
            "pools": {id: pool.value if pool else None for id, pool in pools.items()},
            "abilities": list(character.powers),
            "open": self.left(character),
        }

    def listed_actions(
        self, now: Callable[[Attempt[Any], str], Figure | None], barred: Callable[[Any], str]
    ) -> Callable[[Attempt[Any]], tuple[ActionGroup, ...]]:
        """The powers as actions: their pools `now`, by their keys, and why nothing is rolled."""

        def listed(attempt: Attempt[Any]) -> tuple[ActionGroup, ...]:
            known, character = self.of(attempt.character.house), attempt.character
            rows = [known[id] for id in character.powers if id in known]
            bar = barred(character)
            actions = (
                Action(key, row.name, self.trees[row.tree].name, now(attempt, key), bar, asks=True)
                for row in rows
                for key in (f"{self.key}.{row.id}",)
            )
            return (ActionGroup("powers", self.many, tuple(actions)),)

        return listed

    # --- a party's own

    def homebrew(self, blank: Any, most_side: int, taken: Mapping[str, Row]) -> HomebrewRows:
        """The powers that a party makes: a `blank` one, the most of a side, and what the rules call
        so already.
        """

        def fields(row: Any, _house: object) -> tuple[Field, ...]:
            trees = options(self.trees, row.knowledge)
            tags = tuple(
                Option(id, one.name, one.does, chosen=id in row.tags)
                for id, one in self.tags.items()
            )
            return (
                Text("name", "Name", (row.name,), limit=NAME),
                Choice("knowledge", self.tree_noun, (row.knowledge,), trees, look="menu"),
                Number("roll", "Roll", (str(row.roll),), "The pool it takes.", highest=MOST_ROLL),
                *(
                    Number(side, name, (str(getattr(row, side)),), highest=most_side)
                    for side, name in self.sides.items()
                ),
                Pick("tags", "Marks", row.tags, tags),
                Text("target", "Target", (row.target,), limit=NAME),
                Text("range", "Range", (row.range,), limit=NAME),
                Text("does", "Effect", (row.does,), lines=3, limit=WORDS),
                Text("destiny", "With a Destiny point", (row.destiny,), lines=2, limit=WORDS),
            )

        def wrong(row: Any, others: Iterable[Any], _house: object) -> Iterator[RowProblem]:
            yield from name_problems(row, others, self.noun)
            yield from printed(taken, row.id)
            if row.knowledge not in self.trees:
                yield "knowledge", f"{row.knowledge!r} isn't a {self.tree_noun}."
            most = max(getattr(row, side) for side in self.sides)
            if not (0 <= row.roll <= MOST_ROLL and most <= most_side):
                yield "roll", f"Roll is 0 to {MOST_ROLL}, the sides are 0 to {most_side}."

        def about(row: Any, _house: object) -> str:
            tree = self.trees.get(row.knowledge)
            return " · ".join(filter(None, (tree.name if tree else "", row.does)))

        return HomebrewRows(
            self.member, blank, fields, wrong, about, one=self.noun, plural=self.many
        )
