"""Guests: players of one session, without an account."""
