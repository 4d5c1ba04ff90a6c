"""Roll requests: a game master makes one, players answer it, and it can be rerolled, closed and
reopened.

An answer is stored with its roll, under the character's lock, so that nobody answers twice.
Answering locks the character first and then the request. Closing one or allowing a reroll locks the
party before either. An answer is final for the player; only the GM or a co-GM may allow a reroll.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.utils import timezone

from rules import document as documents
from rules import registry
from rules.forms.parsing import FormValues
from rules.problems import InvalidDocument, RuleViolation
from rules.sheet.sections import Line
from sheets.access import MemberAccess, lock_characters
from sheets.errors import Conflict, NoSuchRow, Refused
from sheets.models import (
    Character,
    Identity,
    Member,
    Party,
    PlayLogEntry,
    RollRequest,
    RollRequestTarget,
)
from sheets.parties.board import characters
from sheets.parties.board.characters import PartyCharacter
from sheets.writes import Form, Keep, write, write_prepared

LONGEST_NOTE = 200
MOST_OPEN = 12

NO_ROLL = "Choose a skill or attribute to roll."
NO_NUMBER = "Enter a whole number as the target, or leave it empty."
NOBODY = "Choose at least one character."
NO_HELPERS = "Choose at least one helper other than the character who rolls."
NOBODY_HAS_IT = "No character in play has that skill."
NOBODY_CAN = "No character can roll that now: {why}"
NO_SUCH_KIND = "This game has no such kind of roll."
TWO_CHARACTERS = "Choose two different characters."
CHARACTER_GONE = "One of these characters is no longer on the board. Choose again."
LACKS_TRAIT = "{who} doesn't have that skill."
NOTE_TOO_LONG = f"Use at most {LONGEST_NOTE} characters."
TOO_MANY_OPEN = f"{MOST_OPEN} calls are open already. Close one first."
CLOSED = "This call is closed. Nothing was rolled."
ANSWERED = "This call was answered already, in log entry {number}. Nothing was rolled."
OTHER_ROLL = "This call asks for another roll. Nothing was rolled."
FINAL = "This roll answers a call by your game master, so it stands. Only they can allow a reroll."
NOT_OPEN = "This call is closed. Reopen it to allow a reroll."


@dataclass(frozen=True)
class RollRequestInput:
    """What a form asks for: the trait, the characters, the target number.

    `to` are the characters that roll: two in an opposed roll, where the second may roll another
    trait (`other`); one in a combined roll, with `helpers`. `everybody` means all that have the
    trait.
    """

    kind: str
    roll: str
    other: str = ""
    target: str = ""
    note: str = ""
    everybody: bool = False
    to: tuple[uuid.UUID, ...] = ()
    helpers: tuple[uuid.UUID, ...] = ()

    @property
    def texts(self) -> tuple[str, ...]:
        """Every field as text, for the form's receipt."""
        ids = (*map(str, self.to), "helped by", *map(str, self.helpers))
        fields = (self.kind, self.roll, self.other, self.target, self.note, str(self.everybody))
        return (*fields, *ids)


@dataclass(frozen=True)
class RollRequestRole:
    """What one character does for a roll request: rolls a trait of its sheet, or helps."""

    character: PartyCharacter
    line: Line
    helps: bool = False


def request_roll(member_access: MemberAccess, *, request: RollRequestInput, key: str) -> int:
    """Makes a roll request and returns its number. For the GM and co-GMs.

    Raises Refused, by field, for an unknown trait, an invalid target number or note, or where no
    character can roll.
    """

    def prepare(membership: Member) -> Keep[int]:
        _check_open_requests(membership.party)
        target, note = _read_target(request.target), _read_note(request.note)
        if request.kind not in registry.get(membership.party.system).calls:
            raise Refused({"kind": NO_SUCH_KIND})
        roles = _roles(
            request,
            {row.character.public_id: row for row in characters.party_characters(membership)[0]},
        )
        fixed = _fixed_values(membership, target, roles)
        if request.everybody:
            roles = _roles_that_can(roles, fixed)
        new_request = RollRequest(
            party=membership.party,
            kind=request.kind,
            name=_name(roles),
            target=target if request.kind != RollRequest.Kind.OPPOSED else None,
            note=note,
        )

        def save() -> int:
            _check_open_requests(membership.party)
            last = (
                membership.party.roll_requests.order_by("-number")
                .values_list("number", flat=True)
                .first()
            )
            new_request.number = (last or 0) + 1
            new_request.save()
            RollRequestTarget.objects.bulk_create(_target_row(new_request, role) for role in roles)
            _changed(membership.party)
            return new_request.number

        return save

    form = Form(key, ("call", *request.texts, str(member_access.party)))
    return write_prepared(member_access, prepare, form=form)


def ask_one(
    party: Party,
    character: Character,
    *,
    action: str,
    name: str,
    target: int,
    note: str,
    values: FormValues,
) -> int:
    """Asks one character for a roll whose form has more `values` than a sheet knows of; the number
    of the request. Part of an operation, under the party's lock; Refused where too many are open.
    """
    _check_open_requests(party)
    last = party.roll_requests.order_by("-number").values_list("number", flat=True).first()
    request = RollRequest.objects.create(
        party=party,
        number=(last or 0) + 1,
        kind=RollRequest.Kind.CHECK,
        name=name,
        target=target,
        note=_read_note(note),
    )
    kept = {field: list(several) for field, several in values.items()}
    RollRequestTarget.objects.create(
        request=request, character=character, action=action, name=name, values=kept
    )
    return request.number


def _check_open_requests(party: Party) -> None:
    if party.roll_requests.filter(closed_at=None).count() >= MOST_OPEN:
        raise Refused({"roll": TOO_MANY_OPEN})


def close(member_access: MemberAccess, *, number: int, key: str) -> None:
    """Closes a roll request, answered or not. A closed one stays closed. Raises NoSuchRow."""

    def change(membership: Member) -> None:
        request = _lock_request(membership.party.pk, number)
        if request.closed_at is None:
            request.closed_at = timezone.now()
            request.save(update_fields=["closed_at"])
            _changed(membership.party)

    write(
        member_access.lock, change, form=Form(key, ("close", str(number), str(member_access.party)))
    )


def reopen(member_access: MemberAccess, *, number: int, key: str) -> None:
    """Opens a closed roll request again. An open one stays open. Raises NoSuchRow, and Refused
    where too many are open.
    """

    def change(membership: Member) -> None:
        request = _lock_request(membership.party.pk, number)
        if request.closed_at is None:
            return
        _check_open_requests(membership.party)
        _reopen(request)
        _changed(membership.party)

    write(
        member_access.lock,
        change,
        form=Form(key, ("reopen", str(number), str(member_access.party))),
    )


def ask_again(
    member_access: MemberAccess, *, number: int, character: uuid.UUID, line: int, key: str
) -> None:
    """Allows a character to reroll its answer to an open request. The log entry numbered `line`
    stays in the log and is no longer the answer. Nothing changes where another entry is the answer
    by now, or none.

    Raises NoSuchRow, and Conflict where the request is closed.
    """

    def change(membership: Member) -> None:
        target = _open_target(membership.party, number, character)
        if _clear_answer(target.filter(entry__number=line), earlier=F("entry")):
            _changed(membership.party)

    content = ("ask again", str(number), str(character), str(line), str(member_access.party))
    write(member_access.lock, change, form=Form(key, content))


def keep_earlier(
    member_access: MemberAccess, *, number: int, character: uuid.UUID, key: str
) -> None:
    """Restores the answer that a character gave before a reroll was allowed. Nothing changes where
    it has rerolled, or the roll was undone. Raises as `ask_again`.
    """

    def change(membership: Member) -> None:
        lock_characters(Character.objects.filter(party=membership.party, public_id=character))
        waiting = _open_target(membership.party, number, character).filter(
            entry=None, earlier__isnull=False
        )
        if waiting.update(entry=F("earlier"), earlier=None, tries=F("tries") - 1):
            _changed(membership.party)

    content = ("keep earlier", str(number), str(character), str(member_access.party))
    write(member_access.lock, change, form=Form(key, content))


def _open_target(party: Party, number: int, character: uuid.UUID) -> QuerySet[RollRequestTarget]:
    """A character's row in an open request, with the request locked. Raises NoSuchRow, and Conflict
    where the request is closed.
    """
    request = _lock_request(party.pk, number)
    target = request.targets.filter(character__public_id=character, helps=False)
    if not target.filter(character__party=party).exists():
        raise NoSuchRow
    if request.closed_at is not None:
        raise Conflict(NOT_OPEN)
    return target


def waiting_target(
    character: Character, *, number: int, action: str, locked: bool = False
) -> RollRequestTarget:
    """A character's row in a roll request that still waits for its roll. Checked before the roll,
    and again after it with the character and then the request `locked`. Part of an operation.

    Raises Conflict where the request is closed, was answered, or asks for another roll; NoSuchRow
    where it does not name the character.
    """
    find = _lock_request if locked else _get_request
    request = find(character.party_id, number)
    target = (
        request.targets.filter(character=character, helps=False).select_related("entry").first()
    )
    if target is None:
        raise NoSuchRow
    if target.entry:
        raise Conflict(ANSWERED.format(number=target.entry.number))
    if request.closed_at is not None:
        raise Conflict(CLOSED)
    if target.action != action:
        raise Conflict(OTHER_ROLL)
    return target


def save_answer(target: RollRequestTarget, entry: PlayLogEntry) -> None:
    """Stores a log entry as the answer. Part of the operation that rolls."""
    target.entry, target.earlier = entry, None
    target.save(update_fields=["entry", "earlier"])


def check_not_final(entry: PlayLogEntry, who: Identity) -> None:
    """Raises Refused where a log entry answers a roll request and the user is no GM of that party.
    Part of an operation.
    """
    target = RollRequestTarget.objects.filter(entry=entry).select_related("request").first()
    if target is None:
        return
    if not Member.objects.of(who).leading().filter(party=target.request.party_id).exists():
        raise Refused({"number": FINAL})


def move_answer(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """Makes `to` the answer in place of `line`: the point spent on a roll, or the roll below a
    point that was undone. Without `to`, the character has to roll again. An earlier answer moves as
    well. Part of an operation.
    """
    RollRequestTarget.objects.filter(earlier=line).update(earlier=to)
    answer = RollRequestTarget.objects.filter(entry=line)
    if to is None:
        _clear_answer(answer)
    else:
        answer.update(entry=to)


def _clear_answer(answer: QuerySet[RollRequestTarget], *, earlier: F | None = None) -> int:
    """Removes an answer; the number of rows changed. It may stay as the `earlier` answer."""
    return answer.update(entry=None, earlier=earlier, tries=F("tries") + 1)


def _reopen(call: RollRequest) -> None:
    call.closed_at = None
    call.save(update_fields=["closed_at"])


def _get_request(party: int | None, number: int) -> RollRequest:
    """The roll request of that number. Raises NoSuchRow."""
    request = RollRequest.objects.filter(party=party, number=number).first()
    if request is None:
        raise NoSuchRow
    return request


def _lock_request(party: int | None, number: int) -> RollRequest:
    """The roll request, locked until the transaction ends. Raises NoSuchRow."""
    rows = RollRequest.objects.select_for_update(no_key=True)
    request = rows.filter(party=party, number=number).first()
    if request is None:
        raise NoSuchRow
    return request


def _read_target(text: str) -> int | None:
    digits = text.strip()
    if not digits:
        return None
    if not (digits.isdecimal() and digits.isascii() and len(digits) <= 6):
        raise Refused({"target": NO_NUMBER})
    return int(digits)


def _read_note(text: str) -> str:
    note = " ".join(text.split())
    if len(note) > LONGEST_NOTE:
        raise Refused({"note": NOTE_TOO_LONG})
    try:
        documents.check([note])
    except InvalidDocument as unreadable:
        raise Refused({"note": f"This can't be saved: {unreadable.message}."}) from None
    return note


def _roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    """The role of each character. Raises Refused, by field."""
    match request.kind:
        case RollRequest.Kind.CHECK if request.everybody:
            roles = [
                RollRequestRole(row, line)
                for row in in_play.values()
                if (line := row.traits.get(request.roll))
            ]
            if not roles:
                raise Refused({"roll": NOBODY_HAS_IT if request.roll else NO_ROLL})
            return roles
        case RollRequest.Kind.CHECK:
            return _check_roles(request, in_play)
        case RollRequest.Kind.OPPOSED:
            return _opposed_roles(request, in_play)
        case RollRequest.Kind.COMBINED:
            return _combined_roles(request, in_play)
        case _:
            raise Refused({"kind": NO_SUCH_KIND})


def _check_roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    if not request.to:
        raise Refused({"to": NOBODY})
    return [_role(row, request.roll) for row in _found(request.to, in_play, field="to")]


def _opposed_roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    if len(request.to) != 2 or request.to[0] == request.to[1]:
        raise Refused({"to": TWO_CHARACTERS})
    first, second = _found(request.to, in_play, field="to")
    other = _role(second, request.other or request.roll, field="other")
    return [_role(first, request.roll), other]


def _combined_roles(
    request: RollRequestInput, in_play: Mapping[uuid.UUID, PartyCharacter]
) -> list[RollRequestRole]:
    if len(request.to) != 1:
        raise Refused({"to": "Choose who rolls."})
    if not request.helpers or request.to[0] in request.helpers:
        raise Refused({"helpers": NO_HELPERS})
    lead = _role(_found(request.to, in_play, field="to")[0], request.roll)
    helpers = _found(request.helpers, in_play, field="helpers")
    return [lead, *(RollRequestRole(row, lead.line, helps=True) for row in helpers)]


def _found(
    ids: Sequence[uuid.UUID], in_play: Mapping[uuid.UUID, PartyCharacter], *, field: str
) -> list[PartyCharacter]:
    """These characters, each once. Raises Refused where one is not on the board any more."""
    chosen = [in_play[id] for id in dict.fromkeys(ids) if id in in_play]
    if len(chosen) != len(set(ids)):
        raise Refused({field: CHARACTER_GONE})
    return chosen


def _role(row: PartyCharacter, roll: str, *, field: str = "roll") -> RollRequestRole:
    line = row.traits.get(roll)
    if line is None:
        raise Refused({field: LACKS_TRAIT.format(who=row.sheet.name) if roll else NO_ROLL})
    return RollRequestRole(row, line)


def characters_left_out(
    characters_in_play: Iterable[PartyCharacter], *, roll: str, target: int | None
) -> list[tuple[PartyCharacter, str]]:
    """The characters that have the trait and cannot roll it now, each with the reason."""
    able = [row for row in characters_in_play if roll in row.traits]
    try:
        return [
            (row, why)
            for row in able
            if (why := row.blocked_because(roll, row.system.roll_request_fields(target=target)))
        ]
    except RuleViolation:
        return []


def _roles_that_can(roles: Sequence[RollRequestRole], fixed: FormValues) -> list[RollRequestRole]:
    """The roles of characters that can roll now. Raises Refused where none can."""
    reasons = [role.character.blocked_because(role.line.key, fixed) for role in roles]
    able = [role for role, why in zip(roles, reasons, strict=True) if not why]
    if not able:
        raise Refused({"roll": NOBODY_CAN.format(why=reasons[0])})
    return able


def _fixed_values(
    membership: Member, target: int | None, roles: Sequence[RollRequestRole]
) -> FormValues:
    """The roll-form values that the request fixes. Raises Refused, by field, where the rules do not
    allow the target number or so many helpers.
    """
    helpers = sum(role.helps for role in roles)
    try:
        return registry.get(membership.party.system).roll_request_fields(
            target=target, helpers=helpers
        )
    except RuleViolation as violation:
        raise Refused({one.where: one.message for one in violation.problems}) from None


def _name(roles: Sequence[RollRequestRole]) -> str:
    """The name of a roll request: "Stealth", "Stealth against Search"."""
    names = dict.fromkeys(role.line.name for role in roles)
    return " against ".join(names)


def _changed(party: Party) -> None:
    party.version += 1
    party.save(update_fields=["version"])


def _target_row(request: RollRequest, role: RollRequestRole) -> RollRequestTarget:
    return RollRequestTarget(
        request=request,
        character=role.character.character,
        action=role.line.key,
        name=role.line.name,
        helps=role.helps,
    )
