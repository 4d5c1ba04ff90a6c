"""Templates can be read: no line is longer than an editor shows."""

from pathlib import Path

TEMPLATES = Path(__file__).parents[2] / "templates"
LONGEST = 140


def test_no_line_of_a_template_is_longer_than_140_characters() -> None:
    files = [path for path in TEMPLATES.rglob("*") if path.is_file()]
    assert len(files) > 200
    assert [
        f"{path.relative_to(TEMPLATES)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text().split("\n"), start=1)
        if len(line) > LONGEST
    ] == []
