"""Makes `sheets` a Django app."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Keeps characters and shows their sheets."""

    name = "sheets"
