"""The roster of a party: its opponents, which its game masters alone see, and its ships."""
