"""New characters made of those of other games, and of actor files of Foundry.

What became of each part is kept with the new character, in its private notes.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from rules import foreign_craft, registry
from rules.character import Character as OpenCharacter
from rules.exchange import actors
from rules.exchange.conversion import Conversion
from rules.exchange.outline import CODES, DOTS, Outline
from rules.game import Game
from rules.problems import InvalidDocument, RuleViolation
from sheets.models.notes import LONGEST
from sheets.text_export.bundle import Bundle

CUT = "\n…\n"


class NoGame(InvalidDocument):
    """A character of another program for which a game has to be chosen: one that takes it."""

    def __init__(self, takers: Iterable[Game]) -> None:
        *first, last = [game.name for game in takers]
        names = f"{', '.join(first)}, or {last}" if first else last
        super().__init__(f"which game is it for? Choose {names}")


@dataclass(frozen=True)
class NewCharacter:
    """A converted character with its report, and the game it is made for."""

    system: Game
    conversion: Conversion
    title: str

    @property
    def bundle(self) -> Bundle:
        """The character as it is taken in: its private notes are the report."""
        text = self.conversion.report.text(self.title)
        if len(text) > LONGEST:
            text = text[: LONGEST - len(CUT)] + CUT
        return Bundle(self.conversion.document, private=text)


def games(outline: Outline | None, *, but: str = "") -> list[Game]:
    """The games that can take a character, `but` its own."""
    if outline is None:
        return []
    systems = registry.all_systems().values()
    return [system for system in systems if system.slug != but and system.takes(outline)]


def import_games() -> list[Game]:
    """The games that can take actors of Foundry: those of codes, then those of dots."""
    bare = (Outline(system="", game="", name="", scale=scale) for scale in (CODES, DOTS))
    return [game for outline in bare for game in games(outline)]


def convert(old: OpenCharacter, new: Game) -> NewCharacter | None:
    """A character in another game; None if that game does not take it."""
    conversion = new.from_outline(old.outline) if old.outline else None
    if conversion is None:
        return None
    made = msgspec.structs.replace(conversion.document, player=old.document.player)
    title = f"Converted from {old.system.name}"
    return NewCharacter(new, Conversion(made, conversion.report), title)


def of_actor(content: bytes, game: str) -> NewCharacter:
    """The character of an actor file, for the `game` that was chosen, else for the one that the
    file names; InvalidDocument with the place where the file cannot be read, and NoGame where one
    has to be chosen.
    """
    return of_read(actors.read(content), game)


def of_read(actor: actors.Actor, game: str) -> NewCharacter:
    """The character of an actor, as `of_actor`; of a ship, the craft. An actor that one game alone
    can take becomes one of that game.
    """
    takers = {game.slug: game for game in games(actor.outline)}
    only = next(iter(takers.values())) if len(takers) == 1 else None
    system = takers.get(game or actor.game, only)
    if system is None:
        raise NoGame(takers.values())
    if actor.craft:
        return _craft(actor, system)
    outline, report = actor.outline, actor.report
    own = takers.get(actor.game)
    if own and own is not system:
        # The file uses its own game's names of skills: it becomes a character of that game first.
        first = own.from_outline(outline)
        outline = (OpenCharacter(own, first.document).outline if first else None) or outline
        report.lost += first.report.lost if first else []
    conversion = system.from_outline(outline)
    if conversion is None:
        raise InvalidDocument(f"{system.name} doesn't take characters of other programs")
    conversion.report.changed[:0] = report.changed
    conversion.report.lost[:0] = report.lost
    return NewCharacter(system, conversion, f"Imported from {actor.outline.game}")


def _craft(actor: actors.Actor, system: Game) -> NewCharacter:
    if actor.craft is None or system.craft is None:
        raise InvalidDocument(f"{system.name} has no ships; choose another game")
    try:
        made = foreign_craft.document(actor.craft, system.craft, actor.report)
    except RuleViolation as violation:
        raise InvalidDocument(f"this ship is incomplete: {violation}") from None
    return NewCharacter(system, made, f"Imported from {actor.outline.game}")
