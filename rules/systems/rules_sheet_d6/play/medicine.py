"""Medicine: a check with a medpac or a medkit, of oneself or another character."""

from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from rules.figures import Figure
from rules.forms.fields import Choice, Option
from rules.forms.parsing import FormValues
from rules.kit.inventory import Use
from rules.kit.play.answers import menu, required
from rules.kit.play.checks import shown
from rules.kit.play.procedures import Procedure, Rollable, fixed
from rules.play import SOMEBODY, WHOM, Action, Attempt, FollowUp, Outcome, RollForm
from rules.problems import Problem, RuleViolation
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import checks, healing, modifiers
from rules.systems.rules_sheet_d6.play.roll_form import read_roll_input
from rules.systems.rules_sheet_d6.rulebook import Healing, book

# Tools that one attempt uses up.
USED_UP = ("medpac",)


class Tool(msgspec.Struct, frozen=True, gc=False):
    """Something to heal with: which of the tools it is, and the name of what is carried, "" for
    what is somebody else's.
    """

    id: str
    name: str
    tool: str
    carried: str = ""

    @property
    def used(self) -> tuple[Use, ...]:
        """The entry for a medpac that is used up; none for other tools."""
        if not self.carried or self.tool not in USED_UP:
            return ()
        return (Use(item=self.carried, note="Medicine"),)

    @property
    def said(self) -> tuple[str, ...]:
        """The sentence that says so."""
        ruling = book().play.rulings["used_up"]
        return (f"Uses up one {self.carried}. {ruling}",) if self.used else ()


def chosen(
    attempt: Attempt[Character], row: Healing, *, own_first: bool = True
) -> tuple[Tool, Choice]:
    """The chosen tool, by default the first, and the menu of all: carried items, known by name, and
    other people's. RuleViolation for an unknown tool.
    """
    own = list(_carried(attempt.character, row))
    others = [Tool(f"other-{tool}", f"Someone else's {tool}", tool) for tool in row.tools]
    tools = [*own, *others] if own_first else [*others, *own]
    id = "".join(attempt.values.get("tool", ())) or tools[0].id
    match = next((tool for tool in tools if tool.id == id), None)
    if match is None:
        message = f"This takes a {' or a '.join(row.tools)}. Choose one of those listed."
        raise RuleViolation([Problem("bad-value", "tool", message)])
    options = tuple(Option(tool.id, tool.name, chosen=tool is match) for tool in tools)
    return match, menu("tool", "With", options)


def _carried(character: Character, row: Healing) -> Iterator[Tool]:
    for holding in character.carried:
        key, name = f"-{holding.item.key}", holding.item.name
        for tool in row.tools:
            if any(f"-{word}" in key for word in book().play.tools[tool]):
                yield Tool(f"own-{holding.item.key}", f"{name}, {holding.quantity}", tool, name)
                break


PATIENT = menu(WHOM, "Patient", (Option(SOMEBODY, "Someone else", chosen=True),))
MEDICINE, OTHER, TREATED = "medicine", "medicine-other", "treated"
ON_THE_WORST = "With a medpac, or for wounds a medkit, on the worst you have."
UNHURT = "You have nothing that Medicine heals: no wounds and nothing worse."


def _row(character: Character) -> Healing | None:
    """How Medicine heals the worst box with a mark; None where it heals nothing."""
    worst = modifiers.worst(character)
    return _rows().get(worst.id) if worst else None


def _rows() -> dict[str, Healing]:
    """How Medicine heals each box, by the box."""
    return {row.heals: row for row in book().play.healing.values() if row.tools}


def _needed_row(character: Character) -> Healing:
    return required(_row(character), MEDICINE, UNHURT)


def _subject(character: Character, id: str) -> Rollable:
    name = "Medicine on yourself" if id == MEDICINE else "Medicine"
    return modifiers.ROLLED.skill(character, MEDICINE, key=id, name=name)


def _pool_now(attempt: Attempt[Character]) -> Figure:
    return shown(modifiers.current_pool(attempt, _subject(attempt.character, MEDICINE).pool))


# --- on yourself


def _unhurt(character: Character) -> str:
    return "" if _row(character) else UNHURT


def _own_action(attempt: Attempt[Character]) -> Action:
    """Medicine on oneself, barred where there is nothing that it heals."""
    rulings, character = book().play.rulings, attempt.character
    about = f"{ON_THE_WORST} {rulings['yourself']} {rulings['checks_suffer']}"
    barred = modifiers.incapacitated(character) or _unhurt(character)
    return Action(MEDICINE, "Medicine on yourself", about, _pool_now(attempt), barred, asks=True)


def _own_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """The tool, the dice, and what each row heals."""
    row, subject = _row(attempt.character), _subject(attempt.character, MEDICINE)
    if row is None:
        pool = shown(checks.pool_of(attempt, subject, read_roll_input(attempt.values)))
        return RollForm(action, (), pool, barred=action.barred)
    form = healing.check_form(attempt, action, subject, row)
    tool, field = chosen(attempt, row)
    return replace(form, fields=(field, *form.fields), foreseen=(*form.foreseen, *tool.said))


def _own_roll(attempt: Attempt[Character], rng: Random) -> Outcome:
    """Your own Medicine on the worst box; a medpac is used up in any case."""
    row = _needed_row(attempt.character)
    tool, _ = chosen(attempt, row)
    rolled = healing.roll_check(attempt, _subject(attempt.character, MEDICINE), row, rng)
    return replace(healing.healed(attempt.character, rolled, row, *tool.said), entries=tool.used)


# --- on somebody else


def _other_action(attempt: Attempt[Character]) -> Action:
    """Medicine on someone else."""
    barred, about = modifiers.incapacitated(attempt.character), book().play.rulings["checks_suffer"]
    return Action(OTHER, "Medicine on someone", about, _pool_now(attempt), barred, asks=True)


def _other_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """Who, how badly they are hurt, the tool, and what each row heals."""
    row = _their_row(attempt.values)
    form = healing.check_form(attempt, action, _subject(attempt.character, OTHER), row)
    tool, field = chosen(attempt, row)
    pool = form.pool if form.exact is not None else None
    return replace(
        form,
        fields=(PATIENT, _worst_menu(row), field, *form.fields),
        foreseen=(*healing.each_row(row, pool), *tool.said),
        onto=TREATED,
    )


def _other_roll(attempt: Attempt[Character], rng: Random) -> Outcome:
    """The patient's own player marks what it heals; a medpac is used up in any case."""
    row = _their_row(attempt.values)
    tool, _ = chosen(attempt, row)
    rolled = healing.roll_check(attempt, _subject(attempt.character, OTHER), row, rng)
    total = rolled.total
    outcome = healing.with_result(rolled, row, healing.text_of(row, total), *tool.said)
    onto = FollowUp(
        f"{TREATED}?total={total}&tool=other-{tool.tool}",
        f"Your patient enters {total} and the {tool.tool} under “Get treated”.",
    )
    return replace(
        outcome, entries=tool.used, whom=SOMEBODY, onto=onto if outcome.success else FollowUp()
    )


def _their_row(values: FormValues) -> Healing:
    """How Medicine heals the worst box that the patient has; wounds where none was named."""
    rows = _rows()
    worst = "".join(values.get("worst", ())) or next(iter(rows))
    if worst not in rows:
        raise RuleViolation([Problem("bad-value", "worst", "Choose the worst they have.")])
    if "".join(values.get(WHOM, ())) not in ("", SOMEBODY):
        raise RuleViolation([Problem("bad-value", WHOM, "Choose whom to heal.")])
    return rows[worst]


def _worst_menu(row: Healing) -> Choice:
    levels = book().defense.levels
    options = tuple(Option(id, levels[id].name, chosen=id == row.heals) for id in _rows())
    return menu("worst", "Their worst", options)


# --- by somebody else


def _not_to_treat(attempt: Attempt[Character]) -> str:
    """Why this character cannot be treated: dead, or unhurt; "" where they can."""
    return healing.if_alive(attempt) or _unhurt(attempt.character)


def _treated_form(attempt: Attempt[Character], action: Action) -> RollForm:
    """What their total heals; before one is typed, what each row would."""
    total, row = healing.TOTAL.read(attempt.values), _row(attempt.character)
    fields = (healing.TOTAL.field(total),)
    if row is None or action.barred:
        return RollForm(action, fields, barred=action.barred)
    tool, field = chosen(attempt, row, own_first=False)
    foreseen = tuple(healing.foreseen(attempt.character, row))
    if total is not None:
        present = figures.marked(attempt.character, row.heals)
        foreseen = (healing.text_of(row, total, present), *tool.said)
    return RollForm(action, (*fields, field), foreseen=foreseen)


def _treated(attempt: Attempt[Character], _rng: Random) -> Outcome:
    """Someone else's Medicine on the worst box (Star Wars D6 rules sheet, Healing)."""
    total, row = healing.TOTAL.need(attempt.values), _needed_row(attempt.character)
    tool, _ = chosen(attempt, row, own_first=False)
    outcome = Outcome(TREATED, "Treatment", "heal", total=total, entries=tool.used)
    return healing.healed(attempt.character, outcome, row, *tool.said)


GET_TREATED = Action(
    TREATED, "Get treated", f"Enter their Medicine total. {ON_THE_WORST}", asks=True
)
PROCEDURES = (
    Procedure(MEDICINE, _own_action, _own_form, _own_roll),
    Procedure(OTHER, _other_action, _other_form, _other_roll),
    fixed(GET_TREATED, _not_to_treat, _treated, _treated_form),
)
