"""An autosave's answer: the fields to show anew, the two versions of a field in conflict, and the
list of steps. And the drawing of who a character is.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from rules.creation import Step
from rules.decisions import all_fields, value_text
from rules.forms.fields import (
    BalanceItem,
    Choice,
    Codes,
    Field,
    Number,
    Rows,
    Shop,
    Text,
    Ware,
)
from rules.forms.parsing import Values

Words = Text | Rows | Codes | Number
# So much is shown of what was chosen in a step.
LONGEST_STATE = 80


@dataclass(frozen=True)
class Answer:
    """The fields to show anew, those whose words stay as they are being typed, those of them that
    say what they come to, and rows whose hint says what is left.
    """

    anew: list[Field]
    typed_in: list[Words]
    worked_out: list[Codes]
    hinted: list[Rows]


@dataclass(frozen=True)
class Difference:
    """One field that was changed in two places: what is saved by now, and what was typed here."""

    label: str
    saved: str
    typed: str


def answer(step: Step, changed: Collection[str], errors: Mapping[str, str]) -> Answer:
    """Which fields to show anew after some were changed or refused.

    Words that are being typed are left alone: they get a new token and their error line. Anything
    else may change what its neighbours offer, so that all but words are shown again; codes, too,
    since a preset has traits of its own.
    """
    touched = {*changed, *errors}
    words = {field.id: field for field in _words(step.fields)}
    anew: list[Field] = []
    # A row names a thing that a menu beside it may offer.
    rows = any(isinstance(field, Rows) and field.id in touched for field in step.fields)
    chosen = not touched <= words.keys()
    if rows or chosen:
        anew = [
            field
            for field in step.fields
            if not isinstance(field, Words)
            or (chosen and isinstance(field, Codes) and field.id not in touched)
        ]
    shown = {field.id for field in (*anew, *_words(anew))}
    typed_in = [field for id, field in words.items() if id in touched]
    others = [field for id, field in words.items() if id not in shown]
    coded = [field for field in others if isinstance(field, Codes)]
    hinted = [field for field in others if isinstance(field, Rows) and field.hint]
    return Answer(anew, typed_in, coded, hinted)


def differences(step: Step, typed: Mapping[str, Values]) -> list[Difference]:
    """The saved and the typed value, in words, of each field where they differ."""
    rows = []
    for _, field in all_fields(step.fields):
        id = field.field if isinstance(field, Ware | BalanceItem) else field.id
        saved: Values = getattr(field, "values", ())
        if id in typed and typed[id] != saved:
            label = field.name if isinstance(field, Ware | BalanceItem) else field.label
            rows.append(Difference(label, value_text(field, saved), value_text(field, typed[id])))
    return rows


def _words(fields: Iterable[Field], *, top: bool = True) -> Iterator[Words]:
    """Where words are typed.

    What is typed about a ware is not among them: it may rename the ware. Nor is a number below
    another field: it is part of what that field works out.
    """
    for field in fields:
        match field:
            case Text() | Rows() | Codes():
                yield field
            case Number() if top:
                yield field
            case Choice(fields=nested) | Shop(fields=nested):
                yield from _words(nested, top=False)


def step_entries(steps: Sequence[Step], current: Step | None = None) -> SafeString:
    """The list of steps, each with what is open, or else what was chosen. Every autosave sends it
    along. `current` is the step that is shown, if one is.
    """
    entries = (_entry(number, step, current) for number, step in enumerate(steps, start=1))
    return mark_safe("".join(entries))  # noqa: S308 (every text is escaped where it is put in)


def _entry(number: int, step: Step, current: Step | None) -> str:
    here = ' aria-current="step"' if current and step.id == current.id else ""
    return (
        f'<li><button form="step-form" name="go" value="{escape(step.id)}"{here}>'
        f'<span class="number">{number}</span> <span class="name">{escape(step.name)}</span>'
        f"{_state(step)}</button></li>"
    )


def _state(step: Step) -> str:
    if step.open:
        wrong = any(not problem.unfinished for problem in step.problems)
        return f' <span class="state {"wrong" if wrong else "open"}">{escape(step.open)}</span>'
    if not step.state:
        return ""
    return f' <span class="state">{escape(shortened(step.state, LONGEST_STATE))}</span>'


def shortened(text: str, most: int) -> str:
    """As `truncatechars`, which takes as long for a short text as for a long one."""
    return text if len(text) <= most else Truncator(text).chars(most)


register = template.Library()
register.filter(shortened)
register.simple_tag(answer)
register.simple_tag(differences)
register.simple_tag(step_entries)
