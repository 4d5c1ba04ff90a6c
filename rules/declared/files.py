"""The files of a declared game of dice codes, by name: those that it needs, and those that it may
leave out.
"""

TRAITS, FIGURES, DEFENSE, PLAY = "traits.toml", "figures.toml", "defense.toml", "play.toml"
CREATION, ADVANCEMENT, TEMPLATES = "creation.toml", "advancement.toml", "chance.toml"
POINTS, LISTS, OPPONENTS = "points.toml", "lists.toml", "opponents.toml"
POWERS, TARGETS = "powers.toml", "targets.toml"
FIGHT, EXCHANGE = "fight.toml", "exchange.toml"
STEPS, PROCEDURES, PARTY = "steps.toml", "procedures.toml", "party.toml"
OWN = "own.toml"
VEHICLES, VEHICLE_PLAY = "vehicles.toml", "vehicle_play.toml"
NEEDED = (TRAITS, FIGURES, DEFENSE, PLAY, CREATION, ADVANCEMENT, TEMPLATES, STEPS, PROCEDURES)
OPTIONAL = (
    "samples.toml",
    POINTS,
    LISTS,
    POWERS,
    TARGETS,
    FIGHT,
    EXCHANGE,
    OPPONENTS,
    PARTY,
    OWN,
    VEHICLES,
    VEHICLE_PLAY,
    "convention.toml",
    "starter_craft.toml",
    "starter_opponents.toml",
)
