"""A small study with sound, and what a diligent listener answers in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from agent.server.hold.studies import FOLDER, new_links
from agent.studies.study import FILE
from speech.audio import ROOM_RATE, Audio
from speech.sound_files import write

MOTIONS = ("School uniforms should be mandatory", "Zoos should be closed", "Cities should ban private cars")
SECONDS = 0.4
RIGHT = "Uniforms hide who is poor"
CLAIM = {"choices": ["Uniforms are cheap", RIGHT, "None of these"], "right": RIGHT}
BATTLEFIELD = "Whether clothes decide how children treat each other"
Json = dict[str, Any]


def written(root: Path, name: str = "uniforms", *, count: int = 3, **more: Any) -> Path:
    """A study in the data folder `root`: each item has an opening before it and two versions; the first has checks."""
    folder = root / FOLDER / name
    folder.mkdir(parents=True)
    wave = (np.sin(np.arange(int(SECONDS * ROOM_RATE)) / 20) * 3000).astype(np.int16)
    write(folder / "tone.wav", Audio(wave, ROOM_RATE))
    asked = [
        _item(motion) | ({"main_claim": CLAIM, "main_battlefield": BATTLEFIELD} if not place else {})
        for place, motion in enumerate(MOTIONS[:count])
    ]
    study = {"title": "Uniforms and other things", "consent": "Your answers are kept without your name.",
             "items_per_listener": count, "items": asked} | more  # fmt: skip
    (folder / FILE).write_text(json.dumps(study))
    return folder


def _item(motion: str) -> Json:
    words = f"{motion}: this has <b>three</b> reasons."
    versions = [{"key": key, "text": f"{key} is not told. {words}", "audio": "tone.wav"} for key in ("tree", "plain")]
    opening = {"side": "pro", "stage": "opening", "text": words, "audio": "tone.wav"}
    return {"id": motion.split(maxsplit=1)[0].lower(), "motion": motion, "stage": "opening", "side": "con"} | {
        "context": [opening],
        "versions": versions,
    }


def tokens(folder: Path, count: int) -> list[str]:
    return [token for _, token in new_links(folder, count)]


def answer(view: Json, *, better: str = "tree", careless: bool = False) -> Json:
    """What somebody answers who prefers one version, 5 to 3, and comes a step nearer to Con each time."""
    step = view["step"]
    texts = [one["text"].split()[0] for one in step["speeches"]]
    given: Json = {"item": view["item"], "step": step["id"]}
    match step["kind"]:
        case "claim":
            return given | {"choice": 0 if careless else step["choices"].index(RIGHT)}
        case "battlefield":
            return given | {"words": "How children are treated because of clothes"}
        case "compare":
            return given | {"better": texts.index(better) + 1}
        case "version":
            return given | {"rating": 5 if texts[0] == better else 3, "vote": -int(step["id"][-1]), "comment": "=1+1"}
    return given | {"vote": 1 if step["kind"] == "vote" else 0}


def kinds(*of: str) -> Iterator[str]:
    """The steps of an item with one speech before it, with the checks that are named."""
    yield from ("before", "speech-1", *of, "version-1", "version-2", "compare")
