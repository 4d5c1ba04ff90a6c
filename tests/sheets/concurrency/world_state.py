"""The state of a world, without values that differ each time: ids, times, random codes."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from sheets.accounts import recovery_codes
from sheets.models import (
    Award,
    Character,
    Member,
    Notes,
    Owner,
    Party,
    PlayLogEntry,
    Portrait,
    RollRequest,
    Surprise,
)
from tests.sheets.concurrency.world import World


@transaction.atomic
def state_of(made: World) -> dict[str, Any]:
    """All of it that matters, comparable with another world."""
    names = {owner.pk: name for name, owner in made.people.items()}
    found = {name: _character(row.pk, names, made) for name, row in made.characters.items()}
    known = [row.pk for row in made.characters.values()]
    new = Character.objects.filter(owner__in=names).exclude(pk__in=known).order_by("pk")
    users = User.objects.filter(pk__in=[one.user_id for one in made.people.values() if one.user_id])
    return {
        "characters": found,
        "new": sorted(repr(_character(row.pk, names, made)) for row in new),
        "party": _party(made, names),
        "owners": sorted(
            names[pk] for pk in Owner.objects.filter(pk__in=names).values_list("pk", flat=True)
        ),
        "parties": sorted(
            (names[membership.owner_id], membership.role)
            for membership in Member.objects.filter(owner__in=names).exclude(party=made.party.pk)
        ),
        "passwords": sorted(bool(user.has_usable_password()) for user in users),
        "codes": sorted(recovery_codes.remaining(user) for user in users),
    }


def _party(made: World, names: dict[int, str]) -> dict[str, Any] | None:
    row = Party.objects.filter(pk=made.party.pk).first()
    if row is None:
        return None
    return {
        **_plainly(row, "name", "house", "sessions", "version"),
        "notes": row.gm_notes.text,
        "session": row.session_at is not None,
        "members": sorted(
            (names[one.owner_id], one.role, one.is_guest) for one in row.members.all()
        ),
        "invitations": sorted(row.invitations.values_list("uses", flat=True)),
        "calls": [_call(one, made) for one in row.roll_requests.order_by("number")],
        "roster": sorted(Character.documents.filter(roster=row).values_list("name", "version")),
        "duels": sorted(row.duels.values_list("state", "duelists__name", "duelists__prize")),
        "ship": Character.documents.filter(kind="craft", party=row).exists(),
        "encounters": sorted(row.encounters.values_list("name", "state")),
        "sessions": [
            (one.number, one.title, one.notes, one.is_running)
            for one in row.session_rows.order_by("number")
        ],
        "takeovers": sorted(
            (names.get(one.asker_id or 0, ""), one.state) for one in row.takeovers.all()
        ),
        "asked": row.lead_asked_at is not None,
        "stash": sorted(row.stash.values_list("name", "quantity")),
        "stash acts": sorted(
            (act.description, act.undone_at is not None) for act in row.stash_acts.all()
        ),
        "hand-outs": [
            (
                one.description,
                one.undone_at is not None,
                sorted((_label(made, to.character_id), to.position) for to in one.recipients.all()),
            )
            for one in Award.objects.filter(party=row).order_by("pk")
        ],
    }


def _call(call: RollRequest, made: World) -> Any:
    named = call.targets.select_related("entry", "earlier").order_by("pk")
    return (
        call.number,
        call.name,
        call.closed_at is not None,
        sorted(
            (
                _label(made, one.character_id),
                one.tries,
                one.entry.number if one.entry else 0,
                one.earlier.number if one.earlier else 0,
            )
            for one in named
        ),
    )


def _label(made: World, pk: int) -> str:
    return next((name for name, row in made.characters.items() if row.pk == pk), "new")


def _character(pk: int, names: dict[int, str], made: World) -> dict[str, Any] | None:
    row = Character._base_manager.filter(pk=pk).first()
    if row is None:
        return None
    plain = ("name", "player", "build", "marks", "house", "aside", "rebuilding", "situation")
    picture = Portrait.objects.filter(character=row).first()
    return {
        **_plainly(row, *plain, "house_confirmed", "version"),
        "owner": names.get(row.owner_id),
        "party": row.party_id and ("the" if row.party_id == made.party.pk else "another"),
        "finished": row.finished_at is not None,
        "archived": row.archived_at is not None,
        "deleted": row.deleted_at is not None,
        "wishes": [wish["entry"] for wish in row.wishes],
        "ledger": [(one.position, _timeless(one.content)) for one in row.entries.all()],
        "log": [_line(one, names) for one in row.play_log.order_by("number")],
        "words": list(Notes.objects.filter(character=row).values_list("shared", "private")),
        "portrait": picture and (picture.digest, picture.alt, picture.across),
        "links": row.links.count(),
        "reviews": sorted(row.reviews.values_list("state", "note", "answer"), key=str),
        "comments": sorted(row.comments.values_list("name", "text")),
        "surprised": Surprise.objects.filter(character=row).exists(),
    }


def _line(line: PlayLogEntry, names: dict[int, str]) -> Any:
    author = names.get(line.author_id) if line.author_id else None
    numbers = (line.number, line.takes_back, line.point_on)
    return (*numbers, line.kind, line.answer, author, _timeless(line.content))


def _timeless(content: dict[str, Any]) -> dict[str, Any]:
    """Without when, and by which name somebody goes, which is another one each time."""
    return {name: held for name, held in content.items() if name not in ("at", "by")}


def _plainly(row: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
