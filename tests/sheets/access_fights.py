"""Every address of encounters and their fights, and who gets what there."""

from dataclasses import replace

from tests.sheets.access_rows import (
    BOTH,
    FIGHTER,
    NOBODY_S,
    READ,
    WRITE,
    fought,
    led,
    of_party,
    open_to_all,
)

ENCOUNTERS = {
    "encounters": led(BOTH, post=422),
    "fight": of_party(READ),
    "fight_live": of_party(READ),
    "screen": of_party(READ),
    "screen_live": of_party(READ),
    # No picture is shown.
    "screen_picture": of_party(READ, get=404),
    "screen_show": led(BOTH, post=422),
    "screen_clear": led(WRITE),
    "encounter": led(BOTH, post=422, on="battle"),
    "encounter_difficulty": led(READ, on="battle"),
    "encounter_pdf": led(READ, on="battle"),
    "encounter_duplicate": led(WRITE, on="battle"),
    "encounter_delete": led(WRITE, post=422, on="battle"),
    "encounter_add": led(WRITE, post=422, on="battle"),
    "encounter_start": led(WRITE, post=409, on="battle"),
    "encounter_roll": led(WRITE, on="battle"),
    # Nobody has rolled initiative yet.
    "encounter_next": led(WRITE, post=422, on="battle"),
    "combatant": led(WRITE, on="battle", combatant=FIGHTER, verb="reveal"),
    "combatant_deeds": fought(READ, combatant=FIGHTER),
    "combatant_act": fought(WRITE, combatant=FIGHTER, verb="initiative"),
    "combatant_attack": fought(BOTH, post=422, combatant=FIGHTER),
    # Combatant 1 is aboard no craft.
    "crew_station": fought(BOTH, get=404, post=409, combatant=FIGHTER),
    "crew_do": fought(WRITE, combatant=FIGHTER, verb="leave"),
    "attack_decide": led(WRITE, post=404, on="battle", attack=1, verb="waive"),
    "ship_upgrades": of_party(BOTH, get=404, post=404, ship=NOBODY_S),
    "ship_upgrade_undo": of_party(WRITE, post=404, ship=NOBODY_S, upgrade=1),
    "ship_edit": led(BOTH, get=404, post=404, ship=NOBODY_S),
    "ship_edit_undo": led(WRITE, post=404, ship=NOBODY_S, position=0),
    "party_roster": led(BOTH, post=422),
    "roster_add": led(WRITE, post=422, way="listed"),
    "roster_opponent": led(BOTH, get=404, post=404, opponent=NOBODY_S),
    "roster_opponent_do": led(BOTH, get=404, post=404, opponent=NOBODY_S, verb="delete"),
    "own_rosters": open_to_all(READ, get=302),
    "own_roster": open_to_all(BOTH, post=422, system="hyperspace-d6"),
    "own_roster_add": open_to_all(WRITE, post=422, system="hyperspace-d6", way="listed"),
    "own_roster_opponent": open_to_all(
        BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S
    ),
    "own_roster_opponent_do": open_to_all(
        BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S, verb="delete"
    ),
    "own_ships": open_to_all(BOTH, post=422, system="hyperspace-d6"),
    "own_ship_add": open_to_all(WRITE, post=422, system="hyperspace-d6", way="listed"),
    "own_ship": open_to_all(BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S),
    "own_ship_do": open_to_all(
        BOTH, get=404, post=404, system="hyperspace-d6", opponent=NOBODY_S, verb="delete"
    ),
    "own_ship_edit": open_to_all(BOTH, get=404, post=404, system="hyperspace-d6", ship=NOBODY_S),
    "own_ship_edit_undo": open_to_all(
        WRITE, post=404, system="hyperspace-d6", ship=NOBODY_S, position=0
    ),
    # The party has no ship.
    "crew": of_party(READ),
    "crew_live": of_party(READ),
    "crew_deed": of_party(WRITE, post=404, verb="take"),
    "crew_member": of_party(BOTH, get=404, post=409, member=NOBODY_S),
    # No duel is on.
    "duel": of_party(READ),
    "duel_live": of_party(READ),
    "duel_begin": led(WRITE, post=422),
    "duel_roll": of_party(WRITE, post=409, verb="initiative"),
    "duel_right": of_party(WRITE, post=409, exchange=1, index=0),
    "duel_prize": of_party(WRITE, post=409, duelist=1),
    "duel_lead": led(WRITE, post=409, verb="close"),
    "party_ships": led(BOTH, post=422),
    "ship_add": led(WRITE, post=422, way="listed"),
    "party_ship": led(BOTH, get=404, post=404, opponent=NOBODY_S),
    "party_ship_do": led(BOTH, get=404, post=404, opponent=NOBODY_S, verb="delete"),
    "encounter_end": led(WRITE, on="battle"),
    "encounter_reveal": led(WRITE, on="battle"),
    "encounter_take_all": led(WRITE, on="battle"),
    "encounter_defend_all": replace(of_party(WRITE), on="battle"),
    # Nobody waits in a wave.
    "encounter_arrive": led(WRITE, post=409, on="battle"),
    # Nothing is named that could be undone.
    "encounter_undo": led(WRITE, post=404, on="battle"),
    # No turn has begun yet.
    "encounter_back": led(WRITE, post=422, on="battle"),
    "encounter_numbers": led(WRITE, on="battle"),
    # It is not over.
    "encounter_loot": led(WRITE, post=422, on="battle"),
    "encounter_resume": led(WRITE, post=409, on="battle"),
}
