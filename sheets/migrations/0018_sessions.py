"""Sessions of a party as rows, with what is known of those that were played before."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
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
    for party in party_model._base_manager.using(alias).filter(sessions__gt=0).iterator():
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
    dependencies = [("sheets", "0017_opponents")]

    operations = [
        migrations.CreateModel(
            name="PartySession",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="session_rows",
                        to="sheets.party",
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("began_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("title", models.CharField(blank=True, max_length=120)),
                ("notes", models.TextField(blank=True)),
                ("gm_notes", models.TextField(blank=True)),
            ],
        ),
        migrations.AddConstraint(
            model_name="partysession",
            constraint=models.UniqueConstraint(
                fields=("party", "number"), name="session_number_is_taken_once"
            ),
        ),
        migrations.AddField(
            model_name="award",
            name="session",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="awards",
                to="sheets.partysession",
            ),
        ),
        migrations.AddField(
            model_name="award",
            name="begins",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="begun_by",
                to="sheets.partysession",
            ),
        ),
        migrations.AddField(
            model_name="award", name="session_changes", field=models.JSONField(default=dict)
        ),
        migrations.RemoveConstraint(model_name="awardrecipient", name="awarded_once"),
        migrations.AddConstraint(
            model_name="awardrecipient",
            constraint=models.UniqueConstraint(
                fields=("award", "character", "position"), name="awarded_once"
            ),
        ),
        migrations.RunPython(record_earlier_sessions, migrations.RunPython.noop),
    ]
