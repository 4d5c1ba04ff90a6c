"""Work in steps that outlives its page and its process: kept, shared by all processes of a site.

A batch is an address that somebody asked for. Its page does a step each time it asks, and where
PostgreSQL serves the site, so do the servers (`runner`) once nobody looks: whoever holds the lease.
What a step makes is kept elsewhere (prints, rows), so one that is cut off is only done again.
"""
