"""One bad guest against everybody else: `bin/bench --attacks`. It measures the saves a second of
players at rest, and while a visitor at another address attacks, as a ratio within one run.
"""
