"""Links by which anybody may look at a character."""

from django.urls import URLPattern, path

from sheets.public import views as shared
from sheets.sharing import views

SHARED = "s/<str:key>/"

urlpatterns: list[URLPattern] = [
    path("characters/<uuid:id>/share/", views.index, name="character_share"),
    path(SHARED, shared.index, name="shared"),
    path(f"{SHARED}why/<path:figure>/", shared.why, name="shared_why"),
    path(f"{SHARED}portrait.webp", shared.portrait, name="shared_portrait"),
    path(f"{SHARED}sheet.pdf", shared.pdf, name="shared_pdf"),
    path(f"{SHARED}document.json", shared.document, name="shared_document"),
    path(f"{SHARED}history/", shared.story, name="shared_history"),
]
