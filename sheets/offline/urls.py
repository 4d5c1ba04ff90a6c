"""Addresses of the app. The worker stands at the root, for all pages below it."""

from django.urls import path

from sheets.offline import views

urlpatterns = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.worker, name="worker"),
    path("offline/", views.page, name="offline"),
]
