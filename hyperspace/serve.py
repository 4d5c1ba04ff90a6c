"""Runs an instance at home (`bin/run`): prepares it, prints its URL, and serves it.

A public server uses `hyperspace.server` instead.

Slow imports are inside the functions that use them, so Ctrl-C works from the first moment on.
"""

import argparse
import errno
import os
import signal
import socket
import subprocess
import sys

LOCALHOST = "127.0.0.1"
# A documentation address (RFC 5737) that nobody has: the route to it is the default route.
UNASSIGNED_ADDRESS = ("192.0.2.1", 9)
ALL_INTERFACES = ("0.0.0.0", "::")  # noqa: S104 (compared with, not bound to)


def main() -> None:
    """Serves until Ctrl-C or SIGTERM, then exits with 0."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    options = parse_arguments()
    if fault := port_error(options.host, options.port):
        sys.exit(fault)
    names = host_names(options.host)
    os.environ["ALLOWED_HOSTS"] = ",".join(filter(None, [os.environ.get("ALLOWED_HOSTS"), *names]))
    if options.host != LOCALHOST and not os.environ.get("HYPERSPACE_SITE_URL"):
        # Invitations made on this computer need the address that phones can reach.
        os.environ["HYPERSPACE_SITE_URL"] = f"http://{names[0]}:{options.port}"
    serve(options.host, options.port, names=names, demo=not options.no_demo)


def parse_arguments() -> argparse.Namespace:
    """The command line: host, port, and whether to load the demo."""
    parser = argparse.ArgumentParser(prog="bin/run", description="Serves Hyperspace at home.")
    parser.add_argument("--port", type=port, default=8000, metavar="N", help="default: 8000")
    parser.add_argument(
        "--host",
        default=LOCALHOST,
        metavar="H",
        help="default: 127.0.0.1, this computer only; 0.0.0.0 serves every device in your network",
    )
    parser.add_argument("--no-demo", action="store_true", help="don't load the demo characters")
    return parser.parse_args()


def port(text: str) -> int:
    """A port number, 1 to 65535."""
    number = int(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 1 to 65535")
    return number


def port_error(host: str, port: int) -> str:
    """Why this address cannot be served, and what to type instead; "" if it can.

    The server would not notice: it shares a port with any process that allows sharing.
    """
    suggestion = f"Try another one: bin/run --port {port + 1 if 1024 <= port < 65535 else 8001}"
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return f"Port {port} is already in use. {suggestion}"
        if error.errno == errno.EACCES:
            return f"Port {port} needs root. {suggestion}"
        return f"Can't serve at --host {host}: {error.strerror}."
    return ""


def host_names(host: str) -> list[str]:
    """The names and addresses of this computer in the local network, the outbound address first."""
    if host not in ALL_INTERFACES:
        return [f"[{host}]" if ":" in host else host]
    listed = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False)  # noqa: S607 (found on PATH)
    addresses = [address for address in listed.stdout.split() if ":" not in address]
    addresses.sort(key=lambda address: address != outbound_address())
    name = socket.gethostname()
    return [*addresses, name, f"{name}.local"]


def outbound_address() -> str:
    """The address of this computer on its default route; "" if it has none. Sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNASSIGNED_ADDRESS)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def serve(host: str, port: int, *, names: list[str], demo: bool) -> None:
    """Prepares the instance and serves it."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hyperspace.settings")
    django.setup()

    from granian.log import LogLevels

    from hyperspace import server
    from hyperspace.prepare import prepare

    prepare(demo=demo)
    # The application looks for static files once, when it is loaded, so they are collected first.
    server.serve(
        server.load_application(),
        host=host,
        port=port,
        workers=min(server.DEFAULT_WORKERS, os.cpu_count() or 1),
        log_level=LogLevels.error,
        on_start=lambda: announce(host, port, names),
    )


def announce(host: str, port: int, names: list[str]) -> None:
    """Prints the URLs of the site."""
    if host in ALL_INTERFACES:
        print_line(
            f"Hyperspace is at http://127.0.0.1:{port}/ here, and for the phones at the table at"
        )
        for name in names[:-2]:
            print_line(f"    http://{name}:{port}/")
        print_line("This is plain http, for a home network: anyone on this network can read along.")
    else:
        print_line(f"Hyperspace is at http://{names[0]}:{port}/")
    print_line("Ctrl-C stops it.")


def print_line(line: str) -> None:
    """Prints at once, also where output goes to a file."""
    print(line, flush=True)  # noqa: T201 (this is its output)


if __name__ == "__main__":
    main()
