"""Puts recordings of people with their transcripts into a folder: `rostrum bench listen --folder FOLDER` reads them.

Five sentences of *Sense and Sensibility* read for LibriVox (public domain), from the source package of pocketsphinx,
and the eleven seconds of Kennedy's inaugural address that the tests use.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tarfile
import urllib.request
from pathlib import Path

PACKAGE, FILE = "pocketsphinx", "pocketsphinx-5.1.1.tar.gz"
SHA256 = "675778b309a22dfc9b7d37f7621976bba491d2a5f8c59696bd77fd6d07271355"
READ = "/librivox/"
KENNEDY = Path(__file__).parents[1] / "tests" / "speech" / "human" / "kennedy.ogg"
ASKED = "And so my fellow Americans ask not what your country can do for you ask what you can do for your country"
SECONDS = 300


def source() -> bytes:
    """The source package, checked. Raises OSError; SystemExit where it is not the one we know."""
    index = urllib.request.Request(
        f"https://pypi.org/simple/{PACKAGE}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"}
    )
    with urllib.request.urlopen(index, timeout=SECONDS) as answer:  # noqa: S310  (PyPI)
        files = json.load(answer)["files"]
    url = next(file["url"] for file in files if file["filename"] == FILE)
    with urllib.request.urlopen(url, timeout=SECONDS) as answer:  # noqa: S310  (PyPI's own address)
        data: bytes = answer.read()
    if hashlib.sha256(data).hexdigest() != SHA256:
        raise SystemExit(f"{FILE}: not the file it was")
    return data


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(source())) as package:
        for member in package:
            if READ in member.name and member.name.endswith(".wav"):
                name = Path(member.name).stem
                text = package.extractfile(member.name.removesuffix(".wav") + ".txt")
                sound = package.extractfile(member)
                assert text is not None
                assert sound is not None
                (folder / f"{name}.txt").write_bytes(text.read())
                (folder / f"{name}.wav").write_bytes(sound.read())
    (folder / KENNEDY.name).write_bytes(KENNEDY.read_bytes())
    (folder / f"{KENNEDY.stem}.txt").write_text(ASKED + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
