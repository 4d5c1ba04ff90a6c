"""The fields of a turn: how many actions are declared, and whether there is a battle."""

from typing import Any

import msgspec

from rules.forms.fields import Field, Option
from rules.forms.parsing import YES
from rules.kit.play.answers import Answers, menu, number_field
from rules.play import Attempt, TurnState

BATTLE = {"no": "No battle", YES: "In battle"}


class TurnFields(msgspec.Struct, frozen=True):
    """The fields of a turn with at most `most` actions; the turn holds `actions` and `battle`."""

    most: int

    def shown(self, situation: TurnState) -> tuple[Field, ...]:
        """The fields as the turn stands."""
        declared, in_battle = situation.get("actions", 1), bool(situation.get("battle"))
        fights = tuple(
            Option(id, name, chosen=in_battle is (id == YES)) for id, name in BATTLE.items()
        )
        return (
            number_field("actions", "Actions this round", declared, 1, self.most),
            menu("battle", "Battle", fights),
        )

    def declare(self, attempt: Attempt[Any]) -> dict[str, int]:
        """The turn with what was sent; what was not sent stays as it is."""
        answers, situation = Answers(attempt.values), dict(attempt.situation)
        actions = answers.number("actions", 1, self.most)
        battle = answers.option("battle", BATTLE)
        answers.check()
        if actions:
            situation["actions"] = actions
        if battle:
            situation["battle"] = int(battle == YES)
        return situation
