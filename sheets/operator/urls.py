"""The addresses of the operator's page."""

from django.urls import URLPattern, path

from sheets.operator import views

urlpatterns: list[URLPattern] = [
    path("account/site/", views.site_status, name="site_status"),
    path("account/site/freeze/", views.freeze, name="site_freeze"),
    path("account/site/release/", views.release, name="site_release"),
]
