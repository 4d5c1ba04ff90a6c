"""House rules: a party's options and its homebrew.

Every character of the party carries a copy, and so does each craft: its ship, those in its roster,
and their copies in fights. One operation rewrites all copies. Where that changes a sheet, the game
master sees the changes first and confirms exactly those.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Q

from rules import registry
from rules.document import Document
from rules.forms.fields import Field
from rules.problems import InvalidDocument, Problem, RuleViolation
from rules.sheet import diff
from rules.sheet.diff import Group
from rules.system import GameSystem
from sheets import errors as site_errors
from sheets import storage
from sheets.access import MemberAccess, lock_characters
from sheets.errors import NoSuchRow, Refused, allowed
from sheets.form_data import SentField
from sheets.models import Character, Member, Party
from sheets.models.character import CharacterQuerySet
from sheets.phrases import joined
from sheets.storage import fill_or_refuse
from sheets.writes import Form, Keep, check_unchanged, stored, touched_fields, write_prepared

Change = Callable[[GameSystem, Any], Any]
CharacterCopy = tuple[Character, Document, Document]
Warnings = Callable[[GameSystem, Sequence[CharacterCopy]], tuple[str, ...]]

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


def change_rules(
    member_access: MemberAccess, *, sent: Mapping[str, SentField], confirmed: str, key: str
) -> None:
    """Saves the options that a form changed, all or none.

    Raises Refused, by field; FieldConflict where another game master changed one meanwhile;
    RulesNeedConfirmation until the effects are confirmed.
    """

    def change(system: GameSystem, house: Any) -> Any:
        fields = {field.id: field for field in system.house_fields(house)}
        errors = {}
        for field, values in touched_fields(sent, lambda id: _field_values(fields, id)).items():
            try:
                house = system.set_house(house, field=field, values=values)
            except RuleViolation as violation:
                errors[field] = str(violation)
        if errors:
            raise Refused(errors)
        return house

    _rewrite(
        member_access,
        change,
        confirmed=confirmed,
        form=_receipt_form(member_access, key, "options", sent),
    )


def save_homebrew(
    member_access: MemberAccess,
    *,
    kind: str,
    thing: str,
    sent: Mapping[str, SentField],
    confirmed: str,
    key: str,
) -> None:
    """Adds a homebrew item of a kind, or changes the one named by `thing`. Raises as
    `change_rules`, and NoSuchRow for an unknown kind or item.
    """

    def change(system: GameSystem, house: Any) -> Any:
        with_fields = {field.id: field for field in system.homebrew_fields(house, kind, thing)}
        touched = touched_fields(sent, lambda id: _field_values(with_fields, id))
        values = {id: _field_values(with_fields, id) or () for id in with_fields} | touched
        return allowed(lambda: system.set_homebrew(house, kind, values, thing))

    form = _receipt_form(member_access, key, f"save {kind} {thing}", sent)
    _rewrite(member_access, change, confirmed=confirmed, form=form)


def remove_homebrew(
    member_access: MemberAccess, *, kind: str, thing: str, confirmed: str, key: str
) -> None:
    """Removes a homebrew item. Characters that use it keep it. Raises as `save_homebrew`; it is
    always confirmed, because it cannot be undone.
    """

    def change(system: GameSystem, house: Any) -> Any:
        return allowed(lambda: system.remove_homebrew(house, kind, thing))

    def says(system: GameSystem, copies: Sequence[CharacterCopy]) -> tuple[str, ...]:
        # A character's copy of the house rules keeps the items that it uses.
        users = [
            character.name or _NAMELESS
            for character, _, after in copies
            if any(
                (one.kind, one.id) == (kind, thing) for one in system.homebrew_items(after.house)
            )
        ]
        keeps = "uses it, and keeps it." if len(users) == 1 else "use it, and keep it."
        return (f"{joined(users)} {keeps}" if users else "No character uses it.", NOT_AVAILABLE)

    form = _receipt_form(member_access, key, f"remove {kind} {thing}", {})
    _rewrite(member_access, change, confirmed=confirmed, form=form, says=says)


def read_rules(party: Party) -> tuple[GameSystem, Any]:
    """The party's game and its house rules; the defaults where they cannot be read."""
    system = registry.get(party.system)
    try:
        return system, system.take_house(party.house)
    except InvalidDocument:
        return system, system.take_house({})


def _rewrite(
    member_access: MemberAccess,
    change: Change,
    *,
    confirmed: str,
    form: Form,
    says: Warnings | None = None,
) -> None:
    """Changes the party's house rules, and every character's copy. The warnings that `says` returns
    are confirmed together with the changes on the sheets.
    """

    def prepare(membership: Member) -> Keep[None]:
        party = membership.party
        system, house = read_rules(party)
        try:
            new_rules = change(system, house)
        except KeyError:
            raise NoSuchRow from None
        if new_rules == house:
            return lambda: None
        if house_problems := system.house_problems(new_rules):
            raise Refused(problems=house_problems)
        characters = list(_carriers(party).whole().order_by("pk"))
        stored_before = {character.pk: stored(character) for character in characters}
        copies = list(_copies(characters, new_rules))
        effects = tuple(effect for copy in copies if (effect := _effect_or_none(*copy)))
        warnings = says(system, copies) if says else ()
        if effects or warnings:
            RulesNeedConfirmation(effects, warnings).check(confirmed)
        party.house = system.plain_house(new_rules)
        party.version += 1
        changed = [character for character, before, after in copies if after != before]
        for character, _, after in copies:
            if character in changed:
                fill_or_refuse(character, after)
                character.version += 1

        def rewrite() -> None:
            check_unchanged(lock_characters(_carriers(party)), stored_before)
            party.save(update_fields=["house", "version"])
            for character in changed:
                character.save()

        return rewrite

    write_prepared(member_access, prepare, form=form)


def _carriers(party: Party) -> CharacterQuerySet:
    """Everything of a party that has a copy of its house rules."""
    craft = Q(kind=Character.Kind.CRAFT) & (Q(party=party) | Q(roster=party))
    return Character.documents.filter(Q(kind=Character.Kind.CHARACTER, party=party) | craft)


def _copies(characters: Iterable[Character], house: Any) -> Iterator[CharacterCopy]:
    """The characters that can be read, with their documents before and after."""
    for character in characters:
        try:
            yield storage.worked_out(character, partial(_copy, character, house))
        except storage.CorruptRow:
            continue


def _copy(
    character: Character, house: Any, system: GameSystem, document: Document
) -> CharacterCopy:
    return character, document, system.in_house(document, house)


def _effect_or_none(
    character: Character, before: Document, after: Document
) -> CharacterEffect | None:
    """The effect on one character; None without one, or where the character cannot be worked
    out.
    """
    try:
        system = registry.rules_of(after)
        ask = partial(_character_effect, system, character, before, after)
        return storage.attempted(character, ask)
    except storage.NotWorkedOut:
        return None


def _character_effect(
    system: GameSystem, character: Character, before: Document, after: Document
) -> CharacterEffect | None:
    """The effect on one character; None where nothing visible changes."""
    problems_before = {(problem.code, problem.where) for problem in system.problems(before)}
    new = tuple(
        problem
        for problem in system.problems(after)
        if (problem.code, problem.where) not in problems_before
    )
    differences = diff.grouped(system.sheet(before), system.sheet(after))
    if not differences and not new:
        return None
    return CharacterEffect(character.name or _NAMELESS, differences, new)


def _effects_content(effects: Iterable[CharacterEffect]) -> list[Any]:
    """The effects as plain data, for the digest that confirms exactly these."""
    return [
        [
            effect.name,
            [
                [group.section, one.label, one.before, one.after]
                for group in effect.groups
                for one in group.differences
            ],
            [[one.code, one.where, one.message] for one in effect.problems],
        ]
        for effect in effects
    ]


def _field_values(fields: Mapping[str, Field], id: str) -> tuple[str, ...] | None:
    field = fields.get(id)
    return None if field is None else getattr(field, "values", ())


def _receipt_form(
    member_access: MemberAccess, key: str, action: str, sent: Mapping[str, SentField]
) -> Form:
    texts = [text for id, field in sorted(sent.items()) for text in (id, field.was, *field.values)]
    return Form(key, (action, *texts, str(member_access.party)))
