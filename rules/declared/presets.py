"""Optional presets: each has attributes and sums that codes keep to. A character chooses one, or a
party for all of its characters. The attributes of one preset may stand in for those of another.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

from msgspec.structs import replace

from rules import plain_text
from rules.creation import Bound
from rules.document import Document
from rules.figures import Figure
from rules.forms import parsing
from rules.forms.fields import Change, Choice, Field, Option
from rules.forms.parsing import Values
from rules.kit.advancement_offers import Named, changes
from rules.kit.coded.build import one_of
from rules.kit.coded.character import CodedCharacter, CodeFigures
from rules.kit.coded.sums import CodeSums, Preset
from rules.kit.house_switches import HouseOptions, Switch
from rules.problems import InvalidDocument, Problem, ProblemList
from rules.tables import Citation, In, Row

MEMBER = "preset"


class StandIn(Row, frozen=True, kw_only=True):
    """An attribute of a preset, and those that it stands in for."""

    covers: Annotated[tuple[str, ...], In("attributes")]


class Presets:
    """The presets of a game, and its attributes with each of them. `usual` are those without one,
    `ours` is a sentence that names the origin of the `sums` of each, and `cited` where these stand.
    """

    def __init__(
        self,
        rows: Mapping[str, Preset],
        attributes: Mapping[str, Row],
        stand_ins: Mapping[str, StandIn],
        *,
        usual: Iterable[str],
        ours: str,
        cited: Citation,
    ) -> None:
        self.rows, self.stand_ins, self.cited = rows, stand_ins, cited
        self.sums = {id: row.sums(ours, **cited) for id, row in rows.items()}
        every = {**attributes, **stand_ins}
        ids = {"": tuple(usual)} | {id: row.attributes for id, row in rows.items()}
        self._names = {id: {one: every[one].name for one in of} for id, of in ids.items()}
        self._links = {id: dict(self._linked(own, attributes)) for id, own in self._names.items()}

    @property
    def usual(self) -> CodeSums:
        """The sums that chance keeps to without a preset: of the first one with all attributes."""
        every = set(self._names[""])
        rows = self.rows.values()
        return self.sums[
            next((row.id for row in rows if set(row.attributes) == every), next(iter(self.rows)))
        ]

    def _linked(
        self, own: Mapping[str, str], attributes: Mapping[str, Row]
    ) -> Iterator[tuple[str, str]]:
        """The names of each attribute in small letters, with its id: its id and its name, and those
        of one that it stands in for.
        """
        for id, name in own.items():
            covered = self.stand_ins[id].covers if id in self.stand_ins else ()
            named = (text for one in covered for text in (one, attributes[one].name))
            yield from ((plain_text.folded(text), id) for text in (id, name, *named))

    def attributes(self, preset: str) -> dict[str, str]:
        """Every attribute of a character with that preset, by id: its name."""
        return self._names.get(preset) or self._names[""]

    def attribute(self, name: str, preset: str = "") -> str:
        """The id of the attribute of that id or name, "" for none."""
        links = self._links.get(preset) or self._links[""]
        return links.get(plain_text.folded(name), "")

    def of(self, document: Document) -> str:
        """The preset of a document: the party's before one's own."""
        ours = document.house.preset if document.house else ""
        return str(ours or document.build.preset)

    def counting(self, build: Any, house: Any, faults: ProblemList) -> str:
        """The preset that counts; an unknown one is a problem."""
        own = str(build.preset)
        if own:
            own = one_of(own, self.rows, "build.preset", faults, kind=MEMBER)
        return str(house.preset) if house.preset in self.rows else own

    # --- the choice of a character

    def field(
        self, codes: CodeFigures, others: Callable[[Any], Mapping[str, Figure]], *, none: str
    ) -> Bound:
        """The choice of one, with what each would change: codes, weapons, and `others`. `none` is
        said of the choice of none.
        """

        def show(character: CodedCharacter) -> Iterator[Field]:
            chosen, party = character.build.preset, self.rows.get(character.house.preset)
            options = self._options(
                chosen,
                Option("", "None: any codes", none),
                lambda id: self._changes(codes, others, character, id),
            )
            kept = f" Your party keeps to {party.name}." if party else ""
            hint = f"{self.cited['ruling']}{kept}"
            yield Choice(MEMBER, "Preset", (chosen,), options, hint=hint)

        return Bound(MEMBER, lambda document, _: (document.build.preset,), self._write, show=show)

    def _options(
        self, chosen: str, none: Option, differs: Callable[[str], tuple[Change, ...]]
    ) -> tuple[Option, ...]:
        rows = (Option(id, row.name, row.does, source=row.source) for id, row in self.rows.items())
        return tuple(
            replace(one, chosen=one.id == chosen, changes=differs(one.id)) for one in (none, *rows)
        )

    def _write(self, document: Document, _rest: str, values: Values) -> Document:
        """Another preset; codes of attributes that it lacks go to those that stand in for them."""
        preset = parsing.one(values)
        parsing.known((preset,), self.rows)
        after = replace(document, build=replace(document.build, preset=preset))
        names = self.attributes(self.of(after))
        if names == self.attributes(self.of(document)):
            return after
        build, typed = after.build, after.build.attributes
        moved = {id: typed[old] for id in names if (old := self._old(id, typed))}
        skills = tuple(replace(row, attribute=self._first(row.attribute)) for row in build.skills)
        weapons = tuple(replace(row, skill=self._first(row.skill)) for row in build.weapons)
        build = replace(build, attributes=moved, skills=skills, weapons=weapons)
        return replace(after, build=build)

    def _first(self, name: str) -> str:
        """An attribute that stands in for others by the first of these; any other name stays, since
        with that preset these are read as the one that stands in.
        """
        row = self.stand_ins.get(name)
        return row.covers[0] if row else name

    def _old(self, id: str, typed: Mapping[str, str]) -> str:
        """The attribute itself, else one of these that stands in for it, or that it covers."""
        if id in typed:
            return id
        for one, row in self.stand_ins.items():
            if id == one:
                return next((covered for covered in row.covers if covered in typed), "")
            if id in row.covers and one in typed:
                return one
        return ""

    def _changes(
        self,
        codes: CodeFigures,
        others: Callable[[object], Mapping[str, Figure]],
        character: CodedCharacter[Any],
        id: str,
    ) -> tuple[Change, ...]:
        """The changes of the sheet with another preset, skills by their attribute."""
        document = character.document
        after = self._write(document, "", (id,))
        if after.build.attributes == document.build.attributes:
            return ()
        before, then = (
            _depending(one, codes, others(one)) for one in (character, type(character)(after))
        )
        both = [key for key in before if key in then]
        differing = changes((before[key] for key in both), (then[key] for key in both))
        return tuple(dict.fromkeys(differing))

    # --- the choice of a party

    def house_options(self, switches: tuple[Switch, ...], row: Row) -> HouseOptions:
        """The options of a party: the preset that all characters keep to, and its switches."""

        def fields(house: Any) -> tuple[Field, ...]:
            none = Option("", "Each player decides")
            options = self._options(house.preset, none, lambda _id: ())
            cited = (
                replace(one, source=row.source, ruling=row.ruling) if one.id else one
                for one in options
            )
            return (Choice(MEMBER, row.name, (house.preset,), tuple(cited), hint=row.does),)

        def write(field: str, values: Values) -> Mapping[str, Any]:
            if field != MEMBER:
                raise InvalidDocument("this field doesn't exist")
            preset = parsing.one(values)
            parsing.known((preset,), self.rows)
            return {MEMBER: preset}

        def problems(house: Any) -> Iterator[Problem]:
            if house.preset and house.preset not in self.rows:
                message = f"{house.preset!r} is no preset."
                yield Problem("unknown-preset", "house.preset", message, never=message)

        return HouseOptions(lambda: switches, fields, write, problems)


def _depending(
    character: CodedCharacter[Any], codes: CodeFigures, others: Mapping[str, Figure]
) -> dict[str, Named]:
    """The figures that a preset can change by key, with their labels."""
    named = {
        f"skills.{key}": (
            f"{character.full_name(row.attribute)} skills",
            codes.skill(character, key),
        )
        for key, row in character.skills.items()
    }
    named |= {id: (figure.label, figure) for id, figure in others.items()}
    for holding in character.carried:
        weapon = holding.item
        if attack := codes.attack(character, weapon):
            named[f"attacks.{weapon.key}"] = (weapon.name, attack)
        if damage := codes.damage(character, weapon):
            named[f"damages.{weapon.key}"] = (weapon.name, damage)
    return named
