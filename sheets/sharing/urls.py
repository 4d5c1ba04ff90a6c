"""Addresses for sharing a character."""

from django.urls import URLPattern, path

from sheets.sharing import views

urlpatterns: list[URLPattern] = [
    path("characters/<uuid:id>/share/", views.index, name="character_share"),
]
