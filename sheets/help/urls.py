"""Addresses of the guides."""

from django.urls import path

from sheets.help import views

urlpatterns = [
    path("help/", views.index, name="help"),
    path("help/<slug:name>.pdf", views.pdf, name="help_pdf"),
    path("help/<slug:name>/", views.guide, name="help_guide"),
]
