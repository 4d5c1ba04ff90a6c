"""Addresses of encounters."""

from django.urls import path

from sheets.encounters import combatant_views, screen_views, views

PARTY = "parties/<uuid:id>/"
ENCOUNTER = f"{PARTY}encounters/<uuid:encounter>/"
COMBATANT = f"{ENCOUNTER}combatants/<int:combatant>/"

urlpatterns = [
    path(f"{PARTY}encounters/", views.index, name="encounters"),
    path(f"{PARTY}fight/", views.fight, name="fight"),
    path(f"{PARTY}fight/live/", views.fight_live, name="fight_live"),
    path(f"{PARTY}screen/", screen_views.index, name="screen"),
    path(f"{PARTY}screen/live/", screen_views.news, name="screen_live"),
    path(f"{PARTY}screen/picture/", screen_views.picture, name="screen_picture"),
    path(f"{PARTY}screen/show/", screen_views.show, name="screen_show"),
    path(f"{PARTY}screen/clear/", screen_views.clear, name="screen_clear"),
    path(ENCOUNTER, views.encounter, name="encounter"),
    path(f"{ENCOUNTER}opponents.pdf", views.opponents_pdf, name="encounter_pdf"),
    path(f"{ENCOUNTER}difficulty/", views.difficulty, name="encounter_difficulty"),
    path(f"{ENCOUNTER}duplicate/", views.duplicate, name="encounter_duplicate"),
    path(f"{ENCOUNTER}delete/", views.delete, name="encounter_delete"),
    path(f"{ENCOUNTER}add/", views.add, name="encounter_add"),
    path(f"{ENCOUNTER}start/", views.start, name="encounter_start"),
    path(f"{ENCOUNTER}roll/", views.roll_all, name="encounter_roll"),
    path(f"{ENCOUNTER}next/", views.next_turn, name="encounter_next"),
    path(f"{ENCOUNTER}back/", views.step_back, name="encounter_back"),
    path(f"{ENCOUNTER}arrive/", views.arrive, name="encounter_arrive"),
    path(f"{ENCOUNTER}undo/", views.undo, name="encounter_undo"),
    path(f"{ENCOUNTER}reveal/", views.reveal, name="encounter_reveal"),
    path(f"{ENCOUNTER}numbers/", views.numbers, name="encounter_numbers"),
    path(f"{ENCOUNTER}take-all/", views.take_all, name="encounter_take_all"),
    path(f"{ENCOUNTER}defend-all/", views.defend_all, name="encounter_defend_all"),
    path(f"{ENCOUNTER}end/", views.end, name="encounter_end"),
    path(f"{ENCOUNTER}loot/", views.take_loot, name="encounter_loot"),
    path(f"{ENCOUNTER}resume/", views.resume, name="encounter_resume"),
    path(COMBATANT, combatant_views.deeds, name="combatant_deeds"),
    path(f"{COMBATANT}attack/", combatant_views.attack, name="combatant_attack"),
    path(f"{COMBATANT}do/<slug:verb>/", combatant_views.act, name="combatant_act"),
    path(f"{COMBATANT}<slug:verb>/", combatant_views.combatant, name="combatant"),
    path(
        f"{ENCOUNTER}attacks/<int:attack>/<slug:verb>/",
        combatant_views.decide,
        name="attack_decide",
    ),
]
