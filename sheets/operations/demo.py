"""The demo's characters as rows, so that each has a sheet and a PDF, and its party."""

from django.utils import timezone

from sheets import bridge
from sheets.models import Character, LedgerEntry, Member, Owner, Party
from sheets.operations.keeping import fill
from sheets.operations.writing import write
from sheets.ready_made import ReadyMade, all_ready_made, demo_party


def load() -> int:
    """Loads those that are not there yet, or are there as they once were; how many that was."""
    owner, _ = Owner.objects.get_or_create(kind=Owner.Kind.DEMO)

    def change(owner: Owner) -> int:
        party = _party(owner)
        rows = {row.public_id: row for row in owner.characters.prefetch_related("entries")}
        wanted: list[tuple[ReadyMade, Party | None]]
        wanted = [(one, None) for one in all_ready_made().values()]
        wanted += [(one, party) for one in demo_party().characters.values()]
        changed = 0
        for one, where in wanted:
            row = rows.get(one.row) or Character(public_id=one.row, owner=owner)
            if not _is(row, one) or row.party != where:
                _keep(row, one, where)
                changed += 1
        return changed

    return write(lambda: owner, change)


def _party(owner: Owner) -> Party:
    """The demo's party as it should be, with the demo in the game master's chair."""
    one = demo_party()
    system = next(iter(one.characters.values())).document.system
    told = {"name": one.name, "notes": one.notes.strip(), "sessions": one.sessions}
    party, _ = Party.objects.update_or_create(
        public_id=one.row, defaults={"system": system, "session_at": one.session_at, **told}
    )
    Member.objects.get_or_create(party=party, owner=owner, defaults={"role": Member.Role.GM})
    return party


def _keep(row: Character, one: ReadyMade, party: Party | None) -> None:
    row.finished_at = row.finished_at or timezone.now()
    row.party = party
    fill(row, one.document)
    row.save()
    row.entries.all().delete()
    LedgerEntry.objects.bulk_create(bridge.entries(row, one.document))


def _is(row: Character, one: ReadyMade) -> bool:
    try:
        return not row.is_draft and bridge.read(row)[1] == one.document
    except bridge.Damaged:
        return False
