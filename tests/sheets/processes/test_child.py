"""The watched processes come after the pages, run on the cores that they are told, and take away no
folder but their own.
"""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from sheets.processes import cores
from sheets.processes.child import FOLDER_VARIABLE, READY, SERVING
from sheets.processes.wire import receive, send

ANSWER = "lambda message: (f'{os.nice(0)} {os.sched_getaffinity(0)}'.encode(), False)"
CHILD = f"import os; from sheets.processes.child import main; main({ANSWER})"


def test_a_child_yields_the_processor_and_deletes_only_what_was_made_for_it(tmp_path: Path) -> None:
    told = max(cores.ALL)
    own, others = tmp_path / "own", tmp_path / "others"
    for folder in (own, others):
        folder.mkdir()
    said = BytesIO()
    send(said, b"How nice?")
    ran = subprocess.run(
        [sys.executable, "-c", CHILD, str(2**30), "5", "10", str(told)],
        input=said.getvalue(),
        capture_output=True,
        check=True,
        env={**os.environ, "TMPDIR": str(others), FOLDER_VARIABLE: str(own)},
    )
    answers = BytesIO(ran.stdout)
    assert receive(answers) == READY
    answer = receive(answers)
    assert answer is not None
    assert answer[:1] == SERVING
    niceness, ran_on = answer[1:].decode().split(maxsplit=1)
    assert int(niceness) >= 10
    assert ran_on == f"{{{told}}}"
    assert [folder.name for folder in tmp_path.iterdir()] == ["others"]
