"""The stash of a party: gear and money that belong to all of it."""
