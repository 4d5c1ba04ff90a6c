"""The roster of a party for programs: its opponents and craft with their folders, and more of them
from the book.
"""

from __future__ import annotations

import uuid

from django.http import HttpResponse

from rules import registry
from sheets.api import fight_messages as messages
from sheets.api.encounters import fighting_membership
from sheets.api.resource import Call, Resource, answer, operation
from sheets.encounters import lineup
from sheets.errors import Conflict, Refused
from sheets.models import Character
from sheets.opponents import operations, shelves

NOT_LISTED = "The book lists none with this id. Read the roster."


@operation(answer=messages.Roster)
def roster(call: Call, id: uuid.UUID) -> HttpResponse:
    """The opponents and craft of a party that you lead, and those that the book lists."""
    places = _shelves(call, id)
    kept = [_row(row) for place in places for row in place.rows]
    listed = [
        messages.RosterRow(one.id, one.name, place.shelf.kind.value)
        for place in places
        for one in (place.rules.listed() if place.rules else ())
    ]
    return answer(messages.Roster(kept, listed))


@operation(answer=messages.RosterRow, body=messages.NewOpponent, status=201, writes=True)
def enlist(call: Call, id: uuid.UUID) -> HttpResponse:
    """Add an opponent or a craft of the book to the roster, as the game master."""
    places = _shelves(call, id)
    listed = call.body(messages.NewOpponent).listed
    for place in places:
        document = place.listed(listed)
        if document is None:
            continue
        added = operations.Add(place.access(call.key), document=document, key=call.key).run()
        row = place.find(uuid.UUID(added))
        if row is None:
            raise Conflict(lineup.GONE)
        return answer(_row(row), status=201)
    raise Refused({"listed": NOT_LISTED})


@operation(answer=messages.RosterRow, body=messages.Folder, writes=True)
def file(call: Call, id: uuid.UUID, opponent: uuid.UUID) -> HttpResponse:
    """Put an opponent or a craft of the roster in a folder, as the game master."""
    places = _shelves(call, id)
    folder, access = call.body(messages.Folder).folder.strip(), places[0].access(call.key)
    operations.MoveToFolder(access, opponent=opponent, folder=folder, key=call.key).run()
    for place in places:
        if row := place.find(opponent):
            return answer(_row(row))
    raise Conflict(lineup.GONE)


def _shelves(call: Call, id: uuid.UUID) -> list[shelves.RosterPlace]:
    """The roster's page of opponents, and that of craft where the game has any; 404 for whoever
    does not lead the party.
    """
    game = registry.get(fighting_membership(call, id, leading=True).party.system)
    known = [of for of, shelf in shelves.SHELVES.items() if shelf.rules(game)]
    return [shelves.of_party(call.request, id, of) for of in known]


def _row(row: Character) -> messages.RosterRow:
    return messages.RosterRow(str(row.public_id), lineup.shown_name(row), row.kind, row.folder)


enlisted = Resource(GET=roster, POST=enlist)
filed = Resource(PUT=file)
