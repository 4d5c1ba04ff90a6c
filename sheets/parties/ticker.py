"""The ticker: the last rolls of everyone at the table, one line each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from sheets import access
from sheets.models import Attack, Combatant, Member
from sheets.models.compiled import CompiledQuery
from sheets.parties import log
from sheets.parties.log import PartyLogEntry
from sheets.play_log import attack_exchange
from sheets.play_log.text import Brief, brief

OPEN_STATES = (Attack.State.UNKNOWN, Attack.State.DEFENDING)
HIT_STATES = (Attack.State.HIT, Attack.State.DAMAGED, Attack.State.TAKEN)
_BY_OPPONENTS = CompiledQuery[Attack](
    lambda party: (
        access.open_attacks(party)
        .standing()
        .filter(attacker__side=Combatant.Side.OPPONENTS, entry__isnull=False)
        .select_related("encounter", "attacker__character", "target__character", "harm_entry")
        .order_by("-entry", "pk")[: log.MOST_ROLLS * 4]
    )
)


@dataclass(frozen=True)
class TickerLine:
    """One roll: its row in the log, who made it, and the rest of the line. `success` is None if
    there is none; one that no longer `stands` was undone.
    """

    row: int
    who: str
    brief: Brief
    success: bool | None
    stands: bool = True


def ticker(membership: Member) -> list[TickerLine]:
    """The last rolls that a member may see, the newest first: in a fight for players those of its
    opponents too, as far as they are open.
    """
    entries = log.newest_rolls(membership)
    targets = _targets(membership, entries) if entries and membership.party.fighting else {}
    lines = [_of_log(entry, targets.get(entry.line.row.pk, ())) for entry in entries]
    if membership.party.fighting and not membership.leads:
        lines += _of_opponents(membership)
        lines.sort(key=lambda line: -line.row)
    return lines[: log.MOST_ROLLS]


def _of_log(entry: PartyLogEntry, targets: Sequence[str]) -> TickerLine:
    line = entry.line
    text = brief(line)
    if targets:
        text = replace(text, what=f"{text.what} at {', '.join(targets)}")
    return TickerLine(line.row.pk, entry.who, text, line.outcome.success, line.stands)


def _targets(membership: Member, entries: Sequence[PartyLogEntry]) -> dict[int, list[str]]:
    """The names of whom these rolls attack, by the row of the log, as far as the member may know
    them. One query.
    """
    rows = Attack.objects.filter(entry__in=[entry.line.row.pk for entry in entries])
    if not membership.leads:
        rows = rows.filter(target__hidden=False)
    names: dict[int, list[str]] = defaultdict(list)
    rows = rows.select_related("target__character").only(
        "entry", "target__name", "target__character__name"
    )
    for row in rows.order_by("pk"):
        names[row.entry_id or 0].append(row.target.called)
    return names


def _of_opponents(membership: Member) -> Iterator[TickerLine]:
    """The attacks of opponents, a line for each roll."""
    rows = _BY_OPPONENTS.rows(membership.party_id)
    for entry, group in groupby(rows, lambda row: row.entry_id):
        several = list(group)
        first = several[0]
        results = [
            attack_exchange.result(row, numbered=not row.encounter.hides_numbers) for row in several
        ]
        names = [row.target.called for row in several]
        if len(several) > 1:
            results = [f"{name}: {result}" for name, result in zip(names, results, strict=True)]
        text = Brief(f"{first.weapon} at {', '.join(names)}", "; ".join(results))
        hits = [row.state in HIT_STATES for row in several if row.state not in OPEN_STATES]
        success = any(hits) if hits else None
        yield TickerLine(entry or 0, first.attacker.called, text, success)
