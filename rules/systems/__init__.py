"""One folder a game system; none imports another."""
