"""The root of all addresses. `/healthz` and `/readyz` are answered before (hyperspace.middleware)."""

from django.urls import include, path

urlpatterns = [
    path("", include("sheets.urls")),
    path("account/", include("sheets.accounts.urls")),
]
handler400 = "sheets.responses.not_understood"
handler500 = "sheets.responses.broken"
handler429 = "sheets.responses.too_many"
