"""The command that writes the same PDFs that the site serves."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules import document as documents
from rules.document import Document
from sheets import printing
from tests.sheets.printing import pdf_readers
from tests.sheets.printing.conftest import SLUG, document


@pytest.fixture
def legal(tmp_path: Path, jedi: Document) -> Path:
    file = tmp_path / "neesha.json"
    file.write_text(documents.dump(jedi))
    return file


@pytest.fixture
def illegal(tmp_path: Path) -> Path:
    file = tmp_path / "lawless.json"
    file.write_text(documents.dump(document("Lawless", {"species": "no-such-species"})))
    return file


def test_a_document_becomes_the_file_that_the_site_serves(legal: Path, jedi: Document):
    target = legal.with_name("out.pdf")
    call_command("print_sheets", legal, output=target)
    assert target.read_bytes() == printing.sheet_pdf(jedi)


def test_paper_and_fields_are_as_asked_for(legal: Path):
    target = legal.with_name("out.pdf")
    call_command("print_sheets", legal, output=target, paper="letter", fillable=True)
    particulars = pdf_readers.information(target.read_bytes())
    assert "(letter)" in particulars["Page size"]
    assert particulars["Form"] == "AcroForm"


def test_kind_colour_and_state_are_as_asked_for(legal: Path, jedi: Document):
    target = legal.with_name("out.pdf")
    call_command("print_sheets", legal, output=target, kind="full", colour=True, empty=True)
    edition = printing.PrintOptions(kind="full", colour=True, state=False)
    assert target.read_bytes() == printing.sheet_pdf(jedi, edition)


def test_cards_are_not_to_be_had_blank(tmp_path: Path):
    with pytest.raises(CommandError, match=r"--blank: .*cannot be blank"):
        call_command("print_sheets", blank=SLUG, kind="cards", output=tmp_path / "out.pdf")


def test_several_documents_go_into_a_directory_each_under_its_name(legal: Path, tmp_path: Path):
    other = tmp_path / "other" / "neesha.json"
    other.parent.mkdir()
    other.write_bytes(legal.read_bytes())
    call_command("print_sheets", legal, other, output=tmp_path / "made" / "here")
    made = sorted(file.name for file in (tmp_path / "made" / "here").iterdir())
    assert made == ["neesha-2.pdf", "neesha.pdf"]


def test_one_document_may_go_into_a_directory(legal: Path, tmp_path: Path):
    call_command("print_sheets", legal, output=tmp_path)
    assert (tmp_path / "neesha.pdf").exists()


def test_a_blank_sheet_needs_no_document(tmp_path: Path):
    target = tmp_path / "blank.pdf"
    call_command("print_sheets", blank=SLUG, output=target)
    assert target.read_bytes() == printing.blank_pdf(SLUG)


def test_an_illegal_document_is_printed_and_said_to_be_so(illegal: Path):
    target, said = illegal.with_name("out.pdf"), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("print_sheets", illegal, output=target, stderr=said)
    assert ended.value.code == 1
    assert target.read_bytes().startswith(b"%PDF")
    assert "lawless.json: build.species: " in said.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "bad.json: line 1, column 2: not JSON"),
        ('{"format": "hyperspace-character/1"}', "bad.json: system: missing"),
        ("\0", "bad.json: line 1, column 1"),
    ],
)
def test_an_unreadable_document_is_named_with_the_place_and_nothing_is_written(
    legal: Path, content: str, said: str
):
    bad, target = legal.with_name("bad.json"), legal.with_name("made")
    bad.write_text(content)
    with pytest.raises(CommandError) as ended:
        call_command("print_sheets", legal, bad, output=target)
    assert ended.value.returncode == 2
    assert said in str(ended.value)
    assert "\n" not in str(ended.value)
    assert not target.exists()


@pytest.mark.parametrize(
    "options",
    [
        {"blank": "no-such-game"},
        {"files": ["nowhere.json"]},
    ],
)
def test_what_is_not_there_is_named_and_nothing_is_written(tmp_path: Path, options: dict):
    files = options.pop("files", ())
    target = tmp_path / "out.pdf"
    with pytest.raises(CommandError) as ended:
        call_command("print_sheets", *files, output=target, **options)
    assert ended.value.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_directory_that_is_not_there_is_named(legal: Path):
    with pytest.raises(CommandError, match="nowhere: no such directory"):
        call_command("print_sheets", legal, output=legal.parent / "nowhere" / "out.pdf")


def test_several_documents_do_not_go_into_one_file(legal: Path, illegal: Path):
    target = legal.with_name("out.pdf")
    target.write_text("kept")
    with pytest.raises(CommandError, match="need a directory"):
        call_command("print_sheets", legal, illegal, output=target)
    assert target.read_text() == "kept"


def test_when_printing_fails_nothing_is_written_and_what_was_there_stays(
    legal: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object, **__: object) -> bytes:
        raise printing.PrintingFailed("This sheet takes longer than 5 seconds to print.")

    monkeypatch.setattr(printing, "sheet_pdf", fail)
    target = legal.with_name("out.pdf")
    target.write_text("kept")
    with pytest.raises(CommandError) as ended:
        call_command("print_sheets", legal, output=target)
    assert ended.value.returncode == 2
    assert target.read_text() == "kept"
    assert sorted(file.name for file in legal.parent.iterdir()) == ["neesha.json", "out.pdf"]
