"""Every address, a module for each part of the site."""

from sheets.urls import characters, parties, reviews, sharing

urlpatterns = [
    *characters.urlpatterns,
    *parties.urlpatterns,
    *reviews.urlpatterns,
    *sharing.urlpatterns,
]
