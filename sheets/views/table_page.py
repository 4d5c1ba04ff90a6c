"""What the page to play from is given: the sheet as it stands now, what can be done, what was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from rules.document import Document
from rules.figures import Figure
from rules.play import Action, ActionGroup, Panel
from rules.problems import RuleViolation
from rules.sheet import Attacks, Figures, Sheet, Track, Traits
from rules.system import GameSystem
from sheets import bridge, forms, table_log
from sheets.models import Character
from sheets.operations.faults import Fault, Refused

Values = Mapping[str, tuple[str, ...]]
NEWEST = 8
UNKNOWN = "unknown-action"


@dataclass(frozen=True)
class Deed:
    """Something to do, whether something is decided before it, and what would be rolled now."""

    action: Action
    asks: bool
    pool: Figure | None


@dataclass(frozen=True)
class Asked:
    """What comes before one action: its panel, what was typed in it and what is wrong with that.

    `wrong` is said where no field is at fault; `outdated` is what was asked of a page that is.
    """

    action: str
    panel: Panel
    typed: dict[str, tuple[str, ...]]
    errors: dict[str, str]
    wrong: str = ""
    outdated: bool = False

    @property
    def status(self) -> int:
        """409 where the page was out of date, 422 where something is wrong."""
        return 409 if self.outdated else 422 if self.errors or self.wrong else 200


def context(character: Character, *, said: str = "", fault: Fault | None = None) -> dict[str, Any]:
    """Everything there is at the table; `fault` is why something was not done."""
    system, document = bridge.read(character)
    sheet = system.sheet(document)
    now = system.moment(document, bridge.situation(character))
    decided = {field.id for field in now.controls}
    return {
        "character": character,
        "system": system,
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
        "deeds": list(_deeds(system, document, character)),
        "lines": table_log.newest(character, NEWEST),
        "said": said,
        "fault": fault,
        "key": forms.new_key,
    }


def asked(character: Character, action: str, values: Values, fault: Fault | None = None) -> Asked:
    """What comes before an action, as it stands; 404 where there is no such action.

    Where the values cannot be read it is shown as at first, with them in it and what is wrong.
    """
    system, document = bridge.read(character)
    typed = {name: tuple(several) for name, several in values.items()}
    try:
        panel = system.panel(document, bridge.situation(character), action, typed)
        errors: dict[str, str] = {}
    except RuleViolation as violation:
        if any(problem.code == UNKNOWN for problem in violation.problems):
            raise Http404 from None
        panel = system.panel(document, bridge.situation(character), action, {})
        errors = {problem.where: problem.message for problem in violation.problems}
    outdated = fault is not None and not isinstance(fault, Refused)
    return Asked(action, panel, typed, *_wrong(panel, errors, fault), outdated=outdated)


def _wrong(panel: Panel, errors: dict[str, str], fault: Fault | None) -> tuple[dict[str, str], str]:
    """What is wrong by field, and what is said of the whole."""
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


def _deeds(
    system: GameSystem, document: Document, character: Character
) -> Iterator[tuple[ActionGroup, list[Deed]]]:
    """Every action under its heading; one that rolls or asks nothing is done by one press."""
    for group in system.actions(document):
        found = []
        for action in group.actions:
            panel = system.panel(document, bridge.situation(character), action.id, {})
            found.append(Deed(action, asks=bool(panel.pool or panel.fields), pool=panel.pool))
        yield group, found
