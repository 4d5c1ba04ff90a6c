"""What keeps a site up when single requests cost too much: who is frozen, which pages are off since
they ended their worker, and who spends how much processor time.

Each process has in its memory who is frozen and which pages are off, and reads it anew when another
process of its server changes it (`work.STAMP`), or after REFRESH_SECONDS (`guard.watch`).
"""
