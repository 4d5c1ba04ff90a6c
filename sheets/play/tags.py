"""Template tags of the play page: dice, results, the fields of a roll form."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby, takewhile

from django import template
from django.utils.safestring import SafeString, mark_safe

from rules.dice.pools import percent
from rules.forms.fields import Choice, Field, Number, Option
from rules.play import Action, ActionGroup, Die, Fold, Outcome, RollForm
from sheets.play_log.storage import BACK
from sheets.ui.components import shown
from sheets.ui.fields import field_template
from sheets.ui.roll_links import as_now, roll_address, roll_code, rolling, rolls_at_once

# Numbers up to so many stand side by side to be pressed; numbers of such a reach have a stepper.
MOST_BUTTONS = 8
SMALL = 30
FACES = "⚀⚁⚂⚃⚄⚅"
# Kinds of dice that are counted one by one.
COUNTED = ("success", "cancel")
# Kinds without a name of their own; any other, such as the Destiny Die, is seen as itself.
PLAIN = ("", "point", "again", "extra", *COUNTED)

register = template.Library()
register.simple_tag(rolling)
register.simple_tag(roll_code)
register.simple_tag(roll_address)
register.simple_tag(as_now)
register.filter(rolls_at_once)
register.filter(percent)


@register.filter
def faces(dice: Iterable[Die]) -> SafeString:
    """The dice as they fell, to be seen and to be heard."""
    shapes = "".join(f'<span class="die{_look(die)}">{_face(die)}</span>' for die in dice)
    return mark_safe(  # noqa: S308 (made of numbers and of the engine's own words)
        f'<span class="faces" aria-hidden="true">{shapes}</span>'
        f'<span class="unseen">{heard(dice)}</span>'
    )


@register.filter
def heard(dice: Iterable[Die]) -> str:
    """The dice in words: "Destiny Die 6; dice 4, 2, 5"."""
    sentences = []
    for kind, several in groupby(dice, key=_kind_heard):
        numbers = [str(die.face) for die in several]
        sentences.append(f"{called(kind)} {', '.join(numbers)}")
    return "; ".join(sentences)


def called(kind: str) -> str:
    """The label of a kind of dice: "Wild Die"."""
    apart = {"": "dice", "point": "dice of a point", "again": "rolled again", "extra": "extra dice"}
    return apart.get(kind) or f"{kind.title()} Die"


def _kind_heard(die: Die) -> str:
    """The kind of a die in words; whether one counts is said by the result."""
    return "" if die.kind in COUNTED else die.kind


@register.filter
def rolled_total(outcome: Outcome) -> SafeString:
    """The total with its unit, and the word Botch before a botch."""
    unit = f" <small>{escape(outcome.unit)}</small>" if outcome.unit else ""
    botch = '<b class="botch harm">Botch</b> ' if outcome.botch else ""
    return mark_safe(  # noqa: S308 (escaped)
        f'<span class="line-total">{botch}<span class="unseen">, together </span>'
        f"{outcome.total}{unit}</span>"
    )


@register.filter
def margin(outcome: Outcome) -> str:
    """By how much a roll came off or failed: "Hit by 3"; "" without a number to reach."""
    if outcome.margin is None:
        return ""
    is_attack = outcome.action.endswith("attack")
    if outcome.margin == 0:
        return "Just hit" if is_attack else "Just made it"
    won, lost = ("Hit", "Missed") if is_attack else ("Success", "Failed")
    return f"{won if outcome.success else lost} by {abs(outcome.margin)}"


@register.filter
def verdict(outcome: Outcome) -> str:
    """An outcome for a narrow row: success or failure, else its first sentence."""
    if outcome.botch:
        return "botch"
    if outcome.success is not None:
        return "success" if outcome.success else "failure"
    sentence = next(iter(outcome.said), "")
    return "" if sentence == str(outcome.total) else shown(sentence)


@register.filter
def plus(amount: int) -> str:
    """A number with its sign: "+5", "−2"."""
    return shown(f"{amount:+d}")


@register.filter
def announced(outcome: Outcome) -> str:
    """An outcome in one breath, for those who listen."""
    dice = heard(outcome.dice) + (f"; {plus(outcome.added)}" if outcome.added else "")
    together = f"{outcome.total} {outcome.unit}".rstrip()
    sentences = outcome.said or ((together,) if outcome.dice else ())
    name = f"Undone: {outcome.name}" if outcome.kind == BACK else outcome.name
    parts = [name, dice, "Botch" if outcome.botch else "", *sentences, outcome.asks]
    return " ".join(f"{shown(part).rstrip('.')}." for part in parts if part).replace("?.", "?")


@register.filter
def panel_template(field: Field) -> str:
    """The template of a roll-form field: numbers have a stepper, a menu says what its entries are,
    the others are as everywhere.
    """
    if isinstance(field, Number):
        return "play/_number.html"
    return "play/_menu.html" if isinstance(field, Choice) else field_template(field)


@register.filter
def is_menu(field: Field) -> bool:
    """True if the field is a choice from several."""
    return isinstance(field, Choice)


@register.filter
def is_small(field: Number) -> bool:
    """True if a number is stepped up and down rather than typed."""
    return field.highest - field.lowest <= SMALL


@register.filter
def pressable(field: Field) -> list[str]:
    """Every number that a field allows, if they are few; empty for a field to type in."""
    if not isinstance(field, Number) or field.highest - field.lowest >= MOST_BUTTONS:
        return []
    return [str(number) for number in range(field.lowest, field.highest + 1)]


@register.filter
def told_entries(field: Choice) -> list[Option]:
    """The entries of a menu that have a description."""
    return [option for option in field.options if option.detail]


@register.filter
def before_folds(fields: Sequence[Field], panel: RollForm) -> list[Field]:
    """The fields before those that a roll form folds away; all where it folds none."""
    folded = _folded(panel)
    return list(takewhile(lambda field: field.id not in folded, fields))


@register.filter
def after_folds(fields: Sequence[Field], panel: RollForm) -> list[Field]:
    """Those that stand after that."""
    folded = _folded(panel)
    rest = fields[len(before_folds(fields, panel)) :]
    return [field for field in rest if field.id not in folded]


def _folded(panel: RollForm) -> set[str]:
    return {id for fold in panel.folds for id in fold.fields}


@register.filter
def of_fold(panel: RollForm, fold: Fold) -> list[Field]:
    """Those that stand together in a fold."""
    return [field for field in panel.fields if field.id in fold.fields]


@register.filter
def is_unfolded(panel: RollForm) -> bool:
    """True if a field in a fold is filled in, so that it has to be seen."""
    folded = (field for fold in panel.folds for field in of_fold(panel, fold))
    return any(any(getattr(field, "values", ())) for field in folded)


@register.filter
def folds_name(panel: RollForm) -> str:
    """The folded fields of a roll form, from the first to the last."""
    names = [fold.name for fold in panel.folds]
    return " to ".join(dict.fromkeys((names[0], names[-1])))


@register.filter
def open_deeds(group: ActionGroup) -> list[Action]:
    """The actions of a group that can be taken now."""
    return [action for action in group.actions if not action.barred]


@register.filter
def barred_deeds(group: ActionGroup) -> list[Action]:
    """The actions of a group that can't be taken now and may be missed; each says why."""
    return [action for action in group.actions if action.barred and not action.idle]


def _look(die: Die) -> str:
    """The classes of a die: its kind, whether it is one of its own at its best or worst, and that
    it has no drawn face.
    """
    kind = f" {escape(die.kind)}" if die.kind else ""
    if die.kind not in PLAIN:
        kind += " lead"
        kind += " best" if die.face == die.sides else " worst" if die.face == 1 else ""
    return kind if _is_drawn(die) else f"{kind} numbered"


def _is_drawn(die: Die) -> bool:
    return die.sides == len(FACES) and 1 <= die.face <= len(FACES)


def _face(die: Die) -> str:
    return FACES[die.face - 1] if _is_drawn(die) else str(die.face)
