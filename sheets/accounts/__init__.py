"""Accounts: our adapters and forms for allauth, recovery codes, export, and deletion."""
