"""Random characters that games share, with a game of no rules."""

from random import Random

import msgspec

from rules.creation import Binding
from rules.document import Document
from rules.kit.bound_fields import name_field, text_field
from rules.kit.random_build import RandomBuild


class Build(msgspec.Struct, frozen=True):
    home: str = ""
    trade: str = ""
    vow: str = ""


FIELDS = Binding(
    (
        name_field(20),
        *(text_field(member, member, 20) for member in ("home", "trade", "vow")),
    )
)
STEPS = {"home": ("home",), "trade": ("trade",)}


def decide(rng: Random, document: Document, step: str) -> Document:
    """The home is drawn; the trade tells which home there was."""
    value = rng.choice(["hills", "coast"]) if step == "home" else f"of {document.build.home}"
    held = getattr(document.build, step)
    build = msgspec.structs.replace(document.build, **{step: held or value})
    return msgspec.structs.replace(document, build=build)


def document(**members: str) -> Document:
    return Document(system="", name="Mira", build=Build(**members))


PLAN = RandomBuild(FIELDS, STEPS, decide, also_cleared=("vow",))


def test_what_is_empty_is_filled_and_what_is_decided_stays() -> None:
    found = PLAN.fill(Random(1), document(home="swamp", vow="None"), step="", anew=False)
    assert found.build == Build("swamp", "of swamp", "None")


def test_one_step_anew_leaves_the_others() -> None:
    found = PLAN.fill(Random(1), document(home="swamp", trade="Smith"), step="trade", anew=True)
    assert found.build == Build("swamp", "of swamp")


def test_all_anew_clears_what_no_step_clears_alone() -> None:
    full = document(home="swamp", trade="Smith", vow="None")
    found = PLAN.fill(Random(1), full, step="", anew=True)
    assert found.build.home in ("hills", "coast")
    assert found.build == Build(found.build.home, f"of {found.build.home}", "")
    assert found.name == "Mira"


def test_a_step_that_is_not_there_changes_nothing() -> None:
    assert PLAN.fill(Random(1), document(), step="looks", anew=True) == document()


def test_only_open_steps_are_filled_in_the_order_of_the_game() -> None:
    late = msgspec.structs.replace(PLAN, order=lambda _: ("trade", "home"))
    found = late.fill(Random(1), document(), step="", anew=False)
    assert found.build.trade == "of "
    closed = msgspec.structs.replace(PLAN, is_open=lambda _, step: step == "home")
    assert closed.fill(Random(1), document(), step="", anew=False).build.trade == ""
    assert closed.fill(Random(1), document(home="x"), step="trade", anew=False).build.trade == (
        "of x"
    )
