"""The sessions of a party: begun, written about, and looked back on."""
