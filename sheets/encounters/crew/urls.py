"""Addresses of crews in a fight."""

from django.urls import path

from sheets.encounters.crew import views

COMBATANT = "parties/<uuid:id>/encounters/<uuid:encounter>/crew/<int:combatant>/"

urlpatterns = [
    path(COMBATANT, views.station, name="crew_station"),
    path(f"{COMBATANT}<slug:verb>/", views.crew, name="crew_do"),
]
