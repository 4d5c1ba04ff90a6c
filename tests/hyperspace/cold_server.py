"""A server whose workers get no printer ready: that takes each of them two seconds of a core, and
few tests of a server print.

`python -m tests.hyperspace.cold_server …` is `python -m hyperspace.server …` without it.
"""

from hyperspace import server

if __name__ == "__main__":
    server.warm_up_printing = lambda: None
    server.main()
