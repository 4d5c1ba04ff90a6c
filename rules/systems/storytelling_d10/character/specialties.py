"""Specialties: what each dot of a trait teaches, one of a list or in the player's own words
("special: flamethrower"); and more of them, learned without a dot.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from rules.creation import Bound, of_build
from rules.forms import parsing
from rules.forms.fields import Field, Option, Pick, Text
from rules.forms.parsing import Values
from rules.kit.advancement_offers import priced_offer
from rules.kit.currency import Payments
from rules.ledger.offers import Offer, OfferGroup
from rules.ledger.rules import EntryKind, LedgerRules
from rules.phrases import counted
from rules.problems import UNKNOWN, EntryRefused, ProblemList
from rules.systems.storytelling_d10.character.dotted import DottedCharacter
from rules.systems.storytelling_d10.document.entries import Technique
from rules.systems.storytelling_d10.rulebook.book import Specialty

B = TypeVar("B", bound=msgspec.Struct)
OWN, OWN_ROW = "special:", "special"
LIMIT, NAME = 400, 100


class Specialties(msgspec.Struct, frozen=True):
    """The specialties of a game by the trait that teaches them, with the names of these traits.
    `member` of the build holds those that were chosen, by trait; `noun` is what one is called, and
    `heading` what many are.

    A character has `value(trait)`, its `techniques` (trait and specialty) learned since, and
    `counts`, those bought without a dot by trait.
    """

    rows: Mapping[str, Mapping[str, Specialty]]
    names: Mapping[str, str]
    member: str
    noun: str
    heading: str
    special: str

    @property
    def code(self) -> str:
        """The code of its problems: "weapon-skills"."""
        return self.member.replace("_", "-")

    @property
    def traits(self) -> str:
        """The traits that teach some: "Firearms and Melee"."""
        return " and ".join(self.names.values())

    def is_known(self, trait: str, one: str) -> bool:
        """True if a trait teaches it: one of the table, or the player's own words."""
        row = self.rows.get(trait, {}).get(one)
        if row:
            return not row.own
        return trait in self.rows and one.startswith(OWN) and bool(words_of(one))

    def name(self, trait: str, one: str) -> str:
        """The name of one on the sheet: as in the table, or the player's own words."""
        row = self.rows[trait].get(one)
        return row.name if row else words_of(one)

    def listed(self, trait: str) -> dict[str, Specialty]:
        """Those of the table that are not typed."""
        return {id: row for id, row in self.rows[trait].items() if not row.own}

    def validated(
        self, build: msgspec.Struct, dots: Mapping[str, int], faults: ProblemList
    ) -> dict[str, tuple[str, ...]]:
        """The specialties that the dots teach, one a dot."""
        chosen, kept = self._chosen(build), {}
        for trait in chosen:
            if trait not in self.rows:
                message = f"{trait!r} brings no {self.noun}s: {self.traits} do."
                where = f"build.{self.member}.{trait}"
                faults.wrong(self.code, where, message, never=UNKNOWN)
        for trait in self.rows:
            kept[trait] = self._taught(trait, chosen.get(trait, ()), dots.get(trait, 0), faults)
        return kept

    def _taught(
        self, trait: str, chosen: Iterable[str], dots: int, faults: ProblemList
    ) -> tuple[str, ...]:
        where, name, kept = f"build.{self.member}.{trait}", self.names[trait], list[str]()
        for position, one in enumerate(chosen):
            if not self.is_known(trait, one) or one in kept:
                message = f"{one!r} isn't a {self.noun} of {name}, or is listed twice."
                faults.wrong(self.code, f"{where}[{position}]", message, never=UNKNOWN)
            else:
                kept.append(one)
        if len(kept) > dots:
            noun = self.noun if dots == 1 else f"{self.noun}s"
            message = f"{name} {dots} teaches {dots} {noun}, not {len(kept)}."
            if not faults.deviation(self.code, where, message):
                kept = kept[:dots]
        elif left := dots - len(kept):
            message = f"Choose {left} more {self.noun}{'' if left == 1 else 's'} for {name}."
            faults.open(f"{self.code}-open", where, message)
        return tuple(kept)

    # --- the build

    def _chosen(self, build: msgspec.Struct) -> dict[str, tuple[str, ...]]:
        chosen: dict[str, tuple[str, ...]] = getattr(build, self.member)
        return chosen

    def _every(self, build: msgspec.Struct, trait: str) -> tuple[str, ...]:
        return self._chosen(build).get(trait, ())

    def _parts(self, build: msgspec.Struct, trait: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Those of the table, and those in the player's own words."""
        every = self._every(build, trait)
        own = tuple(one for one in every if one.startswith(OWN))
        return tuple(one for one in every if one not in own), own

    def _with(self, build: B, trait: str, every: Iterable[str]) -> B:
        after = {**self._chosen(build), trait: tuple(every)}
        return replace(build, **{self.member: {id: ids for id, ids in after.items() if ids}})

    @property
    def fields(self) -> tuple[Bound, ...]:
        """Of each trait those of the table to pick, and a text for the player's own. What stays
        keeps its place: they stand in the order in which they were learned.
        """
        return tuple(
            field for trait in self.rows for field in (self._pick(trait), self._text(trait))
        )

    def _pick(self, trait: str) -> Bound:
        rows = self.listed(trait)

        def write(build: msgspec.Struct, values: Values) -> msgspec.Struct:
            picked = parsing.known(values, rows)
            every = self._every(build, trait)
            kept = (one for one in every if one.startswith(OWN) or one in picked)
            return self._with(build, trait, dict.fromkeys((*kept, *picked)))

        def show(character: DottedCharacter) -> Iterator[Field]:
            usual, own = self._parts(character.build, trait)
            dots = character.value(trait)
            options = tuple(
                Option(id, row.name, row.does, chosen=id in usual, source=row.source)
                for id, row in rows.items()
            )
            left = max(0, dots - len(usual) - len(own))
            label = f"{self.names[trait]}: {self.heading}"
            each = ", one for each dot" if dots > 1 else ""
            taught = f"Choose {counted(dots, 'kind')}{each}."
            hint = taught if dots else f"No dot, no {self.noun}."
            yield Pick(trait, label, usual, options, dots, left, hint=hint)

        return of_build(
            trait,
            lambda build: self._parts(build, trait)[0],
            write,
            empty=lambda build: self._with(build, trait, self._parts(build, trait)[1]),
            show=show,
        )

    def _text(self, trait: str) -> Bound:
        id = f"{trait}_{OWN_ROW}"

        def read(build: msgspec.Struct) -> Values:
            return (", ".join(map(words_of, self._parts(build, trait)[1])),)

        def write(build: msgspec.Struct, values: Values) -> msgspec.Struct:
            parts = (part.strip() for part in parsing.text(values, LIMIT).split(","))
            own = iter(dict.fromkeys(f"{OWN} {part}" for part in parts if part))
            every = self._every(build, trait)
            kept = (next(own, "") if one.startswith(OWN) else one for one in every)
            return self._with(build, trait, filter(None, (*kept, *own)))

        def show(character: DottedCharacter) -> Iterator[Field]:
            label, hint = f"{self.names[trait]}: {self.special}", self.rows[trait][OWN_ROW].does
            yield Text(id, label, read(character.build), hint, limit=LIMIT)

        return of_build(
            id,
            read,
            write,
            empty=lambda build: self._with(build, trait, self._parts(build, trait)[0]),
            show=show,
        )

    def filled(
        self, rng: Random, build: B, dots: Mapping[str, int], liked: Mapping[str, Iterable[str]]
    ) -> B:
        """The build with as many as there are dots; of each trait those that are liked mostly
        first.
        """
        for trait in self.rows:
            own, usual = list(self._chosen(build).get(trait, ())), list(self.listed(trait))
            rng.shuffle(usual)
            first = [one for one in liked[trait] if one in usual or one.startswith(OWN)]
            rng.shuffle(first)
            order = (*first, *usual) if rng.random() < 0.5 else (*usual, *first)
            for one in dict.fromkeys(order):
                if len(own) < dots.get(trait, 0) and one not in own:
                    own.append(one)
            build = self._with(build, trait, own)
        return build

    # --- learned later

    def of_character(self, character: DottedCharacter, trait: str) -> tuple[str, ...]:
        """Those of the build, and those learned since."""
        since = tuple(one for of, one in character.techniques if of == trait)
        chosen: dict[str, tuple[str, ...]] = getattr(character.chosen, self.member)
        return (*chosen.get(trait, ()), *since)

    def left(self, character: DottedCharacter, trait: str) -> int:
        """Dots of a trait that have not taught one yet."""
        taught: int = len(self.of_character(character, trait)) - character.counts.get(trait, 0)
        dots: int = character.value(trait)
        return max(0, dots - taught)

    def check(self, character: DottedCharacter, trait: str, one: str) -> None:
        """EntryRefused for one that the trait does not teach, or that is known."""
        if not self.is_known(trait, one):
            raise EntryRefused(self.code, f"{one!r} is no {self.noun} of {trait!r}.")
        if one in self.of_character(character, trait):
            raise EntryRefused(self.code, f"You know how to use {one} already.")

    def kind(self, payments: Payments) -> EntryKind:
        """The entry that learns one: free for a dot that has not taught any, else paid for."""

        def check(character: DottedCharacter, entry: Technique) -> None:
            self.check(character, entry.ability, entry.skill)
            payments.check(character, entry)

        def learn(character: DottedCharacter, entry: Technique) -> None:
            is_bought = not self.left(character, entry.ability)
            if is_bought or entry.paid:
                payments.pay(character, entry, "techniques")
            if is_bought:
                character.counts[entry.ability] = character.counts.get(entry.ability, 0) + 1
            character.techniques.append((entry.ability, entry.skill))

        def title(_character: DottedCharacter, entry: Technique) -> str:
            return entry.skill.replace("-", " ")

        name = f"{self.noun.capitalize()} learned"
        return EntryKind(name, title, check, learn, undoable_by_player=True)

    def offers(
        self, rules: LedgerRules[Any, Any], character: DottedCharacter
    ) -> Iterator[OfferGroup]:
        """Of each trait those that are not known yet, and one in the player's own words."""
        for trait, name in self.names.items():
            left = self.left(character, trait)
            note = f"{left} free to choose." if left else ""
            offers = tuple(self._offers(rules, character, trait))
            yield OfferGroup(f"techniques-{trait}", f"{name}: {self.noun}s", offers, note)

    def _offers(
        self, rules: LedgerRules[Any, Any], character: DottedCharacter, trait: str
    ) -> Iterator[Offer]:
        had = self.of_character(character, trait)
        for id, row in self.listed(trait).items():
            if id not in had:
                yield priced_offer(
                    rules,
                    character,
                    f"technique.{trait}.{id}",
                    Technique(ability=trait, skill=id),
                    name=row.name,
                    act="Learn skill",
                    detail=row.does,
                )
        own = self.rows[trait][OWN_ROW]
        hint = "For example: special: flamethrower"
        yield Offer(
            f"technique.{trait}.{OWN_ROW}",
            Technique(ability=trait, skill=""),
            own.name,
            "Learn skill",
            fields=(Text("skill", "Which", (f"{OWN} ",), hint, limit=NAME),),
            detail=own.does,
            source=own.source,
        )


def words_of(one: str) -> str:
    """The player's own words of a specialty: "special: whip" is a whip."""
    return one.removeprefix(OWN).strip()
