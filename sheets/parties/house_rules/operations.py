"""House rules: a party's options and its homebrew.

Every character of the party carries a copy, and so do its ship, the opponents and craft in its
roster, and their copies in fights. One operation rewrites all copies. Where that changes the sheet
of a character or a craft, the game master sees the changes first and confirms exactly those.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain

from django.db.models import Q

from rules import registry
from rules.character import Character as OpenCharacter
from rules.document import Document
from rules.forms.fields import Field
from rules.game import Game
from rules.house import plain_house
from rules.phrases import joined
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.sheet import diff
from rules.sheet.diff import Group
from sheets import errors as site_errors
from sheets import storage
from sheets.access import lock_characters
from sheets.bounded_storage import fill_or_refuse
from sheets.errors import NoSuchRow, Refused, allowed
from sheets.form_data import SentField
from sheets.models import Character, Member, Party
from sheets.models.character import CharacterQuerySet
from sheets.parties.operations import save_change
from sheets.writes import Operation, check_unchanged, stored, touched_fields

CharacterCopy = tuple[Character, Document, Document]

NOT_AVAILABLE = (
    "Other characters can no longer choose it. To bring it back, you have to enter it again."
)
_NAMELESS = "an unnamed character"


@dataclass(frozen=True)
class CharacterEffect:
    """The effect of a change of rules on one character: the differences on its sheet, and its new
    problems.
    """

    name: str
    groups: tuple[Group, ...]
    problems: tuple[Problem, ...]


class RulesNeedConfirmation(site_errors.NeedsConfirmation):
    """A change of rules that changes sheets or has other consequences (`said`), and was not
    confirmed as it stands. Nothing was written.
    """

    def __init__(self, effects: tuple[CharacterEffect, ...], messages: Sequence[str] = ()) -> None:
        self.effects = effects
        super().__init__(messages, _effects_content(effects))


class _RulesOperation(Operation[Member, None]):
    """Changes the party's house rules, and every character's copy.

    Raises NoSuchRow for what is not there, Refused, by field, for what can't be, and
    RulesNeedConfirmation until the effects are confirmed.
    """

    confirmed: str
    sent: Mapping[str, SentField] = field(default_factory=dict)

    @property
    def action(self) -> str:
        """The change in words."""
        raise NotImplementedError

    def change(self, system: Game, house: object) -> object:
        """The house rules, changed; KeyError for what is not there."""
        raise NotImplementedError

    @property
    def warnings(self) -> tuple[str, ...]:
        """The warnings confirmed together with the changes on the sheets."""
        return ()

    @property
    def content(self) -> tuple[str, ...]:
        sent = ((id, asked.was, *asked.values) for id, asked in sorted(self.sent.items()))
        return (self.action, *chain.from_iterable(sent), *self.access.receipt_id)

    def prepare(self, row: Member) -> None:
        party = row.party
        system, house = read_rules(party)
        try:
            new_rules = self.change(system, house)
        except KeyError:
            raise NoSuchRow from None
        self.is_change = new_rules != house
        if not self.is_change:
            return
        if house_problems := system.house.problems(new_rules):
            raise Refused(problems=house_problems)
        characters = list(_carriers(party).whole().order_by("pk"))
        self.seen = {character.pk: stored(character) for character in characters}
        self.copies = list(_copies(characters, new_rules))
        # Whatever it changes of opponents, no player has built them.
        built = (one for one in self.copies if one[0].kind != Character.Kind.OPPONENT)
        effects = tuple(effect for copy in built if (effect := _effect_or_none(*copy)))
        if effects or self.warnings:
            RulesNeedConfirmation(effects, self.warnings).check(self.confirmed)
        party.house = plain_house(new_rules)
        self.changed = []
        for character, before, after in self.copies:
            if after != before:
                fill_or_refuse(character, after)
                character.version += 1
                self.changed.append(character)

    def save(self) -> None:
        if not self.is_change:
            return
        party = self.row.party
        check_unchanged(lock_characters(_carriers(party)), self.seen)
        save_change(party, "house")
        for character in self.changed:
            character.save()


class ChangeRules(_RulesOperation):
    """Saves the options that a form changed, all or none. Raises also FieldConflict where another
    game master changed one meanwhile.
    """

    action = "options"

    def change(self, system: Game, house: object) -> object:
        fields, errors = _by_id(system.house.fields(house)), {}
        for id, values in touched_fields(self.sent, lambda id: _field_values(fields, id)).items():
            try:
                house = system.house.set_field(house, field=id, values=values)
            except RuleViolation as violation:
                errors[id] = str(violation)
        if errors:
            raise Refused(errors)
        return house


class SaveHomebrew(_RulesOperation):
    """Adds a homebrew item of a kind, or changes the one named by `thing`. Raises as
    `ChangeRules`.
    """

    kind: str
    thing: str

    @property
    def action(self) -> str:
        return f"save {self.kind} {self.thing}"

    def change(self, system: Game, house: object) -> object:
        fields = _by_id(system.house.form(house, self.kind, self.thing))
        touched = touched_fields(self.sent, lambda id: _field_values(fields, id))
        values = {id: _field_values(fields, id) or () for id in fields} | touched
        return allowed(lambda: system.house.save(house, self.kind, values, self.thing))


class RemoveHomebrew(_RulesOperation):
    """Removes a homebrew item. Characters that use it keep it. It is always confirmed, because it
    cannot be undone.
    """

    kind: str
    thing: str

    @property
    def action(self) -> str:
        return f"remove {self.kind} {self.thing}"

    def change(self, system: Game, house: object) -> object:
        return allowed(lambda: system.house.remove(house, self.kind, self.thing))

    @property
    def warnings(self) -> tuple[str, ...]:
        # A character's copy of the house rules keeps the items that it uses.
        removed, items = (self.kind, self.thing), registry.get(self.row.party.system).house.items
        users = [
            character.name or _NAMELESS
            for character, _, after in self.copies
            if any((item.kind, item.id) == removed for item in items(after.house))
        ]
        keeps = "uses it, and keeps it." if len(users) == 1 else "use it, and keep it."
        return (f"{joined(users)} {keeps}" if users else "No character uses it.", NOT_AVAILABLE)


def read_rules(party: Party) -> tuple[Game, object]:
    """The party's game and its house rules; the defaults where they cannot be read."""
    system = registry.get(party.system)
    try:
        return system, system.house.read(party.house)
    except InvalidDocument:
        return system, system.house.read({})


def _carriers(party: Party) -> CharacterQuerySet:
    """Everything of a party that has a copy of its house rules."""
    kinds = Character.Kind
    own = Q(kind__in=(kinds.CHARACTER, kinds.CRAFT), party=party)
    roster = Q(kind__in=(kinds.OPPONENT, kinds.CRAFT), roster=party)
    return Character.documents.filter(own | roster)


def _copies(characters: Iterable[Character], house: object) -> Iterator[CharacterCopy]:
    """The characters that can be read, with their documents before and after."""
    for character in characters:
        try:
            yield storage.worked_out(character, partial(_copy, character, house))
        except storage.CorruptRow:
            continue


def _copy(character: Character, house: object, opened: OpenCharacter) -> CharacterCopy:
    return character, opened.document, opened.system.house.moved(opened.document, house)


def _effect_or_none(
    character: Character, before: Document, after: Document
) -> CharacterEffect | None:
    """The effect on one character; None without one, or where the character cannot be worked
    out.
    """
    try:
        opened_before, opened_after = registry.open(before), registry.open(after)
        ask = partial(_character_effect, character, opened_before, opened_after)
        return storage.attempted(character, ask)
    except storage.NotWorkedOut:
        return None


def _character_effect(
    character: Character, before: OpenCharacter, after: OpenCharacter
) -> CharacterEffect | None:
    """The effect on one character; None if no visible number changes."""
    problems_before = {(problem.code, problem.where) for problem in before.problems}
    new = tuple(
        problem
        for problem in after.problems
        if (problem.code, problem.where) not in problems_before
    )
    differences = diff.grouped(before.sheet, after.sheet)
    if not differences and not new:
        return None
    return CharacterEffect(character.name or _NAMELESS, differences, new)


def _effects_content(effects: Iterable[CharacterEffect]) -> list[object]:
    """The effects as plain data, for the digest that confirms exactly these."""
    return [
        [
            effect.name,
            [
                [group.section, difference.label, difference.before, difference.after]
                for group in effect.groups
                for difference in group.differences
            ],
            [[problem.code, problem.where, problem.message] for problem in effect.problems],
        ]
        for effect in effects
    ]


def _by_id(fields: Iterable[Field]) -> dict[str, Field]:
    return {shown.id: shown for shown in fields}


def _field_values(fields: Mapping[str, Field], id: str) -> tuple[str, ...] | None:
    shown = fields.get(id)
    return None if shown is None else getattr(shown, "values", ())
