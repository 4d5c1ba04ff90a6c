"""The WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from hyperspace.middleware import refuse_other_encodings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
application = refuse_other_encodings(get_wsgi_application())
