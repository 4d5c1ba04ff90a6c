"""Scripts before there is anything to run."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hyperspace.conftest import ROOT

REQUIREMENTS = ["app", "dev", "uv"]


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_setting_up_again_takes_no_time():
    assert run("bin/setup", "--tests").returncode == 0
    began = _processor_time()
    assert run("bin/setup").returncode == 0
    assert _processor_time() - began < 0.3


def test_without_apt_and_python_two_sentences_say_what_to_install(
    clone: Path, tmp_path: Path
) -> None:
    for program in ("bash", "env", "dirname", "head"):
        (tmp_path / program).symlink_to(f"/usr/bin/{program}")
    result = subprocess.run(
        [str(clone / "bin" / "setup")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    packages, python = result.stderr.splitlines()
    assert packages.startswith(
        "There is no apt here. Install what these packages of Debian provide: libpango-1.0-0 "
    )
    assert python == (
        "Without Python 3.11 or newer, with pip and venv, nothing works: install it, then start"
        " again."
    )
    assert not (clone / ".venv").exists()


# Each says itself how to call it; manage.py and what with-postgres runs answer for themselves.
ASKED = [
    file.name
    for file in sorted((ROOT / "bin").iterdir())
    if os.access(file, os.X_OK) and file.name not in {"manage", "with-postgres"}
]


@pytest.mark.parametrize("script", ASKED)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_a_script_asked_for_help_prints_its_first_lines_and_does_nothing(
    clone: Path, script: str, option: str
) -> None:
    result = subprocess.run(
        [str(clone / "bin" / script), option],
        env={"PATH": f"{clone}/programs:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"bin/{script}")
    assert not [line for line in lines if line.startswith("#")]
    assert lines[-1]
    assert sorted(file.name for file in clone.iterdir()) == ["bin", "programs", "requirements"]


def _processor_time() -> float:
    """Seconds of a core that processes started here have used: the same on a busy machine."""
    spent = os.times()
    return spent.children_user + spent.children_system


@pytest.fixture
def clone() -> Iterator[Path]:
    """A folder that everybody may read, with what `bin/setup` is and nothing that it makes, and
    with programs in `programs/` by which nothing is installed and nobody is root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("bin", "requirements"):
            shutil.copytree(ROOT / part, folder / part)
        (folder / "programs").mkdir()
        for program in ("dpkg-query", "sudo"):
            (folder / "programs" / program).write_text("#!/bin/sh\nexit 1\n")
            (folder / "programs" / program).chmod(0o755)
        folder.chmod(0o755)
        yield folder


def test_what_needs_root_and_cannot_have_it_is_one_line_to_type(clone):
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    result = subprocess.run(
        [*(nobody if os.geteuid() == 0 else []), str(clone / "bin" / "setup"), "--tests"],
        cwd=clone,
        env={"PATH": f"{clone}/programs:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1].startswith(
        "sudo apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0"
        " libharfbuzz-subset0 fonts-dejavu-core fonts-dejavu-extra"
        " fonts-droid-fallback fonts-lohit-deva fonts-tlwg-garuda-ttf fonts-lohit-beng-bengali"
        " fonts-lohit-gujr fonts-lohit-guru fonts-lohit-knda fonts-lohit-mlym fonts-lohit-orya"
        " fonts-lohit-taml fonts-lohit-telu fonts-wqy-microhei fonts-noto-color-emoji"
        " ca-certificates chromium-headless-shell libatomic1 poppler-utils postgresql"
    )
    assert not (clone / ".venv").exists()


# Stands for a Python that makes environments; what is installed in them only says what it was told.
PYTHON = """#!/bin/sh
case "$*" in
*"-m venv"*)
    mkdir -p .venv/bin
    cp "$0" .venv/bin/python
    printf '#!/bin/sh\\necho "$UV_SYSTEM_CERTS" >uv-was-told\\n' >.venv/bin/uv
    chmod +x .venv/bin/uv
esac
"""


@pytest.mark.parametrize(("said", "told"), [({}, "true"), ({"UV_SYSTEM_CERTS": "false"}, "false")])
def test_uv_trusts_whom_the_system_trusts_unless_told_otherwise(clone, said, told):
    (clone / "programs" / "python3").write_text(PYTHON)
    (clone / "programs" / "python3").chmod(0o755)
    (clone / "programs" / "dpkg-query").unlink()
    programs = ("bash", "dirname", "head", "sed", "sha256sum", "mkdir", "cp", "chmod", "sh")
    for program in programs:
        (clone / "programs" / program).symlink_to(shutil.which(program) or program)
    result = subprocess.run(
        [str(clone / "bin" / "setup")],
        cwd=clone,
        env={"PATH": f"{clone}/programs", **said},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert (clone / "uv-was-told").read_text() == f"{told}\n"


# Stands for apt: what Python does not need it installs only once the Python packages are there.
APT = """#!/bin/sh
case "$*" in
update*) exit ;;
*fonts*) timeout 60 sh -c 'until [ -e uv-was-told ]; do sleep 0.02; done' || exit 1 ;;
*) [ ! -e .venv ] || exit 2 ;;
esac
echo "$*" >>installed
case "$*" in *BROKEN*) exit 100 ;; esac
"""


@pytest.fixture
def debian(clone: Path) -> Path:
    """The clone on a machine where apt installs, and where nothing is installed yet."""
    sudo = '#!/bin/sh\nshift\nexec "$@"\n'
    for name, text in (("python3", PYTHON), ("apt-get", APT), ("sudo", sudo)):
        (clone / "programs" / name).write_text(text)
        (clone / "programs" / name).chmod(0o755)
    return clone


def set_up(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(folder / "bin" / "setup"), *arguments],
        cwd=folder,
        env={"PATH": f"{folder}/programs:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("is_broken", [False, True])
def test_the_system_installs_beside_python_what_python_does_not_need(debian, *, is_broken):
    setup = debian / "bin" / "setup"
    if is_broken:
        setup.write_text(setup.read_text().replace("libpango-1.0-0", "BROKEN"))
    result = set_up(debian)
    assert result.returncode == (100 if is_broken else 0), result.stderr
    first, rest = (debian / "installed").read_text().splitlines()
    assert first.endswith("--no-install-recommends ca-certificates")
    assert "libpangoft2-1.0-0" in rest


def test_for_python_alone_nothing_else_is_installed(debian):
    result = set_up(debian, "--tests", "--python")
    assert result.returncode == 0, result.stderr
    (first,) = (debian / "installed").read_text().splitlines()
    assert first.endswith("--no-install-recommends ca-certificates")
    assert (debian / "uv-was-told").exists()
    assert set_up(debian, "--python").returncode == 2


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_requirement_is_pinned_with_hashes_and_names_no_address(name):
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    requirements = re.split(r"\n(?=\S)", text.strip())
    assert requirements
    for requirement in requirements:
        assert re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==[^ ]+ ", requirement), requirement
        assert "--hash=sha256:" in requirement
    assert "://" not in text
    assert "--index" not in text


def test_testing_has_everything_that_running_has():
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        return set(re.findall(r"^[a-z0-9-]+==\S+", text, re.MULTILINE))

    assert pins("app") < pins("dev")


def test_a_postgresql_of_ones_own_is_gone_afterwards():
    program = "echo $DATABASE_URL; exit 7"
    result = run("bin/with-postgres", "bash", "-c", program)
    assert result.returncode == 7, result.stderr
    folder = re.search(r"host=([^&]+)", result.stdout)
    assert folder
    assert folder[1].startswith("/tmp/hyperspace-postgres-")
    assert not Path(folder[1]).exists()


def test_without_postgresql_it_says_what_to_install(tmp_path):
    script = (ROOT / "bin" / "with-postgres").read_text()
    copy = tmp_path / "with-postgres"
    copy.write_text(script.replace("/usr/lib/postgresql/", f"{tmp_path}/"))
    shutil.copymode(ROOT / "bin" / "with-postgres", copy)
    result = run(str(copy), "true")
    assert (result.returncode, result.stderr) == (
        1,
        "PostgreSQL is not installed: bin/setup --tests\n",
    )
