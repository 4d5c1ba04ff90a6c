"""The root URL configuration. `hyperspace.middleware` answers `/healthz` and `/readyz` before
it.
"""

from django.urls import include, path

urlpatterns = [
    path("", include("sheets.urls")),
    path("account/", include("sheets.accounts.urls")),
]
handler400 = "sheets.responses.bad_request_page"
handler500 = "sheets.responses.internal_error"
handler429 = "sheets.responses.too_many_requests"
