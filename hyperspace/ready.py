"""The health check of a container: exits with 0 if the server on this machine is ready.

python -m hyperspace.ready [port]
"""

import sys
from urllib.error import HTTPError
from urllib.request import urlopen

SECONDS = 5


def main(arguments: list[str]) -> int:
    """0 if `/readyz` of the server at this port (8000 unless named) answers 200; else 1, and prints
    why.
    """
    port = arguments[0] if arguments else "8000"
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=SECONDS):
            return 0
    except HTTPError as error:
        sys.stdout.write(error.read().decode(errors="replace"))
    except OSError as error:
        sys.stdout.write(f"{error}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
