"""The pack: the sheets of a party in one PDF."""
