"""Encounters: combatants, whose turn it is, and attacks."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("sheets", "0018_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name="party",
            name="fighting",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="Encounter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120)),
                ("place", models.CharField(blank=True, max_length=200)),
                ("notes", models.TextField(blank=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("prepared", "Prepared"),
                            ("running", "Running"),
                            ("over", "Over"),
                        ],
                        default="prepared",
                        max_length=10,
                    ),
                ),
                ("hides_numbers", models.BooleanField(default=False)),
                ("round", models.PositiveIntegerField(default=0)),
                ("turn", models.BigIntegerField(null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "party",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="encounters",
                        to="sheets.party",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Combatant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "side",
                    models.CharField(
                        choices=[("party", "The party"), ("opponents", "Opponents")], max_length=10
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=120)),
                ("hidden", models.BooleanField(default=False)),
                ("starts", models.BooleanField(default=False)),
                ("score", models.IntegerField(null=True)),
                ("rank", models.PositiveIntegerField(null=True)),
                ("place", models.PositiveSmallIntegerField(default=0)),
                ("circumstances", models.JSONField(default=list)),
                ("edge", models.IntegerField(default=0)),
                ("trigger", models.CharField(blank=True, max_length=200)),
                (
                    "character",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="combatants",
                        to="sheets.character",
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="combatants",
                        to="sheets.encounter",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Attack",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("action", models.CharField(max_length=200)),
                ("weapon", models.CharField(max_length=200)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("unknown", "Unknown"),
                            ("missed", "Missed"),
                            ("hit", "Hit"),
                            ("damaged", "Damaged"),
                            ("taken", "Taken"),
                            ("waived", "Waived"),
                        ],
                        max_length=10,
                    ),
                ),
                ("total", models.IntegerField()),
                ("unit", models.CharField(blank=True, max_length=40)),
                ("number", models.IntegerField(null=True)),
                ("follows", models.CharField(blank=True, max_length=300)),
                ("harm", models.JSONField(default=dict)),
                ("hidden", models.BooleanField(default=False)),
                ("round", models.PositiveIntegerField(default=0)),
                (
                    "damage_entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="attack_damage",
                        to="sheets.playlogentry",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="attacks",
                        to="sheets.playlogentry",
                    ),
                ),
                (
                    "harm_entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="attack_harm",
                        to="sheets.playlogentry",
                    ),
                ),
                (
                    "attacker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attacks",
                        to="sheets.combatant",
                    ),
                ),
                (
                    "target",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attacks_on",
                        to="sheets.combatant",
                    ),
                ),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attacks",
                        to="sheets.encounter",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True), name="encounter_has_a_name"
            ),
        ),
        migrations.AddConstraint(
            model_name="encounter",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "running")),
                fields=("party",),
                name="one_fight_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="combatant",
            constraint=models.UniqueConstraint(
                fields=("encounter", "character"), name="a_character_fights_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="attack",
            constraint=models.UniqueConstraint(
                fields=("entry", "target"), name="one_attack_a_target"
            ),
        ),
    ]
