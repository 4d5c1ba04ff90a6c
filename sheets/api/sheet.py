"""A character's sheet for programs: its numbers with their explanations, and exports."""

import uuid
from collections.abc import Callable

import msgspec
from django.http import HttpResponse

from rules.exchange import targets
from sheets import problems, storage
from sheets.access import Request
from sheets.api import messages
from sheets.api.characters import state, unchanged, visible
from sheets.api.problem import Fault
from sheets.api.resource import (
    JSON,
    NO_STORE_OF_OTHERS,
    Call,
    Parameter,
    Resource,
    operation,
)
from sheets.characters import sheet_views
from sheets.exchange import views as exchange_views
from sheets.models import Character
from sheets.print_pages import views as print_views
from sheets.text_export import views as text_views

Download = Callable[[Request, uuid.UUID], HttpResponse]
# The downloads of the site, by the last part of their address.
TARGETS: dict[str, Download] = {
    "json": sheet_views.document,
    "zip": sheet_views.export,
    "pdf": print_views.pdf,
    "md": text_views.markdown,
    "txt": text_views.plain,
}
# The sheets that this process wrote last, about 10 KiB each. The ETag changes with whatever a sheet
# is made of; who may see it is decided before.
KEPT = 200
_WRITTEN: dict[tuple[uuid.UUID, str], bytes] = {}
PROGRAMS = [target.id for target in targets.TARGETS]
TARGET = Parameter("target", "Which file.", {"enum": [*TARGETS, *PROGRAMS]})


@operation(answer=messages.SheetAnswer, cached=True)
def read(call: Call, id: uuid.UUID) -> HttpResponse:
    """The sheet: every number, and how it comes about."""
    if known := unchanged(call, id):
        return known
    character, tag = visible(call, id)
    written = _WRITTEN.get((id, tag))
    if written is None:
        written = msgspec.json.encode(_sheet(character))
        _keep((id, tag), written)
    headers = {"ETag": tag, "Cache-Control": NO_STORE_OF_OTHERS}
    return HttpResponse(written, content_type=JSON, headers=headers)


def _sheet(character: Character) -> messages.SheetAnswer:
    stored = storage.load(character)
    opened = stored.opened
    open_problems, _ = problems.problems_of(opened)
    return messages.SheetAnswer(
        id=str(character.public_id),
        name=character.name,
        system=character.system,
        state=state(character),
        numbers=opened.numbers,
        figures={
            key: messages.FigureText(figure.label, figure.code, figure.why)
            for key, figure in opened.sheet.figures.items()
        },
        problems=[Fault(problem.where, problem.message) for problem in open_problems],
        turn=dict(stored.situation),
        account=messages.account(stored.situation),
    )


def _keep(key: tuple[uuid.UUID, str], written: bytes) -> None:
    """Keeps a sheet for whoever asks for it again. Where there are too many, all others go."""
    if len(_WRITTEN) >= KEPT:
        _WRITTEN.clear()
    _WRITTEN[key] = written


@operation(media="*/*", parameters=(TARGET,))
def export(call: Call, id: uuid.UUID, target: str) -> HttpResponse:
    """A file of the character, as the site offers it: its own formats, and those of other programs.

    The ZIP, which has the notes and the portrait too, is the owner's alone.
    """
    call.request.htmx = None  # type: ignore[assignment]  # a program gets the file
    if target in TARGETS:
        return TARGETS[target](call.request, id)
    return exchange_views.file(call.request, id, target)


one = Resource(GET=read)
files = Resource(GET=export)
