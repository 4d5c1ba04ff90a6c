"""Addresses of the roster."""

from django.urls import path

from sheets.opponents import views

ROSTER = "parties/<uuid:id>/roster/"

urlpatterns = [
    path(ROSTER, views.index, name="party_roster"),
    path(f"{ROSTER}add/<slug:way>/", views.add, name="roster_add"),
    path(f"{ROSTER}<uuid:opponent>/", views.opponent, name="roster_opponent"),
    path(f"{ROSTER}<uuid:opponent>/<slug:verb>/", views.opponent, name="roster_opponent_do"),
]
