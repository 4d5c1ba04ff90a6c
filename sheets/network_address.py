"""Where a request comes from: the address of whoever sent it, behind our own proxies or not."""

import ipaddress
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from rules.text_cache import text_cache

UNKNOWN = "0.0.0.0"  # noqa: S104 (no address that anybody is at)


def client_address(request: HttpRequest) -> str:
    """The address of whoever asks; of all whose address is not known, one and the same.

    Everybody can write into X-Forwarded-For. The last entries are those of our own proxies: as many
    as we have, and the first of these is who asked the outermost of them.
    """
    return address_from_headers(request.META)


def address_from_headers(said_of: Mapping[str, Any]) -> str:
    """The `client_address` of a request as WSGI has it."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    chain = said_of.get("HTTP_X_FORWARDED_FOR", "").split(",")
    forwarded = chain[-proxies] if 0 < proxies <= len(chain) else ""
    return _read(forwarded) or _read(said_of.get("REMOTE_ADDR", "")) or UNKNOWN


def client_network(request: HttpRequest) -> str:
    """The address, or all of the network that whoever has it can choose addresses from (IPv6)."""
    return network_from_headers(request.META)


def network_from_headers(said_of: Mapping[str, object]) -> str:
    """The `client_network` of a request as WSGI has it."""
    return _network(address_from_headers(said_of))


@text_cache(1024)
def _network(text: str) -> str:
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)


@text_cache(1024)
def _read(text: str) -> str:
    """The address alone, "" for what is none; some write a port after it, or brackets around."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return ""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address).partition("%")[0]
