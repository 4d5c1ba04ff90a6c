"""Files that come in from elsewhere: what one is, what becomes of it, and where it goes."""
