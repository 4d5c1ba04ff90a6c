"""What Destiny, Willpower, and Current Power are spent on, and what a round and a scene end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from rules.forms.fields import Option
from rules.forms.parsing import YES
from rules.kit import answers
from rules.kit.answers import Answers
from rules.kit.checks import refuse
from rules.kit.procedures import Procedure, fixed
from rules.play import Action, Attempt, MarkChange, Outcome, RollForm, TurnState
from rules.systems.storytelling_d10.character.character import Character
from rules.systems.storytelling_d10.play.modifiers import BATTLE, MOST_ACTIONS
from rules.systems.storytelling_d10.play.pool_check import points_left
from rules.systems.storytelling_d10.rulebook import Use, rulebook
from rules.tables import Row

# What a round holds once it is over, and a scene besides.
ROUND_OVER = {
    "actions": 1, "done": 0, "evasions": 0, "power_actions": 0, "power_damage": 0,
    "no_penalties": 0, "destiny_round": 0,
}  # fmt: skip
SCENE_OVER = {**ROUND_OVER, "battle": 0, "destiny_scene": 0}
# What a use changes of the turn and of the marks.
Effect = Callable[[Attempt[Character]], tuple[dict[str, int], tuple[MarkChange, ...]]]


def nothing(_attempt: Attempt[Character]) -> tuple[dict[str, int], tuple[MarkChange, ...]]:
    """The use is only told."""
    return {}, ()


def no_penalties(_attempt: Attempt[Character]) -> tuple[dict[str, int], tuple[MarkChange, ...]]:
    """Damage takes no dice this round."""
    return {"no_penalties": 1}, ()


def all_willpower(attempt: Attempt[Character]) -> tuple[dict[str, int], tuple[MarkChange, ...]]:
    """Every Willpower point comes back."""
    return {}, (MarkChange("willpower_spent", -attempt.character.marks.willpower_spent),)


def survive(attempt: Attempt[Character]) -> tuple[dict[str, int], tuple[MarkChange, ...]]:
    """Nobody dies of it."""
    return {}, (MarkChange("dead", -attempt.character.marks.dead),)


def more(member: str) -> Effect:
    """One more of what the turn counts."""

    def effect(attempt: Attempt[Character]) -> tuple[dict[str, int], tuple[MarkChange, ...]]:
        return {member: attempt.situation.get(member, 0) + 1}, ()

    return effect


DESTINY: Mapping[str, Effect] = {
    "penalties": no_penalties,
    "willpower": all_willpower,
    "survive": survive,
}
POWER: Mapping[str, Effect] = {"damage": more("power_damage"), "actions": more("power_actions")}
WILLPOWER: Mapping[str, Effect] = {"penalties": no_penalties}


def uses(
    id: str,
    name: str,
    mark: MarkChange,
    rows: Callable[[], Mapping[str, Row]],
    effects: Mapping[str, Effect],
    left: Callable[[Character], int],
    limits: Callable[[Row, TurnState], str] = lambda _row, _situation: "",
) -> Procedure[Character]:
    """A procedure that spends one point on one of its uses."""

    def chosen(attempt: Attempt[Character]) -> Row | None:
        answers = Answers(attempt.values)
        use = answers.option("use", rows())
        answers.check()
        return rows().get(use)

    def refusal(attempt: Attempt[Character], row: Row | None) -> str:
        if left(attempt.character) < 1:
            return f"No {name} is left."
        if attempt.character.marks.dead and (id != "destiny" or (row and row.id != "survive")):
            return "Dead: only Destiny helps."
        return limits(row, attempt.situation) if row else ""

    def form(attempt: Attempt[Character], offered: Action) -> RollForm:
        row = chosen(attempt)
        options = tuple(
            Option(one.id, one.name, one.does, chosen=one is row) for one in rows().values()
        )
        barred = offered.barred or refusal(attempt, row)
        foreseen = (row.does,) if row else ()
        field = answers.menu("use", "For", (Option("", "Choose", chosen=row is None), *options))
        return RollForm(offered, (field,), barred=barred, foreseen=foreseen)

    def resolve(attempt: Attempt[Character], _rng: Random) -> Outcome:
        row = answers.required(chosen(attempt), "use", "Say what the point is for.")
        refuse(id, refusal(attempt, row))
        situation, shifts = effects.get(row.id, nothing)(attempt)
        if id == "destiny":
            scene = isinstance(row, Use) and row.scene
            situation = {**situation, "destiny_round": 1, **({"destiny_scene": 1} if scene else {})}
        texts = (f"{name}: {row.name}", row.does)
        moved = tuple(one for one in (mark, *shifts) if one.by)
        return Outcome(id, name, "note", said=texts, shifts=moved, situation=situation, row=row.id)

    return fixed(
        Action(id, name, f"Spend a point of {name}.", asks=True),
        lambda attempt: refusal(attempt, None),
        resolve,
        form,
    )


def destiny_limits(row: Row, situation: TurnState) -> str:
    """Once a round; what is for a scene once in that."""
    if situation.get("destiny_round"):
        return "You spent a Destiny point this round."
    if isinstance(row, Use) and row.scene and situation.get("destiny_scene"):
        return "You did that once in this scene."
    return ""


SPENDING = (
    uses(
        "destiny",
        "Destiny",
        MarkChange("destiny_spent", 1),
        lambda: rulebook().points.destiny,
        DESTINY,
        lambda character: points_left(character, "destiny"),
        destiny_limits,
    ),
    uses(
        "willpower",
        "Willpower",
        MarkChange("willpower_spent", 1),
        lambda: rulebook().points.willpower,
        WILLPOWER,
        lambda character: points_left(character, "willpower"),
    ),
    uses(
        "power",
        "Current Power",
        MarkChange("power_now", -1),
        lambda: rulebook().points.power,
        POWER,
        lambda character: int(character.marks.power_now),
    ),
)


def over(id: str, name: str, marks: Mapping[str, int], message: str) -> Procedure[Character]:
    """A new round or scene."""

    def resolve(_attempt: Attempt[Character], _rng: Random) -> Outcome:
        return Outcome(id, name, "note", said=(message,), situation=dict(marks))

    return fixed(Action(id, name, message), lambda _attempt: "", resolve)


TIME = (
    over("round", "New round", ROUND_OVER, "Resets your actions and evasions."),
    over("scene", "New scene", SCENE_OVER, "The battle is over, and a new scene begins."),
)


def declare(attempt: Attempt[Character]) -> dict[str, int]:
    """The turn with so many actions, in battle or not; what was not sent stays as it is."""
    answers, situation = Answers(attempt.values), dict(attempt.situation)
    actions = answers.number("actions", 1, MOST_ACTIONS)
    battle = answers.option("battle", BATTLE)
    answers.check()
    if actions:
        situation["actions"] = actions
    if battle:
        situation["battle"] = int(battle == YES)
    return situation
