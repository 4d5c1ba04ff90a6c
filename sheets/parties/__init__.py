"""Parties: their members, and what these see and do together."""
