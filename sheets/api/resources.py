"""The addresses of the API with what stands at each: what `urls` serves and `schema` describes."""

from django.urls import path

from sheets.api import (
    characters,
    duels,
    encounters,
    games,
    ledger,
    loot,
    parties,
    play,
    rosters,
    sheet,
    stash,
)

API = "api/1/"
CHARACTER = f"{API}characters/<uuid:id>"
PARTY = f"{API}parties/<uuid:id>"
ENCOUNTER = f"{PARTY}/encounters/<uuid:encounter>"
COMBATANT = f"{ENCOUNTER}/combatants/<int:combatant>"

resources = [
    path(f"{API}systems", games.several, name="api_systems"),
    path(f"{API}systems/<slug:system>", games.one, name="api_system"),
    path(f"{API}systems/<slug:system>/<slug:chapter>", games.rules, name="api_chapter"),
    path(f"{API}characters", characters.several, name="api_characters"),
    path(CHARACTER, characters.one, name="api_character"),
    path(f"{CHARACTER}/finish", characters.finished, name="api_finish"),
    path(f"{CHARACTER}/sheet", sheet.one, name="api_sheet"),
    path(f"{CHARACTER}/export/<slug:target>", sheet.files, name="api_export"),
    path(f"{CHARACTER}/entries", ledger.of_character, name="api_entries"),
    path(f"{CHARACTER}/actions", play.actions, name="api_actions"),
    path(f"{CHARACTER}/actions/<path:action>", play.action, name="api_action"),
    path(f"{CHARACTER}/marks", play.marked, name="api_marks"),
    path(f"{CHARACTER}/log", play.played, name="api_log"),
    path(f"{CHARACTER}/log/<int:number>/undo", play.undone, name="api_undo"),
    path(f"{CHARACTER}/log/<int:number>/point", play.pointed, name="api_point"),
    path(f"{CHARACTER}/turn", play.turn, name="api_turn"),
    path(f"{API}parties", parties.several, name="api_parties"),
    path(PARTY, parties.one, name="api_party"),
    path(f"{PARTY}/roster", rosters.enlisted, name="api_roster"),
    path(f"{PARTY}/roster/<uuid:opponent>/folder", rosters.filed, name="api_folder"),
    path(f"{PARTY}/stash", stash.held, name="api_stash"),
    path(f"{PARTY}/stash/<slug:verb>", stash.moved, name="api_stash_step"),
    path(f"{PARTY}/fight", encounters.now, name="api_fight"),
    path(f"{PARTY}/encounters", encounters.several, name="api_encounters"),
    path(ENCOUNTER, encounters.one, name="api_encounter"),
    path(f"{ENCOUNTER}/lead/<slug:verb>", encounters.led, name="api_encounter_lead"),
    path(f"{ENCOUNTER}/loot", loot.left, name="api_loot"),
    path(f"{COMBATANT}/attack", encounters.attacked, name="api_combatant_attack"),
    path(f"{COMBATANT}/lead/<slug:verb>", encounters.steered, name="api_combatant_lead"),
    path(f"{COMBATANT}/<slug:verb>", encounters.acted, name="api_combatant_act"),
    path(
        f"{ENCOUNTER}/attacks/<int:attack>/<slug:verb>",
        encounters.decided,
        name="api_attack_decide",
    ),
    path(f"{PARTY}/duel", duels.duel, name="api_duel"),
    path(f"{PARTY}/duel/lead/<slug:verb>", duels.led, name="api_duel_lead"),
    path(f"{PARTY}/duel/rights/<int:exchange>/<int:index>", duels.righted, name="api_duel_right"),
    path(f"{PARTY}/duel/fighters/<int:fighter>/prize", duels.prized, name="api_duel_prize"),
    path(f"{PARTY}/duel/fighters/<int:fighter>/<slug:verb>", duels.rolled, name="api_duel_roll"),
]
