"""The programs that characters can be taken to: the versions that files are made for, how to import
one, and what a file cannot hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial

import msgspec

from rules.exchange import foundry, od6s, roll20, starwarsd6, worldofdarkness
from rules.exchange.outline import CODES, DOTS, Outline

JSON, TEXT = "application/json", "text/plain; charset=utf-8"
_UNFIT = re.compile(r"[^a-z0-9]+")


class Target(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A way into another program. `steps` are for the player, `setup` is what a game master sets
    once. `write(outline, id)` is the content of the file; `is_text` says that it is also to be
    copied. `write_opponent` does the same for an opponent, where the program knows opponents.
    """

    id: str
    name: str
    made_for: str
    scale: str
    steps: tuple[str, str, str]
    setup: tuple[str, ...] = ()
    prefix: str
    extension: str = "json"
    kind: str = JSON
    is_text: bool = False
    write: Callable[[Outline, str], bytes]
    write_opponent: Callable[[Outline, str], bytes] | None = None
    losses: Callable[[Outline], tuple[str, ...]]

    def file_name(self, outline: Outline) -> str:
        """The file's name: "fvtt-Actor-neesha-vaanik.json"."""
        slug = _UNFIT.sub("-", outline.name.casefold()).strip("-")[:60]
        return f"{self.prefix}{slug or 'character'}.{self.extension}"


def _json(plain: dict[str, object]) -> bytes:
    return (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def _foundry(write: Callable[..., dict[str, object]]) -> Callable[[Outline, str], bytes]:
    return lambda outline, id: _json(write(outline, id=id))


def _made_for(program: str, target: foundry.Target) -> str:
    return f"{program} {target.version} ({target.id}), Foundry {target.core.partition('.')[0]}"


def _steps(kind: str) -> tuple[str, str, str]:
    return (
        f"In Foundry's Actors tab, choose Create Actor with the type “{kind}”, or use the actor"
        " from your last import.",
        "Right-click the actor, choose Import Data, and choose this file.",
        "To update it later, import a new file into the same actor.",
    )


OPEND6_SETUP = (
    "Labels: Agility → Dexterity, Metaphysics → The Force, Channel → Control, Transform → Alter,"
    " Fate Points → Force Points.",
    "For characters with Force skills, turn off metaphysics_attribute_optional.",
    "If damage is resisted with Stamina, set customize_resistanceOption to the skill “Stamina”."
    " Keep 3 pips per die.",
)

TARGETS = (
    Target(
        id="starwarsd6",
        name="Foundry: Star Wars D6",
        made_for=_made_for("Star Wars D6", starwarsd6.TARGET),
        scale=CODES,
        steps=_steps("character"),
        prefix="fvtt-Actor-",
        write=_foundry(starwarsd6.write),
        write_opponent=_foundry(partial(starwarsd6.write, type=foundry.OPPONENT)),
        losses=starwarsd6.losses,
    ),
    Target(
        id="od6s",
        name="Foundry: OpenD6 Space",
        made_for=_made_for("OpenD6 Space", od6s.TARGET),
        scale=CODES,
        steps=_steps("character"),
        setup=OPEND6_SETUP,
        prefix="fvtt-Actor-",
        write=_foundry(od6s.write),
        write_opponent=_foundry(partial(od6s.write, type=foundry.OPPONENT)),
        losses=od6s.losses,
    ),
    Target(
        id="od6s-older",
        name="Foundry: OpenD6 Space, older worlds",
        made_for="OpenD6 Space 0.9 to 2 (od6s), Foundry 10 to 12",
        scale=CODES,
        steps=_steps("character"),
        setup=OPEND6_SETUP,
        prefix="fvtt-Actor-",
        write=_foundry(partial(od6s.write, target=od6s.OLDER)),
        write_opponent=_foundry(partial(od6s.write, target=od6s.OLDER, type=foundry.OPPONENT)),
        losses=od6s.losses,
    ),
    Target(
        id="roll20",
        name="Roll20: VTT Enhancement Suite",
        made_for=f"the sheet D6StarWars {roll20.VERSION}, VTT Enhancement Suite 1.28",
        scale=CODES,
        steps=(
            "Install the browser extension VTT Enhancement Suite, and open your game with the sheet"
            " D6StarWars.",
            "GM: in the journal, choose Import Characters & Handouts, and choose this file.",
            "Player: open your character's VTTES tab, choose Overwrite, and choose this file. It"
            " replaces every field.",
        ),
        prefix="roll20-",
        write=_foundry(roll20.write),
        losses=roll20.losses,
    ),
    Target(
        id="chatsetattr",
        name="Roll20: ChatSetAttr",
        made_for=f"the sheet D6StarWars {roll20.VERSION}, the API script ChatSetAttr (Roll20 Pro)",
        scale=CODES,
        steps=(
            "Place a token that represents a new, empty character, and select it.",
            "Paste the commands into the chat as the GM, one line at a time.",
            "Use an empty character each time: every line adds a skill, a weapon, or armor.",
        ),
        prefix="roll20-chat-",
        extension="txt",
        kind=TEXT,
        is_text=True,
        write=lambda outline, _id: f"{roll20.chat(outline)}\n".encode("utf-8", "replace"),
        losses=roll20.losses,
    ),
    Target(
        id="worldofdarkness",
        name="Foundry: World of Darkness",
        made_for=_made_for("World of Darkness", worldofdarkness.TARGET),
        scale=DOTS,
        steps=_steps("PC"),
        setup=("Use the attributes of the 20th anniversary edition, which is the default.",),
        prefix="fvtt-Actor-",
        write=_foundry(worldofdarkness.write),
        losses=worldofdarkness.losses,
    ),
)


def targets(scale: str) -> tuple[Target, ...]:
    """The programs that a character of this kind can be taken to."""
    return tuple(target for target in TARGETS if target.scale == scale)


def opponent_targets(scale: str) -> tuple[Target, ...]:
    """The programs that know opponents, each with the way in for an opponent."""
    return tuple(
        msgspec.structs.replace(target, write=target.write_opponent, steps=_steps("npc"))
        for target in targets(scale)
        if target.write_opponent
    )


def target(id: str, outline: Outline) -> Target | None:
    """One of them by its id; None where there is none for this character."""
    return next((one for one in targets(outline.scale) if one.id == id), None)
