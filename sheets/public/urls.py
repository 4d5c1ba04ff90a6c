"""Addresses behind a share link, for anyone who has it."""

from django.urls import URLPattern, path

from sheets.public import views

LINK = "s/<str:key>/"

urlpatterns: list[URLPattern] = [
    path(LINK, views.index, name="shared"),
    path(f"{LINK}why/<path:figure>/", views.why, name="shared_why"),
    path(f"{LINK}portrait.webp", views.portrait, name="shared_portrait"),
    path(f"{LINK}picture.png", views.share_picture, name="shared_picture"),
    path(f"{LINK}sheet.pdf", views.pdf, name="shared_pdf"),
    path(f"{LINK}document.json", views.document, name="shared_document"),
    path(f"{LINK}history/", views.history, name="shared_history"),
]
