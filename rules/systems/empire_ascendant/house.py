"""A party's decisions: the preset that all keep to, two readings of the source, and powers of its
own, each with a form.
"""

from __future__ import annotations

from rules.declared.powers import fields as power_fields
from rules.kit import house_switches
from rules.systems.empire_ascendant.character import parsing
from rules.systems.empire_ascendant.document.build import House
from rules.systems.empire_ascendant.rulebook.book import rulebook

SWITCHES = house_switches.known(rulebook().party.switches, House)
OPTIONS = parsing.PRESETS.house_options(SWITCHES, rulebook().party.choices["preset"])
POWERS = power_fields.homebrew(
    parsing.POWERS,
    tuple(row.name for row in rulebook().difficulties.ladder.values()),
    "Powers that have to be known first. Each makes it 5 harder to learn.",
)
