"""Addresses of the crew of a ship, of its upgrades, and of its numbers."""

from django.urls import path

from sheets.ships import views
from sheets.ships.crew import views as crew_views
from sheets.ships.edits import views as edit_views

CREW = "parties/<uuid:id>/crew/"
UPGRADES = "parties/<uuid:id>/ships/<uuid:ship>/upgrades/"
EDIT = "parties/<uuid:id>/ships/<uuid:ship>/edit/"
OWN_EDIT = "opponents/<slug:system>/ships/<uuid:ship>/edit/"

urlpatterns = [
    path(CREW, crew_views.crew, name="crew"),
    path(f"{CREW}live/", crew_views.crew_live, name="crew_live"),
    path(f"{CREW}do/<slug:verb>/", crew_views.crew_do, name="crew_deed"),
    path(f"{CREW}<uuid:member>/", crew_views.station, name="crew_member"),
    path(UPGRADES, views.upgrades, name="ship_upgrades"),
    path(f"{UPGRADES}<int:upgrade>/undo/", views.undo, name="ship_upgrade_undo"),
    path(EDIT, edit_views.edit, name="ship_edit"),
    path(f"{EDIT}<int:position>/undo/", edit_views.undo, name="ship_edit_undo"),
    path(OWN_EDIT, edit_views.own_edit, name="own_ship_edit"),
    path(f"{OWN_EDIT}<int:position>/undo/", edit_views.own_undo, name="own_ship_edit_undo"),
]
