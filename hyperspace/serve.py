"""An instance at home: what `bin/run` runs. One process prepares, says where it is, and serves.

A public server needs none of this, but what serves it (hyperspace.server).

What takes long to import is imported in the functions that use it, so that Ctrl-C is answered
properly from the first moment on.
"""

import argparse
import errno
import os
import signal
import socket
import subprocess
import sys

HERE = "127.0.0.1"
# An address that nobody has: packets to it would leave by the way to all others.
OUTSIDE = ("192.0.2.1", 9)
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (compared with, not bound to)


def main() -> None:
    """Serves until Ctrl-C or a TERM signal, then ends with 0."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    options = arguments()
    if fault := port_fault(options.host, options.port):
        sys.exit(fault)
    names = host_names(options.host)
    os.environ["ALLOWED_HOSTS"] = ",".join(filter(None, [os.environ.get("ALLOWED_HOSTS"), *names]))
    if options.host != HERE and not os.environ.get("HYPERSPACE_SITE_URL"):
        # Whoever invites from this computer gives away the address that the phones reach.
        os.environ["HYPERSPACE_SITE_URL"] = f"http://{names[0]}:{options.port}"
    serve(options.host, options.port, names=names, demo=not options.no_demo)


def arguments() -> argparse.Namespace:
    """The host, the port and whether to load the demo, as given on the command line."""
    parser = argparse.ArgumentParser(prog="bin/run", description="Serves Hyperspace at home.")
    parser.add_argument("--port", type=port, default=8000, metavar="N", help="8000 if not given")
    parser.add_argument(
        "--host",
        default=HERE,
        metavar="H",
        help="127.0.0.1 if not given: this computer only; 0.0.0.0 serves every device in the house",
    )
    parser.add_argument("--no-demo", action="store_true", help="load no demo characters")
    return parser.parse_args()


def port(text: str) -> int:
    """A port, 1 to 65535."""
    number = int(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return number


def port_fault(host: str, port: int) -> str:
    """Why this address cannot be served, and what to type instead; empty if it can.

    The server would not notice: it shares a port with whoever is willing to share it.
    """
    other = f"Take another one: bin/run --port {port + 1 if 1024 <= port < 65535 else 8001}"
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is in use already. {other}"
        if error.errno == errno.EACCES:
            return f"Port {port} is for root only. {other}"
        return f"Cannot serve at --host {host}: {error.strerror}."
    return ""


def host_names(host: str) -> list[str]:
    """The names and addresses by which others in the house may ask for this computer, the one that
    most of them reach first.
    """
    if host not in EVERYWHERE:
        return [f"[{host}]" if ":" in host else host]
    listed = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)  # noqa: S607 (found on PATH)
    addresses = [address for address in listed.stdout.split() if ":" not in address]
    addresses.sort(key=lambda address: address != outward())
    name = socket.gethostname()
    return [*addresses, name, f"{name}.local"]


def outward() -> str:
    """The address of this computer on the way out of it, "" where there is none; sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def serve(host: str, port: int, *, names: list[str], demo: bool) -> None:
    """Makes the instance ready, and serves it."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    django.setup()

    from granian.log import LogLevels

    from hyperspace import server
    from hyperspace.prepare import prepare

    prepare(demo=demo)
    # Static files are looked for once, when the application is loaded: now they are there.
    server.serve(
        server.loaded(),
        host=host,
        port=port,
        workers=min(server.WORKERS, os.cpu_count() or 1),
        log_level=LogLevels.error,
        started=lambda: announce(host, port, names),
    )


def announce(host: str, port: int, names: list[str]) -> None:
    """Says where the pages are."""
    if host in EVERYWHERE:
        say(f"Hyperspace is at http://127.0.0.1:{port}/ here, and for the phones at the table at")
        for name in names[:-2]:
            say(f"    http://{name}:{port}/")
        say("This is plain http, for your own house: whoever is in this network can read along.")
    else:
        say(f"Hyperspace is at http://{names[0]}:{port}/")
    say("Ctrl-C stops it.")


def say(line: str) -> None:
    """Prints at once, also where output goes to a file."""
    print(line, flush=True)  # noqa: T201 (this is its output)


if __name__ == "__main__":
    main()
