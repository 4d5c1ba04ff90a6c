"""The Django app: keeps documents and shows sheets. What a game's rules say is asked of `rules`."""
