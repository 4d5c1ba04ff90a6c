"""Addresses of rosters and ships, of a party and one's own."""

from django.urls import path

from sheets.opponents import views

ROSTER = "parties/<uuid:id>/roster/"
SHIPS = "parties/<uuid:id>/ships/"
OWN_ROSTER = "opponents/<slug:system>/"
OWN_SHIPS = f"{OWN_ROSTER}ships/"
OPPONENT, CRAFT = {"of": "opponent"}, {"of": "craft"}
ADD, ONE, DO = "add/<slug:way>/", "<uuid:opponent>/", "<uuid:opponent>/<slug:verb>/"

urlpatterns = [
    path(ROSTER, views.index, OPPONENT, name="party_roster"),
    path(f"{ROSTER}{ADD}", views.add, OPPONENT, name="roster_add"),
    path(f"{ROSTER}{ONE}", views.opponent, OPPONENT, name="roster_opponent"),
    path(f"{ROSTER}{DO}", views.opponent, OPPONENT, name="roster_opponent_do"),
    path(SHIPS, views.index, CRAFT, name="party_ships"),
    path(f"{SHIPS}{ADD}", views.add, CRAFT, name="ship_add"),
    path(f"{SHIPS}{ONE}", views.opponent, CRAFT, name="party_ship"),
    path(f"{SHIPS}{DO}", views.opponent, CRAFT, name="party_ship_do"),
    path("opponents/", views.own, name="own_rosters"),
    path(OWN_ROSTER, views.own_index, OPPONENT, name="own_roster"),
    path(f"{OWN_ROSTER}{ADD}", views.own_add, OPPONENT, name="own_roster_add"),
    path(OWN_SHIPS, views.own_index, CRAFT, name="own_ships"),
    path(f"{OWN_SHIPS}{ADD}", views.own_add, CRAFT, name="own_ship_add"),
    path(f"{OWN_SHIPS}{ONE}", views.own_opponent, CRAFT, name="own_ship"),
    path(f"{OWN_SHIPS}{DO}", views.own_opponent, CRAFT, name="own_ship_do"),
    path(f"{OWN_ROSTER}{ONE}", views.own_opponent, OPPONENT, name="own_roster_opponent"),
    path(f"{OWN_ROSTER}{DO}", views.own_opponent, OPPONENT, name="own_roster_opponent_do"),
]
