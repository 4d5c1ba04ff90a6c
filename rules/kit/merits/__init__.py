"""Merits and flaws: what costs points in creation, and what pays for it."""
