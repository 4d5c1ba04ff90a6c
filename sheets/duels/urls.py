"""Addresses of duels."""

from django.urls import path

from sheets.duels import views

DUEL = "parties/<uuid:id>/duel/"

urlpatterns = [
    path(DUEL, views.duel, name="duel"),
    path(f"{DUEL}live/", views.duel_live, name="duel_live"),
    path(f"{DUEL}begin/", views.begin, name="duel_begin"),
    path(f"{DUEL}roll/<slug:verb>/", views.roll, name="duel_roll"),
    path(f"{DUEL}rights/<int:exchange>/<int:index>/", views.right, name="duel_right"),
    path(f"{DUEL}prizes/<int:duelist>/", views.prize, name="duel_prize"),
    path(f"{DUEL}lead/<slug:verb>/", views.lead, name="duel_lead"),
]
