"""The people aboard a craft in a fight: who is at which station, and what they do there."""
