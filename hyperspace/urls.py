"""The root of all addresses; `hyperspace.middleware` answers `/healthz` and `/readyz` before."""

from django.urls import include, path

urlpatterns = [
    path("", include("sheets.urls")),
    path("account/", include("sheets.accounts.urls")),
]
handler400 = "sheets.responses.not_understood"
handler500 = "sheets.responses.broken"
handler429 = "sheets.responses.too_many"
