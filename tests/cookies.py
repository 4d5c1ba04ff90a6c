"""Cookies that a browser could send and that no library lets us make: with control characters."""

from django.test import Client


def sent(name: str, value: str, *, with_those_of: Client | None = None) -> dict[str, str]:
    """The header with such a cookie, after those that a client has."""
    others = with_those_of.cookies.values() if with_those_of else []
    cookies = [f"{one.key}={one.coded_value}" for one in others if one.key != name]
    return {"cookie": "; ".join([*cookies, f"{name}={_quoted(value)}"])}


def _quoted(value: str) -> str:
    return f'"{"".join(_escaped(letter) for letter in value)}"'


def _escaped(letter: str) -> str:
    odd = ord(letter) < 32 or 127 <= ord(letter) < 256 or letter in '"\\;,'
    return f"\\{ord(letter):03o}" if odd else letter
