"""Craft of declared games of codes: all of it stands in `vehicles.toml` and `vehicle_play.toml`."""
