"""The game master's tools: rolls and procedures that need no character."""
