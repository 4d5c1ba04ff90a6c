"""The addresses of the API, of its description, and of the page of tokens."""

from django.urls import path

from sheets.api import description_views, token_views
from sheets.api.resources import API, resources

urlpatterns = [
    *resources,
    path(f"{API}openapi.json", description_views.document, name="api_document"),
    path("api/", description_views.index, name="api"),
    path("account/tokens/", token_views.index, name="account_tokens"),
]
