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
)
from tests.sheets.concurrency.world import World

# What belongs to a character and is compared with it: read at once for all characters.
RELATED = ("entries", "play_log", "notes", "portrait", "links", "reviews", "comments", "surprise")


@transaction.atomic
def state_of(made: World) -> dict[str, Any]:
    """All of it that matters, comparable with another world."""
    names = {owner.pk: name for name, owner in made.people.items()}
    known = {row.pk: name for name, row in made.characters.items()}
    rows = Character._base_manager.filter(pk__in=known).prefetch_related(*RELATED)
    there = {known[row.pk]: _character(row, names, made) for row in rows}
    new = Character.objects.filter(owner__in=names).exclude(pk__in=known)
    users = User.objects.filter(pk__in=[one.user_id for one in made.people.values() if one.user_id])
    return {
        "characters": {name: there.get(name) for name in made.characters},
        "new": sorted(repr(_character(row, names, made)) for row in new.prefetch_related(*RELATED)),
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
        "calls": [
            _call(one, made)
            for one in row.roll_requests.order_by("number").prefetch_related(
                "targets__entry", "targets__earlier"
            )
        ],
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
            for one in Award.objects.filter(party=row).order_by("pk").prefetch_related("recipients")
        ],
    }


def _call(call: RollRequest, made: World) -> Any:
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
            for one in call.targets.all()
        ),
    )


def _label(made: World, pk: int) -> str:
    return next((name for name, row in made.characters.items() if row.pk == pk), "new")


def _character(row: Character, names: dict[int, str], made: World) -> dict[str, Any]:
    plain = ("name", "player", "build", "marks", "house", "aside", "rebuilding", "situation")
    picture: Portrait | None = getattr(row, "portrait", None)
    words: Notes | None = getattr(row, "notes", None)
    log = sorted(row.play_log.all(), key=lambda line: line.number)
    return {
        **_plainly(row, *plain, "house_confirmed", "version"),
        "owner": names.get(row.owner_id),
        "party": row.party_id and ("the" if row.party_id == made.party.pk else "another"),
        "finished": row.finished_at is not None,
        "archived": row.archived_at is not None,
        "deleted": row.deleted_at is not None,
        "wishes": [wish["entry"] for wish in row.wishes],
        "ledger": [(one.position, _timeless(one.content)) for one in row.entries.all()],
        "log": [_line(one, names) for one in log],
        "words": words and (words.shared, words.private),
        "portrait": picture and (picture.digest, picture.alt, picture.across),
        "links": len(row.links.all()),
        "reviews": sorted(
            ((one.state, one.note, one.answer) for one in row.reviews.all()), key=str
        ),
        "comments": sorted((one.name, one.text) for one in row.comments.all()),
        "surprised": hasattr(row, "surprise"),
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
