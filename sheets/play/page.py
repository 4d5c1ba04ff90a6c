"""The context of the page of play: the sheet at its current values, the actions, and the last
rolls.
"""

import hashlib
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import Any

import msgspec
from django.http import Http404

from rules.forms.fields import Choice, Field, Number, Pick, Text
from rules.forms.parsing import FormValues
from rules.play import WHOM, Outcome, RollForm
from rules.problems import RuleViolation
from rules.rehearsal import AGAIN, first_throw
from rules.sheet.sections import Attacks, Figures, Sheet, Track, Traits
from rules.turn import FREE
from sheets import access, catalog, form_data
from sheets.access import Request
from sheets.errors import Conflict, Fault, Refused
from sheets.models import Character
from sheets.parties import live, ticker
from sheets.parties.board.fight import fight_bar, own_turn
from sheets.parties.roll_requests import queries
from sheets.parties.roll_requests.queries import Answer
from sheets.play import companions
from sheets.play.tags import called
from sheets.play_log import log
from sheets.play_log.refusals import with_refusals
from sheets.storage import StoredCharacter

NEWEST = 5
UNKNOWN = "unknown-action"
NO_CALL = "This request was closed or answered in the meantime. You can still roll for yourself."


@dataclass(frozen=True)
class RollFormPage:
    """One action's roll form, with what was typed in it and what is wrong with that.

    `wrong` is said where no field is at fault; `outdated` is what was asked of a page that is.
    `call` is what it answers; what that lays down is no field to be filled in, but `fixed`: names
    and numbers. `throw` is what a device needs to roll the first dice without a connection, as
    JSON, "" where that isn't known.
    """

    action: str
    panel: RollForm
    typed: dict[str, tuple[str, ...]]
    errors: dict[str, str]
    wrong: str = ""
    outdated: bool = False
    call: Answer | None = None
    laid_down: FormValues = field(default_factory=dict)
    chosen: str = ""
    throw: str = ""

    @property
    def fields(self) -> list[Field]:
        """The fields that the player fills in."""
        return [field for field in self.panel.fields if field.id not in self.laid_down]

    @property
    def fixed(self) -> list[tuple[str, str]]:
        """The values that the request lays down, by the names of their fields. Fields next to each
        other are about one thing: the first one names it.
        """
        fixed = []
        for laid, several in groupby(self.panel.fields, lambda field: field.id in self.laid_down):
            ours = [field for field in several if field.id != FREE] if laid else []
            values = " ".join(text for field in ours for text in self.laid_down[field.id] if text)
            if values:
                fixed.append((ours[0].label, values))
        return fixed

    @property
    def status(self) -> int:
        """409 if the page was out of date, 422 if something is wrong."""
        return 409 if self.outdated else 422 if self.errors or self.wrong else 200


def context(
    request: Request, stored: StoredCharacter, *, fault: Fault | None = None
) -> dict[str, Any]:
    """Everything there is at the table; `fault` is why something was not done."""
    character, opened = stored.row, stored.opened
    seen = live.state_of_fetched(character)
    sheet, now = opened.sheet, opened.play_state(stored.situation)
    decided = {field.id for field in now.controls}
    newest = log.newest(character, NEWEST)
    groups = opened.actions(stored.situation)
    is_character = character.kind == character.Kind.CHARACTER
    is_owner = is_character and access.owns(request, character)
    return {
        "character": character,
        "system": opened.system,
        "sheet": sheet,
        "now": now,
        "leading": next(iter(_all(sheet, Figures)), None),
        "figures": [
            line
            for section in _all(sheet, Figures)[1:]
            for line in section.lines
            if line.key not in decided
        ],
        "tracks": _all(sheet, Track),
        "attacks": _all(sheet, Attacks),
        "traits": _all(sheet, Traits),
        "deeds": groups,
        "tools": [group for group in groups if not group.needs_character],
        "lines": with_refusals(character, newest, request.visitor.identity),
        "waiting": queries.waiting_answers(character),
        "mine": is_owner,
        "grows": is_owner,
        "plans": is_owner and opened.is_priced,
        "fault": fault,
        "seen": seen,
        "state": state(stored),
        "key": form_data.new_key,
    }


def ticker_context(request: Request, character: Character) -> dict[str, object]:
    """The last rolls and the fight of the character's party, for its members; without, none."""
    party = character.party_id
    if party is None:
        return {
            "character": character,
            "membership": None,
            "ticker": [],
            "ticker_seen": "",
            "fight": None,
        }
    own = access.memberships(request).select_related("party")
    membership = own.filter(party=party).first()
    seen = live.everyones_state(party, leads=membership is not None and membership.leads)
    lines = ticker.ticker(membership) if membership else []
    fight = fight_bar(membership) if membership else None
    part = own_turn(fight, character.pk)
    return {
        "character": character,
        "membership": membership,
        "has_stash": catalog.has_stash(character.system),
        "ticker": lines,
        "ticker_seen": seen,
        "fight": fight,
        "own_turn": part,
        "defends": bool(part) and live.has_to_defend(character.pk),
    }


def roll_form_page(
    stored: StoredCharacter,
    action: str,
    values: FormValues,
    *,
    call: int | None = None,
    fault: Fault | None = None,
) -> RollFormPage:
    """The roll form of an action; 404 for an unknown one.

    With values that can't be read it is shown as at first, with them in it and their errors; as
    outdated, if it answers a `call` that isn't waiting for this roll.
    """
    character = stored.row
    answers = queries.target_for(character, number=call, action=action) if call else None
    if call and not answers:
        fault = fault or Conflict(NO_CALL)
    typed = {name: tuple(several) for name, several in values.items()}
    laid_down = queries.fixed_values(answers.row) if answers else {}
    typed |= laid_down
    try:
        panel = stored.opened.roll_form(stored.situation, action, companions.plain(typed))
        errors: dict[str, str] = {}
    except RuleViolation as violation:
        if any(problem.code == UNKNOWN for problem in violation.problems):
            raise Http404 from None
        panel = stored.opened.roll_form(stored.situation, action, {})
        errors = {problem.where: problem.message for problem in violation.problems}
    if any(field.id == WHOM for field in panel.fields):
        panel = companions.offered(panel, companions.of(character), companions.chosen(typed))
    outdated = fault is not None and not isinstance(fault, Refused)
    wrong = _wrong(panel, errors, fault)
    return RollFormPage(
        action,
        panel,
        typed,
        *wrong,
        outdated=outdated,
        call=answers,
        laid_down=laid_down,
        chosen=_chosen(stored, action, panel, laid_down) if typed and not errors else "",
        throw="" if errors else _throw(stored, action, panel, companions.plain(typed)),
    )


def _chosen(stored: StoredCharacter, action: str, panel: RollForm, laid_down: FormValues) -> str:
    """The player's decisions of a roll form, in one line: "Take aim +1D, Helpers 2"."""
    untouched = {
        field.id: field for field in stored.opened.roll_form(stored.situation, action, {}).fields
    }
    decided = [
        _decided(field)
        for field in panel.fields
        if field.id not in laid_down and field.id != WHOM and field != untouched.get(field.id)
    ]
    return ", ".join(filter(None, decided))


def _decided(field: Field) -> str:
    """A field by the options chosen in it, or by its name and what was typed."""
    if isinstance(field, Choice | Pick):
        return ", ".join(option.name for option in field.options if option.chosen)
    values = " ".join(field.values) if isinstance(field, Number | Text) else ""
    return f"{field.label} {values}" if values else ""


def state(stored: StoredCharacter) -> str:
    """A short hash of what the dice of a character depend on: the same one, the same dice."""
    content = msgspec.json.encode((stored.opened.document, stored.situation.plain()))
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _throw(stored: StoredCharacter, action: str, panel: RollForm, values: FormValues) -> str:
    """The first dice of an action as JSON, with what they are called; "" where nothing is rolled,
    or not known beforehand.
    """
    if panel.barred:
        return ""
    situation = stored.situation

    def resolve(sent: FormValues, rng: Random) -> Outcome:
        return stored.opened.resolve(situation, action, companions.plain(sent), rng)

    throw = first_throw(resolve, values, panel.fields)
    if throw is None:
        return ""
    names = {kind: called(kind) for _sides, kind in (*throw.dice, (0, AGAIN))}
    members = {"names": names, "state": state(stored)}
    return msgspec.json.encode(msgspec.to_builtins(throw) | members).decode()


def _wrong(
    panel: RollForm, errors: dict[str, str], fault: Fault | None
) -> tuple[dict[str, str], str]:
    """The errors by field, and the message about the whole form."""
    if isinstance(fault, Refused):
        errors = {
            **fault.errors,
            **{problem.where: problem.message for problem in fault.problems},
            **errors,
        }
    ids = {field.id for field in panel.fields}
    at_fields = {id: message for id, message in errors.items() if id in ids}
    rest = [message for id, message in errors.items() if id not in ids]
    if fault and not isinstance(fault, Refused):
        rest.append(str(fault))
    return at_fields, " ".join(rest)


def _all(sheet: Sheet, kind: type[Any]) -> list[Any]:
    return [section for section in sheet.sections if isinstance(section, kind)]
