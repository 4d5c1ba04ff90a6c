"""A hit on a craft: its Soak against the damage, the level that the rest comes to, and the system
that is hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rules.declared.hit_tables import Harm, LevelRow, SystemRow
from rules.declared.own_tables import Own
from rules.declared.play.coded_rolls import PLAIN, TurnRules
from rules.figures import Figure, carried, number
from rules.kit.craft.craft import TypedCraft
from rules.kit.play.outcomes import extra, faces, taken, text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.kit.play.questions import ActionInput
from rules.kit.play.result_tables import SpanRow, row_at, row_of
from rules.play import MarkChange, Outcome
from rules.sheet.sections import Level, Track

DEPLOYED, OVER_SOAK = "deployed", "Damage over Soak"
Inputs = ActionInput[TypedCraft]


class Hits:
    """The tables of hits: the level of any damage, and the systems that are hit."""

    def __init__(self, harm: Harm, rows: Mapping[str, Mapping[str, Own]]) -> None:
        self.harm, self.rows = harm, rows
        self.levels: Mapping[str, LevelRow] = rows[harm.levels]
        self.margins: tuple[SpanRow, ...] = tuple(rows[harm.margins].values())
        self.none, *_ = self.levels.values()
        self.most = max(row.rank for row in self.levels.values())

    def ranked(self, rank: int) -> LevelRow:
        """The level of a rank, the first of several."""
        return next(row for row in self.levels.values() if row.rank == rank)

    def level(self, craft: TypedCraft) -> LevelRow:
        """The level of a craft's damage; that of no damage where it has none."""
        return self.ranked(getattr(craft.marks, self.harm.mark))

    def struck(self, before: LevelRow, over: int, raised: int | None) -> tuple[LevelRow, LevelRow]:
        """The level that so much damage over Soak comes to with so many dice left to be raised, and
        that of a craft which was at the level `before`.
        """
        row = row_of(self.margins, over)
        hit = self.levels[row.id] if row else self.none
        if hit.instead and not raised:
            hit = self.levels[hit.instead]
        if before.worsens and 0 < hit.rank <= before.rank:
            return hit, self.ranked(before.rank + 1)
        return hit, max(hit, before, key=lambda row: row.rank)

    def dice(self, hit: LevelRow, after: LevelRow) -> int:
        """The dice that say which system is hit, 0 for none."""
        return self.harm.dice if hit.rank and after.table else 0

    def place(self, kind: str, level: LevelRow) -> str:
        """The place of the systems of a kind of craft that damage of this level can hit."""
        array = "_".join(filter(None, (kind, level.table)))
        return f"{self.harm.systems}.{array}"

    def told(
        self, hit: LevelRow, after: LevelRow, kind: str, face: int
    ) -> tuple[list[str], dict[str, int]]:
        """A hit on a craft of that kind in sentences, and the marks that it sets; `face` is the
        total that says which system is hit, 0 for none.
        """
        said, marks = [f"{hit.name}. {hit.does}"], dict(hit.marks)
        if after is not hit and hit.rank:
            said += [f"It is {after.name.lower()} now. {after.does}", after.ruling]
        if face:
            system: SystemRow = row_at(self.rows[self.place(kind, after)], face)
            said += [f"{face}: {system.does}", system.ruling]
            marks |= system.marks
        return said, marks

    def changes(
        self, craft: TypedCraft, rank: int, marks: Mapping[str, int]
    ) -> tuple[MarkChange, ...]:
        """The marks that a hit changes. One counted in rounds, and one that is set or not, begin
        again; the others add up.
        """
        mark, present, rows = self.harm.mark, craft.marks, craft.tables.marks
        before = getattr(present, mark)
        rank = max(rank, marks.get(mark, 0), before)
        shifts = [MarkChange(mark, rank - before, most=self.most)] if rank > before else []
        for id, by in marks.items():
            more = max(0, by - getattr(present, id)) if rows[id].rounds else by
            if id != mark and more:
                shifts.append(MarkChange(id, more, most=rows[id].most))
        return tuple(shifts)

    def track(self, craft: TypedCraft) -> Track:
        """The levels with what brings each, and a box for each that lasts."""
        rank, levels = getattr(craft.marks, self.harm.mark), []
        for margin in self.margins:
            row = self.levels[margin.id]
            boxes, marked = int(row.rank > 0), int(row.rank == rank > 0)
            figure = number(OVER_SOAK, margin.low, source=row.source, ruling=row.ruling)
            low, high = margin.low, margin.high
            levels.append(Level(margin.name, low, high, figure, row.does, boxes, marked))
        return Track("harm", "Harm", tuple(levels), note=OVER_SOAK)


def nothing_added(_inputs: Inputs) -> tuple[Figure, ...]:
    """Nothing but what was raised adds to Soak."""
    return ()


def nothing_stops(_inputs: Inputs) -> str:
    """Every hit is soaked."""
    return ""


def harm_rule(
    hits: Hits,
    turn: TurnRules,
    ruling: str,
    *,
    more: Callable[[Inputs], tuple[Figure, ...]] = nothing_added,
    stopped: Callable[[Inputs], str] = nothing_stops,
    usual: Mapping[str, Callable[[Inputs], object]] | None = None,
) -> ProcedureRule[TypedCraft]:
    """The procedure of a craft that is hit; `ruling` is the one on pips that make dice. `more` are
    dice that add to Soak, and `stopped` says why a hit does nothing at all, "" for any other.
    """
    soak, raised = hits.harm.soak, hits.harm.raised

    def plan(inputs: Inputs) -> Plan:
        craft = inputs.character
        if craft.out() or stopped(inputs):
            barred = hits.harm.destroyed if craft.out() else ""
            return Plan(barred=barred, foreseen=(stopped(inputs),))
        is_up = raised and inputs.get(DEPLOYED) and craft.value(raised)
        up = (craft.figure(raised),) if is_up else ()
        pool = carried("Soak", craft.figure(soak), *up, ruling=ruling)
        roll = turn.roll(inputs, pool, *more(inputs), kind=PLAIN)
        return Plan(roll=roll, foreseen=(roll.average(),))

    def resolve(inputs: Inputs, outcome: Outcome, rng: Random) -> Outcome:
        craft, damage = inputs.character, inputs["damage"]
        if not outcome.dice:
            return text(outcome, stopped(inputs), taken=taken(damage))
        left = craft.value(raised) if raised else 0
        hit, after = hits.struck(hits.level(craft), damage - outcome.total, left)
        thrown = extra(rng, hits.dice(hit, after))
        said, marks = hits.told(
            hit, after, craft.kind.values.get(hits.harm.kind, ""), faces(thrown)
        )
        effects = () if hit is hits.none else dict.fromkeys((hit.name, after.name))
        return text(
            outcome,
            f"{damage:,} damage against Soak {outcome.total}",
            *said,
            shifts=hits.changes(craft, after.rank, marks),
            dice=(*outcome.dice, *thrown),
            row=after.id,
            taken=taken(damage, *effects),
        )

    return ProcedureRule(resolve, plan, usual=usual or {})
