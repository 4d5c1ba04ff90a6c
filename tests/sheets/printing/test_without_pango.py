"""Where the libraries of the printer are missing, that is one sentence, not a traceback."""

import os
import subprocess
import sys
from pathlib import Path

from tests.hyperspace.conftest import ROOT


def test_a_machine_without_pango_is_told_what_installs_it(tmp_path: Path) -> None:
    package = tmp_path / "weasyprint"
    package.mkdir()
    (package / "__init__.py").write_text("raise OSError('cannot load library libpango-1.0-0')\n")
    ran = subprocess.run(
        [sys.executable, "-m", "sheets.printing.pdf.worker"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        input=b"",
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stderr.decode().splitlines() == [
        "Printing needs Pango and HarfBuzz; bin/setup installs them."
        " Here: cannot load library libpango-1.0-0"
    ]
