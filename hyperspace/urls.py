"""The root of all addresses. `/healthz` and `/readyz` are answered before (hyperspace.health)."""

from django.urls import include, path

urlpatterns = [
    path("", include("sheets.urls")),
    path("account/", include("sheets.urls.accounts")),
]
handler400 = "sheets.views.faults.not_understood"
handler500 = "sheets.views.faults.broken"
handler429 = "sheets.views.faults.too_many"
