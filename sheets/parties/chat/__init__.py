"""The chat that a party posts its rolls to."""
