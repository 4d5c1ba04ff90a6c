"""Taking over a party whose game master is gone: asked for, objected to, led, seen by all."""
