"""Treatment: a check with tools that heals the worst box, of oneself or another character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from rules.declared import figures
from rules.declared.character import DeclaredCharacter
from rules.declared.play import checks, healing, modifiers
from rules.declared.play import inputs as fields
from rules.declared.play.inputs import Inputs
from rules.declared.rulebook import Healing
from rules.declared.ruleset import Ruleset
from rules.forms.fields import Option
from rules.kit.inventory import Use
from rules.kit.play.answers import menu
from rules.kit.play.outcomes import text
from rules.kit.play.planned_procedures import Plan, ProcedureRule
from rules.play import SOMEBODY, FollowUp, Outcome, TurnState
from rules.problems import Problem

OWN, OTHER, TREATED = "medicine", "medicine-other", "treated"


class Tool(msgspec.Struct, frozen=True, gc=False):
    """Something to heal with: which of the tools it is, and the name of what is carried, "" for
    what is somebody else's. `note` is what it is used for, and `ruling` the one on tools that are
    used up, None for others.
    """

    id: str
    name: str
    tool: str
    carried: str = ""
    note: str = ""
    ruling: str | None = None

    @property
    def used(self) -> tuple[Use, ...]:
        """The entry for a tool that is used up; none for others."""
        if not self.carried or self.ruling is None:
            return ()
        return (Use(item=self.carried, note=self.note),)

    @property
    def messages(self) -> tuple[str, ...]:
        """The sentence that says so."""
        return (f"Uses up one {self.carried}. {self.ruling}".strip(),) if self.used else ()


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


def _carried(character: DeclaredCharacter, row: Healing) -> Iterator[Tool]:
    rules = character.rules
    play, note = rules.book.play, rules.book.traits.skills[row.skill].name
    for holding in character.carried:
        key, name = f"-{holding.item.key}", holding.item.name
        for tool in row.tools:
            if any(f"-{word}" in key for word in play.tools[tool]):
                ruling = play.rulings["used_up"] if tool in play.used_up else None
                id, shown = f"own-{holding.item.key}", f"{name}, {holding.quantity}"
                yield Tool(id, shown, tool, name, note, ruling)
                break


def _rows(rules: Ruleset) -> dict[str, Healing]:
    """The healing with tools of each box, by the box."""
    return {row.heals: row for row in rules.book.play.healing.values() if row.tools}


def _first(rules: Ruleset) -> Healing:
    """The first row of healing with tools."""
    return next(iter(_rows(rules).values()))


def _row(character: DeclaredCharacter) -> Healing | None:
    """The healing with tools of the worst box with a mark; None where it heals nothing."""
    worst = modifiers.worst(character)
    return _rows(character.rules).get(worst.id) if worst else None


def _unhurt(character: DeclaredCharacter) -> str:
    if _row(character):
        return ""
    rules = character.rules
    name, levels = rules.book.traits.skills[_first(rules).skill].name, rules.book.defense.levels
    healed = ", ".join(levels[row.heals].name for row in _rows(rules).values())
    return f"You have nothing that {name} heals: {healed}."


# --- on yourself


def _no_own(character: DeclaredCharacter, _situation: TurnState) -> str:
    """Why there is nothing that it heals, "" if there is."""
    return modifiers.incapacitated(character) or _unhurt(character)


def _own(inputs: Inputs) -> Plan:
    """The tool, the dice, and what each row heals; the dice alone where there is nothing."""
    row = _row(inputs.character)
    if row is None:
        fields.changes(inputs)
        code = figures.trait(inputs.character, _first(inputs.character.rules).skill)
        return Plan(roll=checks.changed_check(inputs, code))
    tool = ask_tool(inputs, row)
    inputs.said["tool"] = tool
    return healing.healing_plan(inputs, row, *tool.messages, whose=inputs.character)


def _own_rolled(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Your own skill on the worst box; a tool that is used up is so in any case."""
    tool, worst = inputs["tool"], modifiers.worst(inputs.character)
    row = _rows(inputs.character.rules)[worst.id if worst else ""]
    return text(healing.healed(inputs, outcome, row, *tool.messages), entries=tool.used)


# --- on somebody else


def _other(inputs: Inputs) -> Plan:
    """The questions about the patient, their worst box and the tool, and the marks each row
    heals.
    """
    row = _rows(inputs.character.rules)[inputs["worst"]]
    tool = inputs.said["tool"] = ask_tool(inputs, row)
    return healing.healing_plan(inputs, row, *tool.messages, whose=None, onto=TREATED)


def _other_rolled(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """The patient's own player marks what it heals; a tool that is used up is so in any case."""
    row, tool, total = _rows(inputs.character.rules)[inputs["worst"]], inputs["tool"], outcome.total
    sentences = (healing.text_of(inputs.character.rules, row, total), *tool.messages)
    outcome = healing.with_result(inputs, outcome, row, *sentences)
    outcome = text(outcome, entries=tool.used, whom=SOMEBODY)
    if not outcome.success:
        return outcome
    message = inputs.texts["onto"].format(total, tool.tool)
    follow_up = FollowUp(f"{TREATED}?total={total}&tool=other-{tool.tool}", message)
    return text(outcome, onto=follow_up)


# --- by somebody else


def _no_treatment(character: DeclaredCharacter, situation: TurnState) -> str:
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
    return Plan(foreseen=(healing.text_of(character.rules, row, total, present), *tool.messages))


def _treated(inputs: Inputs, outcome: Outcome, _rng: Random) -> Outcome:
    """Someone else's skill on the worst box."""
    tool, worst = inputs["tool"], modifiers.worst(inputs.character)
    row = _rows(inputs.character.rules)[worst.id if worst else ""]
    outcome = text(outcome, total=inputs["total"], entries=tool.used)
    return healing.healed(inputs, outcome, row, *tool.messages)


def procedures(rules: Ruleset) -> Mapping[str, ProcedureRule[DeclaredCharacter]]:
    """Treatment of oneself, of another, and by another, in a game that heals with tools."""
    if not _rows(rules):
        return {}
    return {
        OWN: ProcedureRule(_own_rolled, _own, _no_own),
        OTHER: ProcedureRule(_other_rolled, _other, modifiers.unable),
        TREATED: ProcedureRule(_treated, _treatment, _no_treatment),
    }
