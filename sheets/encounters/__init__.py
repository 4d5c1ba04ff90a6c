"""Encounters: prepared by a game master, fought on one page, with the crews of craft."""
