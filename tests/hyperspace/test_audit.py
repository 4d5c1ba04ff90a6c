"""Locking asks the index for vulnerabilities of what is pinned."""

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from tests.hyperspace.conftest import ROOT

OLD = {"id": "PYSEC-2", "fixed_in": ["1.1"], "summary": "Lets strangers in.", "withdrawn": None}
TAKEN_BACK = {"id": "PYSEC-1", "fixed_in": [], "summary": "", "withdrawn": "2026-01-01T00:00:00Z"}
RELEASES = {
    "/pypi/good/2.0/json": {"vulnerabilities": [TAKEN_BACK]},
    "/pypi/bad/1.0/json": {"vulnerabilities": [OLD]},
}


class Index(BaseHTTPRequestHandler):
    """An index that knows two libraries."""

    def do_GET(self) -> None:
        """Answers with a release's record."""
        release = RELEASES.get(self.path)
        self.send_response(200 if release else 404)
        self.end_headers()
        self.wfile.write(json.dumps(release).encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def index() -> Iterator[str]:
    """The address of such an index."""
    with HTTPServer(("127.0.0.1", 0), Index) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        server.shutdown()


@pytest.fixture
def pinned(tmp_path: Path) -> Path:
    """A folder with requirements, and nothing accepted."""
    shutil.copy(ROOT / "requirements" / "audit.py", tmp_path)
    (tmp_path / "accepted.txt").write_text("# none\n")
    return tmp_path


def audit(folder: Path, index: str, *pins: str) -> tuple[int, str]:
    """The exit status, and what is printed."""
    lines = [f"{pin} ; python_version < '4' \\\n    --hash=sha256:0\n" for pin in pins]
    (folder / "app.txt").write_text("".join(lines))
    result = subprocess.run(
        [sys.executable, str(folder / "audit.py")],
        env=os.environ | {"UV_DEFAULT_INDEX": index},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout + result.stderr


def test_a_known_vulnerability_fails_with_what_fixes_it_unless_it_is_accepted(pinned, index):
    status, said = audit(pinned, index, "good==2.0", "bad==1.0")
    assert status == 1
    assert "bad 1.0: PYSEC-2, fixed in 1.1. Lets strangers in." in said
    assert "PYSEC-1" not in said
    (pinned / "accepted.txt").write_text("PYSEC-2 strangers are welcome\n")
    assert audit(pinned, index, "good==2.0", "bad==1.0") == (
        0,
        "Vulnerabilities: none known in 2 libraries.\n",
    )


def test_what_could_not_be_looked_for_is_said(pinned, index):
    status, said = audit(pinned, index, "good==2.0", "private==1.0")
    assert status == 0
    assert "could not look for 1 of 2 libraries (the index has no advisories)" in said
    status, said = audit(pinned, "http://127.0.0.1:9/simple", "good==2.0")
    assert status == 0
    assert "could not look for 1 of 1 libraries (the index does not answer)" in said
    assert "none known" not in said
