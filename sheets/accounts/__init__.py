"""Accounts: what allauth is told of ours, and what a user has and takes along."""
