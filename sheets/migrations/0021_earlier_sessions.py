"""Rows for the sessions that were played before they had any, with what is known of them.

A migration of its own: PostgreSQL adds no index to a table that was just written to.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# Of a party with more sessions than this, the newest get rows.
MOST = 1000


def record_earlier_sessions(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """A row for each session that a party has counted; the date where a start that stands tells it,
    and the awards of each.
    """
    alias = editor.connection.alias
    party_model = apps.get_model("sheets", "Party")
    award_model = apps.get_model("sheets", "Award")
    session_model = apps.get_model("sheets", "PartySession")
    counted = party_model._base_manager.using(alias).filter(sessions__gt=0, session_rows=None)
    for party in list(counted):
        awards = award_model._base_manager.using(alias).filter(party=party).order_by("pk")
        starts = list(awards.filter(is_session=True, undone_at=None))[-party.sessions :]
        began = {party.sessions: party.session_at}
        for number, start in zip(range(party.sessions, 0, -1), reversed(starts), strict=False):
            began[number] = start.at
            began.setdefault(number - 1, start.session_before)
        rows = {}
        for number in range(max(1, party.sessions - MOST + 1), party.sessions + 1):
            next_began = began.get(number + 1) or party.session_at or party.created_at
            rows[number] = session_model._base_manager.using(alias).create(
                party=party,
                number=number,
                began_at=began.get(number),
                ended_at=None if number == party.sessions else next_began,
            )
        first = party.sessions - len(starts) + 1
        for number, start in enumerate(starts, first):
            award_model._base_manager.using(alias).filter(pk=start.pk).update(
                begins=rows.get(number)
            )
        for award in awards:
            earlier = [n for n, start in enumerate(starts, first) if start.pk < award.pk]
            session = rows.get(earlier[-1] if earlier else first - 1)
            if session is not None:
                award_model._base_manager.using(alias).filter(pk=award.pk).update(session=session)


class Migration(migrations.Migration):
    dependencies = [("sheets", "0020_guests")]

    operations = [migrations.RunPython(record_earlier_sessions, migrations.RunPython.noop)]
