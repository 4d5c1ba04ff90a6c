"""Games for programs: which there are, and their rules as the site shows them."""

from django.http import Http404, HttpResponse

from rules import registry
from rules.game import Game
from rules.reference.chapters import Chapter
from sheets.api import messages
from sheets.api.resource import Call, Parameter, Resource, answer, operation

SYSTEM = Parameter("system", "The id of a game, as the list of games has it.", {"type": "string"})
CHAPTER = Parameter("chapter", "The id of a chapter.", {"type": "string"})


def _game(system: Game) -> messages.Game:
    return messages.Game(
        id=system.slug,
        name=system.name,
        edition=system.edition,
        about=system.about,
        credit=system.credit,
        license=system.license,
        entries=dict(system.ledger_rules.names),
    )


def _system(slug: str) -> Game:
    try:
        return registry.all_systems()[slug]
    except KeyError:
        raise Http404 from None


@operation(answer=messages.Games, is_open=True)
def index(_call: Call) -> HttpResponse:
    """All games."""
    return answer(messages.Games([_game(system) for system in registry.all_systems().values()]))


@operation(answer=messages.Reference, is_open=True, parameters=(SYSTEM,))
def reference(_call: Call, system: str) -> HttpResponse:
    """A game, and the chapters of its rules."""
    game = _system(system)
    chapters = [
        messages.ChapterRow(chapter.id, chapter.name, chapter.group, chapter.about)
        for chapter in game.reference()
    ]
    return answer(messages.Reference(_game(game), chapters))


@operation(answer=Chapter, is_open=True, parameters=(SYSTEM, CHAPTER))
def chapter(_call: Call, system: str, chapter: str) -> HttpResponse:
    """A chapter of the rules: its tables and terms, with their sources."""
    for part in _system(system).reference():
        if part.id == chapter:
            return answer(part)
    raise Http404


several = Resource(GET=index)
one = Resource(GET=reference)
rules = Resource(GET=chapter)
