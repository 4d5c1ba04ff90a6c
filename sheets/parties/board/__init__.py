"""The board: all characters of a party on one live page."""
