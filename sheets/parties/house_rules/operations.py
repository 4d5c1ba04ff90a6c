"""What a party decides for its characters: options, and things of its own making.

Every character of the party carries a copy. One operation rewrites all of them, and where that
changes a sheet, whoever leads the party is shown what changes first, and confirms just that.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

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
from sheets.errors import NoSuchRow, Refused
from sheets.form_data import Sent
from sheets.models import Character, Member, Party
from sheets.phrases import joined
from sheets.storage import fill_or_refuse
from sheets.writes import Form, Keep, check_unchanged, stored, touched_fields, write_prepared

Change = Callable[[GameSystem, Any], Any]
Copy = tuple[Character, Document, Document]
Says = Callable[[GameSystem, Sequence[Copy]], tuple[str, ...]]

NO_OTHERS = "No other character can choose it any more, and making it again means typing it again."
_NAMELESS = "a nameless one"


@dataclass(frozen=True)
class Effect:
    """What a decision does to one character: what it changes on the sheet, and what is wrong with
    it then that was not before.
    """

    name: str
    groups: tuple[Group, ...]
    problems: tuple[Problem, ...]


class Unconfirmed(site_errors.NeedsConfirmation):
    """A decision that changes sheets, or `said` is what it means for others, and that was not
    confirmed as it stands. Nothing was written.
    """

    def __init__(self, effects: tuple[Effect, ...], said: Sequence[str] = ()) -> None:
        self.effects = effects
        super().__init__(said, _told(effects))


def change_rules(
    claim: MemberAccess, *, sent: Mapping[str, Sent], confirmed: str, key: str
) -> None:
    """Takes what a form sent of the options, all of it or nothing.

    Refused by field; FieldConflict where another game master changed one meanwhile; Unconfirmed
    until what it changes was confirmed.
    """

    def change(system: GameSystem, house: Any) -> Any:
        fields = {field.id: field for field in system.house_fields(house)}
        errors = {}
        for field, values in touched_fields(sent, lambda id: _held(fields, id)).items():
            try:
                house = system.set_house(house, field=field, values=values)
            except RuleViolation as violation:
                errors[field] = _sentence(violation)
        if errors:
            raise Refused(errors)
        return house

    _rewrite(claim, change, confirmed=confirmed, form=_form(claim, key, "options", sent))


def save_homebrew(
    claim: MemberAccess,
    *,
    kind: str,
    thing: str,
    sent: Mapping[str, Sent],
    confirmed: str,
    key: str,
) -> None:
    """Makes a new thing of a kind, or (`thing`) makes one anew. What is raised is as for `decide`;
    NoSuchRow where there is no such kind or thing.
    """

    def change(system: GameSystem, house: Any) -> Any:
        with_fields = {field.id: field for field in system.making_fields(house, kind, thing)}
        touched = touched_fields(sent, lambda id: _held(with_fields, id))
        values = {id: _held(with_fields, id) or () for id in with_fields} | touched
        try:
            return system.make(house, kind, values, thing)
        except RuleViolation as violation:
            raise Refused(_by_place(violation)) from None

    form = _form(claim, key, f"make {kind} {thing}", sent)
    _rewrite(claim, change, confirmed=confirmed, form=form)


def remove_homebrew(
    claim: MemberAccess, *, kind: str, thing: str, confirmed: str, key: str
) -> None:
    """Takes a thing out of the party's own. Characters that use it keep it. As for `make`, but that
    it is always confirmed: who uses it is said, and it is not brought back.
    """

    def change(system: GameSystem, house: Any) -> Any:
        try:
            return system.unmake(house, kind, thing)
        except RuleViolation as violation:
            raise Refused(_by_place(violation)) from None

    def says(system: GameSystem, copies: Sequence[Copy]) -> tuple[str, ...]:
        # What a character uses stays in its copy of the party's decisions.
        users = [
            character.name or _NAMELESS
            for character, _, after in copies
            if any((one.kind, one.id) == (kind, thing) for one in system.made(after.house))
        ]
        keeps = "uses it, and keeps it." if len(users) == 1 else "use it, and keep it."
        return (f"{joined(users)} {keeps}" if users else "No character uses it.", NO_OTHERS)

    form = _form(claim, key, f"unmake {kind} {thing}", {})
    _rewrite(claim, change, confirmed=confirmed, form=form, says=says)


def read(party: Party) -> tuple[GameSystem, Any]:
    """The party's game, and what it decided."""
    system = registry.get(party.system)
    try:
        return system, system.take_house(party.house)
    except InvalidDocument:
        return system, system.take_house({})


def _rewrite(
    claim: MemberAccess, change: Change, *, confirmed: str, form: Form, says: Says | None = None
) -> None:
    """Changes the party's decisions, and every copy of them. What it `says` of these is confirmed
    with what changes on the sheets.
    """

    def prepare(seat: Member) -> Keep[None]:
        party = seat.party
        system, house = read(party)
        try:
            decided = change(system, house)
        except KeyError:
            raise NoSuchRow from None
        if decided == house:
            return lambda: None
        if wrong := system.house_problems(decided):
            raise Refused(problems=wrong)
        characters = list(party.characters.whole().order_by("pk"))
        seen = {one.pk: stored(one) for one in characters}
        copies = list(_copies(characters, decided))
        effects = tuple(effect for copy in copies if (effect := _effect_on(system, *copy)))
        said = says(system, copies) if says else ()
        if effects or said:
            Unconfirmed(effects, said).check(confirmed)
        party.house = system.plain_house(decided)
        party.version += 1
        changed = [character for character, before, after in copies if after != before]
        for character, _, after in copies:
            if character in changed:
                fill_or_refuse(character, after)
                character.version += 1

        def rewrite() -> None:
            check_unchanged(lock_characters(Character.objects.filter(party=party)), seen)
            party.save(update_fields=["house", "version"])
            for character in changed:
                character.save()

        return rewrite

    write_prepared(claim, prepare, form=form)


def _copies(characters: Iterable[Character], house: Any) -> Iterator[Copy]:
    """Those characters that can be read, as they are and as they will be."""
    for character in characters:
        try:
            yield storage.worked_out(character, partial(_copy, character, house))
        except storage.CorruptRow:
            continue


def _copy(character: Character, house: Any, system: GameSystem, document: Document) -> Copy:
    return character, document, system.in_house(document, house)


def _effect_on(
    system: GameSystem, character: Character, before: Document, after: Document
) -> Effect | None:
    """What becomes of one character; None, too, of one that cannot be worked out."""
    try:
        ask = partial(_effect, system, character, before, after)
        return storage.attempted(character, ask)
    except storage.NotWorkedOut:
        return None


def _effect(
    system: GameSystem, character: Character, before: Document, after: Document
) -> Effect | None:
    """What becomes of one character, None where nobody sees a difference."""
    had = {(one.code, one.where) for one in system.problems(before)}
    new = tuple(one for one in system.problems(after) if (one.code, one.where) not in had)
    found = diff.grouped(system.sheet(before), system.sheet(after))
    if not found and not new:
        return None
    return Effect(character.name or _NAMELESS, found, new)


def _told(effects: Iterable[Effect]) -> list[Any]:
    """The same for the same effects, and for no others."""
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


def _held(fields: Mapping[str, Field], id: str) -> tuple[str, ...] | None:
    field = fields.get(id)
    return None if field is None else getattr(field, "values", ())


def _by_place(violation: RuleViolation) -> dict[str, str]:
    return {problem.where: problem.message for problem in violation.problems}


def _sentence(violation: RuleViolation) -> str:
    return " ".join(problem.message for problem in violation.problems)


def _form(claim: MemberAccess, key: str, what: str, sent: Mapping[str, Sent]) -> Form:
    told = [text for id, one in sorted(sent.items()) for text in (id, one.was, *one.values)]
    return Form(key, (what, *told, str(claim.party)))
