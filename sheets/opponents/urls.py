"""Addresses of the roster and of the ships."""

from django.urls import path

from sheets.opponents import views

ROSTER = "parties/<uuid:id>/roster/"
SHIPS = "parties/<uuid:id>/ships/"
OPPONENT, CRAFT = {"of": "opponent"}, {"of": "craft"}

urlpatterns = [
    path(ROSTER, views.index, OPPONENT, name="party_roster"),
    path(f"{ROSTER}add/<slug:way>/", views.add, OPPONENT, name="roster_add"),
    path(f"{ROSTER}<uuid:opponent>/", views.opponent, OPPONENT, name="roster_opponent"),
    path(
        f"{ROSTER}<uuid:opponent>/<slug:verb>/",
        views.opponent,
        OPPONENT,
        name="roster_opponent_do",
    ),
    path(SHIPS, views.index, CRAFT, name="party_ships"),
    path(f"{SHIPS}add/<slug:way>/", views.add, CRAFT, name="ship_add"),
    path(f"{SHIPS}<uuid:opponent>/", views.opponent, CRAFT, name="party_ship"),
    path(f"{SHIPS}<uuid:opponent>/<slug:verb>/", views.opponent, CRAFT, name="party_ship_do"),
]
