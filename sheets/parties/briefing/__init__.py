"""The briefing: what a game master wants to know of the party before a session."""
