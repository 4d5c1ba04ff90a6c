"""Rolls that a game master asks for, and their answers."""
