"""Posting to a chat of another program: Discord, by the webhook of a party or of a player."""
