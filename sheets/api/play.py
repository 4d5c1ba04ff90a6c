"""A character at the table for programs: what can be done, doing it, marks, and the log."""

import uuid
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from django.http import Http404, HttpResponse

from rules.figures import Figure
from rules.forms.fields import Choice, Field, Pick
from rules.play import RollForm
from rules.problems import RuleViolation
from sheets import access, form_data, storage
from sheets.advancement.operations import check_in_play
from sheets.api import messages
from sheets.api.characters import unchanged, visible
from sheets.api.resource import Call, Parameter, Resource, answer, etag, operation
from sheets.play import companions, operations
from sheets.play_log import log
from sheets.play_log import storage as log_storage
from sheets.play_log.refusals import with_refusals
from sheets.storage import CorruptRow, StoredCharacter

ACTION = Parameter("action", "The id of the action: `skills.stealth`.", {"type": "string"})
BEFORE = Parameter(
    "before", "Only lines older than this number.", {"type": "integer", "minimum": 1}
)
FIELDS = Parameter(
    "fields",
    "The fields of the form so far, each under its own id.",
    {"type": "object", "additionalProperties": {"type": "string"}},
)
UNKNOWN = "unknown-action"


def _played(call: Call, id: uuid.UUID) -> tuple[StoredCharacter, str]:
    """A character in play that the token may play, with its ETag; 404, 403 or NotEditable."""
    row = access.get_played_character(call.request, id)
    check_in_play(row)
    return storage.load(row), etag(row)


@operation(answer=messages.Actions, others=(409,))
def index(call: Call, id: uuid.UUID) -> HttpResponse:
    """Everything that can be done at the table now: rolls of the sheet's traits, then actions."""
    stored, tag = _played(call, id)
    rows = [
        messages.ActionRow(key, pool.label, "", pool.code, "")
        for key, pool in stored.opened.play_state(stored.situation).pools.items()
    ]
    rows += [
        messages.ActionRow(option.id, option.name, group.name, _code(option.pool), option.barred)
        for group in stored.opened.actions(stored.situation)
        for option in group.actions
    ]
    return answer(messages.Actions(rows), headers={"ETag": tag})


@operation(answer=messages.ActionForm, parameters=(ACTION, FIELDS), others=(409,))
def form(call: Call, id: uuid.UUID, action: str) -> HttpResponse:
    """The form before an action, with its dice and its exact chance so far."""
    stored, tag = _played(call, id)
    values = companions.plain(form_data.roll_form_values(call.request.GET))
    try:
        panel = stored.opened.roll_form(stored.situation, action, values)
    except RuleViolation as violation:
        if any(problem.code == UNKNOWN for problem in violation.problems):
            raise Http404 from None
        raise
    return answer(action_form(panel), headers={"ETag": tag})


@operation(
    answer=messages.Done,
    body=messages.Act,
    status=201,
    writes=True,
    parameters=(ACTION,),
    others=(409,),
)
def act(call: Call, id: uuid.UUID, action: str) -> HttpResponse:
    """Roll, or take an action. Marks, the turn, and the ledger change as the rules say."""
    character_access = access.playing_access(call.request, id)
    character_access.check()
    values = field_values(call.body(messages.Act).fields)
    if call.only and companions.chosen(values):
        raise Http404
    acts = operations.Act(character_access, action=action, values=values, key=call.key)
    return _done(call, id, acts.run())


@operation(answer=messages.Done, body=messages.MoveMarks, status=201, writes=True, others=(409,))
def move(call: Call, id: uuid.UUID) -> HttpResponse:
    """Move marks by hand, each by so much from where it stands; a line of the log says so."""
    character_access = access.playing_access(call.request, id)
    character_access.check()
    moves = call.body(messages.MoveMarks).move
    return _done(call, id, operations.MoveMarks(character_access, moves=moves, key=call.key).run())


@operation(answer=messages.Marks, cached=True)
def marks(call: Call, id: uuid.UUID) -> HttpResponse:
    """The marks as they stand: wounds, points, and whatever else the game has."""
    if known := unchanged(call, id):
        return known
    character, tag = visible(call, id)
    _, document = storage.read(character)
    return answer(messages.Marks(_marks(document.marks)), headers={"ETag": tag})


@operation(answer=messages.Log, parameters=(BEFORE,), cached=True)
def lines(call: Call, id: uuid.UUID) -> HttpResponse:
    """The log of the table, newest first, fifty lines at a time."""
    if known := unchanged(call, id):
        return known
    character, tag = visible(call, id)
    page = log.page(character, call.number(BEFORE))
    older = f"{call.request.path}?before={page.older}" if page.older else None
    shown = with_refusals(character, page.lines, call.request.visitor.identity)
    return answer(messages.Log(list(map(_line, shown)), older), headers={"ETag": tag})


@operation(answer=messages.Done, status=201, writes=True, others=(409,))
def undo(call: Call, id: uuid.UUID, number: int) -> HttpResponse:
    """Undo a line of the log: its marks, its entries, and the turn go back."""
    character_access = access.playing_access(call.request, id)
    character_access.check()
    undoes = operations.TakeBack(character_access, number=number, key=call.key)
    return _done(call, id, undoes.run())


@operation(answer=messages.Done, status=201, writes=True, others=(409,))
def point(call: Call, id: uuid.UUID, number: int) -> HttpResponse:
    """Spend a point on the newest roll, once it was seen."""
    character_access = access.playing_access(call.request, id)
    character_access.check()
    adds = operations.AddPoint(character_access, number=number, key=call.key)
    return _done(call, id, adds.run())


@operation(answer=messages.Turn, body=messages.Act, writes=True, others=(409,))
def declare(call: Call, id: uuid.UUID) -> HttpResponse:
    """Set what the turn holds: the number of actions, and whatever else the game has."""
    character_access = access.playing_access(call.request, id)
    character_access.check()
    values = field_values(call.body(messages.Act).fields)
    operations.Declare(character_access, values=values, key=call.key).run()
    row = access.get_played_character(call.request, id)
    turn = storage.situation(row)
    return answer(messages.Turn(dict(turn), messages.account(turn)), headers={"ETag": etag(row)})


def _done(call: Call, id: uuid.UUID, number: int) -> HttpResponse:
    """The answer to a write: its line, and the marks and the turn as they are now."""
    row = access.get_played_character(call.request, id)
    _, document = storage.read(row)
    shown = log.page(row, number + 1, 1).lines
    (line,) = with_refusals(row, shown, call.request.visitor.identity)
    now = storage.situation(row)
    account = messages.account(now)
    done = messages.Done(_line(line), _marks(document.marks), dict(now), account)
    return answer(done, status=201, headers={"ETag": etag(row)})


def _marks(marks: object) -> dict[str, int | None]:
    return msgspec.structs.asdict(marks)  # type: ignore[arg-type]  # every game's are a struct


def field_values(sent: Mapping[str, str | list[str]]) -> dict[str, tuple[str, ...]]:
    """The values of the fields of a form that a program sends."""
    return {
        name: (value,) if isinstance(value, str) else tuple(value) for name, value in sent.items()
    }


def _code(pool: Figure | None) -> str | None:
    return pool.code if pool else None


def action_form(panel: RollForm) -> messages.ActionForm:
    """A form before an action, as programs read it."""
    return messages.ActionForm(
        action=panel.action.id,
        name=panel.action.name,
        code=_code(panel.pool),
        target=panel.target.value if panel.target else None,
        needed=panel.needed,
        blocked=panel.barred,
        chance=None if panel.exact is None else float(panel.exact),
        chances={row: float(chance) for row, chance in panel.results.items()},
        fields=list(fields_of(panel.fields)),
        foreseen=list(panel.foreseen),
        takes=panel.takes,
    )


def fields_of(fields: Iterable[Field]) -> Iterator[messages.ActionField]:
    """Every field of a form; nested ones follow."""
    for field in fields:
        kind = str(field.__struct_config__.tag)
        options = (
            [option.id for option in field.options] if isinstance(field, Choice | Pick) else []
        )
        values = list(getattr(field, "values", ()))
        yield messages.ActionField(field.id, field.label, kind, values, options)
        if isinstance(field, Choice):
            yield from fields_of(field.fields)


def _line(line: log.Line) -> messages.LogLine:
    outcome = line.outcome
    return messages.LogLine(
        number=line.number,
        action=outcome.action,
        name=outcome.name,
        kind=line.kind,
        at=line.when,
        by=line.by,
        code=outcome.code,
        dice=[die.face for die in outcome.dice],
        total=outcome.total,
        target=outcome.target,
        success=outcome.success,
        messages=list(outcome.said),
        asks=line.open_question,
        marks=_moved(line),
        undone=not line.stands,
        refusal=line.refusal,
    )


def _moved(line: log.Line) -> dict[str, int]:
    try:
        return {move.mark: move.by for move in log_storage.effect(line.row).moves}
    except CorruptRow:
        return {}


actions = Resource(GET=index)
action = Resource(GET=form, POST=act)
marked = Resource(GET=marks, POST=move)
played = Resource(GET=lines)
undone = Resource(POST=undo)
pointed = Resource(POST=point)
turn = Resource(PUT=declare)
