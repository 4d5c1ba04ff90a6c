"""Parts that games share. They know no game, and no number of any book."""
