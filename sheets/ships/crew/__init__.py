"""The crew of a party's ship outside of fights: who is at which station, and what they do there."""
