"""Threads may decode a type for the first time together."""

import subprocess
import sys

import pytest

from tests.hyperspace.conftest import ROOT

# Many types that two threads decode for the first time, in the same order.
RACE = """
import sys, threading
import msgspec
from hyperspace.structs import prepare_structs

def of_six(name, kind):
    return msgspec.defstruct(name, [(f"m{number}", kind | None, None) for number in range(6)])

inner = [of_six(f"Inner{number}", str) for number in range(2000)]
outer = [of_six(f"Outer{number}", struct) for number, struct in enumerate(inner)]
if sys.argv[1:] == ["prepared"]:
    prepare_structs()
sys.setswitchinterval(1e-6)
together = threading.Barrier(4)

def decode():
    together.wait()
    for struct in outer:
        msgspec.json.decode(b'{"m0":{"m0":"a"},"m5":{"m5":"b"}}', type=struct)

threads = [threading.Thread(target=decode) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.parametrize("prepared", [True, False])
def test_threads_meet_no_type_that_is_half_worked_out(*, prepared: bool) -> None:
    """Unprepared, the process crashes: if it no longer does, msgspec can do this by itself."""
    how = ["prepared"] if prepared else []
    raced = subprocess.run([sys.executable, "-c", RACE, *how], cwd=ROOT, check=False)
    assert (raced.returncode == 0) is prepared
