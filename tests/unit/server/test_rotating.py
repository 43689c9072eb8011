"""What a process prints does not fill the disk, and the process notices nothing of that."""

from __future__ import annotations

import stat
from pathlib import Path

from agent.server.supervise.processes import rotate


def test_a_log_that_has_grown_too_large_begins_anew_and_its_end_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "host.log"
    with path.open("ab", buffering=0) as writer:
        for number in range(1000):
            writer.write(b"line %d\n" % number)
        rotate(path, 5000)
        assert path.read_bytes() == b""
        writer.write(b"the next line\n")
    kept = tmp_path / "host.log.1"
    assert path.read_bytes() == b"the next line\n"
    assert kept.read_bytes().startswith(b"line ") and kept.read_bytes().endswith(b"line 999\n")
    assert 4900 < kept.stat().st_size <= 5000
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_one_that_is_small_or_not_there_is_left(tmp_path: Path) -> None:
    (tmp_path / "host.log").write_bytes(b"line\n")
    for name in ("host.log", "worker-1.log"):
        rotate(tmp_path / name, 5000)
    assert [path.name for path in tmp_path.iterdir()] == ["host.log"]
