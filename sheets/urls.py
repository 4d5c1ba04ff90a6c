"""Every address: those of each feature, and those that ask several features what is new."""

from django.urls import path

from sheets import live_views
from sheets.api import urls as api
from sheets.arrivals import urls as arrivals
from sheets.batches import urls as batches
from sheets.characters import urls as characters
from sheets.duels import urls as duels
from sheets.encounters import urls as encounters
from sheets.encounters.crew import urls as crew
from sheets.exchange import urls as exchange
from sheets.help import urls as help_pages
from sheets.offline import urls as offline
from sheets.operator import urls as operator
from sheets.opponents import urls as opponents
from sheets.outbox import urls as outbox
from sheets.paper_returns import urls as paper_returns
from sheets.parties import urls as parties
from sheets.public import urls as public
from sheets.reviews import urls as reviews
from sheets.sharing import urls as sharing
from sheets.ships import urls as ships
from sheets.tools import urls as tools

urlpatterns = [
    path("characters/<uuid:id>/live/", live_views.character, name="character_live"),
    path("parties/<uuid:id>/live/", live_views.party, name="party_live"),
    *tools.urlpatterns,  # of a game, before the chapters of its rules
    *arrivals.urlpatterns,
    *characters.urlpatterns,
    *api.urlpatterns,
    *batches.urlpatterns,
    *exchange.urlpatterns,
    *help_pages.urlpatterns,
    *offline.urlpatterns,
    *outbox.urlpatterns,
    *paper_returns.urlpatterns,
    *parties.urlpatterns,
    *crew.urlpatterns,
    *encounters.urlpatterns,
    *duels.urlpatterns,
    *ships.urlpatterns,
    *opponents.urlpatterns,
    *reviews.urlpatterns,
    *sharing.urlpatterns,
    *public.urlpatterns,
    *operator.urlpatterns,
]
