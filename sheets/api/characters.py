"""Characters for programs: the list, the document, a new one, and another build."""

import uuid

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse

from rules import registry
from sheets import access, rate_limits, storage
from sheets.api import messages
from sheets.api.problem import ApiError
from sheets.api.resource import (
    JSON,
    NO_STORE_OF_OTHERS,
    ONE_CHARACTER,
    Call,
    Parameter,
    Resource,
    answer,
    etag,
    operation,
)
from sheets.characters import operations
from sheets.creation import operations as creation
from sheets.creation import rebuild
from sheets.models import Character
from sheets.text_export.bundle import Bundle
from sheets.writes import Mine

PER_PAGE = 100
DOCUMENT = "Document"
PAGE = Parameter("page", "Which page of the list, from 1.", {"type": "integer", "minimum": 1})


def row(character: Character, *, is_own: bool) -> messages.CharacterRow:
    """A character of a list."""
    return messages.CharacterRow(
        id=str(character.public_id),
        name=character.name,
        system=character.system,
        state=state(character),
        is_own=is_own,
        party=str(character.party.public_id) if character.party else None,
        version=character.version,
        changed=character.updated_at.isoformat(timespec="seconds"),
    )


def state(character: Character) -> str:
    """A character's state: "draft", "finished" or "archived"."""
    if character.is_archived:
        return "archived"
    return "draft" if character.is_draft else "finished"


def visible(call: Call, id: uuid.UUID) -> tuple[Character, str]:
    """A character that the token may see, and its ETag; 404."""
    character = access.get_with_party(call.request, id)
    return character, etag(character)


def unchanged(call: Call, id: uuid.UUID) -> HttpResponse | None:
    """304 for a program that has what there is; None for any other. 404 as for `visible`."""
    if not call.request.headers.get("If-None-Match"):
        return None
    tag = etag(access.get_stamp(call.request, id))
    return call.unchanged(tag) if call.is_known(tag) else None


@operation(answer=messages.Characters, parameters=(PAGE,))
def index(call: Call) -> HttpResponse:
    """Your characters, the last changed first, a hundred at a time."""
    rows: QuerySet[Character] = access.own_characters(call.request).select_related("party")
    if call.only:
        rows = rows.filter(public_id=call.only)
    page = call.number(PAGE) or 1
    first = (page - 1) * PER_PAGE
    fetched = list(rows.order_by("-updated_at", "-pk")[first : first + PER_PAGE + 1])
    more = f"{call.request.path}?page={page + 1}" if len(fetched) > PER_PAGE else None
    shown = [row(character, is_own=True) for character in fetched[:PER_PAGE]]
    return answer(messages.Characters(shown, more))


@operation(
    answer=messages.NewCharacter,
    body=DOCUMENT,
    status=201,
    writes=True,
    heavy=True,
    others=(409,),
)
def create(call: Call) -> HttpResponse:
    """Create a character from a document. A legal one is finished at once, any other is a draft."""
    if call.only:
        raise ApiError(403, ONE_CHARACTER)
    key, text = call.key, call.text()
    rate_limits.count(call.request, "import")
    arrival = operations.arrival(Bundle(registry.read_character(text)))
    owner = call.request.visitor.become_owner()
    id = operations.TakeIn(Mine(owner), arrival=arrival, key=key).run()
    return _created(call, uuid.UUID(id))


def _created(call: Call, id: uuid.UUID) -> HttpResponse:
    character, tag = visible(call, id)
    made = messages.NewCharacter(str(id), state(character), character.version)
    headers = {"Location": reverse("api_character", args=[id]), "ETag": tag}
    return answer(made, status=201, headers=headers)


@operation(answer=DOCUMENT, cached=True)
def read(call: Call, id: uuid.UUID) -> HttpResponse:
    """The document of a character, in the format of the character file."""
    if known := unchanged(call, id):
        return known
    character, tag = visible(call, id)
    headers = {"ETag": tag, "Cache-Control": NO_STORE_OF_OTHERS}
    storage.check_thawed(character)
    return HttpResponse(storage.download(character), content_type=JSON, headers=headers)


@operation(answer=DOCUMENT, body=DOCUMENT, writes=True, if_match=True, others=(409,))
def replace(call: Call, id: uuid.UUID) -> HttpResponse:
    """Replace the name, the player, and the build.

    Of a finished character this is a rebuild: one more entry of its ledger. Ledger, marks and house
    rules may be left out; what is sent of them has to be as it is stored.
    """
    character_access = access.character_access(call.request, id)
    row = access.get_own_character(call.request, id)
    version, key = call.version(row), call.key
    plain = call.plain()
    rebuild.Replace(character_access, members=plain, version=version, key=key).run()
    return _fresh(call, id)


@operation(answer=DOCUMENT, writes=True, others=(409,))
def finish(call: Call, id: uuid.UUID) -> HttpResponse:
    """Finish a draft. It has to be legal; after that it plays and advances."""
    character_access = access.character_access(call.request, id)
    character_access.check()
    creation.Finish(character_access, key=call.key).run()
    return _fresh(call, id)


def _fresh(call: Call, id: uuid.UUID) -> HttpResponse:
    """The document as it is now, with its ETag."""
    character, tag = visible(call, id)
    headers = {"ETag": tag, "Cache-Control": NO_STORE_OF_OTHERS}
    storage.check_thawed(character)
    return HttpResponse(storage.download(character), content_type=JSON, headers=headers)


several = Resource(GET=index, POST=create)
one = Resource(GET=read, PUT=replace)
finished = Resource(POST=finish)
