"""All measurements, or the named parts of them, in a database of their own."""

import logging
import sys
from collections.abc import Callable, Mapping

from django.conf import settings
from django.core.management import call_command

from tests.benchmark import api, briefing, engine, fight, pages, party, play, portraits, printing

PARTS: Mapping[str, tuple[Callable[[], object], ...]] = {
    "engine": (engine.engine, engine.odds),
    "pages": (pages.pages, pages.weights),
    "api": (api.api,),
    "printing": (printing.paper, printing.first_page, printing.prints),
    "portraits": (portraits.portraits,),
    "play": (play.table,),
    "party": (party.party,),
    "fight": (fight.fight,),
    "briefing": (briefing.before_session,),
}


def main(names: list[str]) -> None:
    """Measures these parts; all, if none is named."""
    if unknown := sorted(set(names) - set(PARTS)):
        sys.exit(f"No part {', '.join(unknown)}. There are: {', '.join(PARTS)}.")
    settings.ROOT_URLCONF = "tests.benchmark.pages"
    for name in ("weasyprint", "weasyprint.progress"):
        logging.getLogger(name).setLevel(logging.ERROR)
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    for name in names or PARTS:
        for measure in PARTS[name]:
            measure()


if __name__ == "__main__":
    main(sys.argv[1:])
