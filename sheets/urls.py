"""Every address, a module for each part of the site."""

from sheets.characters import urls
from sheets.parties import urls as parties
from sheets.reviews import urls as reviews
from sheets.sharing import urls as sharing

urlpatterns = [
    *urls.urlpatterns,
    *parties.urlpatterns,
    *reviews.urlpatterns,
    *sharing.urlpatterns,
]
