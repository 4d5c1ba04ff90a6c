"""After creation: points to spend, gear, sessions, and the wish list."""
