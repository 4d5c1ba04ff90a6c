"""The rules of a game to read: chapters of topics and terms, and their search."""
