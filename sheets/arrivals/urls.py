"""The address of the page to import files."""

from django.urls import path

from sheets.arrivals import views

urlpatterns = [path("characters/import/", views.take_in, name="character_import")]
