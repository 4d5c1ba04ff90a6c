"""Awards: points and items that a game master hands out."""
