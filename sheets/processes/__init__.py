"""Work that is done in processes apart, each watched: so much memory, so much processor time, no
more. What they do is not known here.
"""
