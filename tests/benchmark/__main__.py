"""All measurements, in a database of their own."""

import logging

from django.conf import settings
from django.core.management import call_command

from tests.benchmark import api, briefing, engine, fight, pages, party, play, portraits, printing

if __name__ == "__main__":
    settings.ROOT_URLCONF = "tests.benchmark.pages"
    for name in ("weasyprint", "weasyprint.progress"):
        logging.getLogger(name).setLevel(logging.ERROR)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    engine.engine()
    engine.odds()
    pages.pages()
    pages.weights()
    api.api()
    printing.paper()
    printing.prints()
    portraits.portraits()
    play.table()
    party.party()
    fight.fight()
    briefing.before_session()
