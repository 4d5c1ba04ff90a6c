"""Addresses of the crew of a ship, and of its upgrades."""

from django.urls import path

from sheets.ships import views
from sheets.ships.crew import views as crew_views

CREW = "parties/<uuid:id>/crew/"
UPGRADES = "parties/<uuid:id>/ships/<uuid:ship>/upgrades/"

urlpatterns = [
    path(CREW, crew_views.crew, name="crew"),
    path(f"{CREW}live/", crew_views.crew_live, name="crew_live"),
    path(f"{CREW}do/<slug:verb>/", crew_views.crew_do, name="crew_deed"),
    path(f"{CREW}<uuid:member>/", crew_views.station, name="crew_member"),
    path(UPGRADES, views.upgrades, name="ship_upgrades"),
    path(f"{UPGRADES}<int:upgrade>/undo/", views.undo, name="ship_upgrade_undo"),
]
