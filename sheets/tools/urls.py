"""The game master's tools: of a game, and of a party with its house rules."""

from django.urls import URLPattern, path

from sheets.tools import views

GAME, PARTY = "rules/<slug:system>/tools/", "parties/<uuid:id>/tools/"

urlpatterns: list[URLPattern] = [
    path(GAME, views.game_tools, name="game_tools"),
    path(f"{GAME}<str:action>/", views.game_tool, name="game_tool"),
    path(PARTY, views.party_tools, name="party_tools"),
    path(f"{PARTY}<str:action>/", views.party_tool, name="party_tool"),
]
