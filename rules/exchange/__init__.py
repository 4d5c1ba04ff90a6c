"""Characters for other programs and other games: a neutral outline, and writers and readers of the
files of other programs. Nothing here knows a game.
"""
