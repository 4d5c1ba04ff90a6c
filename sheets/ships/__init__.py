"""The upgrades of a ship, paid from the points of one or several characters."""
