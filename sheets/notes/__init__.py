"""A player's public and private notes on a character."""
