"""A command, run in this process."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from tests.rules.commands.calls import Ended, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """A command on a document; what stands behind it are its arguments."""

    def ran(command: str, document: dict[str, Any], *arguments: str) -> Ended:
        file = tmp_path / "character.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        try:
            status = main([command, str(file), *arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
        printed = capsys.readouterr()
        return Ended(status, printed.out, printed.err)

    return ran
