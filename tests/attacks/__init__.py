"""What one bad guest does to everybody else: `bin/bench --attacks`. Saves a second of players at
rest, and while a visitor at another address attacks, as a ratio within one run.
"""
