"""A game master's calls: made, answered at the table, asked again, closed, reopened.

A call's answer is kept with the roll, under the character's lock; so nobody answers twice. Whoever
answers locks the character first and then the call; whoever closes one or asks again locks the
party first of all. An answer is final for the player; who leads the party may have it rolled again.
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

NO_ROLL = "Choose what is rolled."
NO_NUMBER = "A target number is a whole number, or nothing."
NOBODY = "Choose at least one character."
NO_HELP = "Choose at least one who helps, and not the one who rolls."
NOBODY_HAS_IT = "Nobody at the table has that."
NOBODY_CAN = "Nobody at the table can do that now: {why}"
NO_SUCH_CALL = "There is no such call in this game."
TWO = "Choose two different characters."
GONE = "One of these characters is not on the board any more. Choose again."
LACKS = "{who} has nothing like that to roll."
LONG_NOTE = f"At most {LONGEST_NOTE} characters, to be read at one glance."
MANY = "Many calls are open already. Close one of them first."
CLOSED = "This call is closed. Nothing was rolled."
ANSWERED = "This call was answered already, as number {number} of the log. Nothing was rolled."
ANOTHER = "This call asks for another roll. Nothing was rolled."
FINAL = "This roll answers a call by your game master, so it stands. Only they can allow a reroll."
NOT_OPEN = "This call is closed. Reopen it first; then they can roll again."


@dataclass(frozen=True)
class RollRequestInput:
    """A call as a form asked for it: what is rolled, by whom, against which number.

    `to` are the characters that roll: two of them in a contest, where the second may roll something
    `other`; one who is helped. `everybody` are all that have what is rolled.
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
    def told(self) -> tuple[str, ...]:
        """All of it as texts, for the form's receipt."""
        ids = (*map(str, self.to), "helped by", *map(str, self.helpers))
        plain = (self.kind, self.roll, self.other, self.target, self.note, str(self.everybody))
        return (*plain, *ids)


@dataclass(frozen=True)
class Role:
    """What one character does in a call: rolls the line of its sheet, or helps."""

    row: PartyCharacter
    line: Line
    helps: bool = False


def call(claim: MemberAccess, *, wanted: RollRequestInput, key: str) -> int:
    """Calls for a roll; the call's number. For who leads the party.

    Refused by field: nothing to roll, nobody to roll it, a number or a note that cannot be.
    """

    def prepare(seat: Member) -> Keep[int]:
        _check_room(seat.party)
        target, note = _target(wanted.target), _note(wanted.note)
        if wanted.kind not in registry.get(seat.party.system).calls:
            raise Refused({"kind": NO_SUCH_CALL})
        roles = _roles(
            wanted, {row.character.public_id: row for row in characters.party_characters(seat)[0]}
        )
        laid_down = _laid_down(seat, target, roles)
        if wanted.everybody:
            roles = _able(roles, laid_down)
        made = RollRequest(
            party=seat.party,
            kind=wanted.kind,
            name=_name(roles),
            target=target if wanted.kind != RollRequest.Kind.OPPOSED else None,
            note=note,
        )

        def make() -> int:
            _check_room(seat.party)
            last = (
                seat.party.roll_requests.order_by("-number")
                .values_list("number", flat=True)
                .first()
            )
            made.number = (last or 0) + 1
            made.save()
            RollRequestTarget.objects.bulk_create(_called(made, role) for role in roles)
            _changed(seat.party)
            return made.number

        return make

    form = Form(key, ("call", *wanted.told, str(claim.party)))
    return write_prepared(claim, prepare, form=form)


def _check_room(party: Party) -> None:
    if party.roll_requests.filter(closed_at=None).count() >= MOST_OPEN:
        raise Refused({"roll": MANY})


def close(claim: MemberAccess, *, number: int, key: str) -> None:
    """Ends a call, answered or not. One that is closed stays so. NoSuchRow."""

    def change(seat: Member) -> None:
        found = _locked(seat.party.pk, number)
        if found.closed_at is None:
            found.closed_at = timezone.now()
            found.save(update_fields=["closed_at"])
            _changed(seat.party)

    write(claim.lock, change, form=Form(key, ("close", str(number), str(claim.party))))


def reopen(claim: MemberAccess, *, number: int, key: str) -> None:
    """Opens a call again that was closed. One that is open stays so. NoSuchRow; Refused where many
    are open.
    """

    def change(seat: Member) -> None:
        found = _locked(seat.party.pk, number)
        if found.closed_at is None:
            return
        _check_room(seat.party)
        _open(found)
        _changed(seat.party)

    write(claim.lock, change, form=Form(key, ("reopen", str(number), str(claim.party))))


def ask_again(
    claim: MemberAccess, *, number: int, character: uuid.UUID, line: int, key: str
) -> None:
    """Lets a character answer an open call once more. Its roll, that line of its log, stays there
    and answers no longer. Where another is the answer by now, or none, nothing changes.
    NoSuchRow; Conflict where the call is closed.
    """

    def change(seat: Member) -> None:
        named = _asked(seat.party, number, character)
        if _free(named.filter(entry__number=line), earlier=F("entry")):
            _changed(seat.party)

    content = ("ask again", str(number), str(character), str(line), str(claim.party))
    write(claim.lock, change, form=Form(key, content))


def keep_earlier(claim: MemberAccess, *, number: int, character: uuid.UUID, key: str) -> None:
    """Lets the answer stand after all that a character gave before it was asked again. Where it has
    answered anew by now, or that roll was taken back, nothing changes. What is raised is as for
    `ask_again`.
    """

    def change(seat: Member) -> None:
        lock_characters(Character.objects.filter(party=seat.party, public_id=character))
        waiting = _asked(seat.party, number, character).filter(entry=None, earlier__isnull=False)
        if waiting.update(entry=F("earlier"), earlier=None, tries=F("tries") - 1):
            _changed(seat.party)

    content = ("keep earlier", str(number), str(character), str(claim.party))
    write(claim.lock, change, form=Form(key, content))


def _asked(party: Party, number: int, character: uuid.UUID) -> QuerySet[RollRequestTarget]:
    """The row by which an open call asks a character of the party, with the call locked; NoSuchRow,
    or Conflict where it is closed.
    """
    made = _locked(party.pk, number)
    named = made.targets.filter(character__public_id=character, helps=False)
    if not named.filter(character__party=party).exists():
        raise NoSuchRow
    if made.closed_at is not None:
        raise Conflict(NOT_OPEN)
    return named


def answering(
    character: Character, *, number: int, action: str, locked: bool = False
) -> RollRequestTarget:
    """What a call asks of a character, before it rolls; and once more when it has, with the
    character and then the call `locked`. Part of an operation.

    Conflict where the call is closed, was answered, or asks for another roll; NoSuchRow where it
    does not name the character.
    """
    find = _locked if locked else _named
    made = find(character.party_id, number)
    found = made.targets.filter(character=character, helps=False).select_related("entry").first()
    if found is None:
        raise NoSuchRow
    if found.entry:
        raise Conflict(ANSWERED.format(number=found.entry.number))
    if made.closed_at is not None:
        raise Conflict(CLOSED)
    if found.action != action:
        raise Conflict(ANOTHER)
    return found


def answered(row: RollRequestTarget, line: PlayLogEntry) -> None:
    """Keeps a roll as the answer. Part of the operation that rolls."""
    row.entry, row.earlier = line, None
    row.save(update_fields=["entry", "earlier"])


def check_not_final(line: PlayLogEntry, who: Identity) -> None:
    """Refused where a line answers a call and whoever asks does not lead that party. Part of an
    operation.
    """
    answer = RollRequestTarget.objects.filter(entry=line).select_related("request").first()
    if answer is None:
        return
    if not Member.objects.of(who).leading().filter(party=answer.request.party_id).exists():
        raise Refused({"number": FINAL})


def moved_on(line: PlayLogEntry, *, to: PlayLogEntry | None) -> None:
    """Lets another line be the answer that one was, if it was: the point that went on it, or the
    roll below a point that is taken back. With none, its character is asked again. An earlier
    answer moves on as well. Part of an operation.
    """
    RollRequestTarget.objects.filter(earlier=line).update(earlier=to)
    answer = RollRequestTarget.objects.filter(entry=line)
    if to is None:
        _free(answer)
    else:
        answer.update(entry=to)


def _free(answer: QuerySet[RollRequestTarget], *, earlier: F | None = None) -> int:
    """Takes an answer away, if it still is one: how many that were. It may be kept as `earlier`."""
    return answer.update(entry=None, earlier=earlier, tries=F("tries") + 1)


def _open(call: RollRequest) -> None:
    call.closed_at = None
    call.save(update_fields=["closed_at"])


def _named(party: int | None, number: int) -> RollRequest:
    """The call of that number; NoSuchRow."""
    found = RollRequest.objects.filter(party=party, number=number).first()
    if found is None:
        raise NoSuchRow
    return found


def _locked(party: int | None, number: int) -> RollRequest:
    """The call, which nobody else changes until the transaction ends; NoSuchRow."""
    rows = RollRequest.objects.select_for_update(no_key=True)
    found = rows.filter(party=party, number=number).first()
    if found is None:
        raise NoSuchRow
    return found


def _target(text: str) -> int | None:
    told = text.strip()
    if not told:
        return None
    if not (told.isdecimal() and told.isascii() and len(told) <= 6):
        raise Refused({"target": NO_NUMBER})
    return int(told)


def _note(text: str) -> str:
    told = " ".join(text.split())
    if len(told) > LONGEST_NOTE:
        raise Refused({"note": LONG_NOTE})
    try:
        documents.check([told])
    except InvalidDocument as unreadable:
        raise Refused({"note": f"This cannot be kept: {unreadable.message}."}) from None
    return told


def _roles(wanted: RollRequestInput, rows: Mapping[uuid.UUID, PartyCharacter]) -> list[Role]:
    """Who does what; Refused, by field, where that cannot be."""
    match wanted.kind:
        case RollRequest.Kind.CHECK if wanted.everybody:
            found = [
                Role(row, line) for row in rows.values() if (line := row.traits.get(wanted.roll))
            ]
            if not found:
                raise Refused({"roll": NOBODY_HAS_IT if wanted.roll else NO_ROLL})
            return found
        case RollRequest.Kind.CHECK:
            return _rolling(wanted, rows)
        case RollRequest.Kind.OPPOSED:
            return _opposed(wanted, rows)
        case RollRequest.Kind.COMBINED:
            return _combined(wanted, rows)
        case _:
            raise Refused({"kind": NO_SUCH_CALL})


def _rolling(wanted: RollRequestInput, rows: Mapping[uuid.UUID, PartyCharacter]) -> list[Role]:
    if not wanted.to:
        raise Refused({"to": NOBODY})
    return [_role(row, wanted.roll) for row in _found(wanted.to, rows, field="to")]


def _opposed(wanted: RollRequestInput, rows: Mapping[uuid.UUID, PartyCharacter]) -> list[Role]:
    if len(wanted.to) != 2 or wanted.to[0] == wanted.to[1]:
        raise Refused({"to": TWO})
    first, second = _found(wanted.to, rows, field="to")
    other = _role(second, wanted.other or wanted.roll, field="other")
    return [_role(first, wanted.roll), other]


def _combined(wanted: RollRequestInput, rows: Mapping[uuid.UUID, PartyCharacter]) -> list[Role]:
    if len(wanted.to) != 1:
        raise Refused({"to": "Choose who rolls."})
    if not wanted.helpers or wanted.to[0] in wanted.helpers:
        raise Refused({"helpers": NO_HELP})
    lead = _role(_found(wanted.to, rows, field="to")[0], wanted.roll)
    helping = _found(wanted.helpers, rows, field="helpers")
    return [lead, *(Role(row, lead.line, helps=True) for row in helping)]


def _found(
    ids: Sequence[uuid.UUID], rows: Mapping[uuid.UUID, PartyCharacter], *, field: str
) -> list[PartyCharacter]:
    """The rows of these characters, each once; Refused where one is not on the board (any more)."""
    found = [rows[id] for id in dict.fromkeys(ids) if id in rows]
    if len(found) != len(set(ids)):
        raise Refused({field: GONE})
    return found


def _role(row: PartyCharacter, roll: str, *, field: str = "roll") -> Role:
    line = row.traits.get(roll)
    if line is None:
        raise Refused({field: LACKS.format(who=row.sheet.name) if roll else NO_ROLL})
    return Role(row, line)


def not_asked(
    rows: Iterable[PartyCharacter], *, roll: str, target: int | None
) -> list[tuple[PartyCharacter, str]]:
    """Those that have what all are asked to roll and cannot do it as things stand, and why."""
    having = [row for row in rows if roll in row.traits]
    try:
        return [
            (row, why)
            for row in having
            if (why := row.blocked_because(roll, row.system.roll_request_fields(target=target)))
        ]
    except RuleViolation:
        return []


def _able(roles: Sequence[Role], laid_down: FormValues) -> list[Role]:
    """Those of all that can act; Refused where nobody can."""
    barred = [role.row.blocked_because(role.line.key, laid_down) for role in roles]
    able = [role for role, why in zip(roles, barred, strict=True) if not why]
    if not able:
        raise Refused({"roll": NOBODY_CAN.format(why=barred[0])})
    return able


def _laid_down(seat: Member, target: int | None, roles: Sequence[Role]) -> FormValues:
    """What the call settles before each roll. Refused, by field, where the rules know no such
    number, or not so many that help.
    """
    helpers = sum(role.helps for role in roles)
    try:
        return registry.get(seat.party.system).roll_request_fields(target=target, helpers=helpers)
    except RuleViolation as violation:
        raise Refused({one.where: one.message for one in violation.problems}) from None


def _name(roles: Sequence[Role]) -> str:
    """What is called for, in words: "Stealth", "Stealth against Search"."""
    names = dict.fromkeys(role.line.name for role in roles)
    return " against ".join(names)


def _changed(party: Party) -> None:
    party.version += 1
    party.save(update_fields=["version"])


def _called(made: RollRequest, role: Role) -> RollRequestTarget:
    return RollRequestTarget(
        request=made,
        character=role.row.character,
        action=role.line.key,
        name=role.line.name,
        helps=role.helps,
    )
