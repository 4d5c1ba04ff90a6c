"""The end of a duel or of a phase: the roll of all dice, and what the winner chooses."""

from __future__ import annotations

from rules import duel as duels
from rules.play import Attempt
from sheets import storage
from sheets.access import CharacterAccess, MemberAccess
from sheets.duels.turns import OPEN, USED
from sheets.duels.writes import (
    MOVED_ON,
    change_duel,
    duel_rules,
    locked_duel,
    open_exchange,
    save_duel,
    ties_in,
)
from sheets.encounters.writes import game_master
from sheets.errors import Conflict, Refused, allowed
from sheets.models import (
    Character,
    Duel,
    Duelist,
)
from sheets.play import operations as play
from sheets.play_log import operations as play_log
from sheets.play_log.actor import actor_of
from sheets.writes import Form, Prepared, write, write_character


def end_it(member_access: MemberAccess, *, duelist: int, key: str) -> None:
    """Ends the duel, or its phase: both sides roll all their dice. Only at the turn of this
    fighter, before its check.
    """

    def change(duel: Duel) -> None:
        if duel.turn != duelist:
            raise Conflict(MOVED_ON)
        if open_exchange(duel) is not None:
            raise Conflict(OPEN)
        rolled = duels.final_roll(play.DICE, duel.first_dice, duel.second_dice, ties=ties_in(duel))
        faces = [[list(first), list(second)] for first, second in rolled.rolls]
        duel.rolls = [*duel.rolls, {"faces": faces, "winner": rolled.winner, "place": duel.place}]
        duel.state, duel.winner = Duel.State.DECIDED, rolled.winner
        save_duel(duel, "rolls", "state", "winner")

    change_duel(member_access, change, key, "end", str(duelist), states=(Duel.State.RUNNING,))


def choose_prize(duelist: Duelist, *, prize: str, key: str) -> None:
    """What the winner chooses for a loser: it lands in the loser's marks, gear, and log as the game
    master's doing. "none" lets them go.
    """
    duel = duelist.duel
    rules = duel_rules(duel.party)
    if prize != "none" and prize not in {one.id for one in rules.prizes}:
        raise Refused({"prize": "Choose what happens."})

    def chosen() -> None:
        locked = locked_duel(duel)
        lost = locked.is_decided and locked.winner != duelist.side
        rows = Duelist.objects.filter(pk=duelist.pk, prize="")
        if not lost or not rows.update(prize=prize):
            raise Conflict(USED)
        save_duel(locked)

    who = game_master(duel.party)
    character_access = CharacterAccess(who, duelist.character.public_id, plays=True)
    form = Form(key, ("prize", str(duelist.pk), prize))
    if prize == "none":
        write(character_access.lock, lambda _character: chosen(), form=form)
        return

    def prepare(character: Character) -> Prepared[int]:
        before = play.opened_in_play(character)
        attempt = Attempt(before.state, storage.situation(character))
        outcome = allowed(lambda: rules.prize(attempt, prize))
        by = actor_of(character_access, character)
        line = play_log.appended(character, before, outcome, actor=by)

        def keep() -> int:
            number = line.keep().number
            chosen()
            return number

        return Prepared(keep, line.opened)

    write_character(character_access, prepare, form=form)
