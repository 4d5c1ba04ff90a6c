"""Offers to raise a code, or to replace it."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rules.forms.fields import Choice, Field, Option, Text, options
from rules.kit.advancement_offers import Named, changes, priced_offer
from rules.kit.coded.ledger import Coded, CodedLedger, Correct, Raise
from rules.ledger.entries import LINE
from rules.ledger.offers import Offer, OfferGroup

# The longest code that a player can type, and examples.
CODE = 20
LIKE = "3D, 3D+1, 3D+2"


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
        figure = self.rules.codes.figure(character, trait)
        return self._correction(
            f"correct.{trait}",
            Correct(trait=self._entry_name(character, trait), code=""),
            name=character.full_name(trait),
            act="Change the code",
            fields=(_code("New code", figure.code),),
            detail=self.does(trait),
            note=f"{figure.code} now.",
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
