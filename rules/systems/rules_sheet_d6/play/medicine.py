"""Medicine: a check with a medpac or a medkit, of oneself or another character."""

from collections.abc import Iterator
from random import Random

import msgspec

from rules.forms.fields import Option
from rules.kit.inventory import Use
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import SOMEBODY, FollowUp, Outcome, TurnState
from rules.problems import Problem
from rules.systems.rules_sheet_d6.character import figures
from rules.systems.rules_sheet_d6.character.character import Character
from rules.systems.rules_sheet_d6.play import checks, healing, modifiers, rolls
from rules.systems.rules_sheet_d6.play.rolls import Inputs
from rules.systems.rules_sheet_d6.rulebook import Healing, book

# Tools that one attempt uses up.
USED_UP = ("medpac",)
MEDICINE, OTHER, TREATED = "medicine", "medicine-other", "treated"
UNHURT = "You have nothing that Medicine heals: no wounds and nothing worse."


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
    def messages(self) -> tuple[str, ...]:
        """The sentence that says so."""
        ruling = book().play.rulings["used_up"]
        return (f"Uses up one {self.carried}. {ruling}",) if self.used else ()


def ask_tool(inputs: Inputs, row: Healing, *, own_first: bool = True) -> Tool:
    """The chosen tool, by default the first of all: carried items, known by name, and other
    people's.
    """
    own = list(_carried(inputs.character, row))
    others = [Tool(f"other-{tool}", f"Someone else's {tool}", tool) for tool in row.tools]
    tools = [*own, *others] if own_first else [*others, *own]
    id = "".join(inputs.answers.chosen("tool")) or tools[0].id
    tool = next((tool for tool in tools if tool.id == id), None)
    if tool is None:
        message = f"This takes a {' or a '.join(row.tools)}. Choose one of those listed."
        inputs.answers.wrong.append(Problem("bad-value", "tool", message))
        tool = tools[0]
    options = tuple(Option(each.id, each.name, chosen=each is tool) for each in tools)
    inputs.fields.append(menu("tool", "With", options))
    return tool


def _carried(character: Character, row: Healing) -> Iterator[Tool]:
    for holding in character.carried:
        key, name = f"-{holding.item.key}", holding.item.name
        for tool in row.tools:
            if any(f"-{word}" in key for word in book().play.tools[tool]):
                yield Tool(f"own-{holding.item.key}", f"{name}, {holding.quantity}", tool, name)
                break


def _rows() -> dict[str, Healing]:
    """The healing by Medicine of each box, by the box."""
    return {row.heals: row for row in book().play.healing.values() if row.tools}


def _row(character: Character) -> Healing | None:
    """The healing by Medicine of the worst box with a mark; None where it heals nothing."""
    worst = modifiers.worst(character)
    return _rows().get(worst.id) if worst else None


def _unhurt(character: Character) -> str:
    return "" if _row(character) else UNHURT


# --- on yourself


def _no_own(character: Character, _situation: TurnState) -> str:
    """Why there is nothing that Medicine heals, "" if there is."""
    return modifiers.incapacitated(character) or _unhurt(character)


def _own(inputs: Inputs) -> Plan:
    """The tool, the dice, and what each row heals; the dice alone where there is nothing."""
    row = _row(inputs.character)
    if row is None:
        rolls.changes(inputs)
        code = figures.trait(inputs.character, MEDICINE)
        return Plan(roll=checks.changed_check(inputs, code))
    tool = ask_tool(inputs, row)
    inputs.said["tool"] = tool
    return healing.healing_plan(inputs, row, *tool.messages, whose=inputs.character)


def _own_rolled(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Your own Medicine on the worst box; a medpac is used up in any case."""
    tool, worst = inputs["tool"], modifiers.worst(inputs.character)
    row = _rows()[worst.id if worst else ""]
    return text(healing.healed(inputs, outcome, row, *tool.messages), entries=tool.used)


# --- on somebody else


def _unable(character: Character, _situation: TurnState) -> str:
    return modifiers.incapacitated(character)


def _other(inputs: Inputs) -> Plan:
    """The questions about the patient, their worst box and the tool, and the marks each row
    heals.
    """
    row = _rows()[inputs["worst"]]
    tool = inputs.said["tool"] = ask_tool(inputs, row)
    return healing.healing_plan(inputs, row, *tool.messages, whose=None, onto=TREATED)


def _other_rolled(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The patient's own player marks what it heals; a medpac is used up in any case."""
    row, tool, total = _rows()[inputs["worst"]], inputs["tool"], outcome.total
    sentences = (healing.text_of(row, total), *tool.messages)
    outcome = healing.with_result(inputs, outcome, row, *sentences)
    outcome = text(outcome, entries=tool.used, whom=SOMEBODY)
    if not outcome.success:
        return outcome
    message = inputs.texts["onto"].format(total, tool.tool)
    follow_up = FollowUp(f"{TREATED}?total={total}&tool=other-{tool.tool}", message)
    return text(outcome, onto=follow_up)


# --- by somebody else


def _no_treatment(character: Character, situation: TurnState) -> str:
    """Why this character cannot be treated: dead, or unhurt; "" where they can."""
    return modifiers.if_alive(character, situation) or _unhurt(character)


def _treatment(inputs: Inputs) -> Plan:
    """The marks that the healer's total heals; before one is typed, those of each row."""
    row, total, character = _row(inputs.character), inputs["total"], inputs.character
    if row is None or inputs.barred:
        return Plan()
    tool = inputs.said["tool"] = ask_tool(inputs, row, own_first=False)
    if total is None:
        return Plan(foreseen=tuple(healing.foreseen(character, row)))
    present = figures.marked(character, row.heals)
    return Plan(foreseen=(healing.text_of(row, total, present), *tool.messages))


def _treated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Someone else's Medicine on the worst box (Star Wars D6 rules sheet, Healing)."""
    tool, worst = inputs["tool"], modifiers.worst(inputs.character)
    row = _rows()[worst.id if worst else ""]
    outcome = text(outcome, total=inputs["total"], entries=tool.used)
    return healing.healed(inputs, outcome, row, *tool.messages)


RULES = {
    MEDICINE: ProcedureRule(_own_rolled, _own, _no_own),
    OTHER: ProcedureRule(_other_rolled, _other, _unable),
    TREATED: ProcedureRule(_treated, _treatment, _no_treatment),
}
