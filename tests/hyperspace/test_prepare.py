"""Making an instance ready."""

import os

import pytest

from hyperspace import prepare


@pytest.fixture
def sources(tmp_path, settings):
    """A folder of static files, and nothing else."""
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "page.css").write_text("body { color: black }")
    settings.STATICFILES_DIRS = [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = str(tmp_path / "collected")
    return folder


def test_static_files_are_collected_where_there_are_none(sources, tmp_path):
    prepare.collect_static()
    assert (tmp_path / "collected" / "page.css").read_text() == "body { color: black }"


def test_nothing_is_collected_where_nothing_changed(sources, monkeypatch):
    prepare.collect_static()
    monkeypatch.setattr(prepare, "call_command", lambda *_, **__: pytest.fail("collected again"))
    prepare.collect_static()


def test_a_changed_file_is_collected_again(sources, tmp_path):
    prepare.collect_static()
    (sources / "page.css").write_text("body { color: white }")
    os.utime(sources / "page.css", (2_000_000_000, 2_000_000_000))
    prepare.collect_static()
    assert (tmp_path / "collected" / "page.css").read_text() == "body { color: white }"


def test_a_new_file_is_collected(sources, tmp_path):
    prepare.collect_static()
    (sources / "new.js").write_text("")
    prepare.collect_static()
    assert (tmp_path / "collected" / "new.js").exists()
