"""Powers that players type by hand, each used with one or several skills of a character's. The
first die of such a skill brings a few of them, picked for nothing; others are learned.

Which skills these are, how many are picked, and what learning takes, is each game's own.
"""
