"""Approval by a game master: characters submitted, commented on, returned, and approved."""
