"""Protection of a site whose single requests cost too much: frozen owners, pages that are off since
they ended their worker, and the processor time that each owner spends.

Each process has the frozen owners and the pages that are off in its memory, and reads them anew
when another process of its server changes them (`work.STAMP`), or after REFRESH_SECONDS
(`guard.watch`).
"""
