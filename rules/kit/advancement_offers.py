"""Offers of advancement: an entry with its price, its effects, and what blocks it; and for
characters with typed codes, offers to raise a code or to replace it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from rules.figures import Figure
from rules.forms.fields import Change, Choice, Field, Option, Text, options
from rules.kit.coded_ledger import Coded, CodedLedger, Correct, Raise
from rules.ledger.entries import LINE
from rules.ledger.offers import Offer, OfferGroup
from rules.ledger.rules import LedgerRules

# The longest code that a player can type, and examples.
CODE = 20
LIKE = "3D, 3D+1, 3D+2"
# A figure with its label. Two figures may share a label: a skill, and the defense based on it.
Named = tuple[str, Figure]


def priced_offer(
    rules: LedgerRules[Any],
    character: Any,
    id: str,
    entry: Any,
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
        Change(label, was.code, now.code, now.weight > was.weight)
        for (label, was), (_, now) in zip(before, after, strict=True)
        if now.code != was.code
    )


class CodeOffers(msgspec.Struct, frozen=True):
    """Offers for codes. `does(trait)` describes a trait, and `rests_on(character, trait)` lists the
    figures that depend on it with their labels, the trait first. The table of prices has the source
    and the ruling on a code that is replaced ("correct").
    """

    rules: CodedLedger
    does: Callable[[str], str]
    rests_on: Callable[[Any, str], Sequence[Named]]

    def group(self, character: Coded, id: str) -> OfferGroup:
        """An attribute with its skills: raised if raises have prices, otherwise replaced."""
        under = [key for key, skill in character.skills.items() if skill.attribute == id]
        offers = tuple(self.offer(character, trait) for trait in (id, *under))
        return OfferGroup(
            id, character.bases[id], offers, figure=self.rules.codes.figure(character, id)
        )

    def offer(self, character: Coded, trait: str) -> Offer:
        """One raise of a trait, or a new code for it."""
        offer = self._raise if self.rules.codes.is_priced(character) else self._set_anew
        return offer(character, trait)

    def _entry_name(self, character: Coded, trait: str) -> str:
        return trait if trait in character.attributes else character.full_name(trait)

    def _raise(self, character: Coded, trait: str) -> Offer:
        """One raise, with every change that it makes."""
        name = character.full_name(trait)
        before = self.rests_on(character, trait)
        after = self.rests_on(character.raising(trait), trait)
        return priced_offer(
            self.rules,
            character,
            f"raise.{trait}",
            Raise(trait=self._entry_name(character, trait)),
            name=name,
            act=f"Raise to {after[0][1].code}",
            changes=changes(before, after),
            detail=self.does(trait),
        )

    def _set_anew(self, character: Coded, trait: str) -> Offer:
        """A new code for a trait, free of charge."""
        now = self.rules.codes.figure(character, trait)
        return self._correction(
            f"correct.{trait}",
            Correct(trait=self._entry_name(character, trait), code=""),
            name=character.full_name(trait),
            act="Change the code",
            fields=(_code("New code", now.code),),
            detail=self.does(trait),
            note=f"{now.code} now. Changing the code is free.",
        )

    def new_skill(self, character: Coded) -> Offer:
        """A new skill, with its whole code."""
        menu = options(character.attributes, none="Attribute")
        return self._correction(
            "learn",
            Correct(trait="", code=""),
            name="A new skill",
            act="Learn skill",
            fields=(
                Text("trait", "Skill", ("",), limit=LINE),
                Choice("attribute", "Attribute", ("",), menu, look="menu"),
                _code("The full code, attribute included"),
            ),
            note="Free.",
        )

    def any_code(self, character: Coded) -> Offer:
        """A new code for any trait, in games where raises have prices."""
        known = tuple(
            Option(
                self._entry_name(character, trait),
                f"{character.full_name(trait)} {self.rules.codes.figure(character, trait).code}",
            )
            for trait in (*character.bases, *character.skills)
        )
        menu = (Option("", "Which"), *known)
        return self._correction(
            "correct",
            Correct(trait="", code=""),
            name="Correct a code",
            act="Change the code",
            fields=(
                Choice("trait", "Attribute or skill", ("",), menu, look="menu"),
                _code("New code"),
            ),
            note="Free. The new code replaces earlier raises.",
        )

    def _correction(
        self,
        id: str,
        entry: Correct,
        *,
        name: str,
        act: str,
        fields: tuple[Field, ...],
        detail: str = "",
        note: str = "",
    ) -> Offer:
        """A free offer to type a code."""
        return Offer(
            id=id,
            entry=entry,
            name=name,
            act=act,
            fields=(*fields, Text("reason", "Why", ("",), limit=LINE)),
            detail=detail,
            note=note,
            **self.rules.table.cite("correct", "correct"),
        )


def _code(label: str, now: str = "") -> Text:
    return Text("code", label, (now,), LIKE, limit=CODE)
