"""Craft that a game declares in a table: what they are made of, on the sheet and at the table.

The numbers, marks, stations and actions are rows of the game's `vehicles.toml`. What a hit does,
and what a pilot brings, is each game's own.
"""
