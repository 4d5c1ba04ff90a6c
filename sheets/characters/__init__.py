"""The list of characters, the ways to start one, and one character's sheet."""
