"""Force abilities, in the trees of Force knowledges, with those of the party's making: each dot
brings one whose requirements are met, and more are learned without a dot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import asdict, replace

from rules import figures
from rules.creation import Bound, with_build
from rules.document import Document
from rules.figures import Figure
from rules.forms import parsing
from rules.forms.fields import Choice, Field, Group, Number, Option, Pick, Sort, Text, options
from rules.forms.parsing import Values
from rules.kit.advancement_offers import priced_offer
from rules.kit.currency import Payments
from rules.kit.homebrew import HomebrewRows, NamedRow, RowProblem, name_problems
from rules.kit.typed.document import NAME
from rules.ledger.offers import Offer
from rules.ledger.rules import EntryKind, LedgerRules
from rules.play import Action, ActionGroup, Attempt
from rules.problems import UNKNOWN, EntryRefused, InvalidDocument, ProblemList
from rules.sheet.sections import Column, Gauge, Line, Passage, Prose, Traits
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.character.merit_homebrew import printed
from rules.systems.storytelling_d10.character.merit_tables import Standing
from rules.systems.storytelling_d10.document.build import Build, House
from rules.systems.storytelling_d10.document.entries import Learn
from rules.systems.storytelling_d10.rulebook.book import RESISTANCES, ForceAbility, rulebook
from rules.systems.storytelling_d10.rulebook.merits import OURS
from rules.tables import Row

FORCE = rulebook().force
FORCE_SENSITIVITY = "force-sensitivity"
SIDES = {"light_side": "Light side", "dark_side": "Dark side"}
TREES, LISTED, TAGS = FORCE.force_knowledges, FORCE.force_abilities, FORCE.tags
OPENER, MANY = (FORCE_SENSITIVITY, "Force Sensitivity"), "Force abilities"
CODE, UNKNOWN_ABILITY = "force-requirement", "unknown-force-ability"
# Abilities of a tree bought without a dot, among the counts of a character: "learn.mind".
LEARNED = "learn"
EASIEST = "easiest"
SORTS = (Sort("", "As in the book"), Sort(EASIEST, "Easiest first", lowest=True))
MOST_DOTS = 5
# The most of a pool that a party's own takes, and letters of a text.
MOST_ROLL, WORDS = 20, 400


def of(house: House) -> Mapping[str, ForceAbility]:
    """Every power by id, those of the party too."""
    own = house.force_abilities
    if not own:
        return LISTED
    rows = dict(LISTED)
    for one in own:
        if one.knowledge in TREES and one.id not in LISTED:
            after = tuple(id for id in one.after if id in LISTED)
            tags = tuple(id for id in one.tags if id in TAGS)
            members = asdict(replace(one, after=after, tags=tags))
            rows[one.id] = ForceAbility(**members, source=OURS)
    return rows


def lacking(row: ForceAbility, standing: Standing) -> tuple[str, ...]:
    """The requirements of a power that somebody does not meet."""
    tree, values = TREES[row.tree], standing.values
    (id, name), dots = OPENER, values.get(row.tree, 0)
    lacks = [] if id in standing.merits else [name]
    first, second = tree.attributes
    pool = max(values.get(first, 0), values.get(second, 0)) + dots
    if not dots:
        lacks.append(f"a dot in {tree.name}")
    elif pool < row.roll:
        lacks.append(f"Roll {row.roll} (you have {pool})")
    for side, name in SIDES.items():
        if (least := getattr(row, side)) and values.get(side, 0) < least:
            lacks.append(f"{name} {least} (you have {values.get(side, 0)})")
    before = (LISTED[id].name for id in row.after if id not in standing.abilities)
    return (*lacks, *before)


def base(character: DottedCharacter, tree: str) -> Figure:
    """The better of the two attributes of a tree."""
    row = TREES[tree]
    both = (character.trait(attribute) for attribute in row.attributes)
    return figures.best(row.name, both, source=row.source, ruling=row.ruling)


def pool(character: DottedCharacter, tree: str) -> Figure | None:
    """The base and the dots; None without a dot."""
    if not character.value(tree):
        return None
    row, own = TREES[tree], character.trait(tree)
    return figures.pool(row.name, base(character, tree), own, source=row.source)


def in_tree(tree: str) -> dict[str, ForceAbility]:
    """The powers of a tree, as the book has them."""
    return {id: row for id, row in LISTED.items() if row.tree == tree}


# --- the build


def validated(
    build: Build, house: House, standing: Standing, faults: ProblemList
) -> tuple[str, ...]:
    """Those whose requirements are met, as many of a tree as it has dots."""
    known, ids = of(house), list[str]()
    left = {id: standing.values.get(id, 0) for id in TREES}
    for position, id in enumerate(build.force_abilities):
        where, row = f"build.force_abilities[{position}]", known.get(id)
        if row is None:
            message = f"{id!r} isn't a Force ability."
            faults.wrong(UNKNOWN_ABILITY, where, message, never=UNKNOWN)
            continue
        lacks = lacking(row, replace(standing, abilities=tuple(ids)))
        message = f"{row.name} needs {', '.join(lacks)}." if lacks else ""
        if id in ids:
            message = f"You know {row.name} already."
        elif not message and left[row.tree] < 1:
            message = f"Your dots in {TREES[row.tree].name} bring no more abilities."
        if not message or faults.deviation(CODE, where, message):
            left[row.tree] -= 1
            ids.append(id)
    return tuple(ids)


def field(hint: str) -> Bound:
    """The powers to pick, each tree with its pool."""

    def write(document: Document[Build], _: str, values: Values) -> Document[Build]:
        build, rows = document.build, of(document.house or House())
        if len(set(values)) > sum(build.force_knowledges.values()) + 1:
            raise InvalidDocument("Every dot brings one Force ability.")
        strange = (id for id in build.force_abilities if id not in rows)
        return with_build(document, force_abilities=(*parsing.known(values, rows), *strange))

    def show(character: DottedCharacter) -> Iterator[Field]:
        chosen = character.build.force_abilities
        rows = of(character.house)
        options = tuple(_option(character, row, chosen=id in chosen) for id, row in rows.items())
        dots = sum(character.chosen.force_knowledges.values())
        groups = tuple(Group(id, row.name, pool=pool(character, id)) for id, row in TREES.items())
        left = max(0, dots - len(chosen))
        yield Pick(
            "force_abilities", MANY, chosen, options, dots, left, groups, hint, "cards", SORTS
        )

    return Bound(
        "force_abilities",
        lambda document, _: tuple(document.build.force_abilities),
        write,
        lambda document, _: with_build(document, force_abilities=()),
        show=show,
    )


def _option(character: DottedCharacter, row: ForceAbility, *, chosen: bool) -> Option:
    lacks = () if chosen else lacking(row, character.standing)
    return Option(
        row.id,
        row.name,
        row.does,
        row.tree,
        chosen,
        barred=f"You lack {', '.join(lacks)}." if lacks else "",
        source=row.source,
        ruling=row.ruling,
        term="" if row.source == OURS else f"force.{row.id}",
        ranks={EASIEST: row.roll},
        best=row.good,
        facts=tuple(_facts(row)),
    )


def _facts(row: ForceAbility) -> Iterator[tuple[str, str]]:
    """The requirements of a power, its reach, its resistance, and the meaning of its marks."""
    known = rulebook()
    sides = ((name, getattr(row, side)) for side, name in SIDES.items())
    needs = [f"{name} {least}" for name, least in (("Roll", row.roll), *sides) if least]
    needs += [LISTED[id].name for id in row.after]
    resisted = row.resisted(known.trait_name, RESISTANCES)
    marks = " ".join(TAGS[id].does for id in row.tags)
    yield "Needs", ", ".join(needs) or f"A dot in {TREES[row.tree].name}"
    yield "Target", row.target[:1].upper() + row.target[1:]
    yield "Range", row.range[:1].upper() + row.range[1:]
    if row.damage:
        yield "Damage", row.damage.text(known.trait_name)
    if row.steps:
        yield "Successes", "; ".join(f"{step.successes}: {step.does}" for step in row.steps)
    if resisted:
        yield "Resisted by", resisted[:1].upper() + resisted[1:]
    if marks:
        yield "Keep in mind", marks


def filled(rng: Random, build: Build, read: Callable[[Build], DottedCharacter]) -> Build:
    """The build with a power for each dot that has brought none; `read(build)` is the character
    of a build.
    """
    for tree, dots in read(build).chosen.force_knowledges.items():
        for _ in range(dots):
            standing, had = read(build).standing, build.force_abilities
            of_tree = in_tree(tree)
            own = [id for id in had if id in of_tree]
            open_ = [
                id for id, row in of_tree.items() if id not in had and not lacking(row, standing)
            ]
            if len(own) < dots and open_:
                build = replace(build, force_abilities=(*had, rng.choice(open_)))
    return build


# --- learned later


def left_in(character: DottedCharacter, tree: str) -> int:
    """Dots of a tree that have not brought a power of it yet."""
    dots: int = character.chosen.values.get(tree, 0) + character.dots.get(tree, 0)
    known = of(character.house)
    brought = [known[id].knowledge for id in character.powers if id in known].count(tree)
    return max(0, dots - brought + character.counts.get(f"{LEARNED}.{tree}", 0))


def left(character: DottedCharacter) -> int:
    """Dots of all trees that have not brought a power yet."""
    return sum(left_in(character, tree) for tree in TREES)


def is_free(character: DottedCharacter, id: str) -> bool:
    """True if a dot of its own tree is open for a power."""
    row = of(character.house).get(id)
    return row is not None and left_in(character, row.tree) > 0


def check_ability(standing: Standing, id: str, character: DottedCharacter) -> None:
    """Refuse a power of which something lacks; `standing` has the dot that brings it."""
    row = of(character.house).get(id)
    if row is None:
        raise EntryRefused(UNKNOWN_ABILITY, f"{id!r} isn't a Force ability.")
    if id in character.powers:
        raise EntryRefused(CODE, f"You know {row.name} already.")
    if lacks := lacking(row, standing):
        character.deviation(CODE, f"{row.name} needs {', '.join(lacks)}.")


def kind(payments: Payments) -> EntryKind:
    """The entry that learns one: free for a dot that has not brought any, else paid for."""

    def check(character: DottedCharacter, entry: Learn) -> None:
        check_ability(character.standing, entry.ability, character)
        payments.check(character, entry)

    def learn(character: DottedCharacter, entry: Learn) -> None:
        row = of(character.house).get(entry.ability)
        is_bought = not is_free(character, entry.ability)
        if is_bought or entry.paid:
            payments.pay(character, entry, MANY)
        if is_bought and row:
            count = f"{LEARNED}.{row.tree}"
            character.counts[count] = character.counts.get(count, 0) + 1
        character.learned.append(entry.ability)

    def title(character: DottedCharacter, entry: Learn) -> str:
        row = of(character.house).get(entry.ability)
        return row.name if row else entry.ability

    return EntryKind("Force ability learned", title, check, learn, undoable_by_player=True)


def offers(
    rules: LedgerRules[Any, Any],
    character: DottedCharacter,
    tree: str,
    text: Callable[[ForceAbility], str],
) -> Iterator[Offer]:
    """The powers of a tree that are not known yet; `text` says what one does."""
    for row in of(character.house).values():
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


def section(character: DottedCharacter, name: str) -> Traits:
    """The trees in two columns: their pools, or the base that they start from."""
    lines = []
    for id, row in TREES.items():
        own = character.value(id)
        figure = pool(character, id) or figures.dots(row.name, 0, source=row.source)
        begins, gauge = base(character, id), Gauge(own, MOST_DOTS)
        note = "" if own else f"from {begins.value}"
        lines.append(Line(f"force.{id}", row.name, figure, note, bool(own), gauge, begins))
    half = len(lines) // 2
    columns = (
        Column("force-1", name, name, None, tuple(lines[:half])),
        Column("force-2", name, name, None, tuple(lines[half:])),
    )
    return Traits("force", name, columns)


def passages(character: DottedCharacter, text: Callable[[ForceAbility], str]) -> Prose:
    """Each power with what it does."""
    known = of(character.house)
    rows = (known[id] for id in character.powers if id in known)
    passages = tuple(Passage(row.name, text(row), TREES[row.tree].name) for row in rows)
    return Prose("force-abilities", MANY, passages)


def plain(character: DottedCharacter) -> dict[str, object]:
    """The bases and the pools of trees, the powers, and how many are left to choose."""
    pools = {id: pool(character, id) for id in TREES}
    return {
        "bases": {id: base(character, id).value for id in TREES},
        "pools": {id: pool.value if pool else None for id, pool in pools.items()},
        "abilities": list(character.powers),
        "open": left(character),
    }


def listed_actions(
    now: Callable[[Attempt[Any], str], Figure | None], barred: Callable[[Any], str]
) -> Callable[[Attempt[Any]], tuple[ActionGroup, ...]]:
    """The powers as actions: their pools `now`, by their keys, and why nothing is rolled."""

    def listed(attempt: Attempt[Any]) -> tuple[ActionGroup, ...]:
        known, character = of(attempt.character.house), attempt.character
        rows = [known[id] for id in character.powers if id in known]
        bar = barred(character)
        actions = (
            Action(key, row.name, TREES[row.tree].name, now(attempt, key), bar, asks=True)
            for row in rows
            for key in (f"force.{row.id}",)
        )
        return (ActionGroup("powers", MANY, tuple(actions)),)

    return listed


# --- a party's own


def homebrew(blank: Any, most_side: int, taken: Mapping[str, Row]) -> HomebrewRows:
    """The powers that a party makes: a `blank` one, the most of a side, and what the rules call
    so already.
    """

    def fields(row: ForceAbility, _house: object) -> tuple[Field, ...]:
        trees = options(TREES, row.knowledge)
        tags = tuple(
            Option(id, one.name, one.does, chosen=id in row.tags) for id, one in TAGS.items()
        )
        return (
            Text("name", "Name", (row.name,), limit=NAME),
            Choice("knowledge", "Force knowledge", (row.knowledge,), trees, look="menu"),
            Number("roll", "Roll", (str(row.roll),), "The pool it takes.", highest=MOST_ROLL),
            *(
                Number(side, name, (str(getattr(row, side)),), highest=most_side)
                for side, name in SIDES.items()
            ),
            Pick("tags", "Marks", row.tags, tags),
            Text("target", "Target", (row.target,), limit=NAME),
            Text("range", "Range", (row.range,), limit=NAME),
            Text("does", "Effect", (row.does,), lines=3, limit=WORDS),
            Text("destiny", "With a Destiny point", (row.destiny,), lines=2, limit=WORDS),
        )

    def wrong(
        row: ForceAbility, others: Iterable[NamedRow], _house: object
    ) -> Iterator[RowProblem]:
        yield from name_problems(row, others, "Force ability")
        yield from printed(taken, row.id)
        if row.knowledge not in TREES:
            yield "knowledge", f"{row.knowledge!r} isn't a Force knowledge."
        most = max(getattr(row, side) for side in SIDES)
        if not (0 <= row.roll <= MOST_ROLL and most <= most_side):
            yield "roll", f"Roll is 0 to {MOST_ROLL}, the sides are 0 to {most_side}."

    def about(row: ForceAbility, _house: object) -> str:
        tree = TREES.get(row.knowledge)
        return " · ".join(filter(None, (tree.name if tree else "", row.does)))

    return HomebrewRows(
        "force_abilities", blank, fields, wrong, about, one="Force ability", plural=MANY
    )
