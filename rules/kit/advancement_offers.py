"""Offers of advancement: an entry with its price, its effects, and what blocks it."""

from __future__ import annotations

from collections.abc import Iterable

from rules.figures import Figure
from rules.forms.fields import Change, Field
from rules.ledger.offers import Offer
from rules.ledger.rules import C, E, LedgerRules

# A figure with its label. Two figures may share a label: a skill, and the defense based on it.
Named = tuple[str, Figure]


def priced_offer(
    rules: LedgerRules[C, E],
    character: C,
    id: str,
    entry: E,
    *,
    name: str,
    act: str,
    changes: tuple[Change, ...] = (),
    fields: tuple[Field, ...] = (),
    detail: str = "",
    note: str = "",
) -> Offer:
    """An offer with its price, its source, and what blocks it."""
    cost, refused = rules.price(character, entry), rules.refusal(character, entry)
    return Offer(
        id=id,
        entry=entry,
        name=name,
        act=act,
        price=cost,
        currency=rules.currency(entry),
        changes=changes,
        barred=refused.message if refused else "",
        short=refused.short if refused else 0,
        fields=fields,
        detail=detail,
        note=note,
        source=cost.source,
        ruling=cost.ruling,
    )


def changes(before: Iterable[Named], after: Iterable[Named]) -> tuple[Change, ...]:
    """The figures that differ, with both values; `before` and `after` are in the same order."""
    return tuple(
        Change(
            label, figure_before.code, figure_after.code, figure_after.weight > figure_before.weight
        )
        for (label, figure_before), (_, figure_after) in zip(before, after, strict=True)
        if figure_after is not figure_before and figure_after.code != figure_before.code
    )
