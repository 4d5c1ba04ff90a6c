"""The application object that `hyperspace.server` serves."""

from django.conf import settings

from hyperspace.gateway import Application, Limits
from hyperspace.sqlite.base import DatabaseWrapper
from hyperspace.wsgi import application as wsgi
from sheets import network_address, visitors

DatabaseWrapper.makes_file = False
LARGEST = max(settings.DATA_UPLOAD_MAX_MEMORY_SIZE, *settings.LARGER_BODIES.values())
application = Application(
    wsgi,
    Limits(accepted=LARGEST),
    client_of=network_address.network_from_headers,
    person_of=visitors.person_from_headers,
)
