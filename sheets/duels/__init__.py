"""Duels: two sides and their turns, on a page of its own."""
