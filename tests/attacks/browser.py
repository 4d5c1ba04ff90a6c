"""A browser without a window: one connection from an address of its own, cookies, forms."""

import http.client
import json
import re
import uuid
from collections.abc import Mapping
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from rules import registry
from sheets.form_data import token

_CHARACTER = re.compile(r"/characters/([0-9a-f-]{36})/")


class Browser:
    """Somebody at `address`, one of 127.0.0.0/8: to the server each of these is another."""

    def __init__(self, port: int, address: str) -> None:
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=120, source_address=(address, 0)
        )
        self.cookies: dict[str, str] = {}
        self.location = ""
        self.headers, self.content = http.client.HTTPMessage(), b""
        self.get("/parties/join/")  # for the cookie against forged forms

    def get(self, path: str) -> int:
        """The status of a page."""
        return self._ask("GET", path)

    def post(self, path: str, fields: Mapping[str, str], *, htmx: bool = False) -> int:
        """The status of what a form is answered with."""
        return self.send_form(path, urlencode(fields).encode(), htmx=htmx)

    def send_form(self, path: str, encoded: bytes, *, htmx: bool = False) -> int:
        """The status of what a form that is encoded already is answered with."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if htmx:
            headers["HX-Request"] = "true"
        return self._ask("POST", path, encoded, headers)

    def send_json(
        self, path: str, content: object, *, headers: Mapping[str, str] | None = None
    ) -> int:
        """The status of what JSON is answered with."""
        sent = {"Content-Type": "application/json", **(headers or {})}
        return self._ask("POST", path, json.dumps(content).encode(), sent)

    def send(
        self,
        path: str,
        content: bytes,
        *,
        name: str,
        file: str,
        fields: Mapping[str, str] | None = None,
    ) -> int:
        """The status of what a form with a file is answered with."""
        mark = uuid.uuid4().hex
        head = "".join(
            f'--{mark}\r\nContent-Disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
            for field, value in (fields or {}).items()
        ) + (
            f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        return self._ask(
            "POST", path, body, {"Content-Type": f"multipart/form-data; boundary={mark}"}
        )

    def begin(self, **more: str) -> str:
        """A new character; its id."""
        system = next(iter(registry.all_systems()))
        fields = {"system": system, "key": uuid.uuid4().hex, **more}
        status = self.post("/characters/new/", fields)
        found = _CHARACTER.search(self.location)
        if found is None:
            raise RuntimeError(f"a new character was answered with {status}")
        return found[1]

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> int:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**(headers or {}), "Cookie": cookies}
        if "csrftoken" in self.cookies:
            sent["X-CSRFToken"] = self.cookies["csrftoken"]
        try:
            try:
                response = self._answer(method, path, body, sent)
            except ConnectionError:  # one that was kept open for a while may be closed by now
                response = self._answer(method, path, body, sent)
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return 0
        self.headers = response.headers
        self.location = response.headers.get("Location", "")
        for line in response.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return response.status

    def _answer(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        self.content = response.read()
        return response


class Player:
    """Somebody who saves the name of a draft, over and over."""

    def __init__(self, browser: Browser) -> None:
        self.browser, self.name = browser, ""
        self.path = f"/characters/{browser.begin()}/build/concept/"

    def save(self) -> bool:
        """Saves another name; whether that was answered as it should be."""
        was, self.name = self.name, uuid.uuid4().hex
        fields = {"was.name": token((was,)), "name": self.name}
        if self.browser.post(self.path, fields, htmx=True) == 200:
            return True
        self.name = ""
        self.path = f"/characters/{self.browser.begin()}/build/concept/"
        return False
