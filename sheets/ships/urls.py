"""Addresses of the upgrades of a ship."""

from django.urls import path

from sheets.ships import views

UPGRADES = "parties/<uuid:id>/ships/<uuid:ship>/upgrades/"

urlpatterns = [
    path(UPGRADES, views.upgrades, name="ship_upgrades"),
    path(f"{UPGRADES}<int:upgrade>/undo/", views.undo, name="ship_upgrade_undo"),
]
