"""Nothing is fetched from outside, whatever the markup asks for."""

import logging
import socket
from io import BytesIO

import pytest
from pypdf import PdfReader

from sheets.printing.pdf import worker
from sheets.printing.pdf.fetcher import FILES, LocalFiles
from sheets.printing.pdf.messages import Job
from tests.sheets.printing import pdf_readers

HOSTILE = """<!doctype html><html lang="en"><head><title>x</title>
<base href="http://203.0.113.1/">
<link rel="stylesheet" href="http://203.0.113.1/a.css">
<link rel="stylesheet" href="data:text/css,body{color:red}">
<link rel="attachment" href="file:///etc/passwd">
<link rel="icon" href="ftp://203.0.113.1/x">
<meta name="x" http-equiv="refresh" content="0; url=http://203.0.113.1/">
<style>
@import url(http://203.0.113.1/b.css);
@import "file:///etc/passwd";
@font-face { font-family: stolen; src: url(file:///etc/passwd), local("DejaVu Sans"), url(http://203.0.113.1/f.ttf) }
body { background: url(http://203.0.113.1/c.png), url(file:///etc/hostname); font-family: stolen }
li { list-style-image: url(https://203.0.113.1/d.svg) } p::before { content: url(//203.0.113.1/e) }
</style></head><body>
<img src="http://203.0.113.1/a.png" alt="a"><img src="file:///etc/passwd" alt="b">
<img src="printing:../faces.py" alt="c"><img src="/etc/passwd" alt="d"><img src="a.png" alt="e">
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='file:///etc/passwd'/></svg>" alt="f">
<object data="http://203.0.113.1/o">o</object><embed src="file:///etc/passwd">
<iframe src="http://203.0.113.1/"></iframe>
<svg xmlns="http://www.w3.org/2000/svg"><image href="http://203.0.113.1/g.png"/><use href="file:///etc/passwd#a"/></svg>
<a rel="attachment" href="file:///etc/passwd">attached</a><ul><li>i</li></ul><p>All the same printed</p>
</body></html>"""  # noqa: E501 (markup as it would be sent)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses asked of the fetcher in vain. Reaching for the network fails."""
    found: list[str] = []
    original = LocalFiles.fetch

    def fetch(self: LocalFiles, url: str, headers: dict[str, str] | None = None) -> object:
        if url not in FILES:
            found.append(url)
        return original(self, url, headers)

    def connect(*_: object) -> None:
        raise AssertionError("something reached for the network")

    monkeypatch.setattr(LocalFiles, "fetch", fetch)
    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket, "getaddrinfo", connect)
    return found


def test_hostile_markup_is_printed_without_anything_it_asks_for(asked: list[str]):
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    pdf = worker.make_pdf(Job(HOSTILE, ("p { color: black }",)))
    reader = PdfReader(BytesIO(pdf))
    assert "All the same printed" in reader.pages[0].extract_text()
    assert not reader.attachments
    assert b"root:x:" not in pdf
    assert set(pdf_readers.fonts(pdf)) <= {"DejaVu-Sans", "DejaVu-Serif"}
    assert any(url.startswith("http://203.0.113.1/") for url in asked)
    assert "file:///etc/passwd" in asked


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost/",
        "https://example.org/a.ttf",
        "file:///etc/passwd",
        "data:text/plain,x",
        "ftp://example.org/",
        "printing:",
        "printing:../worker.py",
        "PRINTING:hyperspace-text-400.ttf",
        "printing:hyperspace-text-400.ttf?x",
        "printing:hyperspace-text-400.ttf#x",
        "",
    ],
)
def test_only_the_exact_addresses_of_our_files_are_served(url: str):
    with pytest.raises(ValueError, match="refused"):
        LocalFiles().fetch(url)


def test_our_own_fonts_are_served():
    assert sorted(FILES) == [
        "printing:hyperspace-condensed-500.ttf",
        "printing:hyperspace-condensed-700.ttf",
        "printing:hyperspace-text-400-italic.ttf",
        "printing:hyperspace-text-400.ttf",
        "printing:hyperspace-text-700-italic.ttf",
        "printing:hyperspace-text-700.ttf",
    ]
    assert LocalFiles().fetch("printing:hyperspace-text-400.ttf").read()[:4] == b"\0\1\0\0"
